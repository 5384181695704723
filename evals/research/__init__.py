"""Research on Citeline itself: benchmarks, matched pairs of `supports`, training of the bundled model.

Runs from a checkout and is no part of the wheel; nothing outside of it imports it.
"""
