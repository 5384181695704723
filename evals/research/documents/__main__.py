"""`python -m citeline.evals.research.documents CLONES [--write FILE]`: figures of each format."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.embedding.sparse import spelled_out
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.extraction.process import let_this_process_die
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.markup.html_reading import read_lines
from citeline.indexing.parsers.registry import parse
from citeline.left_out import Skipped
from citeline.model import ParsedDocument, SourceFile

from ..clones import Clones
from .truth import Truth, truth_of, words_of

_NOT_TEXT: Final = re.compile(r"[\W_]+")
_NUMBER: Final = re.compile(r"^\d+(?:\.\d+)*\.?\s+|\s+\d+$")
"""Of a heading: one program puts it in front of the title, another behind."""
_BEGIN, _END = "<!-- figures -->", "<!-- end of figures -->"
FILE: Final = Path(__file__).parent / "manifest.json"


@dataclass(slots=True)
class Share:
    """So many of so many."""

    found: int = 0
    of: int = 0

    def count(self, is_found: bool) -> None:
        """One more."""
        self.found += is_found
        self.of += 1

    def __add__(self, other: Share) -> Share:
        return Share(self.found + other.found, self.of + other.of)

    def __str__(self) -> str:
        return f"{self.found / self.of:.3f} ({self.of:,})" if self.of else ""


@dataclass(slots=True)
class Figures:
    """Of one format."""

    documents: int = 0
    unread: list[str] = field(default_factory=list)
    headings: Share = field(default_factory=Share)
    precise: Share = field(default_factory=Share)
    """Of the headings that were found, those that the other program has."""
    words: Share = field(default_factory=Share)
    cells: Share = field(default_factory=Share)
    """Of tables of data."""
    laid_out: Share = field(default_factory=Share)
    """Cells of tables that lay out a page, which are read as text as a rule."""
    read: Share = field(default_factory=Share)
    """Of those, what stands in a table or whole, its words in their order, in the lines that a reader is shown."""

    def add(self, document: ParsedDocument, source: SourceFile, truth: Truth) -> None:
        """Compare one document."""
        text = spelled_out(source.text) if document.format == "prose" else source.text  # as its words are indexed
        own = [_plain(_NUMBER.sub("", node.name)) for node in document.nodes if node.kind == "heading"]
        known = [_plain(_NUMBER.sub("", heading)) for heading in truth.headings]
        if known:
            _count(self.headings, known, own)
            _count(self.precise, own, known)
        told = words_of(re.sub(r"<[^>]*>", " ", text)) | words_of(text)
        self.words.found += len(truth.words & told)
        self.words.of += len(truth.words)
        tables = [node.data for node in document.nodes if node.kind == "table"]
        rows = [row for table in tables for row in _list(table.get("rows"))]
        kept = {_plain(str(cell)) for row in rows for cell in _list(row)}
        kept |= {_plain(str(head)) for table in tables for head in _list(table.get("headers"))}
        if not rows:  # of records, whose rows are their lines
            kept |= {_plain(cell) for line in source.lines for cell in re.split(r"[,;\t|]", line)} | {_plain(text)}
        # A header over all columns is the title of our table.
        names = [[*_list(table.get("headers")), table.get("caption", "")] for table in tables]
        heads = [_spaced(str(name)) for table in names for name in table]
        shown = _plain(" ".join(line.text for line in read_lines(source.text))) if truth.laid_out else ""
        for cell in truth.laid_out:
            self.read.count(_plain(cell) in kept or _plain(cell) in shown)
        for cells, share in ((truth.cells, self.cells), (truth.laid_out, self.laid_out)):
            for cell in cells:
                # Several rows of headers are one header of ours.
                is_head = cell in truth.heads and any(_spaced(cell) in head for head in heads)
                share.count(_plain(cell) in kept or is_head)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures, and write them into a page if one is named."""
    parser = argparse.ArgumentParser(prog="documents", description=__doc__)
    parser.add_argument("clones", type=Path, help="folder of clones, each called OWNER+NAME")
    parser.add_argument("--write", type=Path, help="page of documentation to put the figures into")
    given = parser.parse_args(arguments)
    let_this_process_die()
    clones = Clones(given.clones)
    table = render(measure(clones), clones)
    sys.stdout.write(table)
    if given.write:
        page = given.write.read_text("utf-8")
        before, after = page.split(_BEGIN)[0], page.split(_END)[1]
        given.write.write_text(f"{before}{_BEGIN}\n{table}{_END}{after}", "utf-8")
    return 0


def measure(clones: Clones) -> dict[str, Figures]:
    """The figures of each format, by its ending."""
    found: dict[str, Figures] = defaultdict(Figures)
    with tempfile.TemporaryDirectory() as folder:
        for one, data in with_bytes(read_manifest(), clones):
            truth = Truth(**one.expected) if one.expected else truth_of(one.path, data)
            if truth is None:
                continue
            suffix = PurePosixPath(one.path).suffix.lower()
            figures = found[suffix]
            figures.documents += 1
            source = _read(Path(folder), one, data)
            if isinstance(source, Skipped):
                figures.unread.append(f"{PurePosixPath(one.path).name}: {source.detail}")
                source = SourceFile(one.path, (), "", 0, 0)
            figures.add(parse(source), source, truth)
    return dict(sorted(found.items()))


def _read(folder: Path, one: Pinned, data: bytes) -> SourceFile | Skipped:
    name = PurePosixPath(one.path).name
    (folder / name).write_bytes(data)
    return read_source(folder, WalkedFile(name, len(data), 0), max_file_bytes=1_000_000)


def render(figures: dict[str, Figures], clones: Clones) -> str:
    """A Markdown table, and below it what could not be read and what was not there to be measured."""
    head = (
        "| format | documents | headings found | headings right | words | cells | with cells of layout |"
        " cells of layout read |\n"
        "|---|---|---|---|---|---|---|---|\n"
    )
    rows = "".join(
        f"| {suffix} | {one.documents} | {one.headings} | {one.precise} | {one.words} | {one.cells} |"
        f" {one.cells + one.laid_out if one.laid_out.of else ''} | {one.read} |\n"
        for suffix, one in figures.items()
    )
    unread = "".join(f"* {suffix}: {why}\n" for suffix, one in figures.items() for why in one.unread)
    absent = clones.report()
    return (
        f"{head}{rows}"
        + (f"\nNot read:\n\n{unread}" if unread else "")
        + (
            f"\nNot measured, because no clone has these files, by repository with their number:\n\n{absent}"
            if absent
            else ""
        )
    )


def _count(share: Share, wanted: Sequence[str], had: Sequence[str]) -> None:
    share.of += len(wanted)
    share.found += sum(1 for one in wanted if any(one == other or (len(one) > 8 and one in other) for other in had))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _spaced(text: str) -> str:
    """Its words between spaces, for one to be found in another at the ends of words."""
    return f" {' '.join(_NOT_TEXT.sub(' ', text).lower().split())} "


def _plain(text: str) -> str:
    return _NOT_TEXT.sub("", text).lower()


@dataclass(frozen=True, slots=True)
class Pinned:
    """One document."""

    repository: str
    commit: str
    path: str
    sha256: str
    expected: dict[str, Any] = field(default_factory=dict)
    """What a person has read off it, where no other program can be asked: `headings`, `headers`, `rows`."""


def read_manifest() -> list[Pinned]:
    """All documents, by repository and path."""
    written = json.loads(FILE.read_text("utf-8"))
    return [
        Pinned(name, repository["commit"], path, about["sha256"], about.get("expected", {}))
        for name, repository in written.items()
        for path, about in repository["documents"].items()
    ]


def with_bytes(documents: list[Pinned], clones: Clones) -> Iterator[tuple[Pinned, bytes]]:
    """Those that the clones have. Raises ValueError for bytes that are not those of the manifest."""
    for one in documents:
        data = clones.read(one.repository, one.commit, one.path)
        if data is None:
            continue
        if hashlib.sha256(data).hexdigest() != one.sha256:
            raise ValueError(f"{one.repository}: {one.path} is another file than the manifest names")
        yield one, data


if __name__ == "__main__":
    sys.exit(main())
