"""Documents of tests as they are read: their lines, and the tree of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from citeline.indexing.extraction.errors import UnreadableError
from citeline.indexing.extraction.extract import Unreadable, read_here
from citeline.indexing.extraction.labels import check_label
from citeline.indexing.files.formats import document_format
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile

from ..parsers.examples import show


def read(path: str, data: bytes) -> list[str] | Unreadable:
    """As `extract_lines` reads them, but always in this process."""
    form = document_format(path)
    assert form is not None
    try:
        check_label(path, data, form)
    except UnreadableError as error:
        return Unreadable(error.reason, error.detail)
    return read_here(data, form)


def lines_of(path: str, data: bytes) -> list[str]:
    """The lines of a document that can be read."""
    lines = read(path, data)
    assert isinstance(lines, list), lines
    return lines


def why_not(path: str, data: bytes) -> str:
    """The reason and the detail for one that cannot."""
    found = read(path, data)
    assert isinstance(found, Unreadable), found[:20]
    return f"{found.reason}: {found.detail}"


def tree_of(path: str, data: bytes) -> ParsedDocument:
    """The tree of a document that can be read."""
    return parse(SourceFile(path, tuple(lines_of(path, data)), "0" * 64, len(data), 0, encoding=""))


def tables_of(data: bytes) -> list[list[list[str]]]:
    """Headers and rows of each table of a PDF."""
    found: list[list[list[str]]] = []
    for node in tree_of("a.pdf", data).nodes:
        if node.kind == "table":
            headers, rows = node.data["headers"], node.data["rows"]
            assert isinstance(headers, list)
            assert isinstance(rows, list)
            found.append([list(map(str, row)) for row in [headers, *rows] if isinstance(row, list)])
    return found


def check_expected(folder: Path, path: str, make: Callable[[], bytes]) -> None:
    """The document's lines and tree are those of the file that is called like it, with `.txt` behind its name."""
    data = make()
    found = "\n".join([*lines_of(path, data), "", "=" * 40, show(tree_of(path, data), with_title=True), ""])
    assert found == (folder / f"{path}.txt").read_text("utf-8")


def expected(makers: Mapping[str, Callable[[], bytes]]) -> list[tuple[str, Callable[[], bytes]]]:
    """For `parametrize`."""
    return sorted(makers.items())
