"""Wires the steps into the state machine and runs it: edges, routing, budget, and the resources behind a run.

Does none of the work of a step.
"""
