"""The lines that stand for what a document is made of: written by `line_writer`, read by `parsers.extracted`.

They are Markdown, with marks for what Markdown does not have. Text that looks like one of them is told apart by a
backslash in front, so that no document can forge a page or a heading.
"""

from __future__ import annotations

from typing import Final

from citeline.patterns import re

PLACE_MARK: Final = re.compile(r"\[(page|slide|sheet|part) (\d{1,9})(?:: (.*))?\]$")
"""Where a page begins: its kind, its number from 1, and what it is called, if it is."""
TABLE_MARK: Final = re.compile(
    r"\[(?:table(?:(?P<inner> within)|(?P<rest> goes on))?|cells (?P<cells>[A-Z]{1,3}\d+:[A-Z]{1,3}\d+))"
    r"(?:: (?P<told>.*))?\]$"
)
"""In front of a table: the cells of the sheet that it fills, and its caption, where there are any. Of one that stands
in a cell of another, the row and column of that cell; of one that goes on with the table before it, that it does."""
CUT_MARK: Final = re.compile(r"\[cut: (.*)\]$")
"""The last line of a document that was not read to its end: why."""
HEADING: Final = re.compile(r"(#{1,6}) (.+)$")
FENCE: Final = re.compile(r"(`{3,})([\w+#.-]*)$")
ROW: Final = re.compile(r"\| .* \|$")
RULE: Final = re.compile(r"\|(?: --- \|)+$")
"""Between the headers of a table and its rows; a table without it has no headers."""
CELL_END: Final = re.compile(r"(?<!\\) \| ")
FRONT: Final = "---"

_LOOKS_LIKE: Final = re.compile(r"#{1,6}\s|\||```|---|\[(?:page|slide|sheet|part|table|cells|cut)\b")


def guarded(line: str) -> str:
    """A line of text that is no mark."""
    return f"\\{line}" if _LOOKS_LIKE.match(line) else line


def in_cell(text: str) -> str:
    """Text as a cell of a row."""
    line = " ".join(text.split()).replace("|", "\\|")
    return f"{line} " if line.endswith("\\") else line  # or it would guard the end of the cell


def guarded_row(line: str) -> str:
    """A row of a table that is no rule."""
    return f"| \\{line[2:]}" if line.startswith("| --- |") and RULE.match(line) else line


def cells_of(row: str) -> list[str]:
    """The texts of a row's cells."""
    if row.startswith("| \\--- |"):
        row = f"| {row[3:]}"
    return [cell.strip().replace("\\|", "|") for cell in CELL_END.split(row[2:-2])]
