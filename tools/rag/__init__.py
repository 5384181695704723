"""Turns hits into evidence, judges it, and writes an answer from it without a model.

Every claim that leaves this package cites lines of the index, and every quotation is text of those lines.
"""
