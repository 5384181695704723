"""Markdown into a tree: front matter, headings, code blocks, tables, HTML, terms, endpoints, links and named code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import PurePosixPath
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from citeline.dataclass import dataclass
from citeline.model import Node, NodeData, NodeKind, ParsedDocument, Reference, SourceFile

from .document_tree import tree_of
from .front_matter import FrontMatter, find_front_matter, find_other_front_matter, head_facts, read_front_matter
from .headings import Heading, heading_nodes, scan_headings
from .inline import Code, Inline, Link, named_identifier, read_inline, shorten
from .markup.html_blocks import HtmlScanner
from .prose_entities import find_entities, is_glossary
from .tables import PipeTables, Table
from .text import file_node

_TAG: Final = re.compile(r"<%.*%>|\{\{.*\}\}")
"""A heading that a template fills in: `# <%= current_page.data.title %>` is the title that the front matter gives."""
_ID: Final = re.compile(r"\s*\{[^{}]*#([^\s{}#]+)[^{}]*\}$")
_LANGUAGE: Final = re.compile(r"\{?\s*\.?(?:code-block\}\s*)?([\w+#-]+)")
_LABEL: Final = re.compile(r"[\s>*+\d.)-]*\[((?:[^\[\]\\]|\\.)+)\]:")
_BOM: Final = "\ufeff"
_TAB: Final = re.compile(r"^([ \t]*)===(?=[!+]?[ \t]+\")", re.MULTILINE)
"""The head of one of several tabs, `=== "Docker"`: its body is indented as that of a note, `!!! warning`, is."""
MARKDOWN_ERRORS: Final = (RecursionError, IndexError, KeyError, ValueError)
"""What hostile nesting has raised in markdown-it and its plugins."""


def parse_markdown(source: SourceFile, language: str = "markdown") -> ParsedDocument:
    """The document's tree. When markdown-it gives up, headings found line by line, and a note."""
    text = _TAB.sub(r"\1!!!", source.text.removeprefix(_BOM))
    environment: dict[str, Any] = {}
    front_matter = find_front_matter(source.lines)
    other = find_other_front_matter(source.lines)
    if other is not None:
        text = "\n" * other.end_line + text.split("\n", other.end_line)[-1]
    try:
        tokens = markdown_parser(front_matter == "closed").parse(text, environment)
    except MARKDOWN_ERRORS as error:
        return _parse_by_lines(source, language, f"{type(error).__name__}: {error}")
    reader = MarkdownReader(source, tokens)
    if front_matter == "unclosed":
        reader.note = "front matter has no closing ---: line 1"
    if other is not None:
        reader.add_front_matter(other, 1, other.end_line)
    reader.read()
    for label, place in environment.get("references", {}).items():
        reader.add_definition(label, str(place["href"]), place["map"][0] + 1)
    return reader.document(language)


@cache
def markdown_parser(with_front_matter: bool) -> MarkdownIt:
    """The parser with its extensions; raises what `MARKDOWN_ERRORS` names on hostile nesting."""
    parser = verbatim_parser().use(deflist_plugin).use(admon_plugin)
    return parser.use(front_matter_plugin) if with_front_matter else parser


def verbatim_parser() -> MarkdownIt:
    """A new parser that knows tables and footnotes, and leaves destinations as they are written: percent-encoding would
    hide a path, and nothing is rendered.
    """
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


def _parse_by_lines(source: SourceFile, language: str, why: str) -> ParsedDocument:
    headings = scan_headings(source.lines)
    nodes = (file_node(source), *heading_nodes(headings, len(source.lines)))
    note = f"headings found line by line: the Markdown parser failed ({why})"
    return ParsedDocument(source.path, "prose", language, _title(source, headings, {}), nodes, note=note)


def _title(source: SourceFile, headings: Sequence[Heading], front: Mapping[str, object]) -> str:
    given = front.get("title")
    if isinstance(given, str) and given.strip():
        return given.strip()
    first = next((heading.title for heading in headings if heading.level == 1 and heading.title), "")
    return first or PurePosixPath(source.path).name


@dataclass(slots=True)
class MarkdownReader:
    """Collects what the tokens of one document hold; the tree is built at the end, when all headings are known."""

    source: SourceFile
    tokens: Sequence[Token]
    headings: list[Heading] = field(default_factory=list)
    leaves: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    codes: list[Code] = field(default_factory=list)
    html: HtmlScanner = field(default_factory=HtmlScanner)
    front: NodeData = field(default_factory=dict)
    note: str = ""

    def read(self) -> None:
        """Read all tokens."""
        tables = PipeTables(self.tokens)
        for index, token in enumerate(self.tokens):
            if token.type == "inline":
                inline = self._read_inline(token)
                before = self.tokens[index - 1]
                if before.type == "heading_open" and before.level == 0:
                    self._add_heading(before, inline)
            elif token.type in {"fence", "code_block"}:
                self._add_code(token)
                self.html.tables.add_text(token.content)
            elif token.type == "table_open":
                self._add_table(tables.read(index))
            elif token.type == "html_block":
                self.html.scan(token.content, _first_line(token))
            elif token.type == "front_matter":
                self.add_front_matter(read_front_matter(token.content, _first_line(token) + 1), *_lines(token))

    def add_definition(self, label: str, target: str, line: int) -> None:
        """A link's definition; `label` is what to show when its own spelling cannot be found."""
        written = _LABEL.match(self.source.lines[line - 1])
        self.links.append(Link(target, shorten(written[1] if written else label), line))

    def _read_inline(self, token: Token) -> Inline:
        inline = read_inline(token)
        self.links.extend(inline.links)
        self.codes.extend(inline.codes)
        for tag in inline.tags:
            self.html.add_text(tag.before)
            self.html.scan(tag.html, tag.line, inside_text=True)
        self.html.add_text(inline.after_tags)
        return inline

    def _add_heading(self, token: Token, inline: Inline) -> None:
        given = _ID.search(inline.text)
        title = inline.text[: given.start()] if given else inline.text
        if _TAG.fullmatch(title.strip()):
            title = str(self.front.get("title") or title)
        self.headings.append(Heading(int(token.tag[1]), title, _first_line(token), given[1] if given else ""))

    def _add_code(self, token: Token) -> None:
        match = _LANGUAGE.match(token.info) if token.info else None
        language = match[1].lower() if match else ""
        fence = "fenced" if token.type == "fence" else "indented"
        data = {"language": language, "fence": fence, "info": token.info.strip()}
        self._add_leaf("codeblock", language, *_lines(token), data)

    def _add_table(self, table: Table) -> None:
        self._add_leaf("table", table.name, table.line, table.end_line, table.data)

    def add_front_matter(self, read: FrontMatter, first: int, last: int) -> None:
        """What stands in these lines about the document."""
        self.front, self.note = read.data, read.note
        self._add_leaf("frontmatter", "front matter", first, last, dict(read.data))

    def _add_leaf(self, kind: NodeKind, name: str, first: int, last: int, data: NodeData) -> None:
        last = max(first, min(last, len(self.source.lines)))
        self.leaves.append(Node(kind, name, name, first, last, parent=0, data=data))

    def document(self, language: str) -> ParsedDocument:
        """The tree of everything read."""
        self.headings += [Heading(h.level, h.title, h.line, h.anchor) for h in self.html.headings]
        self.headings.sort(key=lambda heading: heading.line)
        self.links += self.html.links
        for table in self.html.tables.found:
            self._add_table(table)
        sections = self._with_anchors(heading_nodes(self.headings, len(self.source.lines)))
        leaves = [*self.leaves, *find_entities(self.tokens, self.source.lines, self._in_glossary(sections))]
        title = _title(self.source, self.headings, self.front)
        facts = {} if self.front else head_facts(self.source.lines)
        root = replace(file_node(self.source), data=facts)
        return tree_of(
            self.source, language, sections, leaves, self._references(), title=title, root=root, note=self.note
        )

    def _in_glossary(self, sections: Sequence[Node]) -> Callable[[int], bool] | None:
        """Whether a line stands under a glossary's heading; `sections` are the headings, in order."""
        found = [is_glossary(str(self.front.get("title", "")))]
        for node in sections:
            found.append(found[node.parent or 0] or is_glossary(node.name))
        if not any(found):
            return None
        starts = [node.start_line for node in sections]
        return lambda line: found[bisect_right(starts, line)]

    def _with_anchors(self, headings: list[Node]) -> list[Node]:
        """Ids given in HTML hang on the heading they stand in, or on the one that follows within two lines."""
        starts = [node.start_line for node in headings]
        given: dict[int, list[str]] = {}
        for place in self.html.anchors:
            position = bisect_right(starts, place.line) - 1
            if position + 1 < len(starts) and starts[position + 1] - place.line <= 2:
                position += 1
            if position >= 0:
                given.setdefault(position, []).append(f"#{place.value}")
        return [replace(node, data={"anchors": given[i]}) if i in given else node for i, node in enumerate(headings)]

    def _references(self) -> Iterator[Reference]:
        """Their sources are filled in when the tree is known."""
        yield from (Reference(0, "links_to", link.target, link.line, link.text) for link in self.links if link.target)
        for code in self.codes:
            if (named := named_identifier(code.text)) is not None:
                yield Reference(0, "mentions", named[0], code.line, named[1])


def _first_line(token: Token) -> int:
    return (token.map[0] if token.map else 0) + 1


def _lines(token: Token) -> tuple[int, int]:
    """The first and last line of a block; the last may lie behind the end of the file."""
    return _first_line(token), token.map[1] if token.map else 1
