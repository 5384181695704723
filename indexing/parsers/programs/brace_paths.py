"""Import paths that name several things at once: `a::{b, c as d}` in Rust, Scala, PHP and Elixir."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(r"[{},]|(?:\bas\b|=>)|[^{},\s=]+|=")
_KEYWORDS: Final = re.compile(r"(?:import|use)\s+(?:(?:function|const|given)\s+)?")
_MAX_PATHS: Final = 500
_SELF: Final = frozenset({"self"})
_ALIAS_WORDS: Final = frozenset({"as", "=>"})


def expand_braces(text: str) -> list[tuple[str, str]]:
    """(path, alias) for each name, in order; the alias is empty when there is none.

    `a::{self, b as c}` gives ("a", "") and ("a::b", "c"). Separators stay as written. Never raises: unbalanced
    braces end with the text.
    """
    paths: list[tuple[str, str]] = []
    prefixes = [""]
    text = _KEYWORDS.sub("", text).rstrip("; \n")
    path, alias, wants_alias = "", "", False

    def finish() -> None:
        if path and len(paths) < _MAX_PATHS:
            paths.append((path, alias))

    for token in _TOKEN.findall(text):
        if token == "{":
            prefixes.append(path or prefixes[-1])
            path, alias, wants_alias = "", "", False
        elif token in {",", "}"}:
            finish()
            path, alias, wants_alias = "", "", False
            if token == "}" and len(prefixes) > 1:
                prefixes.pop()
        elif token in _ALIAS_WORDS:
            wants_alias = True
        elif wants_alias:
            alias, wants_alias = token, False
        elif token in _SELF and len(prefixes) > 1:
            path = prefixes[-1].rstrip(":.\\")
        elif not path:
            path = prefixes[-1] + token
    finish()
    return paths
