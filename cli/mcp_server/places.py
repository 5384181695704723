"""Cited lines as resources: `citeline://INDEX/path/to/file.py#L12-L20`; without a path the overview of an index."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from citeline.dataclass import dataclass
from citeline.errors import UsageError

from .repositories import Served

SCHEME: Final = "citeline"
TEMPLATE: Final = f"{SCHEME}://{{index}}/{{+path}}"
MOST_LINES: Final = 400
_FRAGMENT: Final = re.compile(r"L([0-9]{1,9})(?:-L?([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a document of an index."""

    index: str
    path: str
    """Empty: the overview."""
    first: int = 1
    last: int = MOST_LINES

    def uri(self) -> str:
        """The address that `parsed` reads."""
        return f"{SCHEME}://{quote(self.index)}/{quote(self.path)}" + (
            f"#L{self.first}-L{self.last}" if self.path else ""
        )


def parsed(uri: str) -> Place:
    """The place of an address. Raises UsageError."""
    remedy = f"write {SCHEME}://INDEX/path/to/file.py#L12-L20, as the first line of a result names the index"
    try:
        parts = urlsplit(uri)
        index = unquote(parts.netloc)
    except ValueError as error:
        raise UsageError(f"{uri!r} is no address: {error}", remedy=remedy) from None
    lines = _FRAGMENT.fullmatch(parts.fragment) if parts.fragment else None
    if parts.scheme != SCHEME or not index or (parts.fragment and lines is None):
        raise UsageError(f"{uri!r} is no address of lines", remedy=remedy)
    path = unquote(parts.path.removeprefix("/"))
    if lines is None:
        return Place(index, path)
    first = int(lines[1])
    return Place(index, path, first, int(lines[2] or first))


def read_place(served: Served, place: Place) -> str:
    """The numbered lines, MOST_LINES at most. Raises UsageError for a file or lines that the index does not hold."""
    reader = served.handle.reader
    document = reader.structure.document(place.path)
    if document is None:
        near = [path for path in reader.structure.paths() if path.endswith(place.path.rpartition("/")[2])]
        hint = f"did you mean {' or '.join(near[:3])}?" if near else "`query` with $.files lists what is there"
        raise UsageError(f"the index has no file {place.path!r}", remedy=hint)
    if not 1 <= place.first <= place.last or place.first > document.line_count:
        raise UsageError(
            f"{place.path} has no lines {place.first}-{place.last}", remedy=f"it has lines 1-{document.line_count}"
        )
    last = min(place.last, place.first + MOST_LINES - 1, document.line_count)
    from .calls import numbered  # late, as all that reads an index

    lines = [numbered(served, place.path, place.first, last)]
    if last < min(place.last, document.line_count):
        lines.append(f"… lines {last + 1}-{min(place.last, document.line_count)}: ask for them")
    return "\n".join(lines)
