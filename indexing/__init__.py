"""Reads a tree into one document model, and keeps it as immutable generations that searches look into.

    walk → decoding → parsers → chunking → embedding → stores → linking → generation
                                                                              └─► reader

Owns the format on disk. Never calls a chat model, and never writes into the tree that it reads.
Import from the modules: `writer.build_index`, `reader.open_index`; this file stays empty so that each costs only
what it needs.
"""
