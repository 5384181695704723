"""The title of a document in XML and what it says about itself: DocBook, DITA and others of `xml_heads.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Final
from xml.parsers import expat

from citeline.data_files import shipped_table

_LINES: Final = 300
"""Of the beginning: no head of a real document is longer."""
_CHARS: Final = 50_000
_LONGEST: Final = 1_000
"""Of what is said; entities in attributes are put in, up to 8 MB by expat's own limit."""


def read_xml_head(lines: Sequence[str]) -> dict[str, str]:
    """`title`, `author`, `created`, `modified` and `version`, as far as they are said; a title may stand in the root.
    Never raises: of damaged XML it is what stands before the damage.
    """
    head = _Head()
    parser = expat.ParserCreate("utf-8", "}")  # whatever it says: it is decoded
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = head.start, head.end
    parser.CharacterDataHandler = head.text
    # With one, entities are not put in, for ten short ones may stand for a billion letters.
    parser.DefaultHandler = lambda _: None
    with suppress(expat.ExpatError, _EndError):
        parser.Parse("\n".join(lines[:_LINES])[:_CHARS].encode("utf-8", "replace"), False)
    return {key: ", ".join(values) for key, values in head.found.items()}


class _EndError(Exception):
    """Nothing more is of interest."""


class _Head:
    """Listens to a parser."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self._path: list[str] = []
        self._inside = 0
        """Depth of the element that tells about the document; 0 outside of one."""
        self._key, self._begun, self._texts = "", 0, list[str]()

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._path.append(name.rpartition("}")[2])
        depth = len(self._path)
        if not self._inside and depth in {2, 3} and self._path[-1] in _names("inside"):
            self._inside = depth
        if not self._key and (key := _keys().get(self._path[-1], "")):
            if self._inside or (key == "title" and depth == 2):
                self._key, self._begun = key, depth
                self._texts = [value for name, value in attributes.items() if name in _names("attributes")]
        elif self._key == "author" and self._texts:
            self._texts.append(" ")

    def text(self, text: str) -> None:
        if self._key and not _names("left_out").intersection(self._path[self._begun :]):
            self._texts.append(text)

    def end(self, name: str) -> None:
        if self._key and len(self._path) == self._begun:
            value, key, self._key = " ".join("".join(self._texts).split()), self._key, ""
            if 0 < len(value) <= _LONGEST and "$" not in value and (key == "author" or key not in self.found):
                self.found.setdefault(key, []).append(value)
        if len(self._path) == self._inside:
            raise _EndError
        self._path.pop()


def _names(table: str) -> frozenset[str]:
    return _tables()[table]


@cache
def _tables() -> Mapping[str, frozenset[str]]:
    table = shipped_table("citeline.indexing.parsers.markup", "xml_heads.toml")
    return {name: frozenset(row["names"].split()) for name, row in table.items() if "names" in row}


@cache
def _keys() -> Mapping[str, str]:
    """The name of an element to what it says."""
    table = shipped_table("citeline.indexing.parsers.markup", "xml_heads.toml")
    return {name: key for key, names in table["keys"].items() for name in names.split()}
