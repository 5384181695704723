"""Which lines may hold a secret by its shape, and which name one: two passes over a text, not many patterns a line.

Says yes too often rather than too seldom: whatever a detector finds has one of these signs
(`tests/indexing/secrets/test_masking.py` holds them together).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import re2

from .names import name_pattern
from .prefixes import PREFIXES

# Few counted repetitions, and short ones: each multiplies the states of the automaton, which must stay small.
_SHAPES: Final = (
    r"://[^:/?#\s@]*:[^/\s@]+@",
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
    r"eyJ[\w=-]+\.",
    r"gh[pousr]_\w{36}|gl[a-z]{2,5}-[\w-]{20}|GR1348941",
    r"xox[a-z]-|XOX[A-Z]-|hooks\.slack\.com/services",
    r"[rs]k_live_|sq0csp-|SG\.[\w-]{22}\.|T3BlbkFJ|pypi-Ag",
    r"\.[\w-]{6}\.[\w-]{27}|[0-9a-z]-us[0-9]|\d{8}:[\w-]{10}|(?:AC|SK)[a-z0-9]{12}",
    "PRIVATE KEY|PuTTY-User-Key",
)
_OPTIONS: Final = re2.Options()
_OPTIONS.max_mem = 64 << 20
_OPTIONS.log_errors = False


def lines_with_shapes(data: bytes) -> list[int]:
    """0-based numbers of the lines that may hold a secret by its shape, in order."""
    return _lines_with(_shapes(), data)


def lines_with_names(data: bytes) -> list[int]:
    """Of those that name one."""
    return _lines_with(_names(), data)


def _lines_with(signs: Any, data: bytes) -> list[int]:
    found: list[int] = []
    number = position = 0
    while match := signs.search(data, position):
        number += data.count(b"\n", position, match.start())
        found.append(number)
        position = data.find(b"\n", match.end()) + 1
        if not position:
            break
        number += 1 + data.count(b"\n", match.start(), match.end())
    return found


@cache
def _shapes() -> Any:
    return re2.compile("|".join((*_SHAPES, *(prefix.beginning for prefix in PREFIXES))).encode(), _OPTIONS)


@cache
def _names() -> Any:
    return re2.compile(f"(?i:{name_pattern()})", _OPTIONS)
