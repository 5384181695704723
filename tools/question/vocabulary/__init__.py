"""The words of the languages that can be asked in: which language a text is in, and what its words are in English.

The lists themselves are data of `question`. Never reads a question as a whole.
"""
