"""Typed facts, read from the syntax tree of cited lines."""
