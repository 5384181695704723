"""Documents that were turned into lines, back into a tree: the marks of `extraction.marks` say what each line is."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field, replace
from typing import Final
from urllib.parse import unquote

from citeline.dataclass import dataclass
from citeline.model import Node, NodeData, ParsedDocument, Reference, SourceFile

from .document_tree import tree_of
from .front_matter import FrontMatter, read_front_matter
from .headings import Heading, heading_nodes
from .inline import named_identifier, shorten
from .marks import CUT_MARK, FENCE, FRONT, HEADING, PLACE_MARK, ROW, RULE, TABLE_MARK, cells_of
from .tables import Table
from .text import file_node

_LINK: Final = re.compile(r"\[([^\[\]\n]{1,500})\]\(([^()<>\s]{1,2000})\)")
_CODE: Final = re.compile(r"`([^`\n]{1,200})`")
_INLINE: Final = re.compile(r"\]\(|`")
_MARK: Final = re.compile(r"#|\[|\||`{3}")


def parse_extracted(source: SourceFile, language: str) -> ParsedDocument:
    """The tree; `page` of a node is the number of the page, slide, sheet or part that it begins on.

    The file's own node keeps where each of these begins: `page_kind`, `page_lines` and `page_names`.
    """
    reader = _Reader(source)
    reader.read()
    return reader.document(language)


@dataclass(slots=True)
class _Places:
    kind: str = ""
    lines: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def number_at(self, line: int) -> int | None:
        found = bisect_right(self.lines, line)
        return self.numbers[found - 1] if found else None

    def name_at(self, line: int) -> str:
        found = bisect_right(self.lines, line)
        return self.names[found - 1] if found else ""

    @property
    def data(self) -> NodeData:
        if not self.lines:
            return {}
        data: dict[str, str | list[str] | list[int]] = {"page_kind": self.kind, "page_lines": self.lines}
        if self.numbers != list(range(1, len(self.numbers) + 1)):
            data["page_numbers"] = self.numbers
        return {**data, "page_names": self.names} if any(self.names) else data


@dataclass(slots=True)
class _Reader:
    source: SourceFile
    places: _Places = field(default_factory=_Places)
    headings: list[Heading] = field(default_factory=list)
    leaves: list[Node] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    """Their sources are filled in at the end."""
    front: FrontMatter = field(default_factory=FrontMatter)
    note: str = ""

    def read(self) -> None:
        lines = self.source.lines
        at = self._read_front() if lines and lines[0] == FRONT else 0
        while at < len(lines):
            line = lines[at]
            if line and _MARK.match(line):
                at = self._read_mark(at)
            else:
                at += 1
            if _INLINE.search(line):
                self._read_inline(line, at)

    def _read_front(self) -> int:
        lines = self.source.lines
        end = next((at for at in range(1, len(lines)) if lines[at] == FRONT), 0)
        self.front = read_front_matter("\n".join(lines[1:end]), 2)
        node = Node("frontmatter", "front matter", "front matter", 1, end + 1, parent=0, data=self.front.data)
        self.leaves.append(node)
        return end + 1

    def _read_mark(self, at: int) -> int:
        """What begins with the line at `at`; the position of the line behind it."""
        line = self.source.lines[at]
        if found := HEADING.match(line):
            self.headings.append(Heading(len(found[1]), shorten(_shown(found[2])), at + 1))
        elif found := PLACE_MARK.match(line):
            self._add_place(at, found[1], int(found[2]), found[3] or "")
        elif found := TABLE_MARK.match(line):
            return self._read_table(at, found)
        elif found := FENCE.match(line):
            return self._read_code(at, found[1], found[2])
        elif found := CUT_MARK.match(line):
            self.note = f"read in part: {found[1]}"
        return at + 1

    def _add_place(self, at: int, kind: str, number: int, name: str) -> None:
        line = at + 1
        # A sheet or slide begins with its heading; a page may end with one.
        above = self.headings[-1] if self.headings and kind in {"sheet", "slide"} else None
        if above is not None and above.line == line - 2:
            line, name = above.line, above.title
        self.places.kind = kind
        self.places.lines.append(line)
        self.places.numbers.append(number)
        self.places.names.append(name)

    def _read_table(self, at: int, mark: re.Match[str]) -> int:
        cells, told = mark["cells"] or "", mark["told"] or ""
        lines = self.source.lines
        end = at + 1
        while end < len(lines) and ROW.match(lines[end]):
            end += 1
        with_headers = end > at + 2 and RULE.match(lines[at + 2]) is not None
        headers = [_shown(cell) for cell in cells_of(lines[at + 1])] if with_headers else []
        first = at + (3 if with_headers else 1)
        rows = [cells_of(line) for line in lines[first:end]]
        row_lines = list(range(first + 1, end + 1))
        caption, within = ("", shorten(told)) if mark["inner"] else (shorten(told), "")
        table = Table(headers, rows, row_lines, caption, at + 1, max(end, at + 1), within, bool(mark["rest"]))
        anchor = f"#{self.places.name_at(at + 1)}!{cells}" if cells else ""
        self.leaves.append(table.node(anchor))
        for number, line in enumerate(lines[at + 1 : end], start=at + 2):
            if "](" in line:
                self._read_inline(line, number)
        return max(end, at + 1)

    def _read_code(self, at: int, fence: str, language: str) -> int:
        lines = self.source.lines
        end = next((place for place in range(at + 1, len(lines)) if lines[place] == fence), len(lines) - 1)
        data = {"language": language.lower(), "fence": "fenced", "info": language}
        self.leaves.append(Node("codeblock", data["language"], data["language"], at + 1, end + 1, parent=0, data=data))
        return end + 1

    def _read_inline(self, line: str, number: int) -> None:
        for found in _LINK.finditer(line):
            self.references.append(Reference(0, "links_to", unquote(found[2]), number, shorten(found[1])))
        for found in _CODE.finditer(line):
            if named := named_identifier(found[1]):
                self.references.append(Reference(0, "mentions", named[0], number, named[1]))

    def document(self, language: str) -> ParsedDocument:
        """The tree of everything read."""
        sections = heading_nodes(self.headings, len(self.source.lines))
        root = replace(file_node(self.source), data=self.places.data)
        named = self.front.data.get("title")
        first = next((heading.title for heading in self.headings), "")
        title = named if isinstance(named, str) and named else first or root.name
        found = tree_of(
            self.source, language, sections, self.leaves, self.references, title=title, root=root, note=self.note
        )
        paged = (replace(node, page=self.places.number_at(node.start_line)) for node in found.nodes[1:])
        return replace(found, nodes=(root, *paged))


def _shown(text: str) -> str:
    """Without what only marks links."""
    return _LINK.sub(r"\1", text) if "](" in text else text
