"""Places and lines as tool results show them: short, numbered, grouped by file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from citeline.state import Evidence
from citeline.text import terms

from .desk import Desk

MAX_LINE: Final = 160
_CUT: Final = "…"


def show_pieces(
    desk: Desk,
    numbers: Sequence[int],
    *,
    notes: Mapping[int, str] | None = None,
    lines: int = 0,
    query: Iterable[str] = (),
) -> list[str]:
    """The pieces below their files, in the order given; `lines` of each that hold most terms of question and query."""
    shown: list[str] = []
    last = ""
    asked = {*desk.question.analysis.terms, *query}
    for number in numbers:
        piece = desk.piece(number)
        if piece["path"] != last:
            last = piece["path"]
            shown.append(f"{desk.files.of(last)} {last}")
        note = f"  {notes[number]}" if notes and notes.get(number) else ""
        shown.append(f"  [{number}] {place(piece)}{note}")
        if lines:
            shown += [f"      {line}" for line in telling_lines(desk.shown(number), asked, lines)]
    return shown


def place(piece: Evidence) -> str:
    """Lines, kind and name of a piece, without its file."""
    name = f" {piece['kind']} {piece['qualified_name'] or piece['name']}".rstrip() if piece["name"] else ""
    return f"{piece['start_line']}-{piece['end_line']}{name}"


def telling_lines(piece: Evidence, asked: set[str], limit: int) -> list[str]:
    """The lines that hold most of the terms, in their order, with their numbers."""
    numbers = enumerate(piece["text"].split("\n"), piece["start_line"])
    lines = [(number, line) for number, line in numbers if any(map(str.isalnum, line))]
    best = sorted(lines, key=lambda one: (-len(asked & set(terms(one[1]))), one[0]))[:limit]
    return [numbered(number, line) for number, line in sorted(best)]


def numbered(number: int, line: str) -> str:
    """One line of a file with its number, cut where it is long."""
    return f"{number}| {line if len(line) <= MAX_LINE else line[:MAX_LINE] + _CUT}"


def joined(lines: Iterable[str]) -> str:
    """The lines as one text."""
    return "\n".join(lines)
