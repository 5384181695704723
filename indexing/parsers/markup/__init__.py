"""Parses HTML, reStructuredText and AsciiDoc."""
