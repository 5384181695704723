"""Plain text and formats that look like it: headings where the writer has clearly made some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Node, ParsedDocument, Reference, SourceFile
from citeline.patterns import re

from .front_matter import command_facts, head_facts
from .headings import Heading, heading_nodes
from .inline import named_identifier, shorten
from .languages import format_of

_UNDERLINE: Final = re.compile(r"([=\-~^\"'`#*+.:_!$%&,/;<>?@|])\1{2,}\s*$")
_NUMBERED: Final = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s{1,3}(\S.{0,78}\S)$")
_QUOTED: Final = re.compile(r"``([^`\n]+)``|`([^`\n]+)`")
_LINK: Final = re.compile(r"(?P<text>\S[^<>`]*)<(?P<target>[^<>\s]+)>$")
"""The inside of reStructuredText's `text <target>`_, also of :ref:`text <target>`."""
_LATEX: Final = "latex"
_TOLD_TITLE: Final = re.compile(r"^#\+(?i:title):\s*(?P<org>.*\S)|^[^%\\]*\\title\{(?P<latex>[^{}\\]+)\}")
_TITLE_LINES: Final = 200
_MAX_TITLE: Final = 120
_MIN_NUMBERED: Final = 2


def parse_text(source: SourceFile, language: str) -> ParsedDocument:
    """A document with its headings: underlined ones (as in reStructuredText), else numbered ones, else none."""
    headings = _underlined(source.lines) or _numbered(source.lines)
    plain = parse_plain(source, language)
    facts = command_facts(source.lines) if language == _LATEX else head_facts(source.lines)
    file = replace(plain.nodes[0], data=facts)
    nodes = (file, *heading_nodes(headings, len(source.lines)))
    told = next(filter(None, map(_TOLD_TITLE.search, source.lines[:_TITLE_LINES])), None)
    title = told["org"] or told["latex"] if told else headings[0].title if headings else plain.title
    return replace(plain, title=title.strip(), nodes=nodes, references=tuple(_references(source.lines, headings)))


def _references(lines: Sequence[str], headings: Sequence[Heading]) -> Iterator[Reference]:
    """What stands in back quotes: links with a target, and identifiers, once a section."""
    section, mentioned = 0, set[tuple[str, str]]()
    for number, line in enumerate(lines, start=1):
        while section < len(headings) and headings[section].line <= number:
            section += 1
            mentioned.clear()
        if "`" not in line:
            continue
        for code, marked in _QUOTED.findall(line):
            if link := _LINK.match(marked):
                yield Reference(section, "links_to", link["target"], number, shorten(link["text"]))
            elif (named := named_identifier((code or marked).lstrip("~!."))) and named not in mentioned:
                mentioned.add(named)
                yield Reference(section, "mentions", named[0], number, named[1])


def parse_plain(source: SourceFile, language: str) -> ParsedDocument:
    """A document with nothing but the file's own node; its title is the first line that says something."""
    format_ = format_of(language)
    title = next((line.strip() for line in source.lines if any(map(str.isalnum, line))), "")
    if format_ in {"code", "data"} or not title or len(title) > _MAX_TITLE:
        title = PurePosixPath(source.path).name
    return ParsedDocument(path=source.path, format=format_, language=language, title=title, nodes=(file_node(source),))


def file_node(source: SourceFile) -> Node:
    """Node 0: the whole file under its name."""
    return Node(
        kind="file",
        name=PurePosixPath(source.path).name,
        qualified_name="",
        start_line=1,
        end_line=max(1, len(source.lines)),
        parent=None,
    )


@dataclass(frozen=True, slots=True)
class _Style:
    """How a title is marked; the order of first use gives the level, as in reStructuredText."""

    mark: str
    overlined: bool


def _underlined(lines: Sequence[str]) -> list[Heading]:
    headings: list[Heading] = []
    styles: list[_Style] = []
    for index in range(1, len(lines)):
        line = lines[index]
        if len(line) < 3 or not _UNDERLINE.match(line):
            continue
        title = lines[index - 1]
        if not _is_title(title, len(line.rstrip())):
            continue
        over = index >= 2 and lines[index - 2].rstrip() == line.rstrip()
        before = index - (3 if over else 2)
        # A title stands alone: a paragraph above it means that the rule ends a table or a listing.
        if before >= 0 and lines[before].strip():
            continue
        style = _Style(line[0], over)
        if style not in styles:
            styles.append(style)
        level = min(6, styles.index(style) + 1)
        headings.append(Heading(level=level, title=title.strip(), line=index - 1 if over else index))
    return headings


def _is_title(text: str, underline: int) -> bool:
    stripped = text.strip()
    if not stripped or len(stripped) > _MAX_TITLE or not any(map(str.isalnum, stripped)):
        return False
    # Wide scripts take two columns a letter, and writers underline by eye.
    return underline >= 0.7 * len(stripped)


def _numbered(lines: Sequence[str]) -> list[Heading]:
    """Lines such as `2.1 Scope` that stand between blank lines; one alone is more likely a list item."""
    headings: list[Heading] = []
    for index, line in enumerate(lines):
        match = _NUMBERED.match(line)
        if not match or line.rstrip()[-1] in ".;,:":
            continue
        alone = (not index or not lines[index - 1].strip()) and (
            index + 1 == len(lines) or not lines[index + 1].strip()
        )
        if alone:
            headings.append(Heading(level=min(6, match[1].count(".") + 1), title=line.strip(), line=index + 1))
    return headings if len(headings) >= _MIN_NUMBERED else []
