"""Slides: each with its title as a heading, its texts, tables, charts and notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Final

from lxml import etree

from citeline.dataclass import dataclass

from ..errors import DamagedPartError, UnreadableError
from ..line_writer import LineWriter, link
from ..xml_trees import attribute, child, local
from .packages import Package, Relation, main_part, related, relations_of, write_properties

_SLIDE: Final = re.compile(r"ppt/slides/slide(\d{1,6})\.xml")
_TITLES: Final = frozenset(["title", "ctrTitle"])
_FURNITURE: Final = frozenset(["dt", "ftr", "sldNum", "hdr", "sldImg"])
"""What stands on every slide."""
_LISTS: Final = frozenset(["", "body", "obj", "half"])
"""Placeholders whose paragraphs are items."""
_TRUE = frozenset(["1", "true"])
_MOST_POINTS: Final = 2_000


def read_pptx(data: bytes, writer: LineWriter) -> None:
    """All slides in the order in which they are shown, hidden ones too."""
    package = Package(data, writer.lost)
    name = main_part(package, "ppt/presentation.xml")
    root = package.root(name)
    write_properties(package, writer)
    slides = _slides(package, name, root)
    if not slides:
        raise UnreadableError("empty", "holds no slides")
    for number, part in enumerate(slides, start=1):
        try:
            slide = package.root(part) if part in package else None
        except DamagedPartError:
            slide = None
        if slide is None:
            writer.lost(f"slide {number}")
        else:
            _Slide(package, part, number).write(slide, writer)


def _slides(package: Package, name: str, root: etree._Element) -> list[str]:
    """The part of each slide in the order in which they are shown; empty for one that has none."""
    relations = relations_of(package, name)
    listed = child(root, "sldIdLst")
    parts: list[str] = []
    for entry in listed if listed is not None else ():
        # `id` is the number of the slide too: the relation is the one whose name space is that of relations.
        wanted = next((str(value) for key, value in entry.items() if str(key).endswith("}id")), "")
        relation = relations.get(wanted)
        parts.append(relation.target if relation is not None and not relation.is_external else "")
    if any(parts):
        return parts
    # Without the list, or what it refers to, their names tell the order in which they were made.
    numbered = {int(found[1]): part for part in package.names if (found := _SLIDE.fullmatch(part))}
    return [numbered[number] for number in sorted(numbered)] if len(parts) in {0, len(numbered)} else parts


@dataclass(slots=True)
class _Slide:
    package: Package
    part: str
    number: int
    relations: Mapping[str, Relation] = field(default_factory=dict)

    def write(self, root: etree._Element, writer: LineWriter) -> None:
        self.relations = relations_of(self.package, self.part)
        shapes = list(_shapes(child(root, "cSld", "spTree")))
        titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
        title = " ".join(" ".join(self._texts(titles[0])).split()) if titles else ""
        writer.heading(1, title or f"Slide {self.number}", made_up=not title)
        writer.place("slide", self.number)
        for shape in shapes:
            if shape not in titles[:1] and _placeholder(shape) not in _FURNITURE:
                self._write_shape(shape, writer)
        self._write_notes(writer)

    def _write_shape(self, shape: etree._Element, writer: LineWriter) -> None:
        kind = local(shape)
        if kind == "graphicFrame":
            self._write_graphic(shape, writer)
        elif kind == "pic":
            says = " ".join(attribute(child(shape, "nvPicPr", "cNvPr"), "descr").split())
            if says:
                writer.paragraph(f"(picture: {says})")
        elif _placeholder(shape) in _LISTS:
            for paragraph in _paragraphs(shape):
                depth = attribute(child(paragraph, "pPr"), "lvl")
                text = self._text(paragraph)
                if child(paragraph, "pPr", "buNone") is not None:
                    writer.paragraph(text)
                else:
                    writer.item(text, int(depth) if depth.isdecimal() else 0)
        else:
            writer.paragraph("\n".join(self._texts(shape)))

    def _write_graphic(self, frame: etree._Element, writer: LineWriter) -> None:
        data = child(frame, "graphic", "graphicData")
        table, chart, diagram = child(data, "tbl"), child(data, "chart"), child(data, "relIds")
        if table is not None:
            grid, has_head = read_slide_table(table, lambda cell: " ".join(self._texts(cell)))
            headers = grid[0] if has_head and len(grid) > 1 else ()
            writer.table(grid[1:] if headers else grid, headers=headers)
        elif chart is not None:
            found = read_chart(self._part(attribute(chart, "id")))
            if found is not None:
                writer.table(found.rows, headers=found.headers, caption=found.title)
        elif diagram is not None:
            root = self._part(attribute(diagram, "dm"))
            for point in root.iter("{*}pt") if root is not None else ():
                for paragraph in point.iter("{*}p"):
                    writer.item(self._text(paragraph))

    def _write_notes(self, writer: LineWriter) -> None:
        name = related(dict(self.relations), "notesSlide")
        root = self.package.root_if_sound(name) if name else None
        for shape in _shapes(child(root, "cSld", "spTree")):
            text = "\n".join(self._texts(shape)).strip()
            if _placeholder(shape) == "body" and text:
                writer.paragraph(f"Notes: {text}")

    def _part(self, identity: str) -> etree._Element | None:
        relation = self.relations.get(identity)
        return self.package.root_if_sound(relation.target) if relation else None

    def _texts(self, shape: etree._Element) -> list[str]:
        return [text for paragraph in _paragraphs(shape) if (text := self._text(paragraph)).strip()]

    def _text(self, paragraph: etree._Element) -> str:
        pieces = []
        for run in paragraph:
            name = local(run)
            if name in {"r", "fld"}:
                text = "".join(found.text or "" for found in run if local(found) == "t")
                relation = self.relations.get(attribute(child(run, "rPr", "hlinkClick"), "id"))
                pieces.append(link(text, relation.target) if relation and relation.is_external else text)
            elif name == "br":
                pieces.append("\n")
            elif name not in {"pPr", "endParaRPr"}:  # an equation
                pieces += [found.text or "" for found in run.iter("{*}t")]
        return "".join(pieces)


def _shapes(parent: etree._Element | None) -> Iterator[etree._Element]:
    """Shapes, pictures and frames, also those in groups; of two forms of one the newer."""
    for element in parent if parent is not None else ():
        name = local(element)
        if name in {"sp", "pic", "graphicFrame"}:
            yield element
        elif name in {"grpSp", "AlternateContent"}:
            choice = child(element, "Choice")
            yield from _shapes(choice if choice is not None else element)


def _placeholder(shape: etree._Element) -> str:
    """The kind of the placeholder: `` for one of any content, `none` for a shape that is none."""
    for properties in ("nvSpPr", "nvGraphicFramePr", "nvPicPr"):
        found = child(shape, properties, "nvPr", "ph")
        if found is not None:
            return attribute(found, "type")
    return "none"


def _paragraphs(shape: etree._Element) -> list[etree._Element]:
    body = child(shape, "txBody")
    return [element for element in body if local(element) == "p"] if body is not None else []


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


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, read."""

    title: str
    headers: list[str]
    rows: list[list[str]]
    """One for each category: its name, and a value for each series."""


def read_chart(root: etree._Element | None) -> Chart | None:
    """None for a part that is no chart, or keeps no values."""
    chart = child(root, "chart")
    if root is None or chart is None:
        return None
    series = list(root.iter("{*}ser"))
    names = [" ".join(_points(child(one, "tx")).values()) for one in series]
    values = [_points(child(one, "val")) or _points(child(one, "yVal")) for one in series]
    categories: dict[int, str] = {}
    for one in series:
        categories = categories or _points(child(one, "cat")) or _points(child(one, "xVal"))
    places = sorted({place for found in values for place in found})[:_MOST_POINTS]
    if not places:
        return None
    title = child(chart, "title")
    shown = "".join(found.text or "" for found in title.iter("{*}t")) if title is not None else ""
    rows = [[categories.get(place, str(place + 1)), *(found.get(place, "") for found in values)] for place in places]
    return Chart(shown, ["", *names] if any(names) else [], rows)


def _points(element: etree._Element | None) -> dict[int, str]:
    """Place to value, of the values kept beside a reference."""
    found: dict[int, str] = {}
    for point in element.iter("{*}pt") if element is not None else ():
        place, value = attribute(point, "idx"), child(point, "v")
        if place.isdecimal() and value is not None:
            found[int(place)] = value.text or ""
    if not found and element is not None:
        text = next((inner.text or "" for inner in element if local(inner) == "v"), "")
        return {0: text} if text else {}
    return found
