"""Turns what parsers saw by name into edges between nodes and between files.

    documents ─ imports ─ names ─ edges ─ file graph

Owns the tables `edges` and `file_edges` and the columns `importers`, `users` and `pagerank` of `documents`.
Never reads a file: everything it needs is in the structure store.
"""

from __future__ import annotations

from .link import link

__all__ = ["link"]
