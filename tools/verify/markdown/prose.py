"""The parts of a file that people wrote for people, each to be read as Markdown.

All of a Markdown file, the comments and docstrings of source code, the Markdown cells of a notebook, and all but the
code blocks of reStructuredText and AsciiDoc. Blanks stand for what is left out, so lines and columns stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import format_of, language_of, language_row
from citeline.indexing.parsers.notebook_lines import CELL_MARK, OUTPUT_MARK, notebook_lines
from citeline.indexing.parsers.programs.comment_text import comment_texts
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

from .lined import CITES_LINES

_LINKS: Final = {
    # `text <path>`_ and :role:`path`: the path is running text, the words around it stay.
    "rst": (
        (re.compile(r"`([^`<>\n]*)<([^`<>\n]+)>`__?"), r" \1(\2)  "),
        (re.compile(r"(?<!\w):[\w.+-]+:(?=`)"), None),
    ),
    # link:path[text], xref:path[text], path[text]
    "asciidoc": (
        (re.compile(r"\b(?:link|xref|include|image):{1,2}(?=\S)"), None),
        (re.compile(r"(?<=\S)\[(?=[^\]\n]*\])"), " "),
    ),
}


@dataclass(frozen=True, slots=True)
class Prose:
    """A run of lines that is read as one Markdown text."""

    first_line: int
    """1-based."""
    lines: Sequence[str]
    indents_code: bool = True
    """Whether four blanks at the beginning of a line make a block of code, as in Markdown alone."""
    cites_places_only: bool = False
    """Names and paths without lines are not looked at: in comments most of them are foreign."""


def prose_of(path: str, lines: Sequence[str]) -> list[Prose]:
    """What is read of a file; its language is told by its name, and Markdown where there is none."""
    language = language_of(path) if path else "markdown"
    read = partial(_comments, language=language) if is_source(path) else _READERS.get(language, _plain)
    return list(read(lines))


def is_source(path: str) -> bool:
    """Whether of a file only comments are read."""
    return bool(path) and format_of(language_of(path)) in {"code", "data"}


def may_cite(path: str) -> bool:
    """Whether people write in files that are called so."""
    row = language_row(language_of(path))
    if row.format == "prose":
        return row.name in _READERS and row.name != "html"
    return row.name == "text" or bool(row.line_comment or row.block_comment)


def _markdown(lines: Sequence[str]) -> Iterator[Prose]:
    """Of a text that is indented as a whole, the indentation is none of its own."""
    written = [line for line in lines if line.strip()]
    yield Prose(1, lines, indents_code=any(not line.startswith(("  ", "\t")) for line in written))


def _plain(lines: Sequence[str]) -> Iterator[Prose]:
    yield Prose(1, lines, indents_code=False)


def _comments(lines: Sequence[str], language: str) -> Iterator[Prose]:
    row = language_row(language)
    # Most comments cite nothing, and are not parsed.
    if not (row.line_comment or row.block_comment or row.grammar) or not CITES_LINES.search("\n".join(lines)):
        return
    for text in comment_texts(lines, language):
        if CITES_LINES.search("\n".join(text.lines)):
            yield Prose(text.first_line, text.lines, indents_code=False, cites_places_only=True)


def _notebook(lines: Sequence[str]) -> Iterator[Prose]:
    shown = lines if any(map(CELL_MARK.match, lines)) else notebook_lines(lines) or ()
    begin, is_prose = 0, False
    for number, line in enumerate((*shown, "# %% output of cell 0")):
        if (mark := CELL_MARK.match(line)) or OUTPUT_MARK.match(line):
            if is_prose:
                yield Prose(begin + 1, shown[begin:number])
            begin, is_prose = number + 1, mark is not None and mark[2] == "markdown"


def _markup(lines: Sequence[str], language: str) -> Iterator[Prose]:
    source = SourceFile(f"text.{language}", tuple(lines), "", 0, 0)
    shown = list(lines)
    for node in parse(source).nodes:
        if node.kind == "codeblock":
            shown[node.start_line - 1 : node.end_line] = [""] * (node.end_line - node.start_line + 1)
    for pattern, kept in _LINKS[language]:
        shown = [pattern.sub(kept or _blank, line) for line in shown]
    yield Prose(1, shown, indents_code=False)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


_READERS: Final[dict[str, Callable[[Sequence[str]], Iterator[Prose]]]] = {
    "markdown": _markdown,
    "html": _markdown,
    "notebook": _notebook,
    "rst": partial(_markup, language="rst"),
    "asciidoc": partial(_markup, language="asciidoc"),
}
