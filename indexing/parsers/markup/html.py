"""Pages of HTML into a tree: headings with their anchors, code blocks, tables of data, links and named code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from citeline.dataclass import dataclass
from citeline.model import Node, ParsedDocument, Reference, SourceFile

from ..document_tree import tree_of
from ..headings import Heading, heading_nodes
from ..inline import named_identifier, shorten
from ..text import file_node
from .html_facts import head_facts
from .html_grids import read_table
from .html_lines import with_lines
from .html_nodes import UNSEEN, attribute, children, classes, code_of, end_line_of, hides, line_of, text_of, title_of

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_LEFT_OUT: Final = UNSEEN | {"nav", "select", "textarea"}
_LANGUAGE: Final = re.compile(r"(?:language|lang|highlight-source|brush|sourceCode)[-:]([\w+#-]+)$", re.IGNORECASE)
_HIGHLIGHTED: Final = re.compile(r"highlight-([\w+#-]+)$", re.IGNORECASE)
"""As Sphinx writes it, on the element around; `highlight-default` says nothing."""
_NO_LANGUAGE: Final = frozenset(["default", "none", "text", "plaintext", "notranslate"])
_MOST_DEPTH: Final = 2_000
"""Elements inside of each other; what lies deeper is text, and its lines remain searchable."""
_MOST_CHARS: Final = 3_000_000
"""The parser and its tree take some 45 bytes for each. Pages of more are lists for machines."""
_MOST_TABLES: Final = 20
"""Tables inside of each other: the text of each is that of all inside of it."""
_MOST_ANCHORS: Final = 200
"""Of a section."""


def parse_html(source: SourceFile, language: str = "html") -> ParsedDocument:
    """The page's tree: of its main content where it says what that is, without menus and what it hides."""
    beginning = _beginning(source)
    text, is_whole = with_lines(beginning[:_MOST_CHARS].removeprefix("\ufeff"))
    page = LexborHTMLParser(text)
    reader = _Reader(source, is_cut=not is_whole or len(beginning) > _MOST_CHARS)
    body = page.body
    if body is not None:
        reader.walk(body, _main_content(page) or body)
    named = page.css_first("title")
    return reader.document(language, text_of(named) if named is not None else "", head_facts(page))


def _beginning(source: SourceFile) -> str:
    """All of a page, or a little more than is read of it: there is no room for a second copy of a long file."""
    lines: list[str] = []
    size = 0
    for line in source.lines:
        lines.append(line)
        size += len(line) + 1
        if size > _MOST_CHARS + 1:
            break
    return "\n".join(lines)


def _main_content(page: LexborHTMLParser) -> LexborNode | None:
    """The one element that holds what the page is about; None when the page does not say, or it is empty."""
    for selector in ("main, [role=main]", "article"):
        found = page.css(selector)
        # Several articles are a list of them.
        if found and (selector != "article" or len(found) == 1) and text_of(found[0]):
            return found[0]
    return None


@dataclass(slots=True)
class _Reader:
    source: SourceFile
    headings: list[Heading] = field(default_factory=list)
    leaves: list[Node] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    """Their sources are filled in at the end."""
    anchors: list[list[str]] = field(default_factory=list)
    """Ids that stand in each section, besides its own."""
    waiting: list[str] = field(default_factory=list)
    """Ids since the last text: of the section around the next heading, or of an empty element in front of it."""
    claimed: set[str] = field(default_factory=set)
    """Anchors of headings."""
    headers: dict[int, list[str]] = field(default_factory=dict)
    """Of each table of data, by what the parser knows it by."""
    is_cut: bool = False
    """Some of the page was not given to the parser, or lies too deep in it."""
    beside: set[int] = field(default_factory=set)
    """Which of the headings stand outside of the main content and are no headline of it."""

    def walk(self, body: LexborNode, main: LexborNode) -> None:
        """Read all elements in the order of the page; beside its main content only headings and tables.

        The lines beside it stay in the index: without their headings they would belong to the section before them.
        """
        # An explicit stack: nesting is what the page wants it to be.
        stack = [(body, 0, 0, False)]
        while stack:
            node, depth, tables, is_main = stack.pop()
            tag = node.tag or ""
            if tag in _LEFT_OUT:
                continue
            about = node.attributes
            # Many a page hides its body until a script has run.
            if about and tag != "body" and (hides(about) or about.get("role") == "navigation"):
                continue
            is_main = is_main or node.mem_id == main.mem_id
            if tag == "table":
                tables += 1
            if depth > _MOST_DEPTH or tables > _MOST_TABLES:
                self.is_cut = True
                continue
            if self._read(node, tag, about) if is_main else self._read_beside(node, tag, about):
                inner = children(node)
                inner.reverse()
                depth += 1
                stack += [(child, depth, tables, is_main) for child in inner]

    def _read(self, node: LexborNode, tag: str, about: Mapping[str, str | None]) -> bool:
        """Note what the element is; whether its children are to be read too."""
        identity = about.get("id") or (about.get("name") if tag == "a" else "") or ""
        if tag in _HEADINGS:
            self._add_heading(node, identity)
            return True
        if identity and f"#{identity}" not in self.claimed:
            self.waiting.append(f"#{identity}")
        if tag == "pre":
            self._add_code(node)
            return False
        if tag == "table":
            self._add_table(node)
        elif tag in {"a", "img", "video"}:
            self._add_link(node)
        elif tag == "code":
            self._add_mention(node)
        if self.waiting and tag in {"p", "li", "dd", "td"}:
            self._drop_anchors()
        return True

    def _read_beside(self, node: LexborNode, tag: str, about: Mapping[str, str | None]) -> bool:
        if tag in _HEADINGS:
            before = len(self.headings)
            self._add_heading(node, about.get("id") or "")
            if tag != "h1" or _is_in(node, "header"):
                self.beside.update(range(before, len(self.headings)))
        elif tag == "table":
            self._add_table(node)
        return True

    def _add_heading(self, node: LexborNode, identity: str) -> None:
        title = title_of(node)
        inner = [attribute(child, "id") or attribute(child, "name") for child in node.css("[id], a[name]")]
        around = [anchor[1:] for anchor in reversed(self.waiting)]
        own = [anchor for anchor in (identity, *inner, *around) if anchor]
        line = line_of(node)
        if not title or not line:
            return  # a logo, and no heading
        self.headings.append(Heading(_HEADINGS[node.tag or ""], shorten(title), line, own[0] if own else ""))
        self.anchors.append([f"#{anchor}" for anchor in own[1:] if anchor != own[0]])
        self.claimed.update(f"#{anchor}" for anchor in own)
        self.waiting = []

    def _drop_anchors(self) -> None:
        """Ids in front of text name the section that they stand in."""
        if self.anchors and len(self.anchors[-1]) < _MOST_ANCHORS:
            self.anchors[-1] += self.waiting
        self.waiting = []

    def _add_code(self, node: LexborNode) -> None:
        code = code_of(node).strip("\n")
        first = line_of(node)
        if not first or not code.strip():
            return
        language = _code_language(node)
        data = {"language": language, "fence": "pre", "info": language, "code": code}
        last = min(end_line_of(node, first), len(self.source.lines))
        self.leaves.append(Node("codeblock", language, language, first, max(first, last), parent=0, data=data))

    def _add_table(self, node: LexborNode) -> None:
        table = read_table(node, self.headers)
        if table is not None:
            self.headers[node.mem_id] = table.headers
            self.leaves.append(table.node())

    def _add_link(self, node: LexborNode) -> None:
        target = attribute(node, "href" if node.tag == "a" else "src").strip()
        line = line_of(node)
        shown = text_of(node) if node.tag == "a" else attribute(node, "alt")
        is_permalink = target.startswith("#") and not any(map(str.isalnum, shown))
        if target and line and not is_permalink and not target.startswith(("javascript:", "data:")):
            self.references.append(Reference(0, "links_to", target, line, shorten(shown or attribute(node, "title"))))

    def _add_mention(self, node: LexborNode) -> None:
        named, line = named_identifier(text_of(node)), line_of(node)
        if named is not None and line:
            self.references.append(Reference(0, "mentions", named[0], line, named[1]))

    def _level_beside(self) -> None:
        """Headings beside the main content are neither above nor below those of it."""
        own = [heading.level for at, heading in enumerate(self.headings) if at not in self.beside]
        for at in self.beside if own else ():
            self.headings[at] = replace(self.headings[at], level=min(own))

    def document(self, language: str, named: str, facts: Mapping[str, str]) -> ParsedDocument:
        """The tree of everything read; `named` is the page's own title, `facts` what its head says."""
        self._drop_anchors()
        self._level_beside()
        order = sorted(range(len(self.headings)), key=lambda at: self.headings[at].line)
        sections = heading_nodes([self.headings[at] for at in order], len(self.source.lines))
        given = [list(dict.fromkeys(self.anchors[at])) for at in order]
        # Only what the page itself has: nobody could follow an anchor made of the title.
        sections = [
            node
            if self.headings[at].anchor and not others
            else replace(
                node, anchor=node.anchor if self.headings[at].anchor else "", data={"anchors": others} if others else {}
            )
            for node, at, others in zip(sections, order, given, strict=True)
        ]
        root = replace(file_node(self.source), data={**facts, **_places(sections)})
        heads = (heading for at, heading in enumerate(self.headings) if at not in self.beside)
        first = next((heading.title for heading in heads if heading.level == 1), "")
        title = first or shorten(named) or root.name
        cut = "what is nested too deeply, or lies behind three million characters, was read as text"
        note = cut if self.is_cut else ""
        return tree_of(self.source, language, sections, self.leaves, self.references, title=title, root=root, note=note)


def _is_in(node: LexborNode, tag: str) -> bool:
    above = node.parent
    while above is not None and above.tag != tag:
        above = above.parent
    return above is not None


def _places(sections: Sequence[Node]) -> dict[str, str | list[str] | list[int]]:
    """Where each section begins, with its anchor, or that of the section around it; nothing for a page without any."""
    names: list[str] = []
    for node in sections:
        names.append(node.anchor or (names[node.parent - 1] if node.parent else ""))
    if not any(names):
        return {}
    return {"page_kind": "anchor", "page_lines": [node.start_line for node in sections], "page_names": names}


def _code_language(pre: LexborNode) -> str:
    """By the classes of the block, of the `code` in it, or of the elements around it; empty when none tells."""
    around: list[LexborNode] = []
    above = pre.parent
    while above is not None and len(around) < 2:
        around.append(above)
        above = above.parent
    for node in (pre, *children(pre)[:1], *around):
        named = attribute(node, "data-lang") or attribute(node, "data-language")
        found = [match[1] for name in classes(node) if (match := _LANGUAGE.match(name) or _HIGHLIGHTED.match(name))]
        for language in (named, *found):
            if language and language.lower() not in _NO_LANGUAGE:
                return language.lower()
    return ""
