"""Fits the weights of the ranking: `python -m citeline.evals.research.ranking.fit_ranking`."""
