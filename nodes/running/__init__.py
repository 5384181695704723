"""Runs a step: what it is given, how much time it has, how a model is asked in it, and the record of what it cost."""
