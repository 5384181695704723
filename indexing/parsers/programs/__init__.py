"""Parses source code with tree-sitter: definitions, references, comments."""
