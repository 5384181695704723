"""One step of the state machine a file: the state in, the keys that change out.

A step calls `citeline.tools` for the work and records what it cost. It never imports another step; what all of
them share is in `running`.
"""
