"""Reads the examples of a Markdown file: what is typed in its `console` blocks, and what should be printed.

A line `$ …` is typed at the shell, a line `docql> …` at the prompt of `citeline query`; what follows is printed, up to
the next of them, and `$ echo $?` asks for the exit code of what stands before. In what is printed `…` stands for
anything: alone on a line for any lines, within one for any text. Numbers stand for any number, since lines and counts
move with every change; runs of blanks are as good as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

SHELL, PROMPT = "$ ", "docql> "
_ASK_CODE: Final = "$ echo $?"
_LEFT_OUT: Final = "…"
_NUMBER: Final = re.compile(r"\d[\d,.]*")
_QUERY: Final = re.compile(r"\$[.\[]")


@dataclass(slots=True)
class Typed:
    """One command or query."""

    text: str
    """Without the sign of the shell or of the prompt."""
    place: str
    """File and 1-based line."""
    is_prompted: bool
    printed: list[str] = field(default_factory=list)
    exit_code: int | None = None
    """What `echo $?` behind it gives; None where nobody asks."""

    def pattern(self) -> re.Pattern[str]:
        """Matches what is printed, each line with its end."""
        return re.compile("".join(map(_line_pattern, self.printed)))


def printed_lines(text: str) -> str:
    """What a command printed, as `Typed.pattern` reads it."""
    return "".join(f"{' '.join(line.split())}\n" for line in text.splitlines())


def typed_in(document: Path) -> list[Typed]:
    """All that is typed in the document's `console` blocks, in order."""
    found: list[Typed] = []
    asks_code = False
    for token in blocks(document, "console"):
        for number, line in enumerate(token.content.splitlines(), start=first_line(token)):
            sign = next((sign for sign in (SHELL, PROMPT) if line.startswith(sign)), None)
            if line == _ASK_CODE:
                asks_code = True
            elif sign is not None:
                found.append(Typed(line.removeprefix(sign), f"{document.name}:{number}", sign == PROMPT))
            elif asks_code:
                found[-1].exit_code = int(line)
                asks_code = False
            else:
                found[-1].printed.append(line)
    return found


def blocks(document: Path, language: str) -> list[Token]:
    """The fenced blocks in a language."""
    return [token for token in fences(document) if token.info == language]


def fences(document: Path) -> list[Token]:
    """All fenced blocks."""
    return [token for token in _parse(document) if token.type == "fence"]


def first_line(block: Token) -> int:
    """Where the content of a fenced block begins, 1-based."""
    assert block.map is not None
    return block.map[0] + 2


def inline_queries(document: Path) -> Iterator[str]:
    """Queries within sentences and tables; one with `…` is only a pattern of queries and left out."""
    yield from (code for code in inline_code(document) if _QUERY.match(code) and _LEFT_OUT not in code)


def inline_code(document: Path) -> Iterator[str]:
    """What stands in back quotes within sentences and tables."""
    for token in _parse(document):
        yield from (child.content for child in token.children or () if child.type == "code_inline")


def _parse(document: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(document.read_text("utf-8"))


def _line_pattern(line: str) -> str:
    if line.strip() == _LEFT_OUT:
        return r"(?:.*\n)*?"
    parts = (_NUMBER.sub("0", re.escape(part)) for part in " ".join(line.split()).split(_LEFT_OUT))
    return ".*".join(parts).replace("0", r"\d[\d,.]*") + r"\n"
