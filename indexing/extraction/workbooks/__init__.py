"""Reads spreadsheets: cells, number formats, tables."""
