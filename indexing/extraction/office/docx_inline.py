"""What stands inside a paragraph of Word: its text with links and code marked, and what hangs on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final

from lxml import etree

from citeline.dataclass import dataclass

from ..line_writer import link
from ..xml_trees import attribute, child, local
from .docx_styles import is_monospaced, is_on
from .packages import Relation

_DROPPED: Final = frozenset(
    ["del", "moveFrom", "instrText", "delText", "Fallback", "pPr", "rPr", "sdtPr", "sdtEndPr", "fldData", "rt"]
)
"""What was deleted, or is no text."""
_TEXTS: Final[Mapping[str, str]] = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "", "ptab": "\t"}
_FIELD: Final = re.compile(r'\s*HYPERLINK\s+(?:\\l\s+"(?P<inside>[^"]+)"|"(?P<outside>[^"]+)")', re.IGNORECASE)


@dataclass(slots=True)
class Inline:
    """A paragraph, read."""

    relations: Mapping[str, Relation]
    bookmarks: Mapping[str, str]
    """Of headings: name to what a link to it is written as."""
    notes_before: int = 0
    """In the paragraphs above."""
    pieces: list[str] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    """Text boxes that hang on the paragraph."""
    notes: list[tuple[str, str]] = field(default_factory=list)
    """Kind and id of footnotes, endnotes and comments, in order."""
    coded: int = 0
    """Characters in a font of code."""
    plain: int = 0
    _fields: list[tuple[str, int]] = field(default_factory=list)
    """Open fields: the instruction, and how many pieces there were before its result."""

    @property
    def text(self) -> str:
        """With its own line ends."""
        text = "".join(self.pieces)
        return text.replace("``", "") if self.coded else text

    @property
    def is_code(self) -> bool:
        """Whether all of it is in a font of code."""
        return self.coded > 0 and not self.plain

    @property
    def bare(self) -> str:
        """Without the marks of code."""
        return self.text.replace("`", "")

    def read(self, element: etree._Element) -> None:
        """Read what is inside of a paragraph or run."""
        for inner in element:
            name = local(inner)
            if name == "r":
                self._read_run(inner)
            elif name == "hyperlink":
                self._read_link(inner)
            elif name == "fldSimple":
                self._wrapped(inner, self._field_target(attribute(inner, "instr")))
            elif name == "AlternateContent":
                self.read(_chosen(inner))
            elif name in {"oMath", "oMathPara"}:
                self._add("".join(found.text or "" for found in inner.iter() if local(found) == "t"), False)
            elif name not in _DROPPED:
                self.read(inner)  # insertions, content controls, smart tags

    def _read_run(self, run: etree._Element) -> None:
        if is_on(child(run, "rPr", "vanish")):
            return  # hidden text: a person would not find what is cited
        is_code = is_monospaced(child(run, "rPr"))
        for inner in run:
            name = local(inner)
            if name == "t":
                self._add(inner.text or "", is_code)
            elif name in _TEXTS:
                self.pieces.append(_TEXTS[name])
            elif name == "br":
                self.pieces.append("\n" if attribute(inner, "type") in {"", "textWrapping"} else " ")
            elif name == "fldChar":
                self._field(attribute(inner, "fldCharType"))
            elif name == "instrText" and self._fields:
                instruction, start = self._fields[-1]
                self._fields[-1] = instruction + (inner.text or ""), start
            elif name in {"footnoteReference", "endnoteReference", "commentReference"}:
                self.notes.append((name.removesuffix("Reference"), attribute(inner, "id")))
                self.pieces.append(f"[^{self.notes_before + len(self.notes)}]")
            elif name == "AlternateContent":
                self._read_drawing(_chosen(inner))
            elif name in {"drawing", "pict", "object"}:
                self._read_drawing(inner)
            elif name not in _DROPPED and len(inner):
                self.read(inner)

    def _read_drawing(self, drawing: etree._Element) -> None:
        waiting = [drawing]
        while waiting:
            element = waiting.pop()
            name = local(element)
            if name == "txbxContent":
                self.boxes.append(element)
                continue
            if name == "docPr" and (says := attribute(element, "descr").strip()):
                self._add(f"(picture: {' '.join(says.split())})", False)
            if name == "AlternateContent":
                element = _chosen(element)
            waiting.extend(reversed([inner for inner in element if local(inner) != "Fallback"]))

    def _read_link(self, element: etree._Element) -> None:
        relation = self.relations.get(attribute(element, "id"))
        anchor = attribute(element, "anchor")
        target = relation.target if relation and relation.is_external else ""
        if anchor:
            target = f"{target}#{anchor}" if target else self.bookmarks.get(anchor, "")
        self._wrapped(element, target)

    def _wrapped(self, element: etree._Element, target: str) -> None:
        start = len(self.pieces)
        self.read(element)
        self._wrap(start, target)

    def _wrap(self, start: int, target: str) -> None:
        if target and start < len(self.pieces):
            self.pieces[start:] = [link("".join(self.pieces[start:]), target)]

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(("", len(self.pieces)))
        elif kind == "separate" and self._fields:
            self._fields[-1] = self._fields[-1][0], len(self.pieces)
        elif kind == "end" and self._fields:
            instruction, start = self._fields.pop()
            self._wrap(start, self._field_target(instruction))

    def _field_target(self, instruction: str) -> str:
        found = _FIELD.match(instruction)
        if not found:
            return ""
        return found["outside"] or self.bookmarks.get(found["inside"], "")

    def _add(self, text: str, is_code: bool) -> None:
        filled = len(text) - text.count(" ")
        self.coded += filled if is_code else 0
        self.plain += 0 if is_code else filled
        # Neighbouring runs of code become one span: the double mark between them is dropped.
        self.pieces.append(f"`{text}`" if is_code and filled and "`" not in text else text)


def _chosen(alternatives: etree._Element) -> etree._Element:
    """The form that newer programs show; the other says the same again."""
    for name in ("Choice", "Fallback"):
        for found in alternatives:
            if local(found) == name and len(found):
                return found
    return alternatives
