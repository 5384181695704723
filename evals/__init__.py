"""Measures quality and speed: datasets, metrics, results, benchmarks. Only `citeline eval` and tests import it."""
