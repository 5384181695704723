"""Research on Citeline itself: benchmarks, matched pairs of `supports`, weights and models that are fitted.

Runs from a checkout and is no part of the wheel; nothing outside of it imports it.
"""
