"""Tables of a page of HTML: which ones hold data, and their cells as a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, zip_longest
from types import MappingProxyType
from typing import Final

from selectolax.lexbor import LexborNode

from ..inline import shorten
from ..tables import Cell, Table, inner_place, to_grid
from .html_nodes import attribute, children, end_line_of, line_of, text_of

_PARTS: Final = frozenset(["thead", "tbody", "tfoot"])
_LAYOUT_ROLES: Final = frozenset(["presentation", "none"])
_DATA_ROLES: Final = frozenset(["table", "grid", "treegrid"])
_LAYOUT_MARKS: Final = frozenset(["table", "form", "nav", "h1", "h2", "h3", "article", "section"])
_MOST_CHARS: Final = 150
"""Of a cell, on average: longer ones are columns of a page."""
_MOST_ROWS: Final = 20_000


def read_table(table: LexborNode, around: Mapping[int, list[str]] = MappingProxyType({})) -> Table | None:
    """None for a table that only lays out a page, and for one whose rows go on with those of the table before it.

    `around`: `mem_id` of the tables of data that were read before it to their headers; one of them may hold it.
    """
    parts = parts_of(table)
    rows = list(islice(chain.from_iterable(map(_rows, parts)), _MOST_ROWS))
    cells = [[cell for cell in children(row) if cell.tag in {"td", "th"}] for row, _ in rows]
    first = line_of(table)
    if not first or not parts or not _is_data(table, cells):
        return None
    grid = to_grid([[_cell(cell) for cell in row] for row in cells])
    heads = _head_count([in_head for _, in_head in rows], cells)
    caption = next((text_of(child) for child in children(table) if child.tag == "caption"), "")
    titles = 0 if caption else _title_count(cells[:heads], max(map(len, grid)))
    caption = caption or " ".join(filter(None, (grid[at][0] for at in range(titles))))
    columns = zip_longest(*grid[titles:heads], fillvalue="")  # rows of a grid that is too large are of several lengths
    headers = [shorten(" ".join(dict.fromkeys(filter(None, column)))) for column in columns]
    lines = _row_lines([row for row, _ in rows], first)
    filled = [at for at in range(heads, len(grid)) if any(grid[at])]
    last = max(end_line_of(parts[-1], first), lines[-1] if lines else first)
    texts, numbers = [grid[at] for at in filled], [lines[at] for at in filled]
    return Table(headers, texts, numbers, shorten(caption), first, last, _within(table, around) if around else "")


def parts_of(table: LexborNode) -> list[LexborNode]:
    """The table with those right behind it that go on with it; empty for one that goes on with the table before it.

    Some editors end a table behind each row. Such a part is one row without a header, as wide as the one before it.
    """
    before = _beside(table, backwards=True)
    if before is not None and _goes_on(table, before):
        return []
    parts = [table]
    while (after := _beside(parts[-1])) is not None and _goes_on(after, parts[-1]):
        parts.append(after)
    return parts


def _beside(table: LexborNode, *, backwards: bool = False) -> LexborNode | None:
    """The table right before or behind a table, with nothing but white space between."""
    found = table
    while (following := found.prev if backwards else found.next) is not None:
        found = following
        if found.tag == "table":
            return found
        if not found.is_text_node or (found.text_content or "").strip():
            return None
    return None


def _goes_on(table: LexborNode, before: LexborNode) -> bool:
    if table.css_first("th, thead, caption") is not None or attribute(table, "role") != attribute(before, "role"):
        return False
    own, above = [_width(row) for row, _ in _rows(table)], [_width(row) for row, _ in _rows(before)][-1:]
    return len(own) == 1 and own[0] > 1 and own == above


def _width(row: LexborNode) -> int:
    return sum(_span(attribute(cell, "colspan")) for cell in children(row))


def _within(table: LexborNode, around: Mapping[int, list[str]]) -> str:
    """What the cell is called that the table stands in; empty when that lays out the page."""
    above, cell, row = table.parent, None, None
    while above is not None and above.tag != "table":
        cell = above if above.tag in {"td", "th"} else cell
        row = above if above.tag == "tr" else row
        above = above.parent
    headers = around.get(above.mem_id) if above is not None else None
    if headers is None or cell is None or row is None:
        return ""
    cells = [found for found in children(row) if found.tag in {"td", "th"}]
    at = next((at for at, found in enumerate(cells) if found.mem_id == cell.mem_id), 0)
    spans = [_span(attribute(found, "colspan")) for found in cells]
    # A cell from the rows above, which shifts the others, is not among them.
    header = headers[sum(spans[:at])] if sum(spans) == len(headers) else ""
    return inner_place(text_of(cells[0]) if at else "", header)


def _rows(table: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Its own rows, not those of tables in its cells, and whether each stands in a `thead`."""
    for part in children(table):
        if part.tag == "tr":
            yield part, False
        elif part.tag in _PARTS:
            yield from ((row, part.tag == "thead") for row in children(part) if row.tag == "tr")


def _cell(cell: LexborNode) -> Cell:
    return Cell(text_of(cell), _span(attribute(cell, "colspan")), _span(attribute(cell, "rowspan")))


def _span(written: str) -> int:
    return max(1, int(written)) if written.isdecimal() and len(written) < 5 else 1


def _is_data(table: LexborNode, cells: list[list[LexborNode]]) -> bool:
    role = attribute(table, "role").lower()
    if role in _LAYOUT_ROLES or not any(cells):
        return False
    direct = {child.tag for child in children(table)}
    has_headers = any(cell.tag == "th" for row in cells for cell in row)
    if role in _DATA_ROLES or has_headers or direct & {"caption", "thead"}:
        return True
    filled = [cell for row in cells for cell in row]
    if len(cells) < 2 or max(map(len, cells)) < 2:
        return False
    if any(inner.tag in _LAYOUT_MARKS for cell in filled for inner in cell.traverse()):
        return False
    return sum(len(text_of(cell)) for cell in filled) <= _MOST_CHARS * len(filled)


def _head_count(in_head: list[bool], cells: list[list[LexborNode]]) -> int:
    """Rows of the `thead`, or else the first rows of nothing but headers; not all rows, or none would be data."""
    heads = next((at for at, inside in enumerate(in_head) if not inside), len(in_head))
    if heads:
        return heads
    is_head = [bool(row) and all(cell.tag == "th" for cell in row) for row in cells]
    return next((at for at, found in enumerate(is_head) if not found), min(1, len(cells)))


def _title_count(heads: list[list[LexborNode]], width: int) -> int:
    """First rows of the header that are one cell over all columns: they name the table, and no column."""
    is_title = (width > 1 and len(row) == 1 and _cell(row[0]).columns >= width for row in heads)
    return next((at for at, found in enumerate(is_title) if not found), len(heads))


def _row_lines(rows: list[LexborNode], first: int) -> list[int]:
    lines: list[int] = []
    for row in rows:
        own = line_of(row) or max([0, *(line_of(cell) for cell in children(row)[:1])])
        lines.append(max(own, lines[-1] if lines else first))
    return lines
