"""Styles and numbering of a Word document: which paragraphs are headings, items or code, and how they are numbered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Final

from lxml import etree

from citeline.dataclass import dataclass

from ..xml_trees import attribute, child, children, local

_HEADING: Final = re.compile(r"heading (\d)$")
_LIST: Final = re.compile(r"list (?:bullet|number|continue) ([2-9])$")
"""Lists in lists by style: each style has a numbering of its own."""
_CODE: Final = re.compile(r"\b(?:code|source|listing|preformatted|verbatim|console)\b", re.IGNORECASE)
_MONOSPACED: Final = re.compile(r"consolas|courier|menlo|monaco|mono\b|\bmono|lucida console|cascadia", re.IGNORECASE)
_MOST_STEPS: Final = 20
"""From a style to those it is based on; a circle is possible."""
_ROMAN: Final = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
BODY_TEXT: Final = 9
"""The outline level that says: no heading."""


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph's style, with what it takes from those it is based on."""

    name: str = ""
    """In lower case, as Word knows it in any language."""
    level: int = 0
    """Of a heading, 1-9; 0 for others."""
    is_code: bool = False
    number: str = ""
    """Id of its numbering."""
    depth: int = 0
    """In its numbering."""


def read_styles(root: etree._Element | None) -> dict[str, Style]:
    """By id."""
    elements = {
        attribute(found, "styleId"): found for found in (root if root is not None else ()) if local(found) == "style"
    }
    return {identity: _style(element, elements) for identity, element in elements.items()}


def _style(element: etree._Element, elements: Mapping[str, etree._Element]) -> Style:
    own = attribute(child(element, "name"), "val").lower()
    name, level, number, depth, is_code = own, -1, "", 0, bool(_CODE.search(own))
    at: etree._Element | None = element
    for _ in range(_MOST_STEPS):
        if at is None:
            break
        outline = attribute(child(at, "pPr", "outlineLvl"), "val")
        named = _HEADING.match(attribute(child(at, "name"), "val").lower())
        if level < 0 and outline.isdecimal():
            level = int(outline)
        elif level < 0 and named:
            level = int(named[1]) - 1
        if not number:
            number = attribute(child(at, "pPr", "numPr", "numId"), "val")
            written = attribute(child(at, "pPr", "numPr", "ilvl"), "val")
            depth = int(written) if written.isdecimal() else depth
        is_code = is_code or is_monospaced(child(at, "rPr"))
        at = elements.get(attribute(child(at, "basedOn"), "val"))
    in_list = _LIST.match(own)
    depth = max(depth, int(in_list[1]) - 1) if in_list else depth
    return Style(name, level + 1 if 0 <= level < BODY_TEXT else 0, is_code, number, depth)


def is_monospaced(properties: etree._Element | None) -> bool:
    """Whether the properties of a run or style ask for a font of code."""
    fonts = child(properties, "rFonts")
    return fonts is not None and bool(_MONOSPACED.search(attribute(fonts, "ascii") or attribute(fonts, "hAnsi")))


def is_on(setting: etree._Element | None) -> bool:
    """Whether a setting is there, and does not say that it is off."""
    return setting is not None and attribute(setting, "val") not in {"0", "false", "off"}


@dataclass(frozen=True, slots=True)
class _Level:
    form: str
    """`decimal`, `bullet`, `lowerLetter` and so on."""
    text: str
    """As `%1.%2`."""
    start: int


@dataclass(slots=True)
class Numbering:
    """Counts the items and headings of a document as Word does."""

    lists: Mapping[str, str] = field(default_factory=dict)
    """Id of a numbering to that of its definition, which it shares its counters with."""
    levels: Mapping[str, Mapping[int, _Level]] = field(default_factory=dict)
    """By definition and depth."""
    _counters: dict[str, dict[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, root: etree._Element | None) -> Numbering:
        """From the part of the document that defines it."""
        lists: dict[str, str] = {}
        levels: dict[str, dict[int, _Level]] = {}
        for element in root if root is not None else ():
            if local(element) == "num":
                lists[attribute(element, "numId")] = attribute(child(element, "abstractNumId"), "val")
            elif local(element) == "abstractNum":
                levels[attribute(element, "abstractNumId")] = dict(map(_level, children(element, "lvl")))
        return cls(lists, levels)

    def next(self, number: str, depth: int) -> str:
        """What stands in front of the next paragraph: `2.1`, `a)`; empty for a bullet, or an unknown numbering."""
        definition = self.lists.get(number, "")
        level = self.levels.get(definition, {}).get(depth)
        if level is None or level.form in {"bullet", "none"}:
            return ""
        counters = self._counters.setdefault(definition, {})
        counters[depth] = counters.get(depth, level.start - 1) + 1
        for deeper in [found for found in counters if found > depth]:
            del counters[deeper]
        return re.sub(r"%(\d)", lambda found: self._shown(definition, int(found[1]) - 1), level.text).strip()

    def _shown(self, definition: str, depth: int) -> str:
        level = self.levels.get(definition, {}).get(depth)
        start = level.start if level else 1
        count = self._counters.get(definition, {}).get(depth, start)
        form = level.form if level else "decimal"
        if form in {"lowerLetter", "upperLetter"} and 0 < count <= 26:
            letter = chr(96 + count)
            return letter.upper() if form == "upperLetter" else letter
        if form in {"lowerRoman", "upperRoman"} and 0 < count < 40:
            roman = _roman(count)
            return roman.upper() if form == "upperRoman" else roman
        return str(count)


def _level(element: etree._Element) -> tuple[int, _Level]:
    depth, start = attribute(element, "ilvl"), attribute(child(element, "start"), "val")
    form = attribute(child(element, "numFmt"), "val") or "decimal"
    text = attribute(child(element, "lvlText"), "val")
    return int(depth) if depth.isdecimal() else 0, _Level(form, text, int(start) if start.isdecimal() else 1)


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text, number = text + letters, number - value
    return text
