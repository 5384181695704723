"""Whether a tree that a plugin made is one: what the stores and the chunker take for granted, looked at before them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final, get_args

from citeline.model import EdgeKind, Format, Node, NodeKind, ParsedDocument, Reference, SourceFile

_MOST_PAGES: Final = 1_000_000_000
_DEEPEST: Final = 1_000
_LISTS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("page_lines", "page_numbers", "row_lines"), int),
    **dict.fromkeys(("page_names", "headers"), str),
    "rows": list,
}
"""Keys of a node's data that are read as lists, and what these hold."""


def checked(found: object, source: SourceFile) -> ParsedDocument:
    """The tree that a plugin made of a file. Raises TypeError or ValueError, with what is wrong, for what is none."""
    _expect(isinstance(found, ParsedDocument), "the plugin returned", found, "a ParsedDocument")
    assert isinstance(found, ParsedDocument)
    document = replace(
        found,
        nodes=tuple(found.nodes),
        references=tuple(found.references),
        identifiers=frozenset(found.identifiers),
    )
    _expect(document.path == source.path, "its path is", document.path, f"{source.path!r}")
    _expect(document.format in get_args(Format), "its format is", document.format, f"one of {get_args(Format)}")
    _expect(bool(document.language), "its language is", document.language, "a name")
    _check_texts("the document", document)
    for name in document.identifiers:
        _check_text("an identifier", name)
    _expect(bool(document.nodes), "its nodes are", document.nodes, "at least one, for the file")
    lines = max(1, len(source.lines))
    for place, node in enumerate(document.nodes):
        _check_node(node, place, lines)
    for place, reference in enumerate(document.references):
        _check_reference(reference, f"reference {place}", len(document.nodes), lines)
    return document


def _check_node(node: Node, place: int, lines: int) -> None:
    called = f"node {place}"
    _expect(isinstance(node, Node), f"{called} is", node, "a Node")
    kinds = get_args(NodeKind) if place else ("file",)
    _expect(node.kind in kinds, f"the kind of {called} is", node.kind, f"one of {kinds}")
    _check_texts(called, node)
    _check_number(f"start_line of {called}", node.start_line, 1, lines)
    _check_number(f"end_line of {called}", node.end_line, node.start_line, lines)
    if place:
        _check_number(f"parent of {called}", node.parent, 0, place - 1)
    else:
        _expect(node.parent is None, f"parent of {called} is", node.parent, "None")
    _check_number(f"level of {called}", node.level, 0, _DEEPEST)
    if node.page is not None:
        _check_number(f"page of {called}", node.page, 1, _MOST_PAGES)
    _check_data(f"data of {called}", node.data)


def _check_reference(reference: Reference, called: str, nodes: int, lines: int) -> None:
    _expect(isinstance(reference, Reference), f"{called} is", reference, "a Reference")
    kinds = get_args(EdgeKind)
    _expect(reference.kind in kinds, f"the kind of {called} is", reference.kind, f"one of {kinds}")
    _check_texts(called, reference)
    _check_number(f"source of {called}", reference.source, 0, nodes - 1)
    _check_number(f"line of {called}", reference.line, 1, lines)


def _check_data(called: str, data: Any) -> None:
    _expect(isinstance(data, Mapping) and all(type(key) is str for key in data), f"{called} is", data, "a mapping")
    for key, value in data.items():
        _expect(type(value) in {str, int, float, bool, type(None), list}, f"{key} in {called} is", value, "plain data")
        held = {type(inner) for inner in value} if type(value) is list else set()
        _expect(len(held) <= 1 and held <= {str, int, list}, f"{key} in {called} holds", held, "texts or numbers alone")
        if held == {list}:
            _expect(all(type(text) is str for row in value for text in row), f"{key} in {called} is", value, "of texts")
        if key in _LISTS:
            _expect(type(value) is list and held <= {_LISTS[key]}, f"{key} in {called} is", value, "a list of its kind")
    if "rows" in data or "row_lines" in data:
        as_many = len(data.get("rows", [])) == len(data.get("row_lines", []))
        _expect(as_many, f"row_lines in {called} are", data.get("row_lines"), "one for each row")
    # What is no number in JSON, or no text in UTF-8, cannot be stored.
    json.dumps(dict(data), ensure_ascii=False, allow_nan=False).encode()


def _check_texts(called: str, row: ParsedDocument | Node | Reference) -> None:
    for one in fields(row):
        if one.type == "str":
            _check_text(f"{one.name} of {called}", getattr(row, one.name))


def _check_text(called: str, value: Any) -> None:
    _expect(type(value) is str, f"{called} is", value, "a text")
    value.encode()


def _check_number(called: str, value: object, least: int, most: int) -> None:
    # A truth is an int to Python, and would be stored as one.
    is_good = type(value) is int and least <= value <= most
    _expect(is_good, f"{called} is", value, f"a number from {least} to {most}")


def _expect(is_good: bool, told: str, value: object, expected: str) -> None:
    if not is_good:
        raise ValueError(f"{told} {repr(value)[:60]} and not {expected}")
