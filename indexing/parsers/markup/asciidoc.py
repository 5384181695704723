"""AsciiDoc into a tree: sections, code, tables, links and named code, on the lines of the file.

Read line by line, without a processor: includes and conditions are never followed, macros never run.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Node, NodeData, ParsedDocument, Reference, SourceFile

from ..document_tree import tree_of
from ..headings import Heading, heading_nodes, slug, with_anchors
from ..inline import shorten
from ..tables import Cell, Table, to_grid
from .asciidoc_inline import Block, anchors_in, plain, references_in, substituted

_CELL: Final = re.compile(
    r"(?:(?:(?<=\s)|^)(?:(?P<times>\d{1,4})\*|(?P<span>\d{0,4}(?:\.\d{1,4})?)\+)?[<^>]?(?:\.[<^>])?[adehlmsv]?)?(?<!\\)\|"
)
"""The mark that begins a cell, with how often it comes, how far it reaches, and how it is set."""
_COLUMNS: Final = re.compile(r"(\d{1,3})\*")
_BREAK: Final = re.compile(r"\s\+(?=\s|$)")
"""The mark of a line end that is kept."""
_MOST_CELLS: Final = 100_000
_MOST_TIMES: Final = 100


@dataclass(frozen=True, slots=True)
class _Placed:
    cell: Cell
    line: int


def read_table(
    lines: Sequence[str], first: int, block: Block, values: Mapping[str, str], start: int, end: int
) -> Table:
    """The table whose inner lines are given, the first of which is line `first` of the file.

    `block` is what is said about it above, `values` those of the document's attributes; the whole block is lines
    `start` to `end`.
    """
    attributes = block.attributes
    is_separated = attributes.get("format") in {"csv", "tsv", "dsv"}
    rows, row_lines = (_separated if is_separated else _rows)(lines, first, attributes)
    rows = [[plain(substituted(_BREAK.sub(" ", cell), values)) for cell in row] for row in rows]
    with_head = "header" in block.options or ("noheader" not in block.options and _head_stands_apart(lines))
    headers = [shorten(text) for text in rows[0]] if with_head and rows else []
    skipped = 1 if headers else 0
    return Table(headers, rows[skipped:], row_lines[skipped:], shorten(block.title), start, end)


def _head_stands_apart(lines: Sequence[str]) -> bool:
    """The first row is the head when it stands on the first line, and an empty line below it."""
    return len(lines) > 1 and bool(lines[0].strip()) and not lines[1].strip()


def _rows(lines: Sequence[str], first: int, attributes: Mapping[str, str]) -> tuple[list[list[str]], list[int]]:
    cells = list(_cells(lines, first))
    width = _column_count(attributes) or _first_line_width(lines, first, cells)
    grouped: list[list[Cell]] = []
    row_lines: list[int] = []
    taken: list[int] = []
    """Places of the rows to come that cells of rows above fill."""
    filled = width
    for placed in cells:
        if filled >= width:
            filled = taken.pop(0) if taken else 0
            grouped.append([])
            row_lines.append(placed.line)
        grouped[-1].append(placed.cell)
        filled += placed.cell.columns
        for below in range(placed.cell.rows - 1):
            if below >= len(taken):
                taken.append(0)
            taken[below] += placed.cell.columns
    grid = to_grid(grouped)
    return grid, row_lines[: len(grid)]


def _cells(lines: Sequence[str], first: int) -> Iterator[_Placed]:
    text, line, columns, rows, times, count = "", 0, 1, 1, 1, 0
    is_open = False
    for number, content in enumerate(lines, start=first):
        if content.startswith("//"):
            continue
        at = 0
        for found in _CELL.finditer(content):
            if is_open:
                text += " " + content[at : found.start()]
                yield from [_Placed(Cell(text.replace("\\|", "|"), columns, rows), line)] * times
                count += times
            if count > _MOST_CELLS:
                return
            span = (found["span"] or "").partition(".")
            columns, rows = int(span[0] or 1), int(span[2] or 1)
            columns, rows = max(1, columns), max(1, min(rows, 1000))
            times = min(int(found["times"] or 1), _MOST_TIMES)
            text, line, is_open, at = "", number, True, found.end()
        text += " " + content[at:]
    if is_open:
        yield from [_Placed(Cell(text.replace("\\|", "|"), columns, rows), line)] * times


def _column_count(attributes: Mapping[str, str]) -> int:
    written = attributes.get("cols", "")
    if not written:
        return 0
    parts = re.split(r"[,;]", written) if re.search(r"[,;]", written) else [written]
    return sum(min(int(found[1]), 1000) if (found := _COLUMNS.match(part.strip())) else 1 for part in parts)


def _first_line_width(lines: Sequence[str], first: int, cells: Sequence[_Placed]) -> int:
    begins = next((number for number, line in enumerate(lines, start=first) if line.strip()), first)
    return max(1, sum(placed.cell.columns for placed in cells if placed.line == begins))


def _separated(lines: Sequence[str], first: int, attributes: Mapping[str, str]) -> tuple[list[list[str]], list[int]]:
    """Of values between commas, tabs or colons; one row a line."""
    usual = {"csv": ",", "tsv": "\t", "dsv": ":"}[attributes["format"]]
    mark = attributes.get("separator", usual)
    rows: list[list[str]] = []
    row_lines: list[int] = []
    for number, line in enumerate(lines, start=first):
        if line.strip():
            try:
                cells = next(csv.reader([line], delimiter=mark if len(mark) == 1 else usual), [])
            except csv.Error:  # a field beyond the module's limit
                continue
            rows.append(cells)
            row_lines.append(number)
    return rows, row_lines


_SECTION: Final = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$")
_UNDERLINES: Final = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
_DELIMITER: Final = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|={4,}|\*{4,}|_{4,}|--|`{3,})([\w+#.-]*)[ \t]*$")
_TABLE: Final = re.compile(r"([|,:!])={3,}[ \t]*$")
_VERBATIM: Final = frozenset("-.+/`")
"""What the marks stand for whose content is read as it is: listings, literals, raw output, comments."""
_ATTRIBUTE: Final = re.compile(r":(!?[\w-]+!?):(?:[ \t]+(.*))?$")
_BLOCK_ATTRIBUTES: Final = re.compile(r"\[(?!\[)([^\]]*)\][ \t]*$")
_BLOCK_ANCHOR: Final = re.compile(r"\[\[([^\[\],\s]+)[^\]]*\]\][ \t]*$")
_BLOCK_TITLE: Final = re.compile(r"\.([^\s.].*)$")
_AUTHOR: Final = re.compile(r"[^\W\d][\w'. -]*(?:<[^<>]*>)?(?:; ?[^\W\d][\w'. -]*(?:<[^<>]*>)?)*$")
_REVISION: Final = re.compile(r"v?(\d[\w.]*)(?:,\s*([^:]+))?(?::.*)?$")
_NOT_IN_ID: Final = re.compile(r"<[^>]+>|&(?:[a-z]+|#\d+);|[^\w\s.-]")


def parse_asciidoc(source: SourceFile, language: str = "asciidoc") -> ParsedDocument:
    """The tree of the file."""
    reader = _Reader(source)
    reader.read()
    return reader.document(language)


@dataclass(slots=True)
class _Reader:
    source: SourceFile
    headings: list[Heading] = field(default_factory=list)
    anchors: list[list[str]] = field(default_factory=list)
    leaves: list[Node] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    """Their sources are filled in at the end."""
    attributes: dict[str, str] = field(default_factory=dict)
    about: dict[str, str | list[str]] = field(default_factory=dict)
    block: Block = field(default_factory=Block)

    def read(self) -> None:
        lines = self.source.lines
        at = 0
        while at < len(lines):
            at = self._read_line(at, lines[at].rstrip())

    def _read_line(self, at: int, line: str) -> int:
        """What begins at the line; the position of the line behind it."""
        if not line:
            return at + 1
        if line.startswith("//") and not line.startswith("////"):
            return at + 1
        if found := _ATTRIBUTE.match(line):
            self._set(found[1], found[2] or "")
            return at + 1
        if self._describes(at, line):
            return at + 1
        if found := _TABLE.match(line):
            return self._read_table(at, found[1], line)
        if found := _DELIMITER.match(line):
            return self._read_delimited(at, found[1], found[2])
        if found := _SECTION.match(line):
            return self._add_heading(at, len(found[1]), found[2])
        if level := self._underlined(at, line):
            return self._add_heading(at, level, line) + 1
        if self.block.attributes.get("1") in {"source", "listing", "literal"}:
            return self._read_code_paragraph(at)
        self.block = Block()
        self._read_text(at, line)
        return at + 1

    def _set(self, name: str, value: str) -> None:
        name = name.lower()
        if name.startswith("!") or name.endswith("!"):
            self.attributes.pop(name.strip("!"), None)
        elif len(self.attributes) < 1_000:
            self.attributes[name] = substituted(value, self.attributes)[:1_000]

    def _describes(self, at: int, line: str) -> bool:
        """Whether the line only says something about the block below it."""
        if anchor := _BLOCK_ANCHOR.match(line):
            self.block.anchors.append(anchor[1])
        elif (written := _BLOCK_ATTRIBUTES.match(line)) and self._is_block_start(at):
            self.block.add(written[1])
        elif title := _BLOCK_TITLE.match(line):
            self.block.title = plain(substituted(title[1], self.attributes))
        else:
            return False
        if not self.block.is_set:
            self.block.start, self.block.is_set = at, True
        return True

    def _is_block_start(self, at: int) -> bool:
        """Whether a line in brackets is no text: it stands above something."""
        return at + 1 < len(self.source.lines) and bool(self.source.lines[at + 1].strip())

    def _take(self, at: int) -> tuple[Block, int]:
        """What was said about the block that begins at the position, and where that began."""
        block, self.block = self.block, Block()
        return block, block.start if block.is_set else at

    def _underlined(self, at: int, line: str) -> int:
        """The level of a title with a line of marks below it; 0 for other lines."""
        below = self.source.lines[at + 1].rstrip() if at + 1 < len(self.source.lines) else ""
        above = self.source.lines[at - 1].strip() if at else ""
        if len(below) < 3 or below.strip(below[0]) or abs(len(below) - len(line)) > 1 or not line[0].isalnum():
            return 0
        return _UNDERLINES.get(below[0], 0) if not above or above.startswith(("[", "//", ":")) else 0

    def _add_heading(self, at: int, level: int, written: str) -> int:
        block, _ = self._take(at)
        written = substituted(written, self.attributes)
        title = plain(written)
        own = [*block.anchors, *anchors_in(written)]
        generated = self._generated(title)
        self.headings.append(Heading(level, shorten(title), at + 1, own[0] if own else generated))
        self.anchors.append([f"#{anchor}" for anchor in dict.fromkeys([*own[1:], generated, slug(title)]) if anchor])
        self.references += references_in(written, at + 1, self.attributes)
        is_title = len(self.headings) == 1 and level == 1
        return self._read_header(at + 1) if is_title else at + 1

    def _generated(self, title: str) -> str:
        """The id that a processor makes of a title."""
        prefix, separator = self.attributes.get("idprefix", "_"), self.attributes.get("idseparator", "_")
        words = re.sub(r"[\s.-]+", separator or "", _NOT_IN_ID.sub("", title.lower()).strip())
        return f"{prefix}{words.strip(separator) if separator else words}"

    def _read_header(self, at: int) -> int:
        """Author, revision and attributes directly below the title of the document."""
        lines = self.source.lines
        first = at
        if at < len(lines) and _AUTHOR.match(lines[at].strip()) and not lines[at].startswith(("=", ":", "[")):
            authors = [author.strip() for author in lines[at].split(";") if author.strip()]
            self.about["author"] = authors[0] if len(authors) == 1 else authors
            at += 1
            if at < len(lines) and (found := _REVISION.match(lines[at].strip())):
                self.about["version"] = found[1]
                if found[2]:
                    self.about["date"] = found[2].strip()
                at += 1
        while at < len(lines):
            attribute = _ATTRIBUTE.match(lines[at].rstrip())
            if attribute:
                self._set(attribute[1], attribute[2] or "")
                self.about.setdefault(attribute[1].lower(), self.attributes.get(attribute[1].lower(), ""))
            elif not lines[at].startswith("//"):
                break
            at += 1
        if self.about:
            data: NodeData = dict(self.about)
            self.leaves.append(Node("frontmatter", "front matter", "front matter", first + 1, at, parent=0, data=data))
        return at

    def _read_delimited(self, at: int, mark: str, language: str) -> int:
        lines = self.source.lines
        is_fence = mark.startswith("`")
        if (mark[0] not in _VERBATIM or mark == "--") or (language and not is_fence):
            block, _ = self._take(at)
            if mark == "--" and block.attributes.get("1") in {"source", "listing"}:
                return self._add_code(at, self._end_of(at, mark), block)
            return at + 1  # what it holds is read like all else, and its end is such a line again
        block, _ = self._take(at)
        end = self._end_of(at, mark)
        if mark[0] in "+/":
            return end + 1
        if is_fence:
            block.attributes = {"1": "source", "2": language}
        return self._add_code(at, min(end, len(lines) - 1), block)

    def _end_of(self, at: int, mark: str) -> int:
        """Position of the line that closes a block; of the last line when none does."""
        lines = self.source.lines
        for number in range(at + 1, len(lines)):
            if lines[number].rstrip() == mark:
                return number
        return len(lines) - 1

    def _add_code(self, at: int, end: int, block: Block) -> int:
        lines = self.source.lines
        closed = end > at and lines[end].rstrip() == re.split(r"[\w]", lines[at].rstrip())[0]
        body = lines[at + 1 : end if closed else end + 1]
        usual = block.attributes.get("language", self.attributes.get("source-language", ""))
        language = block.attributes.get("2", usual) if block.attributes.get("1") == "source" else ""
        self._code_node(at, end, language, body)
        return end + 1

    def _read_code_paragraph(self, at: int) -> int:
        """Lines up to the next empty one."""
        lines = self.source.lines
        block, _ = self._take(at)
        end = at
        while end + 1 < len(lines) and lines[end + 1].strip():
            end += 1
        language = block.attributes.get("2", "") if block.attributes["1"] == "source" else ""
        self._code_node(at, end, language, lines[at : end + 1])
        return end + 1

    def _code_node(self, at: int, end: int, language: str, body: Sequence[str]) -> None:
        language = language.strip().lower()
        data = {"language": language, "fence": "fenced", "info": language, "code": "\n".join(body)}
        self.leaves.append(Node("codeblock", language, language, at + 1, end + 1, parent=0, data=data))

    def _read_table(self, at: int, kind: str, mark: str) -> int:
        lines = self.source.lines
        block, start = self._take(at)
        end = self._end_of(at, mark.rstrip())
        if kind in ",:":
            block.attributes.setdefault("format", "csv" if kind == "," else "dsv")
        inner = lines[at + 1 : end if end > at and lines[end].rstrip() == mark.rstrip() else end + 1]
        if kind != "!":
            table = read_table(inner, at + 2, block, self.attributes, start + 1, end + 1)
            self.leaves.append(table.node())
        for number, line in enumerate(inner, start=at + 2):
            self.references += references_in(line, number, self.attributes)
        return end + 1

    def _read_text(self, at: int, line: str) -> None:
        self.references += references_in(line, at + 1, self.attributes)
        if self.anchors:
            self.anchors[-1] += [f"#{anchor}" for anchor in anchors_in(line)][:100]

    def document(self, language: str) -> ParsedDocument:
        """The tree of everything read."""
        sections = with_anchors(heading_nodes(self.headings, len(self.source.lines)), self.anchors)
        title = self.headings[0].title if self.headings else ""
        return tree_of(self.source, language, sections, self.leaves, self.references, title=title)
