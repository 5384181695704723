"""Trains the bundled model: which packages, which pairs, distillation and training."""
