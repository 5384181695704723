"""Where a generation keeps what it knows: structure in SQLite, vectors in Qdrant.

Owns the tables and the collections, and turns the stores' own errors into Citeline's. Never decides which generation
is current, and never parses or embeds anything.
"""
