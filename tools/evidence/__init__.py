"""Turns hits into evidence: cut, weighed, graded, and fenced for a model to read.

Every piece holds lines of the index and nothing else.
"""
