"""ZIP containers of documents, opened in memory: only the parts asked for, none larger than a document has; what
they say about themselves, and what their parts point at.
"""

from __future__ import annotations

import lzma
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Final

from lxml import etree

from citeline.dataclass import dataclass

from ..errors import DamagedPartError, UnreadableError
from ..line_writer import LineWriter
from ..xml_trees import attribute, local, parse_as_far

MOST_PARTS: Final = 20_000
"""A deck of a thousand slides has some 5,000."""
MOST_PART_BYTES: Final = 100_000_000
"""Of one part, unpacked: a tree of it takes several times as much."""
MOST_RATIO: Final = 400
"""Unpacked to packed; sheets of zeros reach 200."""
_SMALL: Final = 1_000_000
"""Any ratio is fine below."""
_ENCRYPTED: Final = 1
_ENTRY: Final = b"PK\x01\x02"
"""How each part begins in the list of parts."""
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, RuntimeError),
    *(ValueError, IndexError, OverflowError),
)
"""What the library raises for bytes that are no container; NotImplementedError is a RuntimeError."""
_KINDS: Final = (("word/", "word"), ("xl/", "spreadsheet"), ("ppt/", "slides"))
_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument."
_OPEN_KINDS: Final = {"spreadsheet": "spreadsheet", "text": "opendocument"}
_PARTS: Final = ("docProps/core.xml", "meta.xml")
_FIRST_AUTHOR: Final = "initial-creator"
"""Of OpenDocument, whose `creator` is who has changed it last."""
_KEYS: Final = {
    "title": "title",
    "subject": "subject",
    "creator": "author",
    _FIRST_AUTHOR: "author",
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


class Package:
    """The parts of a document. Never unpacks to disk, never opens an archive inside of it."""

    def __init__(self, data: bytes, lost: Callable[[str], None] = lambda _: None) -> None:
        """Raise UnreadableError for a container that is damaged, needs a password or is no document.

        `lost` is called with the name of each part that `root` and `root_if_sound` cannot give as a whole.
        """
        self._lost = lost
        # Before the library makes an object of each, whatever number the container claims to hold.
        if (entries := data.count(_ENTRY)) > MOST_PARTS:
            raise UnreadableError("too_large", f"has {entries:,} parts; the limit is {MOST_PARTS:,}")
        try:
            # Names and sizes stand at the end: a file that was cut off has lost them.
            self._zip = zipfile.ZipFile(BytesIO(data))
        except _DAMAGE as error:
            why = f"is damaged or was cut off ({error}): open it and save it anew, or fetch it again"
            raise UnreadableError("unreadable", why) from None
        self._parts = {info.filename.lstrip("/"): info for info in self._zip.infolist()}
        self._folded = {name.lower(): name for name in self._parts}

    @property
    def names(self) -> list[str]:
        """Of all parts, sorted."""
        return sorted(self._parts)

    @property
    def kind(self) -> str:
        """The language of the format that it looks like; empty when it looks like none."""
        mimetype = self.read("mimetype", missing=b"")[:100].decode("ascii", "replace").strip()
        if mimetype.startswith(_OPEN_DOCUMENT):
            kind = mimetype.removeprefix(_OPEN_DOCUMENT).partition("-")[0]
            return _OPEN_KINDS.get(kind, "other")
        return next((kind for folder, kind in _KINDS if any(name.startswith(folder) for name in self._folded)), "")

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._folded

    def read(self, name: str, *, missing: bytes | None = None) -> bytes:
        """A part, by its name without regard to case; `missing` in place of one that is not there or damaged.

        Raises UnreadableError when it is missing or too large, DamagedPartError when it is damaged.
        """
        known = self._folded.get(name.lower().lstrip("/"))
        if known is None:
            if missing is not None:
                return missing
            raise UnreadableError("unreadable", f"has no part {name}: it is damaged, or something else")
        info = self._parts[known]
        self._check(info)
        try:
            with self._zip.open(info) as part:
                # The size that it declares may be a lie.
                data = part.read(MOST_PART_BYTES + 1)
        except _DAMAGE as error:
            if missing is not None:
                return missing
            raise DamagedPartError(name, error) from None
        if len(data) > MOST_PART_BYTES:
            raise UnreadableError("too_large", _too_large(name, len(data)))
        return data

    def root(self, name: str) -> etree._Element:
        """The root of a part of XML, as far as it is sound.

        Raises as `read` does, also for XML that is written to hurt, and DamagedPartError where nothing of it is left.
        """
        root, why = parse_as_far(self.read(name), name)
        if why:
            self._lost(name)
        return root

    def root_if_sound(self, name: str) -> etree._Element | None:
        """The same of a part that a document can do without; None where `root` raises."""
        try:
            return self.root(name)
        except UnreadableError:
            self._lost(name)
            return None

    def mended(self, parts: Mapping[str, bytes | None]) -> bytes:
        """The container with these parts in the place of others, None for none: for a library that stops at a damaged
        one.
        """
        kept = {name: None for name in self._parts if not is_picture(name)}
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w") as copy:
            for name in {**kept, **parts}:
                content = parts[name] if name in parts else self.read(name)
                if content is not None:
                    copy.writestr(name, content)
        return stream.getvalue()

    def check_all(self) -> None:
        """Raise UnreadableError unless all parts together are as small as one may be: for a library that opens the file
        itself.
        """
        for info in self._parts.values():
            self._check(info)
        total = sum(info.file_size for info in self._parts.values() if not is_picture(info.filename))
        if total > 2 * MOST_PART_BYTES:
            raise UnreadableError("too_large", _too_large("of text and numbers", total))

    def _check(self, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & _ENCRYPTED:
            raise UnreadableError("unreadable", "needs a password: save it without one")
        if info.file_size > MOST_PART_BYTES:
            raise UnreadableError("too_large", _too_large(info.filename, info.file_size))
        if info.file_size > _SMALL and info.file_size > MOST_RATIO * max(1, info.compress_size):
            why = f"unpacks to {info.file_size // max(1, info.compress_size):,} times its size, as no document does"
            raise UnreadableError("too_large", why)


def resolved(base: str, target: str) -> str:
    """Name of the part that a relation of the part `base` leads to."""
    if target.startswith("/"):
        return posixpath.normpath(target).lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), target))


def is_picture(name: str) -> bool:
    """Whether a part's name says that there is no text in it."""
    return posixpath.splitext(name)[1].lower() in {".png", ".jpg", ".jpeg", ".gif", ".emf", ".wmf", ".mp4", ".bin"}


def _too_large(name: str, size: int) -> str:
    return f"unpacks to {size:,} bytes ({name}); the limit is {MOST_PART_BYTES:,}: split it"


def write_properties(package: Package, writer: LineWriter) -> None:
    """The properties, where they can be read: a document without them is a document."""
    for name in _PARTS:
        root = package.root_if_sound(name) if name in package else None
        if root is None:
            continue
        told = [(local(element), text) for element in root.iter() if (text := (element.text or "").strip())]
        told.sort(key=lambda one: one[0] == _FIRST_AUTHOR)
        found = {_KEYS[name]: text for name, text in told if name in _KEYS}
        for key in ("title", "subject", "author", "keywords", "version", "created", "modified"):
            if found.get(key) not in _GENERATED:
                writer.about(key, found.get(key))


def commented(author: str, date: str) -> str:
    """`Comment by Ana, 2026-03-05`."""
    return ", ".join(filter(None, (f"Comment by {author}" if author else "Comment", date[:10])))


@dataclass(frozen=True, slots=True)
class Relation:
    """One line of a part's list."""

    kind: str
    """The end of its type: `hyperlink`, `slide`, `footnotes`; the same in Strict and Transitional files."""
    target: str
    """Name of a part, or an address."""
    is_external: bool


def relations_of(package: Package, part: str) -> dict[str, Relation]:
    """By their ids; of the whole package for the part `""`. None for a list that is missing, or damaged throughout."""
    name = posixpath.join(posixpath.dirname(part), "_rels", f"{posixpath.basename(part)}.rels")
    root = package.root_if_sound(name) if name in package else None
    found: dict[str, Relation] = {}
    for element in root if root is not None else ():
        target = attribute(element, "Target")
        is_external = attribute(element, "TargetMode") == "External"
        kind = attribute(element, "Type").rpartition("/")[2]
        found[attribute(element, "Id")] = Relation(
            kind, target if is_external or not target else resolved(part, target), is_external
        )
    return found


def main_part(package: Package, usual: str) -> str:
    """Name of the part that holds the document."""
    for relation in relations_of(package, "").values():
        if relation.kind == "officeDocument" and relation.target in package:
            return relation.target
    return usual


def related(relations: dict[str, Relation], kind: str) -> str:
    """Name of the one part of a kind; empty when there is none."""
    found = (relation for relation in relations.values() if relation.kind == kind and not relation.is_external)
    return next((relation.target for relation in found), "")
