"""Looks up what a question asks of one table: which rows, which columns, and what to compute of them.

Knows words and cells, and what is told of them; nothing of claims or citations.
"""
