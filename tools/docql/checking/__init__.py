"""Checks a query before it runs, and shows how a wrong one would have been right. Knows no index."""
