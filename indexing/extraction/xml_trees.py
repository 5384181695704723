"""XML of documents, parsed so that nothing outside of the bytes is ever looked at."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Final

from lxml import etree

from .errors import DamagedPartError, UnreadableError

_PROLOGUE: Final = 1_000_000
_BEGINNING: Final = 200
_MOST_BYTES: Final = 32_000_000
"""Of XML; the tree takes six times as much. A text of 5,000 pages."""


def parse_xml(data: bytes, name: str) -> etree._Element:
    """The root of a part. Raises DamagedPartError for XML that is damaged, UnreadableError for what declares entities.

    Office writes no document type; one is what entity bombs and references to files begin with.
    """
    if len(data) > _MOST_BYTES:
        raise UnreadableError("too_large", f"its part {name} has {len(data):,} bytes of XML: split the document")
    if b"<!DOCTYPE" in data[:_PROLOGUE] or b"<!ENTITY" in data[:_PROLOGUE] or _is_wide(data):
        raise UnreadableError("unreadable", f"its part {name} has a document type, as no program writes it")
    if b"\0" in data[:_BEGINNING]:
        raise DamagedPartError(name, ValueError("it is no XML"))
    # huge_tree stays off: without it 256 elements inside of each other are the limit, and no document has more.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DamagedPartError(name, error) from None


def parse_as_far(data: bytes, name: str) -> tuple[etree._Element, str]:
    """The root of a part, of a damaged one what the parser finds in it, and why that is not all, empty for a sound one.

    Raises UnreadableError as `parse_xml` does, for damage only where nothing is left.
    """
    try:
        return parse_xml(data, name), ""
    except DamagedPartError as error:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
        with suppress(etree.XMLSyntaxError):  # of a part without any element
            root = etree.fromstring(data, parser)
            if root is not None and len(root):
                return root, f"what is damaged is left out: {error.detail}"
        raise


def _is_wide(data: bytes) -> bool:
    """UTF-16 or UTF-32, in which the check above would see nothing; Office writes UTF-8, parsers know both by this."""
    return b"\0" in data[:_BEGINNING] and (b"<" in data[:4] or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0")))


def local(element: etree._Element) -> str:
    """Name of an element without its name space: Strict and Transitional Office files differ in these alone."""
    return _without_space(element.tag)


def attribute(element: etree._Element | None, name: str) -> str:
    """An attribute by its name without name space; empty when there is none, and for no element."""
    if element is not None:
        for key, value in element.items():
            if _without_space(key) == name:
                return str(value)
    return ""


@lru_cache(maxsize=4096)
def _without_space(name: object) -> str:
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def children(element: etree._Element, name: str) -> list[etree._Element]:
    """The children by a name without name space."""
    return [found for found in element if _without_space(found.tag) == name]


def child(element: etree._Element | None, *names: str) -> etree._Element | None:
    """The first child of the first child, and so on, by names without name space."""
    for name in names:
        if element is None:
            return None
        for found in element:
            if _without_space(found.tag) == name:
                element = found
                break
        else:
            return None
    return element
