"""Puts markers where secrets stand, line by line; the number of lines and all other text stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import re2

from citeline.patterns import re

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
PartsOfText: TypeAlias = Callable[[int, int, int], Sequence[tuple[int, int]]]
"""Takes a 0-based line, a start and an exclusive end; gives what lies between and is text, not code."""
TextIn: TypeAlias = Callable[[Sequence[str]], PartsOfText | None]
"""Takes lines; None where all is text."""
_Span: TypeAlias = tuple[int, int, int, str]
"""Number of the line, start, exclusive end, kind."""
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
_PASSES: Final = 5
"""What a pattern had swallowed together with another secret comes to light when that one is masked."""


def mask_lines(lines: Sequence[str], text_in: TextIn | None = None) -> tuple[str, ...]:
    """The lines with `[secret:<kind>]` in place of each secret; masked lines come out as they are.

    `text_in` is asked only of what a name beside it tells. A secret that is known by its shape is one wherever it
    stands: no name in code has such a shape.
    """
    masked = tuple(lines)
    for _ in range(_PASSES):
        before = masked
        for lines_with, find, asked in ((lines_with_shapes, _shaped, None), (lines_with_names, _paired, text_in)):
            if numbers := lines_with("\n".join(masked).encode("utf-8", "surrogatepass")):
                masked = _replaced(masked, [*find(masked, numbers)], asked)
        if masked == before:
            break
    return masked


def holds_marker(text: str) -> bool:
    """Whether something was masked in a text."""
    return _MARKER in text


def _marked(kind: str) -> str:
    return f"{_MARKER}{kind}]"


def _replaced(lines: tuple[str, ...], spans: Sequence[_Span], text_in: TextIn | None) -> tuple[str, ...]:
    parts_of = text_in(lines) if text_in and spans else None
    found: dict[int, list[tuple[int, int, str]]] = {}
    for number, start, end, kind in spans:
        for part in parts_of(number, start, end) if parts_of else ((start, end),):
            if part == (start, end) or not _is_placeholder(lines[number][slice(*part)]):
                found.setdefault(number, []).append((*part, kind))
    if not found:
        return lines
    marked = [*lines]
    for number, of_line in found.items():
        marked[number] = _with_markers(lines[number], of_line)
    return tuple(marked)


def _is_placeholder(text: str) -> bool:
    from .values import is_placeholder  # as below

    return is_placeholder(text)


def _with_markers(line: str, spans: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= done:
            pieces += (line[done:start], _marked(kind))
        done = max(done, end)
    return "".join([*pieces, line[done:]])


def _paired(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[_Span]:
    from .pairs import paired_values

    for number in numbers:
        for start, end in _windows(lines[number]):
            for place in paired_values(lines, number, start, end):
                yield place.line, place.start, place.end, "credential"


def _shaped(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[_Span]:
    # Takes 0.1 s to import, and most files never get here.
    from .detectors import end_of_token, find_secrets, opens_private_key

    for number in numbers:
        line = lines[number]
        if opens_private_key(line):
            yield from _in_key(lines, number)
        for offset, last in _windows(line):
            window = line[offset:last]
            for start, end, kind in find_secrets(window):
                whole = end_of_token(line, offset + end) if end == len(window) else offset + end
                yield number, offset + start, whole, kind


def _windows(line: str) -> Iterator[tuple[int, int]]:
    for offset in range(0, max(len(line) - _OVERLAP, 1), _WINDOW - _OVERLAP):
        yield offset, offset + _WINDOW


def _in_key(lines: Sequence[str], opening: int) -> Iterator[_Span]:
    """The lines of a private key; only text that looks like one, since code names its first and last line too."""
    inside = False
    for number in range(opening, min(opening + _MOST_KEY_LINES, len(lines))):
        end = _KEY_END.search(lines[number])
        body = lines[number][: end.start()] if end else lines[number]
        runs = [*_KEY_RUN.finditer(body)]
        if not runs and inside and _ONLY_RUN.fullmatch(body):
            runs = [*_LAST_RUN.finditer(body)]
        inside = bool(runs)
        for run in runs:
            yield number, *run.span(), "private-key"
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
