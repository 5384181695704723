"""JSON with lines, and with the liberties of JSON5: comments, trailing commas, single quotes, keys without quotes."""

from __future__ import annotations

import json
from typing import Any, Final

from citeline.patterns import re

from .data_places import MAX_DEPTH, BrokenDataError, DataTree, Place, finite, is_deep

_BETWEEN: Final = r"(?:\s+|//[^\n]*|/\*(?s:.*?)\*/)*+"
_TOKEN: Final = re.compile(
    _BETWEEN
    + r"""(?:(?P<text>"[^"\\\n]*+(?:\\(?s:.)[^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\(?s:.)[^'\\\n]*+)*+')|(?P<comma>,)"""
    r"""|(?P<open>[{\[])|(?P<close>[}\]])|(?P<bare>[\w.+\-$]+)|(?P<wrong>.)|\Z)"""
)
_COLON: Final = re.compile(_BETWEEN + ":")
_NUMBER: Final = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F]+|Infinity|NaN)")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r\n|(.))", re.DOTALL)
_SURROGATES: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SHORT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0", "\n": ""}
_WORDS: Final = {"true": True, "false": False, "null": None}


def read_json(text: str) -> DataTree:
    """Raises BrokenDataError."""
    try:
        value = json.loads(text, parse_constant=_constant, parse_int=_integer, parse_float=_float)
    except (ValueError, RecursionError):
        # Slower, but it knows comments, and the line of what is wrong.
        scanner = _Scanner(text)
        place = scanner.scan()
        return DataTree(scanner.value, lambda: place)
    if is_deep(value):
        _Scanner(text).scan()
    return DataTree(value, lambda: _Scanner(text).scan())


def _integer(digits: str) -> int | float | str:
    try:
        return finite(int(digits))
    except ValueError:  # more digits than Python converts
        return digits


def _float(digits: str) -> int | float | str:
    return finite(float(digits))


def _constant(name: str) -> str:
    return name


class _Scanner:
    """One pass over the tokens; no recursion, so nesting cannot exhaust the stack."""

    def __init__(self, text: str) -> None:
        self.value: Any = None
        self._text = text
        self._position = 0
        self._line, self._counted = 1, 0
        self._found: list[Any] = []
        """The one value of the file."""
        # Innermost last; the first is the file itself.
        self._open: list[tuple[dict[str, Any] | list[Any], Place]] = [(self._found, Place(1, 1))]
        self._key: str | None = None
        """Of the value that comes next, in a map."""
        self._key_line = 0
        self._may_continue = True
        """A value or key may come next: at the beginning of a container, and after a comma."""

    def scan(self) -> Place:
        """Where everything stands."""
        while token := self._next():
            kind = token.lastgroup or ""
            written = token[kind]
            if kind == "close":
                self._close(written)
            elif kind == "comma":
                self._comma()
            elif self._key is None and isinstance(self._open[-1][0], dict):
                self._read_key(kind, written)
            elif not self._may_continue:
                raise self._broken(f"expected a comma before {_shown(written)}")
            elif kind == "open":
                self._descend({} if written == "{" else [])
            else:
                # A text may run on behind a backslash at a line's end.
                end_line = self._line + written.count("\n")
                self._add(_text(written) if kind == "text" else self._bare(written), Place(self._line, end_line))
        innermost = self._open[-1][1]
        if len(self._open) > 1:
            raise self._broken(f"the bracket of line {innermost.line} is never closed")
        if not self._found:
            raise self._broken("there is no value")
        self.value = self._found[0]
        return innermost.inner[0]

    def _next(self) -> re.Match[str] | None:
        token = _TOKEN.match(self._text, self._position)
        assert token is not None
        kind = token.lastgroup
        start = token.end() if kind is None else token.start(kind)
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        self._position = token.end()
        if kind == "wrong":
            wrong = token[kind]
            raise self._broken(f"{wrong} is not closed" if wrong in "\"'" else f"{_shown(wrong)} cannot stand here")
        return token if kind else None

    def _read_key(self, kind: str, written: str) -> None:
        if not self._may_continue:
            raise self._broken(f"expected a comma before {_shown(written)}")
        colon = _COLON.match(self._text, self._position)
        if kind == "open" or colon is None:
            raise self._broken(f"expected a key and a colon, not {_shown(written)}")
        self._key = _text(written) if kind == "text" else written
        self._key_line = self._line
        self._position = colon.end()

    def _descend(self, container: dict[str, Any] | list[Any]) -> None:
        if len(self._open) > MAX_DEPTH:
            raise self._broken(f"more than {MAX_DEPTH} brackets inside each other")
        place = Place(self._line, self._line)
        self._add(container, place)
        self._open.append((container, place))
        self._may_continue = True

    def _add(self, value: Any, place: Place) -> None:
        container, around = self._open[-1]
        if isinstance(container, dict):
            assert self._key is not None
            container[self._key] = value
            around.inner[self._key] = place
            place.line = self._key_line
            self._key = None
        else:
            if len(self._open) == 1 and container:
                raise self._broken("there is something behind the end")
            around.inner[len(container)] = place
            container.append(value)
        self._may_continue = len(self._open) == 1

    def _comma(self) -> None:
        if self._may_continue or self._key is not None:
            raise self._broken("expected a value before the comma")
        self._may_continue = True

    def _close(self, bracket: str) -> None:
        container, place = self._open[-1]
        if len(self._open) == 1 or isinstance(container, dict) != (bracket == "}"):
            raise self._broken(f"nothing is open that {bracket} closes")
        if self._key is not None:
            raise self._broken(f"expected a value before {bracket}")
        place.end_line = self._line
        self._open.pop()
        self._may_continue = len(self._open) == 1

    def _bare(self, written: str) -> Any:
        if written in _WORDS:
            return _WORDS[written]
        if not _NUMBER.fullmatch(written):
            raise self._broken(f"{_shown(written)} is no value; texts have quotes")
        return _number(written)

    def _broken(self, why: str) -> BrokenDataError:
        return BrokenDataError(self._line, why)


def _number(written: str) -> int | float | str:
    digits = written.lstrip("+-")
    if digits in {"Infinity", "NaN"}:
        return written.removeprefix("+") if digits == "Infinity" else digits
    sign = -1 if written.startswith("-") else 1
    if digits[:2] in {"0x", "0X"}:
        return finite(sign * int(digits, 16))
    return _integer(written) if digits.isdigit() else _float(written)


def _text(written: str) -> str:
    inner = written[1:-1]
    if "\\" not in inner:
        return inner
    plain = _ESCAPE.sub(_unescape, inner)
    # Two escapes make one character outside the first plane.
    return _SURROGATES.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), plain)


def _unescape(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        return chr(int(code, 16))
    character = match[3] or "\n"
    return _SHORT.get(character, character)


def _shown(written: str) -> str:
    return repr(written if len(written) <= 40 else written[:40] + "…")
