"""Tables of slides as a grid in which merged cells stand in each place."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from ..xml_trees import attribute, child, local

_TRUE = frozenset(["1", "true"])


def read_slide_table(table: etree._Element, text_of: Callable[[etree._Element], str]) -> tuple[list[list[str]], bool]:
    """The grid, and whether its first row is set apart as head; `text_of` reads a cell."""
    grid: list[list[str]] = []
    for row in (element for element in table if local(element) == "tr"):
        cells: list[str] = []
        for cell in (element for element in row if local(element) == "tc"):
            # Cells that are merged into another one are there, and empty.
            if attribute(cell, "hMerge") in _TRUE and cells:
                cells.append(cells[-1])
            elif attribute(cell, "vMerge") in _TRUE and grid and len(cells) < len(grid[-1]):
                cells.append(grid[-1][len(cells)])
            else:
                cells.append(" ".join(text_of(cell).split()))
        grid.append(cells)
    return grid, attribute(child(table, "tblPr"), "firstRow") in _TRUE
