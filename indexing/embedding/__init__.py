"""Turns text into vectors: dense ones from a model, sparse ones from term counts.

`static` runs the bundled model, `dense` any other and is the only module that imports fastembed, `sparse` counts terms
in worker processes: import the module that you need, so that a worker does not pay for the model. Never downloads
anything unless asked by name.
"""
