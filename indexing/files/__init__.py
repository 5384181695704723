"""Finds the files of a folder: walk, ignore rules, encodings, the table of formats.

Reads no file's meaning and knows no index.
"""
