"""Runs the plan of a query over the structure store: contexts, filters, steps, items."""
