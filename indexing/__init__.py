"""Reads a tree into one document model, and keeps it as immutable generations that searches look into.

    files → extraction → parsers → chunking → embedding → stores → linking → generations
    └──────────────────────────── builds ────────────────────────────┘            └─► reader

Owns the format on disk. Never calls a chat model, and never writes into the tree that it reads.
Import from the modules: `builds.writer.build_index`, `reader.open_index`; this file stays empty so that each costs
only what it needs.
"""
