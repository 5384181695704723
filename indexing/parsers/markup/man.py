"""Manual pages, man(7) and mdoc(7), into a tree: sections, subsections and the entries of their lists."""

from __future__ import annotations

from dataclasses import replace

from citeline.model import ParsedDocument, SourceFile

from ..headings import Heading, heading_nodes
from ..inline import shorten
from ..text import file_node, parse_plain
from .man_reading import titles_of


def parse_man(source: SourceFile, language: str = "man") -> ParsedDocument:
    """The document's tree; its title is the page's, `tmux(1)`, and the name of an entry is what it is about."""
    headings = [Heading(level, shorten(title), line) for level, title, line in titles_of(source.lines, source.path)]
    plain = parse_plain(source, language)
    title = next((heading.title for heading in headings if heading.level == 1), plain.title)
    nodes = (file_node(source), *heading_nodes(headings, len(source.lines)))
    return replace(plain, title=title, nodes=nodes)
