"""Generations on disk: location, lock, manifest, soundness, and what is stored in one.

Owns the on-disk format. Reads no source file.
"""
