"""Puts markers where secrets stand, line by line; the number of lines and all other text stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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
_MARKER: Final = "[secret:"
# Patterns that look ahead take quadratic time on the endless lines of generated files.
_WINDOW: Final = 4_000
_OVERLAP: Final = 400
_MOST_KEY_LINES: Final = 200
"""A key of 16,384 bits has 210 lines, and nobody has one."""
_KEY_END: Final = re.compile(r"-----END |^\s*Private-MAC")
# In a string a key has escapes for its line ends, and JSON may escape slashes.
_KEY_RUN: Final = re.compile(
    r"(?:(?<=\\[nr])|(?<![\\A-Za-z0-9+/]))(?:[A-Za-z0-9+/]|\\/){40,}[A-Za-z0-9+/=]*(?:(?:\\[nr])+[A-Za-z0-9+/=]+)*"
)
_LAST_RUN: Final = re.compile(r"(?<=[^\w+/=])[A-Za-z0-9+/=]+(?=\W*$)|^[A-Za-z0-9+/=]+(?=\W*$)")
_ONLY_RUN: Final = re.compile(r"\W*[A-Za-z0-9+/=]+(?:\\n|\W)*")
_PASSES: Final = 3
"""What a pattern had swallowed together with another secret comes to light when that one is masked."""


def mask_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with `[secret:<kind>]` in place of each secret; masked lines come out as they are."""
    masked = tuple(lines)
    for _ in range(_PASSES):
        before, masked = masked, _lines_masked_once(masked)
        if masked == before:
            break
    return masked


def _lines_masked_once(lines: Sequence[str]) -> tuple[str, ...]:
    masked = list(lines)
    for lines_with, mask in ((lines_with_shapes, _mask_shapes), (lines_with_names, _mask_paired)):
        if numbers := lines_with("\n".join(masked).encode("utf-8", "surrogatepass")):
            mask(masked, numbers)
    return tuple(masked)


def holds_marker(text: str) -> bool:
    """Whether something was masked in a text."""
    return _MARKER in text


def _marked(kind: str) -> str:
    return f"{_MARKER}{kind}]"


def _mask_paired(lines: list[str], numbers: Sequence[int]) -> None:
    from .pairs import paired_values

    found: dict[int, list[tuple[int, int, str]]] = {}
    for number in numbers:
        for start, end in _windows(lines[number]):
            for place in paired_values(lines, number, start, end):
                found.setdefault(place.line, []).append((place.start, place.end, "credential"))
    for number, spans in found.items():
        lines[number] = _replaced(lines[number], spans)


def _mask_shapes(lines: list[str], numbers: Sequence[int]) -> None:
    # Takes 0.1 s to import, and most files never get here.
    from .detectors import opens_private_key

    for number in numbers:
        opens_key = opens_private_key(lines[number])
        lines[number] = _mask_line(lines[number])
        if opens_key:
            _mask_key(lines, number)


def _windows(line: str) -> Iterator[tuple[int, int]]:
    for offset in range(0, max(len(line) - _OVERLAP, 1), _WINDOW - _OVERLAP):
        yield offset, offset + _WINDOW


def _mask_line(line: str) -> str:
    for _ in range(_PASSES):
        masked = _masked_once(line)
        if masked == line:
            break
        line = masked
    return line


def _masked_once(line: str) -> str:
    from .detectors import end_of_token, find_secrets

    spans: list[tuple[int, int, str]] = []
    for offset, last in _windows(line):
        window = line[offset:last]
        for start, end, kind in find_secrets(window):
            whole = end_of_token(line, offset + end) if end == len(window) else offset + end
            spans.append((offset + start, whole, kind))
    return _replaced(line, spans)


def _replaced(line: str, spans: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= done:
            pieces += (line[done:start], _marked(kind))
        done = max(done, end)
    return "".join([*pieces, line[done:]])


def _mask_key(lines: list[str], opening: int) -> None:
    """Mask the lines of a private key; only text that looks like one, since code names its first and last line too."""
    inside = False
    for number in range(opening, min(opening + _MOST_KEY_LINES, len(lines))):
        line = lines[number]
        end = _KEY_END.search(line)
        body, rest = (line[: end.start()], line[end.start() :]) if end else (line, "")
        masked = _KEY_RUN.sub(_marked("private-key"), body)
        if masked == body and inside and _ONLY_RUN.fullmatch(body):
            masked = _LAST_RUN.sub(_marked("private-key"), body)
        inside = masked != body
        lines[number] = masked + rest
        if end:
            return


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
