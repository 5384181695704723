"""Checks the citations of documents: of a README, of a saved page, of every file below a folder.

Reads citations and what is claimed beside them, looks the places up in an index and in the working tree, and says
what holds, what has moved and what is wrong; writes nothing but the Markdown that `citeline verify --fix` is told to
correct. Whether lines prove a sentence is for `citations`.
"""
