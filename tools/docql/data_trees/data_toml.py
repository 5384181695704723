"""TOML with lines: values from the standard library, which checks the text, and a second look for where they stand."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

from .data_places import MAX_DEPTH, BrokenDataError, DataTree, Place, finite_values, is_deep, json_value

_NAME: Final = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
_DOT: Final = r"[ \t]*+\.[ \t]*+"
# The standard library needs time that grows with the square of their number.
_MANY_NAMES: Final = re.compile(rf"(?<![\w\\-])(?:{_NAME}{_DOT}){{{MAX_DEPTH},}}")
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
    return DataTree(finite_values(json_value(value)), lambda: _places(text))


def _places(text: str) -> Place:
    """Where everything stands in a text that is known to be right."""
    root = Place(1, text.count("\n") + 1)
    for node in _inner(get_parser("toml").parse(text.encode("utf-8", "surrogatepass")).root_node):
        if node.type == "pair":
            _assign(node, root)
            continue
        key, *pairs = _inner(node)
        table = _table(root, _names(key), key.start_point.row + 1, is_array=node.type == "table_array_element")
        for pair in pairs:
            _assign(pair, table)
    _extend(root)
    return root


def _inner(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _table(root: Place, names: list[str], line: int, *, is_array: bool) -> Place:
    table = root
    for name in names[:-1]:
        table = _last_element(table.inner.setdefault(name, Place(line, line)))
    found = table.inner.setdefault(names[-1], Place(line, line))
    if not is_array:
        return found
    element = found.inner[len(found.inner)] = Place(line, line)
    return element


def _assign(pair: Node, table: Place) -> None:
    """`a.b = value`."""
    key, value = _inner(pair)
    line = key.start_point.row + 1
    *above, name = _names(key)
    for outer in above:
        table = table.inner.setdefault(outer, Place(line, line))
    table.inner[name] = _value(value, line)


def _value(node: Node, line: int) -> Place:
    """The value, which has its key in this line."""
    place = Place(line, node.end_point.row + 1)
    for child in _inner(node):
        if child.type == "pair":
            _assign(child, place)
        elif node.type == "array":
            place.inner[len(place.inner)] = _value(child, child.start_point.row + 1)
    return place


def _names(key: Node) -> list[str]:
    if key.type == "dotted_key":
        return [name for part in _inner(key) for name in _names(part)]
    written = (key.text or b"").decode("utf-8", "surrogatepass")
    if written[0] == "'":
        return [written[1:-1]]
    if written[0] != '"':
        return [written]
    # Escapes, which are the standard library's business.
    return [str(tomllib.loads(f"name = {written}")["name"]) if "\\" in written else written[1:-1]]


def _last_element(place: Place) -> Place:
    """Of an array of tables the element that headers speak of; else the place itself."""
    last = next(reversed(place.inner), None)
    return place.inner[last] if isinstance(last, int) else place


def _extend(place: Place) -> None:
    """Tables run to the end of what they hold."""
    for inner in place.inner.values():
        _extend(inner)
        place.end_line = max(place.end_line, inner.end_line)
