"""Reads `examples/*.md`: a name, a dot, a query, a dot, what comes of it, a dot; other text is comment.

In a query `{U+200B}` stands for the character with that code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.printer import show
from citeline.tools.docql.parser import parse, plan

_CODE = re.compile(r"\{U\+([0-9A-F]{4,6})\}")
FOLDER = Path(__file__).parent / "examples"


@dataclass(frozen=True, slots=True)
class Example:
    """One query and what is expected of it."""

    name: str
    query: str
    expected: str


def read_examples(path: Path) -> list[Example]:
    """The examples of a file; the name is the last line before the first dot."""
    blocks = path.read_text(encoding="utf-8").split("\n.\n")
    return [
        Example(
            blocks[index].strip().splitlines()[-1],
            _CODE.sub(lambda code: chr(int(code[1], 16)), blocks[index + 1]),
            blocks[index + 2],
        )
        for index in range(0, len(blocks) - 2, 3)
    ]


def outcome(query: str) -> str:
    """The canonical text of a query that makes sense, else the whole report of its first mistake."""
    try:
        tree = parse(query)
        plan(tree)
    except DocQLError as error:
        return error.report()
    return show(tree)
