"""Finds the tables of a PDF: where they stand, their rows, columns and headers, and where they go on over pages."""
