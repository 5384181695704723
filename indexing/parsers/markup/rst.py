"""reStructuredText into a tree: sections, code blocks, tables, terms of glossaries, links and named code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Final

from docutils import DataError
from docutils import nodes as rst
from docutils.utils import SystemMessage

from citeline.dataclass import dataclass
from citeline.model import Node, NodeData, NodeKind, ParsedDocument, Reference, SourceFile

from ..document_tree import tree_of
from ..headings import Heading, heading_nodes, with_anchors
from ..inline import named_identifier, shorten
from ..limits import TimeLimitExceeded
from ..tables import Cell, Table, to_grid
from ..text import parse_text
from .rst_markup import SPAN, parse_markup

_PASSED: Final = (rst.comment, rst.target, rst.substitution_definition, rst.title)
"""What may stand above the fields."""
_MOST_TITLES: Final = 2
"""Of the document: its title, and the one below."""
_LONG_WORD: Final = re.compile(r"(?<!\S)(?![-+=]+(?!\S))(\S{2000})\S+")
"""Of data in a line, over which patterns of docutils go once for each letter: 20 s for 180,000. Borders of tables are
none. It begins where a word does, or it would be tried at each letter of every word.
"""
_KEYWORD: Final = re.compile(r"\$\w+:\s*(.*?)\s*\$$")
"""As programs for versions write them: `$Date: 2026-03-04 $`."""
_MOST_FIELDS: Final = 100
_LONGEST: Final = 1_000
_BORDER: Final = re.compile(r"\s*(?:\+[-=+]+\+|=+(?:\s+=+)*)\s*$")
_MAX_CHARS: Final = 5_000_000
"""docutils reads 0.7 MB/s; more is left to the reader of plain text, which finds the headings."""
_ERRORS: Final = (
    *(RecursionError, TimeLimitExceeded, SystemMessage, DataError, ValueError, LookupError, TypeError),
    *(AttributeError, AssertionError, NotImplementedError),
)
"""What docutils has raised, or may, on text that was written to hurt."""
_SKIPPED: Final = (rst.comment, rst.substitution_definition, rst.colspec)
_LINK_ROLES: Final = frozenset({"doc", "ref", "numref", "download", "any"})
_SILENT_ROLES: Final[frozenset[str]] = frozenset(
    {
        *("abbr", "command", "dfn", "emphasis", "file", "guilabel", "kbd", "mailheader", "math", "menuselection"),
        *("pep", "program", "raw", "regexp", "rfc", "samp", "strong", "sub", "subscript", "sup", "superscript", "term"),
    }
)


def parse_rst(source: SourceFile, language: str = "rst") -> ParsedDocument:
    """The document's tree; where docutils gives up, the headings alone, and a note."""
    text = source.text.removeprefix("\ufeff")
    if len(text) > _MAX_CHARS:
        return replace(parse_text(source, language), note="only headings were read: the file is too long for docutils")
    try:
        return _Reader(source, parse_markup(_LONG_WORD.sub(r"\1", text))).document(language)
    except _ERRORS as error:
        note = f"only headings were read: docutils failed ({type(error).__name__})"
        return replace(parse_text(source, language), note=note)


@dataclass(slots=True)
class _Reader:
    source: SourceFile
    tree: rst.document
    headings: list[Heading] = field(default_factory=list)
    leaves: list[Node] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    """Their sources are filled in at the end."""
    anchors: list[list[str]] = field(default_factory=list)
    """Of each heading."""
    waiting: list[str] = field(default_factory=list)
    """Labels that the next heading takes, if nothing comes between."""

    def document(self, language: str) -> ParsedDocument:
        self._walk()
        about = read_docinfo(self.tree, self.source.lines)
        if about is not None:
            self.leaves.append(about)
        sections = with_anchors(heading_nodes(self.headings, len(self.source.lines)), self.anchors)
        title = next((heading.title for heading in self.headings if heading.level == 1), "")
        return tree_of(self.source, language, sections, self.leaves, self.references, title=title)

    def _walk(self) -> None:
        targets = _Targets(self.tree)
        # An explicit stack: nesting is limited by docutils' own recursion, not by ours.
        stack: list[tuple[rst.Node, int, bool]] = [(self.tree, 0, False)]
        while stack:
            node, depth, in_glossary = stack.pop()
            if isinstance(node, _SKIPPED):
                continue
            if isinstance(node, rst.section):
                depth += 1
                self._add_heading(node, depth)
            elif isinstance(node, rst.target):
                self.waiting += [f"#{name}" for name in (*node["names"], *node["ids"]) if not node.get("refuri")]
                continue
            elif isinstance(node, (rst.literal_block, rst.doctest_block, rst.math_block)):
                self._add_code(node)
                continue
            elif isinstance(node, rst.table):
                self._add_table(node)
            elif isinstance(node, rst.definition_list_item) and in_glossary:
                self._add_term(node)
            elif isinstance(node, rst.TextElement) or _is_loose(node):
                self._read_inline(node, targets)
                if not isinstance(node.parent, rst.section):
                    self._drop_labels()
                continue
            inside = in_glossary or (isinstance(node, rst.Element) and node.get("directive") == "glossary")
            stack.extend((child, depth, inside) for child in reversed(getattr(node, "children", ())))
        self._drop_labels()

    def _add_heading(self, section: rst.section, depth: int) -> None:
        title = next((child for child in section.children if isinstance(child, rst.title)), None)
        line = self._title_line(section.line or 1)
        self.headings.append(Heading(min(6, depth), shorten(title.astext()) if title else "", line))
        self.anchors.append([*self.waiting, *(f"#{name}" for name in section["ids"])])
        self.waiting = []

    def _title_line(self, reported: int) -> int:
        """docutils reports the underline; the heading begins on its overline, or else on its text."""
        lines = self.source.lines
        line = min(max(1, reported - 1), len(lines))
        under = lines[reported - 1].strip() if reported <= len(lines) else ""
        above = lines[line - 2].strip() if line >= 2 else ""
        return line - 1 if above and above == under else line

    def _drop_labels(self) -> None:
        """Labels in front of something else name the section that they stand in."""
        if self.anchors:
            self.anchors[-1] += self.waiting
        self.waiting = []

    def _add_code(self, node: rst.TextElement) -> None:
        code = node.astext()
        is_directive = SPAN in node
        first = node.line or 1
        first, last = node[SPAN] if is_directive else (first, first + code.count("\n"))
        language = "pycon" if isinstance(node, rst.doctest_block) else str(node.get("language", ""))
        fence = "directive" if is_directive else "indented"
        data = {"language": language, "fence": fence, "info": language, "code": code}
        self._add_leaf("codeblock", language, first, last, data)

    def _add_table(self, node: rst.table) -> None:
        table = read_table(node, self.source.lines)
        if table is not None:
            self._add_leaf("table", table.name, table.line, table.end_line, table.data)

    def _add_term(self, item: rst.definition_list_item) -> None:
        terms = [child for child in item.children if isinstance(child, rst.term)]
        definition = next((child for child in item.children if isinstance(child, rst.definition)), None)
        says = shorten(definition.astext(), 400) if definition is not None else ""
        first = item.line or next((term.line for term in terms if term.line), 0)
        last = max((node.line or 0 for node in item.findall()), default=first)
        for term in terms:
            name = " ".join(term.astext().split())
            if name and first:
                self._add_leaf("term", name, first, max(first, last), {}, docstring=says)

    def _add_leaf(
        self, kind: NodeKind, name: str, first: int, last: int, data: NodeData, *, docstring: str = ""
    ) -> None:
        last = max(first, min(last, len(self.source.lines)))
        signature = name if kind == "term" else ""
        self.leaves.append(
            Node(kind, name, name, first, last, parent=0, data=data, docstring=docstring, signature=signature)
        )

    def _read_inline(self, block: rst.Node, targets: _Targets) -> None:
        """Links and code of a paragraph; docutils knows only its first line, so the raw text is followed along."""
        raw = block.rawsource if isinstance(block, rst.Element) else ""
        line = _line_above(block)
        if isinstance(block, rst.title) and isinstance(block.parent, rst.section):
            line -= 1
        cursor = 0
        for node in block.findall():
            if not isinstance(node, (rst.reference, rst.literal, rst.inline, rst.image)):
                continue
            found = raw.find(node.rawsource, cursor) if node.rawsource else -1
            if found >= 0:
                line += raw.count("\n", cursor, found)
                cursor = found
            self._add_reference(node, node.line or line, targets)

    def _add_reference(self, node: rst.Element, line: int, targets: _Targets) -> None:
        if isinstance(node, rst.reference):
            if target := targets.of(node):
                self._link(target, node.astext(), line)
        elif isinstance(node, rst.image):
            self._link(str(node["uri"]), str(node.get("alt", "")), line)
        elif isinstance(node, rst.literal):
            self._mention(node.astext(), line)
        elif node.get("role") is not None:
            self._add_role(node, line, targets)

    def _add_role(self, node: rst.Element, line: int, targets: _Targets) -> None:
        role, target, explicit = str(node["role"]).rpartition(":")[2], str(node["target"]), bool(node["explicit"])
        if role in _LINK_ROLES:
            self._link(targets.label(target), node.astext() if explicit else "", line)
        elif role not in _SILENT_ROLES and not self._mention(target.lstrip("~!."), line) and explicit:
            self._link(target, node.astext(), line)

    def _link(self, target: str, shown: str, line: int) -> None:
        self.references.append(Reference(0, "links_to", target, line, shorten(shown) or target))

    def _mention(self, code: str, line: int) -> bool:
        named = named_identifier(code)
        if named is not None:
            self.references.append(Reference(0, "mentions", named[0], line, named[1]))
        return named is not None


class _Targets:
    """Where the names of a document lead."""

    def __init__(self, tree: rst.document) -> None:
        self._uris: dict[str, str] = {}
        self._labels: set[str] = set()
        for node in tree.findall(rst.Element):
            if isinstance(node, rst.target) and node.get("refuri"):
                self._uris.update((str(name), str(node["refuri"])) for name in node["names"])
            elif isinstance(node, (rst.target, rst.section)):
                self._labels.update(map(str, node["names"]))

    def of(self, node: rst.reference) -> str:
        """Empty when nothing in the file has the name."""
        if uri := node.get("refuri"):
            return str(uri)
        name = str(node.get("refname", ""))
        return self._uris.get(name) or (f"#{name}" if name in self._labels else "")

    def label(self, written: str) -> str:
        """Of a role: a label of this file as an anchor, anything else as written."""
        name = rst.fully_normalize_name(written)
        return f"#{name}" if name in self._labels else written


def _is_loose(node: rst.Node) -> bool:
    """Inline nodes that a directive made, outside of any paragraph."""
    return isinstance(node, (rst.reference, rst.inline, rst.image))


def _line_above(node: rst.Node) -> int:
    """The line of the node, or of the nearest one around it that has one."""
    above: rst.Node | None = node
    while above is not None:
        if above.line:
            return above.line
        above = above.parent
    return 1


def read_table(table: rst.table, lines: Sequence[str]) -> Table | None:
    """Headers, rows and the line of each row; None for a table without rows."""
    rows = list(table.findall(rst.row))
    if not rows:
        return None
    first, last = table[SPAN] if SPAN in table else _drawn_span(table.line or 1, lines)
    grid = to_grid([_cell(entry) for entry in row.children if isinstance(entry, rst.entry)] for row in rows)
    row_lines = _row_lines(rows, first, last, lines)
    heads = sum(isinstance(row.parent, rst.thead) for row in rows)
    caption = next((child.astext() for child in table.children if isinstance(child, rst.title)), "")
    headers = [shorten(" ".join(dict.fromkeys(filter(None, column)))) for column in zip(*grid[:heads], strict=True)]
    return Table(headers, grid[heads:], row_lines[heads : len(grid)], shorten(caption), first, last)


def _cell(entry: rst.entry) -> Cell:
    text = " ".join(entry.astext().split())
    return Cell(text, int(entry.get("morecols", 0)) + 1, int(entry.get("morerows", 0)) + 1)


def _drawn_span(first: int, lines: Sequence[str]) -> tuple[int, int]:
    """A drawn table ends with a border in front of a blank line; a blank line inside of one has none above it."""
    for number in range(first + 1, len(lines) + 1):
        is_end = number == len(lines) or not lines[number].strip()
        if is_end and _BORDER.match(lines[number - 1]):
            return first, number
    return first, first


def _row_lines(rows: Sequence[rst.row], first: int, last: int, lines: Sequence[str]) -> list[int]:
    """From the text in the rows; docutils has no lines for comma-separated values, which are counted instead."""
    found = [min((node.line for node in row.findall() if node.line), default=0) for row in rows]
    if all(first < line <= last for line in found if line) and found == sorted(found) and len(set(found)) == len(found):
        return found
    filled = [number for number in range(first + 1, last + 1) if lines[number - 1].strip()]
    body = [number for number in filled if not lines[number - 1].lstrip().startswith(":")]
    heads = sum(isinstance(row.parent, rst.thead) for row in rows)
    if len(body) == len(rows) - heads:  # the header is an option
        return [first] * heads + body
    return body if len(body) == len(rows) else [first] * len(rows)


def read_docinfo(tree: rst.document, lines: Sequence[str]) -> Node | None:
    """Its fields by their names in small letters, several authors as a list; None for a document without any."""
    fields = _fields(tree)
    numbers = [field.line for field in fields if field.line]
    if not numbers:
        return None
    data: dict[str, str | list[str]] = {}
    for listed in fields[:_MOST_FIELDS]:
        name, body = (listed.children[0].astext(), listed.children[1]) if len(listed.children) > 1 else ("", listed)
        if name:
            data.setdefault(name.lower()[:_LONGEST], _value(name, body))
    last = min(max(numbers), len(lines))
    while last < len(lines) and lines[last][:1] in {" ", "\t"}:
        last += 1
    return Node("frontmatter", "front matter", "front matter", min(numbers), last, parent=0, data=data)


def _fields(tree: rst.document) -> list[rst.field]:
    parent: rst.Element = tree
    for _ in range(_MOST_TITLES + 1):
        first = next((child for child in parent.children if not _is_passed(child)), None)
        if isinstance(first, rst.field_list):
            return [field for field in first.children if isinstance(field, rst.field)]
        if not isinstance(first, rst.section):
            break
        parent = first
    return []


def _is_passed(child: rst.Node) -> bool:
    """A directive without text in it may stand there too: `.. meta::`, `.. module:: a`."""
    return isinstance(child, _PASSED) or (isinstance(child, rst.container) and not child.children)


def _value(name: str, body: rst.Node) -> str | list[str]:
    items = [found for found in getattr(body, "children", ()) if isinstance(found, rst.bullet_list)]
    if items:
        return [" ".join(item.astext().split())[:_LONGEST] for item in items[0].children][:_MOST_FIELDS]
    text = " ".join(body.astext().split())[:_LONGEST]
    keyword = _KEYWORD.match(text)
    text = keyword[1] if keyword else text
    if name.lower() == "authors" and ";" in text:
        return [part.strip() for part in text.split(";") if part.strip()]
    return text
