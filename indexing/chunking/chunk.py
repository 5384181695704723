"""From a file and its tree to chunks."""

from __future__ import annotations

from citeline.model import Chunk, ParsedDocument, SourceFile

from .blocks import build_blocks
from .budgets import BUDGETS
from .labels import Labeller
from .line_table import LineTable
from .spans import Splitter


def chunk(source: SourceFile, document: ParsedDocument) -> list[Chunk]:
    """The file's chunks in order; together they hold every non-blank line once, and no other line but blank ones.

    A wrong tree (spans outside the file, overlapping siblings) gives worse borders, never a lost line.
    """
    table = LineTable(source.lines, BUDGETS[document.format])
    root = build_blocks(source.lines, document)
    label = Labeller(source, document, root, table)
    return [label(start, end) for start, end in Splitter(table, document.format).spans(root)]
