"""Markdown as a flat list of blocks in reading order, each with its place in the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from citeline.dataclass import dataclass
from citeline.indexing.parsers.markdown import verbatim_parser

from .inline import IGNORE, InlineText, read_inline
from .prose import Prose

BlockKind: TypeAlias = Literal["text", "code", "quote"]
_CELLS: Final = {"th_open", "td_open"}


class UnreadableMarkdownError(ValueError):
    """The Markdown parser has given up."""


@dataclass(slots=True)
class Block:
    """A paragraph, heading or cell (`text`), a fence or indented code (`code`), or a quoted block (`quote`)."""

    kind: BlockKind
    line: int
    """Where it begins in the file; for a fence the line of the fence."""
    text: str
    """The token's content; of a quoted block that of its paragraphs and fences, joined with LF."""
    inline: InlineText | None = None
    info: str = ""
    places: tuple[tuple[int, int], ...] = ()
    """For each line of `text` its line and column in the file, 1-based; only of kind `text`."""
    inner: list[Block] = field(default_factory=list)
    """Of a quoted block."""
    ignored: bool = False

    def place(self, raw: int) -> tuple[int, int]:
        """Line and column in the file of a character of `text`."""
        above = self.text.count("\n", 0, raw)
        line, column = self.places[min(above, len(self.places) - 1)]
        return line, column + raw - (self.text.rfind("\n", 0, raw) + 1)


def read_blocks(prose: Prose, lines: Sequence[str]) -> list[Block]:
    """The blocks of a part of a file that has these `lines`. Raises UnreadableMarkdownError."""
    try:
        tokens = _parser(prose.indents_code).parse("\n".join(prose.lines))
    # RecursionError and IndexError are what hostile nesting has raised in markdown-it and its plugins.
    except (RecursionError, IndexError, KeyError, ValueError) as error:
        raise UnreadableMarkdownError(f"{type(error).__name__}: {error}") from error
    return _Reader(lines, prose.first_line).read(tokens)


@cache
def _parser(indents_code: bool) -> MarkdownIt:
    parser = verbatim_parser().disable("text_join").use(front_matter_plugin)
    return parser if indents_code else parser.disable("code")


class _Reader:
    def __init__(self, lines: Sequence[str], first_line: int) -> None:
        self._lines = lines
        self._above = first_line - 1
        self._blocks: list[Block] = []
        self._quotes: list[Block] = []
        self._cursors: dict[int, int] = {}
        self._ignore_next = False

    def read(self, tokens: Sequence[Token]) -> list[Block]:
        in_cell = False
        for token in tokens:
            if token.type == "blockquote_open":
                quote = Block("quote", self._line_of(token), "")
                self._add(quote)
                self._quotes.append(quote)
            elif token.type == "blockquote_close":
                quote = self._quotes.pop()
                quote.text = "\n".join(block.text for block in quote.inner)
            elif token.type == "inline":
                self._add_text(token, in_cell)
            elif token.type in {"fence", "code_block"}:
                self._add(Block("code", self._line_of(token), token.content.rstrip("\n"), info=token.info.strip()))
            elif token.type == "html_block" and IGNORE.search(token.content):
                self._ignore_next = True
            elif token.type in _CELLS:
                in_cell = True
            elif token.type in {"th_close", "td_close"}:
                in_cell = False
        return self._blocks

    def _add(self, block: Block) -> None:
        block.ignored |= self._ignore_next or any(quote.ignored for quote in self._quotes)
        self._ignore_next = False
        (self._quotes[-1].inner if self._quotes else self._blocks).append(block)

    def _add_text(self, token: Token, in_cell: bool) -> None:
        inline = read_inline(token)
        first = self._line_of(token)
        content = token.content.split("\n")
        places = tuple(
            (number, self._column(number, text, in_cell)) for number, text in enumerate(content, start=first)
        )
        self._add(Block("text", first, token.content, inline, places=places, ignored=inline.ignored))

    def _column(self, number: int, text: str, in_cell: bool) -> int:
        """Where a line of the content begins on its line: marks of quotes, lists and headings stand before it."""
        line = self._lines[number - 1] if number <= len(self._lines) else ""
        if not in_cell:
            return max(line.rfind(text.rstrip()), 0) + 1
        # Cells follow one another; `\|` has lost its escape, and then only the cell's beginning is known.
        begin = self._cursors.get(number, 0)
        found = line.find(text, begin)
        if found < 0:
            found = max(line.find(text.partition("|")[0], begin), 0)
        self._cursors[number] = found + len(text)
        return found + 1

    def _line_of(self, token: Token) -> int:
        found: Any = token.map
        return (found[0] if found else 0) + 1 + self._above
