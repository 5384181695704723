"""The comments and docstrings of source code as text, at the columns where they stand in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tree_sitter import Node as SyntaxNode
from tree_sitter import QueryCursor, Tree

from citeline.dataclass import dataclass

from ..languages import language_row
from .code import is_hopeless, only_scripts
from .comment_styles import CommentStyle
from .grammars import LoadedGrammar, load_grammar
from .macros import hide_macros

_OPENING: Final = re.compile(
    r"\s*(?:/\*+!?|/{2,}!?|<!--|\(\*+|\{-+\s?[|^]?|-{2,}\[=*\[|-{2,}\s?[|^]?|#+(?:\||=|[':!])?|;+|%+|'|=begin\b"
    r"|[A-Za-z~]{0,2}(?:\"\"\"|'''|\"))"
)
_CLOSING: Final = re.compile(r"(?:\*+/|-+\}|\*+\)|-->|\]=*\]|=#|=end|\"\"\"|'''|\")\s*$")
_STAR: Final = re.compile(r"\s*\*(?=\s|$)")
_COMMENTS: Final = frozenset({"haddock", "marginalia"})
"""What Haskell's and SQL's grammars call them."""
_STATEMENT_PARENTS: Final = frozenset({"module", "block", "expression_statement"})
_DEEPEST: Final = 1_000
"""Levels of the syntax tree that are looked at."""


@dataclass(frozen=True, slots=True)
class CommentText:
    """One comment, or several line comments one below the other."""

    first_line: int
    """1-based."""
    lines: tuple[str, ...]
    """What it says; blanks stand for code and comment marks, so that columns are those of the file."""


class _Part(NamedTuple):
    """What one line of the file holds of a comment: characters from `begin` up to `end`."""

    line: int
    """0-based."""
    begin: int
    end: int


def comment_texts(lines: Sequence[str], language: str) -> list[CommentText]:
    """Every comment and every string that is a statement of its own, in order.

    Read from the syntax tree; by comment marks where a language has no grammar or a file is no code to its grammar.
    """
    style = CommentStyle.of(language_row(language))
    loaded = load_grammar(language)
    comments = list(_by_tree(lines, loaded)) if loaded is not None else []
    if not comments:
        comments = list(_by_marks(lines, style))
    return [_read(lines, group) for group in _joined(lines, comments)]


def _by_tree(lines: Sequence[str], loaded: LoadedGrammar) -> Iterator[list[_Part]]:
    text = "\n".join(lines)
    data = (only_scripts(text) if loaded.grammar.script_only else text).encode("utf-8", "replace") + b"\n"
    tree = loaded.parser.parse(hide_macros(data) if loaded.grammar.macros else data)
    if is_hopeless(tree.root_node):
        return
    rows = data.split(b"\n")
    seen: set[int] = set()
    for node in sorted((*_documentation(tree, loaded), *_comments(tree)), key=lambda node: node.start_byte):
        if node.start_byte in seen:
            continue
        seen.add(node.start_byte)
        (first, begin), (last, end) = node.start_point, node.end_point
        if end == 0 and last > first:  # the line end belongs to the comment
            last, end = last - 1, len(rows[last - 1])
        yield [
            _Part(
                row,
                len(rows[row][:begin].decode("utf-8", "replace")) if row == first else 0,
                len(rows[row][:end].decode("utf-8", "replace")) if row == last else len(lines[row]),
            )
            for row in range(first, min(last, len(lines) - 1) + 1)
        ]


def _comments(tree: Tree) -> Iterator[SyntaxNode]:
    cursor = tree.walk()
    descending = True
    while True:
        node = cursor.node
        if descending and node is not None:
            is_comment = node.is_named and ("comment" in node.type or node.type in _COMMENTS)
            parent = node.parent if node.type == "string" else None
            if is_comment or (parent is not None and parent.type in _STATEMENT_PARENTS):
                yield node
            elif cursor.depth < _DEEPEST and cursor.goto_first_child():
                continue
        if cursor.goto_next_sibling():
            descending = True
        elif cursor.goto_parent():
            descending = False
        else:
            return


def _documentation(tree: Tree, loaded: LoadedGrammar) -> Iterator[SyntaxNode]:
    """Docstrings that a language marks by a call, as Elixir's `@doc`."""
    cursor = QueryCursor(loaded.query)
    cursor.set_max_start_depth(_DEEPEST)
    for pattern, captures in cursor.matches(tree.root_node):
        if loaded.roles[pattern] in {"doc", "doc_next"}:
            yield captures[loaded.roles[pattern]][0]


def _by_marks(lines: Sequence[str], style: CommentStyle) -> Iterator[list[_Part]]:
    block: list[_Part] = []
    marks = [re.escape(mark) for mark in style.line_marks]
    # Behind code a mark needs a blank before it: `a[i]#L` and `http://` are no comments.
    in_line = re.compile(rf"(?:^\s*|\s)(?={'|'.join(marks)})") if marks else None
    for row, text in enumerate(lines):
        if block:
            block.append(_Part(row, 0, len(text)))
        elif style.opening and text.lstrip().startswith(style.opening):
            block = [_Part(row, len(text) - len(text.lstrip()), len(text))]
        elif in_line is not None and (found := in_line.search(text)):
            yield [_Part(row, found.end(), len(text))]
        last = block[-1] if block else None
        after = last.begin + (len(style.opening) if len(block) == 1 else 0) if last else 0
        if last is not None and (end := text.find(style.closing, after)) >= 0:
            yield [*block[:-1], last._replace(end=end + len(style.closing))]
            block = []
    if block:
        yield block


def _joined(lines: Sequence[str], comments: Sequence[list[_Part]]) -> Iterator[list[list[_Part]]]:
    """Line comments one below the other are one text: with nothing before them, or at the same column."""
    group: list[list[_Part]] = []
    for parts in comments:
        last = group[-1][-1] if group else None
        goes_on = (
            last is not None
            and len(parts) == len(group[-1]) == 1
            and parts[0].line == last.line + 1
            and (parts[0].begin == last.begin or (_is_alone(lines, parts[0]) and _is_alone(lines, last)))
        )
        if group and not goes_on:
            yield group
            group = []
        group.append(parts)
    if group:
        yield group


def _is_alone(lines: Sequence[str], part: _Part) -> bool:
    return not lines[part.line][: part.begin].strip()


def _read(lines: Sequence[str], comments: Sequence[Sequence[_Part]]) -> CommentText:
    texts: list[str] = []
    for parts in comments:
        starred = lines[parts[0].line].startswith("/*", parts[0].begin)
        for part in parts:
            text = lines[part.line][part.begin : part.end]
            mark = _OPENING.match(text) if part is parts[0] else _STAR.match(text) if starred else None
            begin = mark.end() if mark else 0
            closing = _CLOSING.search(text, begin) if part is parts[-1] else None
            kept = text[begin : closing.start() if closing else len(text)]
            texts.append(" " * (part.begin + begin) + kept.rstrip())
    return CommentText(comments[0][0].line + 1, tuple(texts))
