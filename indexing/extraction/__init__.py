"""Turns documents that have no lines of text (Word, sheets, slides, PDF, mail) into lines of Markdown.

`extract.extract_lines` is the way in, called by `read_source` alone, so that index, `verify` and answers see the same
lines. Owns what these formats may cost and hold; opens no file, follows no reference, runs nothing. Exports nothing
here: who needs only the table of formats must not load the libraries.
"""
