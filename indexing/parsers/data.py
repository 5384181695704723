"""Configuration and records: the top-level keys with their lines. Never fails and never builds the values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from citeline.model import Node, ParsedDocument, SourceFile

from .languages import DELIMITERS
from .records import find_records
from .text import parse_plain

Key: TypeAlias = tuple[str, int]
"""A top-level key and its line."""

_MAX_KEYS: Final = 2_000
"""A file with more top-level keys holds records, not configuration; its lines remain searchable."""
_XML: Final = "xml"
_MAX_SIGNATURE: Final = 160
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\]]|//[^\n]*|/\*.*?\*/|\n', re.DOTALL)
_COLON: Final = re.compile(r"\s*:")
_YAML_KEY: Final = re.compile(r"(\"[^\"]+\"|'[^']+'|[^\s#\-\[{&*!|>%@`\"'][^:#]*?|-[^\s:][^:#]*?)\s*:(?:\s|$)")
_TABLE: Final = re.compile(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]{1,2}\s*(?:[#;].*)?$")
_ASSIGNMENT: Final = re.compile(r"(?:export\s+)?([\w.\-\"'/]+)\s*(?:=|:\s)")


def parse_data(source: SourceFile, language: str) -> ParsedDocument:
    """A document with one `field` node a top-level key, or one `table` node for comma-separated values."""
    plain = parse_plain(source, language)
    if language in DELIMITERS:
        return replace(plain, nodes=(plain.nodes[0], *_record_table(source, language)))
    if language == _XML:
        from .markup.xml_heads import read_xml_head  # most trees have no such document

        said = read_xml_head(source.lines)
        title = said.pop("title", plain.title)
        return replace(plain, title=title, nodes=(replace(plain.nodes[0], data={**said}),))
    find = _FINDERS.get(language)
    keys = find(source.lines) if find else []
    if not keys or len(keys) > _MAX_KEYS:
        return plain
    return replace(plain, nodes=(plain.nodes[0], *_key_nodes(source, keys)))


def _key_nodes(source: SourceFile, keys: Sequence[Key]) -> Iterable[Node]:
    for index, (name, line) in enumerate(keys):
        end = keys[index + 1][1] - 1 if index + 1 < len(keys) else len(source.lines)
        signature = source.lines[line - 1].strip()[:_MAX_SIGNATURE]
        yield Node("field", name, name, line, max(line, end), parent=0, signature=signature)


def _json_keys(lines: Sequence[str]) -> list[Key]:
    """Keys at depth one, by brackets and strings alone: works on comments, tabs and trailing commas too."""
    text = "\n".join(lines)
    keys: list[Key] = []
    depth, line = 0, 1
    for match in _JSON_TOKEN.finditer(text):
        token = match[0]
        first = token[0]
        if first == "\n":
            line += 1
        elif first in "{[":
            depth += 1
        elif first in "}]":
            depth -= 1
        elif first == '"':
            if depth == 1 and _COLON.match(text, match.end()):
                keys.append((token[1:-1], line))
        elif token.startswith("/*"):
            line += token.count("\n")
    return keys


def _yaml_keys(lines: Sequence[str]) -> list[Key]:
    return [
        (match[1].strip("\"'"), number)
        for number, line in enumerate(lines, start=1)
        if line and not line[0].isspace() and (match := _YAML_KEY.match(line))
    ]


def _toml_keys(lines: Sequence[str]) -> list[Key]:
    """Table headers, and the keys above the first one."""
    keys: list[Key] = []
    in_table, quote, depth = False, "", 0
    for number, line in enumerate(lines, start=1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if not depth and (table := _TABLE.match(line)):
            in_table = True
            keys.append((table[1], number))
            continue
        if not depth and not in_table and (match := _ASSIGNMENT.match(line)):
            keys.append((match[1].strip("\"'"), number))
        quote = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
        depth = max(0, depth + line.count("[") - line.count("]"))
    return keys


def _section_keys(lines: Sequence[str]) -> list[Key]:
    """Sections of an INI file; without any, its keys."""
    sections = [(table[1], number) for number, line in enumerate(lines, start=1) if (table := _TABLE.match(line))]
    if sections:
        return sections
    return [(match[1], number) for number, line in enumerate(lines, start=1) if (match := _ASSIGNMENT.match(line))]


def _record_table(source: SourceFile, language: str) -> list[Node]:
    if not any(map(str.strip, source.lines)):
        return []
    found = find_records(source.lines, language)
    data = found.node_data(language)
    name = str(data.get("caption", "")) or next(filter(None, found.headers), "")
    return [Node("table", name, name, found.first + 1, len(source.lines), parent=0, data=data)]


_FINDERS: Final[Mapping[str, Callable[[Sequence[str]], list[Key]]]] = {
    "json": _json_keys,
    "jsonc": _json_keys,
    "json5": _json_keys,
    "yaml": _yaml_keys,
    "toml": _toml_keys,
    "ini": _section_keys,
    "properties": _section_keys,
    "dotenv": _section_keys,
}
