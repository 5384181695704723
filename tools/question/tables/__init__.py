"""Reads a question as a table can answer it: words that name rows and columns, and what is asked of them."""
