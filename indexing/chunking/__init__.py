"""Cuts a parsed file into chunks: whole lines, in order, every non-blank line exactly once.

    chunk        blocks → spans → labelled chunks
    chunk_ids    ids that survive edits elsewhere in the file

Knows trees of nodes, not languages: a class and a section are cut by the same rules with different budgets.
"""

from .chunk import chunk, chunk_ids

__all__ = ["chunk", "chunk_ids"]
