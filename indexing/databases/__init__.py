"""Databases that `citeline.toml` names: described as documents, one a table, which are then indexed like any other.

Owns the connections, which can only read, and the folder of descriptions beside the index. Loads SQLAlchemy, an extra,
when there is a database to read.
"""
