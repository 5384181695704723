"""Claims that answer a question without a model: drafted as facts with their lines, then chosen, then put into words.

A sentence is rendered from its fact and never read back.
"""
