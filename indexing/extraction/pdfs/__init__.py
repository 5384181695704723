"""Reads PDF files: words, lines, columns, headings, tables."""
