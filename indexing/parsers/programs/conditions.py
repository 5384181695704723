"""Whether a condition of the build holds: `cfg(unix)` does, `cfg(not(feature = "std"))` does not.

Of two definitions that exclude each other one counts. What is asked for is a build for Linux, with all features, not
of the tests; what only a project knows may be either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tree_sitter import Node as SyntaxNode

from .receivers import Ranges

_TOKEN: Final = re.compile(r'\w+\s*=\s*"[^"]*"|\w+\s*\(|\w+|\)')
_HOLDS: Final = {"unix": True, "windows": False, "test": False, "doc": False, "miri": False, "loom": False}
_VALUES: Final = {
    "target_os": "linux",
    "target_family": "unix",
    "target_arch": "x86_64",
    "target_pointer_width": "64",
    "target_endian": "little",
    "target_env": "gnu",
}
_BETWEEN: Final = frozenset({"attribute_item", "line_comment", "block_comment"})


def excluded(conditions: Iterable[SyntaxNode], others: Iterable[tuple[int, int]] = ()) -> Ranges:
    """Where the code stands whose condition does not hold; each is that of the next thing behind its attribute."""
    found = [*others]
    for condition in conditions:
        if holds((condition.text or b"").decode("utf-8", "replace")) is not False:
            continue
        following: SyntaxNode | None = condition
        while following is not None and following.type != "attribute_item":
            following = following.parent
        while following is not None and following.type in _BETWEEN:
            following = following.next_sibling
        if following is not None:
            found.append(following.byte_range)
    return Ranges(found)


def holds(condition: str) -> bool | None:
    """Whether `(all(unix, feature = "x"))` does; None when nobody can tell."""
    open_: list[tuple[str, list[bool | None]]] = [("all", [])]
    for token in _TOKEN.findall(condition.strip()[1:-1]):
        if token.endswith("("):
            open_.append((token[:-1].strip(), []))
        elif token != ")":
            open_[-1][1].append(_is_so(token))
        elif len(open_) > 1:
            name, parts = open_.pop()
            open_[-1][1].append(_joined(name, parts))
    return _joined(*open_[0]) if len(open_) == 1 else None


def _is_so(token: str) -> bool | None:
    name, equals, value = (part.strip() for part in token.partition("="))
    if not equals:
        return _HOLDS.get(name)
    if name == "feature":
        return True
    return value.strip('"') == _VALUES[name] if name in _VALUES else None


def _joined(name: str, parts: list[bool | None]) -> bool | None:
    if name == "not":
        return None if len(parts) != 1 or parts[0] is None else not parts[0]
    decisive = name == "any"
    if decisive in parts:
        return decisive
    return None if None in parts or name not in {"any", "all"} else not decisive
