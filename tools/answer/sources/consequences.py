"""What follows from a condition: told with it where its head is all of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from citeline.model import StoredChunk
from citeline.state import Fact

from ..draft import Draft
from ..reading.guards import guards_in
from ..reading.lines import shortened
from ..reading.syntax import Source, lines_of, text_of

_MOST_LINES: Final = 10
_LONGEST: Final = 200
_ENDS: Final = re.compile(
    r"\b(?:return|raise|throw|panic!?|exit|abort|break|continue|bail!|yield|reject|die|goto|next\(|redirect\w*|log\w*|warn\w*|Err\()",
    re.I,
)
"""What a branch does that ends it or shows."""


def head_told(source: Source, chunk: StoredChunk, line: int) -> Draft | None:
    """What follows from the condition whose head is all of a line of a chunk, for `if broken {` alone says nothing."""
    for guard, body in guards_in(source, line, line):
        end = min(guard.end_line, chunk.end_line, line + _MOST_LINES - 1)
        if guard.start_line == line < guard.end_line and (consequence := _consequence(body, end)):
            enclosing = source.enclosing(line)
            subject = enclosing.qualified_name if enclosing else source.document.path
            fact: Fact = {
                "relation": "when",
                "subject": subject,
                "object": consequence,
                "condition": guard.condition,
            }
            return Draft(fact, int(chunk.document), line, end)
    return None


def _consequence(body: Node, end: int) -> str:
    """What the branch does, on one line: the statement that ends it, else its first. Of one that goes on behind the
    line `end`, which is the last that is cited, what stands before.
    """
    statements = [node for node in _statements(body) if lines_of(node)[0] <= end]
    decisive = next((node for node in statements if _ENDS.match(text_of(node))), next(iter(statements), None))
    if decisive is None:
        return ""
    first, last = lines_of(decisive)
    text = text_of(decisive)
    if last > end:
        text = "\n".join(text.split("\n")[: end - first + 1])
    return shortened(" ".join(text.split()) + " …" * (last > end), _LONGEST)


def _statements(body: Node) -> Iterator[Node]:
    children = [child for child in body.named_children if "comment" not in child.type]
    first, last = lines_of(body)
    if len(children) == 1 and children[0].type in ("statement_list", "statements"):
        children = children[0].named_children
    whole = first == last and not (body.text or b"").startswith((b"{", b"("))
    yield from [body] if whole or not children else children
