"""Puts markers where secrets stand, line by line; the number of lines and all other text stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .signs import suspicious_lines

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


def mask_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with `[secret:<kind>]` in place of each secret; masked lines come out as they are."""
    masked = list(lines)
    suspicious = suspicious_lines(masked)
    if not suspicious:
        return tuple(masked)
    # Takes 0.1 s to import, and most files never get here.
    from .assignments import names_a_secret
    from .detectors import opens_private_key

    for number in suspicious:
        opens_key = opens_private_key(masked[number])
        if names_a_secret(masked[number]) and number + 1 < len(masked):
            masked[number + 1] = _mask_value(masked[number + 1])
        masked[number] = _mask_line(masked[number])
        if opens_key:
            _mask_key(masked, number)
    return tuple(masked)


def holds_marker(text: str) -> bool:
    """Whether something was masked in a text."""
    return _MARKER in text


def _marked(kind: str) -> str:
    return f"{_MARKER}{kind}]"


def _mask_line(line: str) -> str:
    for _ in range(_PASSES):
        masked = _masked_once(line)
        if masked == line:
            break
        line = masked  # what a pattern had swallowed together with another secret comes to light
    return line


def _mask_value(line: str) -> str:
    from .assignments import value_below

    place = value_below(line)
    return line if place is None else line[: place[0]] + _marked("credential") + line[place[1] :]


def _masked_once(line: str) -> str:
    from .detectors import end_of_token, find_secrets

    spans: list[tuple[int, int, str]] = []
    for offset in range(0, max(len(line) - _OVERLAP, 1), _WINDOW - _OVERLAP):
        window = line[offset : offset + _WINDOW]
        for start, end, kind in find_secrets(window):
            whole = end_of_token(line, offset + end) if end == len(window) else offset + end
            spans.append((offset + start, whole, kind))
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
