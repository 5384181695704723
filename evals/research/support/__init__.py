"""Measures `supports` on matched pairs: `python -m citeline.evals.research.support.matched`."""
