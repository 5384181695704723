"""Reads the lines that claims are made of: sentences, rows of tables, syntax, bindings and conditions."""
