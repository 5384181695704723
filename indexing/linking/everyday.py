"""Names that say little about what is called."""

from __future__ import annotations

from typing import Final

EVERYDAY: Final = frozenset(
    "add all any append apply call clear clone close concat contains copy count decode delete discard each emit"  # noqa: SIM905
    " encode end entries equals exec execute exists extend fileno filter find first flush foreach format get getattr"
    " handle has hash includes index info init insert is_empty items iter join keys last len length list load lock"
    " log lower map match max min name new next on open parse pop popitem print push put query read readline"
    " readlines reduce remove replace reset resolve result reverse run save search seek send set setdefault size"
    " slice sort split start stop string strip sub substring sum tell test then to_s to_string toString trim type"
    " union unlock unwrap update upper value values wait wrap write writelines".split()
)
"""Methods that the built-in types of some language have: on an unknown object they are not likely to be ours."""
