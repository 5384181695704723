"""Word documents: paragraphs, headings, lists, tables, code and notes, in the order of the document.

Transitional and Strict files alike. Of tracked changes the new text is read. Comments are notes, with the name of who
made them; running heads and the table of contents are not read.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from ...parsers.headings import slug
from ..errors import UnreadableError
from ..line_writer import LineWriter
from ..xml_trees import attribute, child, local
from .docx_inline import Inline
from .docx_styles import BODY_TEXT, Numbering, Style, read_styles
from .docx_tables import read_table
from .packages import Package, commented, main_part, related, relations_of, write_properties

_CAPTION: Final = re.compile(r"(?:table|tabelle|tableau|tabla|tabella|tabela|表)\b", re.IGNORECASE)
_CONTENTS: Final = re.compile(r"(?:toc|table of figures|index) ?\d?$")
_WRAPPERS: Final = frozenset(
    ["sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag", "AlternateContent", "Choice"]
)
"""What blocks may be wrapped in."""


def read_docx(data: bytes, writer: LineWriter) -> None:
    """The whole document."""
    package = Package(data, writer.lost)
    name = main_part(package, "word/document.xml")
    body = child(package.root(name), "body")
    if body is None:
        raise UnreadableError("unreadable", "has no text part: it is damaged, or something else")
    write_properties(package, writer)
    _Document(package, name, writer).read(body)


class _Document:
    def __init__(self, package: Package, name: str, writer: LineWriter) -> None:
        self._package = package
        self._folder = posixpath.dirname(name)
        self._writer = writer
        self._relations = relations_of(package, name)
        self._styles = read_styles(self._part("styles"))
        self._numbering = Numbering.of(self._part("numbering"))
        self._bookmarks: dict[str, str] = {}
        self._waiting: list[tuple[str, str]] = []
        """Notes of the section, written at its end."""
        self._written_notes = 0
        self._notes: dict[str, dict[str, etree._Element]] = {}
        self._code: list[str] = []

    def read(self, body: etree._Element) -> None:
        self._bookmarks = dict(self._find_bookmarks(body))
        self._blocks(body)
        self._end_section()

    def _part(self, kind: str) -> etree._Element | None:
        """The part of a kind; a document without it, or with a damaged one, is still a document.

        Where the relations are lost it is the one with the name that Word gives it.
        """
        usual = posixpath.join(self._folder, f"{kind}.xml")
        name = related(self._relations, kind) or (usual if not self._relations and usual in self._package else "")
        return self._package.root_if_sound(name) if name else None

    def _find_bookmarks(self, body: etree._Element) -> Iterator[tuple[str, str]]:
        if next(body.iter("{*}bookmarkStart"), None) is None:
            return
        numbering = Numbering(self._numbering.lists, self._numbering.levels)
        for paragraph in body.iter("{*}p"):
            number, depth = self._number(paragraph)
            label = numbering.next(number, depth)
            if self._level(paragraph):
                title = "".join(found.text or "" for found in paragraph.iter("{*}t"))
                for inner in paragraph.iter("{*}bookmarkStart"):
                    yield attribute(inner, "name"), f"#{slug(' '.join(f'{label} {title}'.split()))}"

    def _blocks(self, parent: etree._Element) -> None:
        blocks = list(_unwrapped(parent))
        caption = ""
        for number, block in enumerate(blocks):
            if local(block) == "tbl":
                below = blocks[number + 1] if number + 1 < len(blocks) else None
                caption = caption or (self._caption(below) if below is not None else "")
                self._end_code()
                self._table(block, caption)
                caption = ""
                continue
            is_above = number + 1 < len(blocks) and local(blocks[number + 1]) == "tbl"
            is_below = number > 0 and local(blocks[number - 1]) == "tbl"
            found = self._caption(block) if is_above or is_below else ""
            if found and is_above:
                caption = found
            elif not found:
                self._paragraph(block)

    def _caption(self, block: etree._Element) -> str:
        """The text of a paragraph that names a table; empty for another."""
        if local(block) != "p" or self._style(block).name != "caption":
            return ""
        text = " ".join(self._inline(block).text.split())
        return text if _CAPTION.match(text) else ""

    def _style(self, paragraph: etree._Element) -> Style:
        return self._styles.get(attribute(child(paragraph, "pPr", "pStyle"), "val"), Style())

    def _level(self, paragraph: etree._Element) -> int:
        """1-9 for headings, 0 for others; what the paragraph says itself counts more than its style."""
        outline = attribute(child(paragraph, "pPr", "outlineLvl"), "val")
        if outline.isdecimal():
            return int(outline) + 1 if int(outline) < BODY_TEXT else 0
        style = self._style(paragraph)
        return 1 if style.name == "title" else style.level

    def _number(self, paragraph: etree._Element) -> tuple[str, int]:
        """Id of the paragraph's numbering, empty for none, and the depth in it."""
        properties = child(paragraph, "pPr", "numPr")
        style = self._style(paragraph)
        number = attribute(child(properties, "numId"), "val") or style.number
        written = attribute(child(properties, "ilvl"), "val")
        return "" if number == "0" else number, min(int(written), 8) if written.isdecimal() else style.depth

    def _inline(self, paragraph: etree._Element) -> Inline:
        inline = Inline(self._relations, self._bookmarks, self._written_notes + len(self._waiting))
        inline.read(paragraph)
        return inline

    def _paragraph(self, paragraph: etree._Element) -> None:
        style = self._style(paragraph)
        inline = self._inline(paragraph)
        level = self._level(paragraph)
        text = inline.text.strip()
        is_code = not level and bool(text) and (style.is_code or inline.is_code)
        if is_code:
            self._code.append(inline.bare.rstrip("\n"))
        elif text or not self._code:
            self._end_code()
        if text and not is_code and not _CONTENTS.match(style.name):
            self._write(paragraph, style, level, text if not level else inline.bare)
        self._waiting += inline.notes
        for box in inline.boxes:
            self._end_code()
            self._blocks(box)

    def _write(self, paragraph: etree._Element, style: Style, level: int, text: str) -> None:
        number, depth = self._number(paragraph)
        label = self._numbering.next(number, depth)
        if level:
            self._end_section()
            if style.name == "title":
                self._writer.about("title", text)
            self._writer.heading(level, f"{label} {text}" if label else text)
        elif number:
            is_plain = re.fullmatch(r"\d{1,4}\.", label)
            self._writer.item(text if is_plain or not label else f"{label} {text}", depth, label if is_plain else "-")
        else:
            self._writer.paragraph(text)

    def _table(self, table: etree._Element, caption: str, within: str | None = None) -> None:
        found = read_table(table, self._cell_text)
        if found.is_box:
            for cell in found.cells:
                self._blocks(cell)
            return
        self._writer.table(found.rows, headers=found.headers, caption=caption, within=within)
        for inner, place in found.inner:
            self._table(inner, "", place)

    def _cell_text(self, cell: etree._Element) -> str:
        texts = []
        for block in _unwrapped(cell):
            if local(block) == "p":
                inline = self._inline(block)
                self._waiting += inline.notes
                texts.append(inline.text)
            else:
                texts += ["".join(found.text or "" for found in inner.iter("{*}t")) for inner in block.iter("{*}p")]
        return " ".join(filter(None, texts))

    def _end_code(self) -> None:
        if self._code:
            self._writer.code("\n".join(self._code))
        self._code = []

    def _end_section(self) -> None:
        """Write the notes that the section refers to."""
        self._end_code()
        for kind, identity in self._waiting:
            self._written_notes += 1
            note = self._note(kind, identity)
            text = " ".join(self._cell_text(note).split()) if note is not None else ""
            if kind == "comment":
                text = f"{commented(attribute(note, 'author').strip(), attribute(note, 'date'))}: {text}"
            self._writer.paragraph(f"[^{self._written_notes}]: {text}")
        self._waiting = []

    def _note(self, kind: str, identity: str) -> etree._Element | None:
        if kind not in self._notes:
            part = self._part(f"{kind}s")
            self._notes[kind] = {attribute(note, "id"): note for note in part} if part is not None else {}
        return self._notes[kind].get(identity)


def _unwrapped(parent: etree._Element) -> Iterator[etree._Element]:
    """Paragraphs and tables, whatever they are wrapped in."""
    for element in parent:
        name = local(element)
        if name in {"p", "tbl"}:
            yield element
        elif name in _WRAPPERS:
            yield from _unwrapped(element)
