"""The versions that a question names."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

_NAMED: Final = re.compile(r"(?<![\w.])(v(?:ers\w*)?[\s.]*)?(\d+(?:\.(?:\d+|x))*)(?!\w)", re.IGNORECASE)

Version: TypeAlias = tuple[int, ...]


def versions_named(text: str) -> frozenset[Version]:
    """`7.4`, `7.4.x` and `v2` as numbers; a bare 2 may count anything."""
    return frozenset(numbers_of(number) for word, number in _NAMED.findall(text) if word or "." in number)


def numbers_of(version: str) -> Version:
    """Those of `7.4.x`: 7 and 4."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
