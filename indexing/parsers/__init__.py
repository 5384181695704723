"""Turns a decoded file into the one document model: a tree of nodes, and what it names.

`registry.parse` is the way in. Exports nothing here: who needs only the table of languages must not load grammars.
"""
