"""Where code holds text: in literals and comments, not in its names, types, operators and calls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from tree_sitter import Node as SyntaxNode
from tree_sitter import Parser
from tree_sitter_language_pack import get_language

from ...secrets import PartsOfText
from ..languages import language_row
from .code import as_parsed, only_scripts
from .grammars import GRAMMARS, text_kinds

_WORD: Final = re.compile(rb"[\w.$:?]+")
_QUOTES: Final = "\"'`"
_MOST_PARTS: Final = 1_000
"""Of a literal, with what is inserted into it. To list the children of a wider node for each place in it takes the
square of its length.
"""


def text_in(lines: Sequence[str], language: str) -> PartsOfText | None:
    """Which parts of a part of a line are text.

    Where the grammar reads no further (the value of a macro in C), the quotes on the line decide. Outside of the
    scripts of a page all is text. None, for all of it, where values need no quotes and where the syntax has errors: a
    literal that ends nowhere, text behind the end of a program and a part that begins inside of a literal pass for
    names there. KeyError for a language without a grammar.
    """
    grammar = GRAMMARS[language]
    if grammar.bare_words:
        return None
    if grammar.script_only:
        lines = only_scripts("\n".join(lines)).split("\n")
    rows = [line.encode("utf-8", "replace") for line in lines]
    begins = [0, *accumulate(len(row) + 1 for row in rows)]
    data = as_parsed(b"\n".join(rows) + b"\n", grammar)
    root = _parser(language).parse(data).root_node
    if root.has_error:
        return None
    kinds = text_kinds(language)

    def parts(number: int, start: int, end: int) -> list[tuple[int, int]]:
        line, row, begin = lines[number], rows[number], begins[number]
        if grammar.script_only and line[start:end].isspace():
            return [(start, end)]
        is_narrow = len(row) == len(line)  # to count its bytes for each place in an endless line takes its square
        first, last = (begin + (at if is_narrow else len(line[:at].encode("utf-8", "replace"))) for at in (start, end))
        told = None if data[first:last].isspace() else _text(root, first, last, kinds)
        if told is None:
            is_quoted = any(line.count(mark, 0, start) % 2 and mark in line[end:] for mark in _QUOTES)
            return [(start, end)] if is_quoted else []
        if told == [(first, last)]:
            return [(start, end)]
        return [(_chars(data[begin:one]), _chars(data[begin:other])) for one, other in told]

    return parts


def _chars(data: bytes) -> int:
    return len(data.decode("utf-8", "replace"))


def _text(root: SyntaxNode, start: int, end: int, kinds: frozenset[str]) -> list[tuple[int, int]] | None:
    """The parts that are text; None where the tree does not tell."""
    node = root.descendant_for_byte_range(start, end)
    if node is None or node.child_count > _MOST_PARTS:
        return None
    parts = [child for child in node.children if child.start_byte < end and start < child.end_byte]
    told = [part.type in kinds or "escape" in part.type.lower() for part in parts]
    if node.child_count and all(told):
        return [(start, end)]
    above: SyntaxNode | None = node
    while above is not None:
        if above.type in kinds:
            return [(start, end)]
        above = above.parent
    if any(told):  # something is inserted into a literal
        texts = [part for part, is_text in zip(parts, told, strict=True) if is_text]
        return [(max(start, part.start_byte), min(end, part.end_byte)) for part in texts]
    return [] if parts or _WORD.fullmatch(node.text or b"") else None


@cache
def _parser(language: str) -> Parser:
    return Parser(get_language(language_row(language).grammar))  # type: ignore[arg-type]  # its Literal is not our table
