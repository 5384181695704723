"""The language: its words, tokens, syntax tree and plan, patterns, and the one shape of an error. Knows no index."""
