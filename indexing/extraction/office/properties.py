"""What an Office or OpenDocument file says about itself: its title, who wrote it and when."""

from __future__ import annotations

from typing import Final

from ..line_writer import LineWriter
from ..xml_trees import local
from .packages import Package

_PARTS: Final = ("docProps/core.xml", "meta.xml")
_KEYS: Final = {
    "title": "title",
    "subject": "subject",
    "creator": "author",
    "keywords": "keywords",
    "keyword": "keywords",
    "created": "created",
    "creation-date": "created",
    "modified": "modified",
    "date": "modified",
    "version": "version",
}
_GENERATED: Final = frozenset(["python-docx", "openpyxl", "PowerPoint Presentation", "Word Document"])
"""What programs write when nobody has said anything."""


def write_properties(package: Package, writer: LineWriter) -> None:
    """The properties, where they can be read: a document without them is a document."""
    for name in _PARTS:
        root = package.root_if_sound(name) if name in package else None
        if root is None:
            continue
        found = {_KEYS[local(element)]: element.text or "" for element in root.iter() if local(element) in _KEYS}
        for key in ("title", "subject", "author", "keywords", "version", "created", "modified"):
            if found.get(key) not in _GENERATED:
                writer.about(key, found.get(key))
