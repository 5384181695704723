"""Chooses the lines of an answer: small spans of the best passages, their features, and the ranker fitted to them."""
