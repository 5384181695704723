"""The page of `citeline serve`: ask, read the answer, and look at the lines that it cites.

Owns HTML and HTTP. Never answers, searches or reads files by itself: all that it shows comes from the rooms below. It
works without JavaScript; the one script saves clicks.
"""
