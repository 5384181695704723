"""A message as documents and comments state it, with the lines that say what it means."""

from __future__ import annotations

from typing import Final

from ..draft import Draft
from ..reading.lines import shortened
from ..reading.syntax import Source
from .exact_strings import ExactHit

MOST_LINES: Final = 10
LONGEST: Final = 160
"""Characters of a message."""


def literal_of(source: Source, hit: ExactHit) -> str:
    """The message as the source spells it, on one line."""
    lines = list(source.lines[hit.start_line - 1 : hit.end_line])
    lines[-1] = lines[-1][: hit.end_column]
    lines[0] = lines[0][hit.start_column :]
    whole = " ".join(" ".join(lines).split())
    return shortened(whole, LONGEST)


def stated_in(source: Source, hit: ExactHit) -> Draft:
    """Lines of a document with what follows: under a heading its section, in a block of code the paragraph after it."""
    around = [one for one in source.nodes if one.start_line <= hit.start_line <= one.end_line]
    headings = [one for one in around if one.kind == "heading"]
    name = max(headings, key=lambda one: one.start_line).name if headings else source.document.path
    end = hit.end_line
    if any(one.start_line == hit.start_line for one in headings):
        end = max(one.end_line for one in headings if one.start_line == hit.start_line)
    elif blocks := [one for one in around if one.kind == "codeblock"]:
        end = _paragraph_after(source, blocks[0].end_line)
    elif source.document.format == "text":
        end = len(source.lines)
    end = max(hit.end_line, min(end, hit.start_line + MOST_LINES - 1))
    last = min(end, hit.start_line + MOST_LINES - 1)
    return Draft.of("stated", name, literal_of(source, hit), hit.document, hit.start_line, last)


def _paragraph_after(source: Source, line: int) -> int:
    """Last line of the paragraph that follows a line."""
    end = line
    while end < len(source.lines) and not source.lines[end].strip():
        end += 1
    while end < len(source.lines) and source.lines[end].strip():
        end += 1
    return end
