"""Benchmarks on public labelled sets and against peers: `python -m citeline.evals.research.benchmarks`."""
