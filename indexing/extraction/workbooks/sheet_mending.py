"""Spreadsheets with damaged parts, as their library can read them: of damaged XML what a parser still finds in it, the
usual text for what is the same in every file, and nothing in the place of the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lxml import etree

from ..errors import DamagedPartError, UnreadableError
from ..office.packages import Package
from ..xml_trees import parse_as_far

_NAMESPACE: Final = "http://schemas.openxmlformats.org"
_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument.spreadsheet"
_USUAL: Final[Mapping[str, Mapping[str, bytes]]] = {
    "content.xml": {
        "mimetype": _OPEN_DOCUMENT.encode(),
        "META-INF/manifest.xml": (
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_OPEN_DOCUMENT}"/></manifest:manifest>'
        ).encode(),
    },
    "xl/workbook.xml": {
        "_rels/.rels": (
            f'<Relationships xmlns="{_NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" '
            f'Type="{_NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>"
        ).encode(),
    },
}
"""What a library wants to see, by the part that only such a file has."""
_TEXTS: Final = "sharedstrings.xml"


def mend_sheets(package: Package) -> tuple[Package, bytes, list[str]]:
    """A container whose parts are sound, its bytes, and the names of the parts that were not; none for a sound one.

    Raises DamagedPartError for one whose texts are damaged: its cells would be read as others.
    """
    usual = {name: text for part, parts in _USUAL.items() if part in package for name, text in parts.items()}
    parts: dict[str, bytes | None] = {name: text for name, text in usual.items() if name not in package}
    for name in package.names:
        if name.endswith((".xml", ".rels")) or name in usual:
            data = package.read(name)
            found = _as_far(name, data, usual)
            if found != data:
                parts[name] = found
    data = package.mended(parts) if parts else b""
    return (Package(data) if parts else package), data, sorted(parts)


def _as_far(name: str, data: bytes, usual: Mapping[str, bytes]) -> bytes | None:
    """The part, or what stands in its place when it is damaged; None for nothing."""
    if name == "mimetype":
        return data if data.startswith(usual[name]) else usual[name]
    if name.startswith("Configurations2/"):
        return data  # settings of a program, some of them empty
    try:
        root, why = parse_as_far(data, name)
    except DamagedPartError:
        if name.lower().endswith(_TEXTS):
            raise
        return usual.get(name)
    except UnreadableError:
        return data  # too large for a tree, or with a document type: the library's to judge
    if why and name.lower().endswith(_TEXTS):
        raise DamagedPartError(name, ValueError("it ends before its last text"))
    return (usual.get(name) or etree.tostring(root)) if why else data
