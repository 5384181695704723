"""TOML with lines: values from the standard library, which checks the text, and a second look for where they stand."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from .data_places import MAX_DEPTH, BrokenDataError, DataTree, Place, finite_values, is_deep
from .values import json_value

_NAME: Final = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
_DOT: Final = r"[ \t]*+\.[ \t]*+"
_NAMES: Final = re.compile(rf"{_NAME}(?:{_DOT}{_NAME})*+")
_NAME_IN_NAMES: Final = re.compile(_NAME)
# The standard library needs time that grows with the square of their number.
_MANY_NAMES: Final = re.compile(rf"(?<![\w\\-])(?:{_NAME}{_DOT}){{{MAX_DEPTH},}}")
_BETWEEN: Final = re.compile(r"(?:\s+|#[^\n]*)*+")
_COMMAS: Final = re.compile(r"(?:[\s,]+|#[^\n]*)*+")
_EQUALS: Final = re.compile(r"[ \t]*+=[ \t]*+")
_HEADER: Final = re.compile(rf"(\[\[?)[ \t]*+({_NAMES.pattern})[ \t]*+\]\]?")
_SCALAR: Final = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|\'\'\'(?:[^']|'(?!''))*+'{3,5}'''
    r"""|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[^,\]}\n#]+""",
    re.DOTALL,
)
_WHERE: Final = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)")


def read_toml(text: str) -> DataTree:
    """Raises BrokenDataError."""
    last_line = text.count("\n") + 1
    if many := _MANY_NAMES.search(text):
        raise BrokenDataError(text.count("\n", 0, many.start()) + 1, f"more than {MAX_DEPTH} keys joined by dots")
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = _WHERE.search(str(error))
        line = int(where[1]) if where and where[1] else last_line
        raise BrokenDataError(line, _WHERE.sub("", str(error))) from error
    except (ValueError, RecursionError) as error:  # numbers without end, and brackets
        raise BrokenDataError(1, "a number or the nesting is beyond any measure") from error
    if is_deep(value):
        raise BrokenDataError(1, f"more than {MAX_DEPTH} tables and arrays inside each other")
    return DataTree(finite_values(json_value(value)), lambda: _Finder(text).find())


class _Finder:
    """One pass over a text that is known to be right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line, self._counted = 1, 0

    def find(self) -> Place:
        """Where everything stands."""
        root = table = Place(1, self._text.count("\n") + 1)
        while self._skip(_BETWEEN) < len(self._text):
            header = _HEADER.match(self._text, self._position)
            if header is None:
                self._assignment(table)
                continue
            table = self._table(root, _names(header[2]), is_array=header[1] == "[[")
            self._position = header.end()
        _extend(root)
        return root

    def _skip(self, what: re.Pattern[str]) -> int:
        match = what.match(self._text, self._position)
        assert match is not None
        self._position = match.end()
        return self._position

    def _current_line(self) -> int:
        self._line += self._text.count("\n", self._counted, self._position)
        self._counted = self._position
        return self._line

    def _table(self, root: Place, names: list[str], *, is_array: bool) -> Place:
        line = self._current_line()
        table = root
        for name in names[:-1]:
            table = _last_element(table.inner.setdefault(name, Place(line, line)))
        found = table.inner.setdefault(names[-1], Place(line, line))
        if not is_array:
            return found
        element = found.inner[len(found.inner)] = Place(line, line)
        return element

    def _assignment(self, table: Place) -> None:
        """`a.b = value`, at the position."""
        line = self._current_line()
        written = _NAMES.match(self._text, self._position)
        assert written is not None
        self._position = written.end()
        self._skip(_EQUALS)
        *above, name = _names(written[0])
        for key in above:
            table = table.inner.setdefault(key, Place(line, line))
        table.inner[name] = self._value(line)

    def _value(self, line: int) -> Place:
        """The value at the position, which has its key in this line."""
        place = Place(line, line)
        opening = self._text[self._position]
        if opening in "[{":
            self._position += 1
            self._skip(_COMMAS)
            while self._text[self._position] not in "]}":
                if opening == "{":
                    self._assignment(place)
                else:
                    place.inner[len(place.inner)] = self._value(self._current_line())
                self._skip(_COMMAS)
            self._position += 1
        else:
            self._skip(_SCALAR)
        place.end_line = self._current_line()
        return place


def _names(written: str) -> list[str]:
    return [_name(part[0]) for part in _NAME_IN_NAMES.finditer(written)]


def _name(written: str) -> str:
    if written[0] == "'":
        return written[1:-1]
    if written[0] != '"':
        return written
    # Escapes, which are the standard library's business.
    return str(tomllib.loads(f"name = {written}")["name"]) if "\\" in written else written[1:-1]


def _last_element(place: Place) -> Place:
    """Of an array of tables the element that headers speak of; else the place itself."""
    last = next(reversed(place.inner), None)
    return place.inner[last] if isinstance(last, int) else place


def _extend(place: Place) -> None:
    """Tables run to the end of what they hold."""
    for inner in place.inner.values():
        _extend(inner)
        place.end_line = max(place.end_line, inner.end_line)
