"""What a document uses by name, compressed: what it calls, references and mentions, and its identifiers.

As rows with three indexes these were a quarter of the index of a small corpus. Nobody asks for one of them: linking
takes all of a document, and which documents have a name is told by the ids of their names, which stand beside.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from array import array
from collections.abc import Collection, Iterator, Set
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import zstandard

from citeline.model import DEFINITION_KINDS, ParsedDocument
from citeline.text import code_words, term_id

from ..embedding.arrays import are_among, distinct
from .leading_names import declared_in, import_words
from .text_columns import names_to_column, to_column

USES: Final = frozenset({"calls", "references", "mentions"})
"""Kinds of references that are kept here; the others lead from file to file, or up to a base type."""
_LEVEL: Final = 6
_END: Final = b"\0"
"""Between uses and identifiers; JSON has no such byte."""
_ID_BYTES: Final = 4
_HALF: Final = np.uint32(0xFFFF)


class Use(NamedTuple):
    """One reference of a kind of USES; texts as columns have them."""

    source: int
    """Place of the node in the document's tree."""
    kind: str
    target: str
    qualifier: str
    line: int


class PackedUses(NamedTuple):
    """What a document uses, as it is stored."""

    names: bytes
    """Ids of all names, ascending, four bytes each."""
    body: bytes


def pack_uses(document: ParsedDocument) -> PackedUses | None:
    """What a document uses; None when that is nothing.

    Among its names are those that its imports are about, what it declares by way of others, and these.
    """
    uses = [
        (reference.source, reference.kind, to_column(reference.target), to_column(reference.qualifier), reference.line)
        for reference in document.references
        if reference.kind in USES
    ]
    bases = (to_column(reference.target) for reference in document.references if reference.kind == "inherits")
    names = {*map(to_column, document.identifiers), *(use[2] for use in uses), *bases}
    names.update(word for qualifier in {use[3] for use in uses} for word in code_words(qualifier))
    imports = {(one.target, one.qualifier) for one in document.references if one.kind == "imports"}
    names.update(*(import_words(to_column(target), to_column(qualifier)) for target, qualifier in imports))
    for node in document.nodes:
        if node.data and node.kind in DEFINITION_KINDS:
            names.update(*declared_in(to_column(node.name), node.data))
    if not names:
        return None
    columns = json.dumps(list(zip(*uses, strict=True)), ensure_ascii=False, separators=(",", ":"))
    body = columns.encode() + _END + names_to_column(sorted(document.identifiers)).encode()
    ids = array("I", sorted({term_id(name) for name in names}))
    return PackedUses(ids.tobytes(), zstandard.compress(body, _LEVEL))


def without_uses(document: ParsedDocument) -> ParsedDocument:
    """The document less what `pack_uses` packs."""
    others = tuple(reference for reference in document.references if reference.kind not in USES)
    return dataclasses.replace(document, references=others, identifiers=frozenset())


def stored_identifiers(connection: sqlite3.Connection, document: int) -> list[str]:
    """The identifiers of a document, sorted; none when there is no such document."""
    packed = connection.execute("SELECT body FROM uses WHERE doc_id = ?", (document,)).fetchone()
    return identifiers_of(packed[0]) if packed else []


def identifiers_of(body: bytes) -> list[str]:
    """The identifiers of a document by what it uses, sorted."""
    _, _, names = zstandard.decompress(body).partition(_END)
    return names.decode().split("\n") if names else []


def uses_of(body: bytes) -> Iterator[Use]:
    """What a document uses, in its order."""
    return map(Use._make, zip(*_columns(body), strict=True))


def uses_among(body: bytes, names: Set[str], held: Set[str], words: Set[str]) -> tuple[list[Use], set[int]]:
    """Of what a document uses that which has one of the names; and places of the nodes with a call of one of `held`, or
    on a path through one of the words.

    Of all files that name something once, most uses are dropped here, before an object is made of each.
    """
    if not (columns := _columns(body)):
        return [], set()
    through = {qualifier for qualifier in {*columns[3]} if not words.isdisjoint(code_words(qualifier))}
    calling = {
        place
        for place, kind, target, qualifier in zip(*columns[:4], strict=True)
        if kind == "calls" and (target in held or qualifier in through)
    }
    return [Use._make(row) for row in zip(*columns, strict=True) if row[2] in names], calling


def _columns(body: bytes) -> list[list[Any]]:
    """Of places, kinds, targets, qualifiers and lines; none when nothing is used."""
    packed, _, _ = zstandard.decompress(body).partition(_END)
    columns: list[list[Any]] = json.loads(packed)
    return columns


class DocumentsByName:
    """Which documents have a name; read as a whole when first asked, four bytes for each name of each document."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """What documents use must not change any more."""
        self._connection = connection

    def naming(self, names: Collection[str]) -> list[int]:
        """Documents that have one of the names as an identifier, as what they use, import or inherit, as a word of the
        path to it, or in what they declare by way of a type; few that have none may be among them.
        """
        if not names:
            return []
        documents, ends, ids = self._read
        wanted = np.fromiter({term_id(name) for name in names}, np.uint32)
        # Nearly all fall through a table of lower halves: searching each id for a hundred names takes ten times that.
        halves = np.zeros(_HALF + 1, bool)
        halves[wanted & _HALF] = True
        likely = np.flatnonzero(halves[ids & _HALF])
        places = likely[are_among(ids[likely], wanted)]
        found: list[int] = documents[distinct(np.searchsorted(ends, places, "right"))].tolist()
        return found

    @cached_property
    def _read(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Documents, where the names of each end among all, and the ids of the names."""
        documents, ends, ids = array("q"), array("q"), bytearray()
        for document, names in self._connection.execute("SELECT doc_id, names FROM uses"):
            ids += names
            documents.append(document)
            ends.append(len(ids) // _ID_BYTES)
        return np.frombuffer(documents, np.int64), np.frombuffer(ends, np.int64), np.frombuffer(ids, np.uint32)
