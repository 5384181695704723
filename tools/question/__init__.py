"""Reads a question once: its language, names, exact strings, what it asks for and which slot an answer must fill.

Knows nothing about any index. The words of each language are data: `languages/*.toml`, and the weights fitted to them,
`weights/*.json`.
"""
