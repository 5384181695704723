"""OpenDocument texts, as LibreOffice writes them: headings, paragraphs, lists, tables, code and notes, in the order of
the document.

Of tracked changes the new text is read. Comments are notes, with the name of who made them; running heads and tables of
contents are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from ..errors import UnreadableError
from ..line_writer import LineWriter, link
from ..xml_trees import attribute, child, children, local
from .packages import Package, commented, write_properties

_MOST_SPACES: Final = 1_000
_MOST_SPANNED: Final = 500
_MOST_PLACES: Final = 500_000
"""Cells of a table."""
_WRAPPERS: Final = frozenset(["section", "numbered-paragraph"])
_CODE: Final = "Preformatted_20_Text"
_HEAD: Final = "Table_20_Heading"


def read_odt(data: bytes, writer: LineWriter) -> None:
    """The whole document."""
    package = Package(data, writer.lost)
    root = package.root("content.xml")
    body = child(root, "body", "text")
    if body is None:
        raise UnreadableError("unreadable", "has no text part: it is damaged, or something else")
    write_properties(package, writer)
    shared = package.root_if_sound("styles.xml") if "styles.xml" in package else None
    document = _Document(writer, [part for part in (shared, root) if part is not None])
    document.blocks(body)
    document.end_section()


class _Document:
    def __init__(self, writer: LineWriter, parts: list[etree._Element]) -> None:
        self._writer = writer
        styles = [style for part in parts for style in part.iter("{*}style") if attribute(style, "parent-style-name")]
        self._parents = {attribute(style, "name"): attribute(style, "parent-style-name") for style in styles}
        lists = [style for part in parts for style in part.iter("{*}list-style")]
        self._numbered = {
            (attribute(style, "name"), attribute(level, "level"))
            for style in lists
            for level in children(style, "list-level-style-number")
            if attribute(level, "num-format")
        }
        self._waiting: list[etree._Element] = []
        """Notes of the section, written at its end."""
        self._written_notes = 0
        self._code: list[str] = []

    def blocks(self, parent: etree._Element) -> None:
        """What stands below each other in a text, a cell or a frame."""
        for block in parent:
            name = local(block)
            if name in _WRAPPERS:
                self.blocks(block)
            elif name == "list":
                self._end_code()
                self._list(block, attribute(block, "style-name"), 0)
            elif name == "table":
                self._end_code()
                self._table(block)
            elif name in ("p", "h"):
                self._paragraph(block)
            elif name == "frame":
                self._boxes(block)

    def end_section(self) -> None:
        """Write the notes that the section refers to."""
        self._end_code()
        for note in self._waiting:
            self._written_notes += 1
            text = " ".join(self._text_of(note).split())
            if local(note) == "annotation":
                text = f"{commented(_said(note, 'creator'), _said(note, 'date'))}: {text}"
            self._writer.paragraph(f"[^{self._written_notes}]: {text}")
        self._waiting = []

    def _style(self, element: etree._Element) -> str:
        """The named style behind those that the program makes for each deviation: `P3` is a `Title` with a colour."""
        name = attribute(element, "style-name")
        seen = {name}
        while name not in (_CODE, _HEAD, "Title") and (parent := self._parents.get(name, "")) and parent not in seen:
            seen.add(parent)
            name = parent
        return name

    def _paragraph(self, block: etree._Element) -> None:
        style = self._style(block)
        is_head = local(block) == "h" or style == "Title"
        if is_head:
            self.end_section()
        text = self._inline(block).strip("\n")
        if is_head:
            if style == "Title":
                self._writer.about("title", text)
            level = attribute(block, "outline-level")
            self._writer.heading(int(level) if level.isdecimal() else 1, text)
        elif style == _CODE:
            self._code.append(text)
        else:
            self._end_code()
            self._writer.paragraph(text.strip())
        self._boxes(block)

    def _boxes(self, element: etree._Element) -> None:
        for box in _outermost(element, "text-box"):
            self._end_code()
            self.blocks(box)

    def _list(self, block: etree._Element, style: str, depth: int) -> None:
        is_numbered = (style, str(depth + 1)) in self._numbered
        number = 0
        for item in block:
            if local(item) not in ("list-item", "list-header"):
                continue
            is_first = True
            for inner in item:
                name = local(inner)
                if name == "list":
                    self._list(inner, attribute(inner, "style-name") or style, depth + 1)
                elif name == "h":
                    self._paragraph(inner)
                elif name == "p" and (text := self._inline(inner).strip()):
                    number += is_first
                    mark = f"{number}." if is_numbered and is_first else "-"
                    self._writer.item(text, depth if is_first else depth + 1, mark)
                    is_first = False

    def _table(self, table: etree._Element) -> None:
        heads = [row for head in children(table, "table-header-rows") for row in children(head, "table-row")]
        rows = list(_rows(table))
        grid: list[list[str]] = []
        for row in rows:
            self._row(row, grid)
            if sum(map(len, grid)) > _MOST_PLACES:
                break
        if not heads and len(grid) > 1 and self._is_head(rows[0]):
            heads = rows[:1]
        if max(map(len, grid), default=0) <= 1:  # a box around a text
            for cell in _outermost(table, "table-cell"):
                self.blocks(cell)
            return
        count = len(heads) if len(heads) < len(grid) else 0
        width = max(map(len, grid))
        columns = [[row[at] if at < len(row) else "" for row in grid[:count]] for at in range(width)]
        headers = [" ".join(dict.fromkeys(filter(None, column))) for column in columns] if count else []
        self._writer.table([row for row in grid[count:] if any(row)], headers=headers)
        for inner in _outermost(table, "table"):
            self._table(inner)

    def _is_head(self, row: etree._Element) -> bool:
        paragraphs = [found for cell in children(row, "table-cell") for found in children(cell, "p")]
        return bool(paragraphs) and all(self._style(one) == _HEAD for one in paragraphs)

    def _row(self, row: etree._Element, grid: list[list[str]]) -> None:
        """Adds a row; a cell that is merged stands in each of its places."""
        above, found = grid[-1] if grid else [], list[str]()
        covered = 0  # places to the right that the last cell takes too
        for cell in row:
            name = local(cell)
            times = _count(cell, "number-columns-repeated")
            if name == "covered-table-cell":
                for _ in range(times):
                    found += found[-1:] if covered > 0 else above[len(found) : len(found) + 1] or [""]
                    covered -= 1
            elif name == "table-cell":
                covered = _count(cell, "number-columns-spanned") - 1
                found += [" ".join(self._text_of(cell).split())] * times
            if len(found) >= _MOST_SPANNED:
                break
        while found and not found[-1]:
            found.pop()
        grid.append(found)

    def _text_of(self, parent: etree._Element) -> str:
        """All paragraphs inside of a cell or a note, in one line each."""
        paragraphs = (found for found in parent.iter("{*}p", "{*}h") if _owner(found) is parent)
        return "\n".join(filter(None, (self._inline(one) for one in paragraphs)))

    def _inline(self, element: etree._Element) -> str:
        pieces = [element.text or ""]
        for inner in element:
            name = local(inner)
            if name == "s":
                pieces.append(" " * _count(inner, "c"))
            elif name == "tab":
                pieces.append(" ")
            elif name == "line-break":
                pieces.append("\n")
            elif name in ("note", "annotation"):
                self._waiting.append(inner)
                pieces.append(f"[^{self._written_notes + len(self._waiting)}]")
            elif name == "a":
                pieces.append(link(self._inline(inner), attribute(inner, "href")))
            elif "drawing" in str(inner.tag):
                says = next(filter(None, (_said(inner, kind) for kind in ("title", "desc"))), "")
                own = [self._inline(one) for one in children(inner, "p")]
                pieces.append(" ".join(filter(None, (f"(picture: {says})" if says else "", *own))))
            elif name not in ("annotation-end", "change", "change-start", "change-end"):
                pieces.append(self._inline(inner))
            pieces.append(inner.tail or "")
        return "".join(pieces)

    def _end_code(self) -> None:
        if self._code:
            self._writer.code("\n".join(self._code))
        self._code = []


def _said(element: etree._Element, name: str) -> str:
    """The text of a child by its name, on one line; empty where there is none."""
    found = child(element, name)
    return " ".join((found.text or "").split()) if found is not None else ""


def _outermost(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """What is called so inside of an element, and does not stand in another one of them."""
    for inner in element:
        if local(inner) == name:
            yield inner
        else:
            yield from _outermost(inner, name)


def _owner(paragraph: etree._Element) -> etree._Element | None:
    """The cell or the note that a paragraph stands in."""
    kinds = ("table-cell", "covered-table-cell", "note", "annotation", "text-box")
    return next((one for one in paragraph.iterancestors() if local(one) in kinds), None)


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    for element in table:
        name = local(element)
        if name == "table-row":
            yield from [element] * _count(element, "number-rows-repeated")
        elif name in ("table-header-rows", "table-row-group", "table-rows"):
            yield from _rows(element)


def _count(element: etree._Element, name: str) -> int:
    """A number of times; 1 where none is given."""
    written = attribute(element, name)
    return min(int(written), _MOST_SPACES) if written.isdecimal() and len(written) < 9 else 1
