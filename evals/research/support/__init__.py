"""Calibrates and measures `supports`.

`python -m citeline.evals.research.support` builds the labelled set, fits the score on half of the repositories, and
measures the check on the other half.
"""
