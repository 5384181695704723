"""Jupyter notebooks into a tree: Markdown cells as one document, code cells as code blocks with their definitions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from markdown_it.token import Token

from citeline.dataclass import dataclass
from citeline.model import Node, ParsedDocument, Reference, SourceFile

from .data import parse_data
from .front_matter import find_front_matter, read_front_matter
from .languages import languages_with_grammar
from .markdown import MARKDOWN_ERRORS, MarkdownReader, markdown_parser
from .notebook_lines import ABOUT_MARK, CELL_MARK, OUTPUT_MARK
from .programs.code import parse_code

_MAGIC: Final = re.compile(r"%%(\w+)")
_NOT_PYTHON: Final = re.compile(r"\s*(?:[%!]|\?|[\w.]+\?{1,2}$)")
"""What only a notebook understands: `%matplotlib`, `!pip`, `?name`, `name??`."""
_MAGIC_LANGUAGES: Final = {"sh": "bash", "script": "bash", "js": "javascript", "cython": "cython", "pypy": "python"}


@dataclass(frozen=True, slots=True)
class _Cell:
    number: int
    """Counted from 1."""
    kind: str
    """`markdown`, `raw`, `output`, or the language of its code."""
    start_line: int
    """Of its mark."""
    end_line: int
    name: str = ""
    """The id that Jupyter gave it, if it has one."""


def parse_notebook(source: SourceFile, language: str = "notebook") -> ParsedDocument:
    """The tree of a notebook read by `notebook_lines`; `page` of a node is the number of its cell, and
    the name of a page the id of one.

    A notebook that could not be read so, because it is broken or because its cells stand on one line, is data.
    """
    cells = _cells(source.lines)
    if not cells:
        note = "a notebook whose cells do not stand on lines of their own, or that is broken: read as JSON"
        return replace(parse_data(source, "json"), format="data", language="json", note=note)
    reader = _read_markdown(source, cells)
    if about := _about(source, cells[0]):
        reader.leaves.append(about)
        reader.front = about.data
    reader.leaves += [_code_block(source, cell) for cell in cells if cell.kind not in {"markdown", "raw", "output"}]
    document = reader.document(language)
    document = _with_definitions(source, document, cells)
    starts = [cell.start_line for cell in cells]
    pages: dict[str, list[int] | list[str]] = {"page_lines": starts, "page_numbers": [cell.number for cell in cells]}
    names = {cell.number: cell.name for cell in cells if cell.name}
    if names:
        pages["page_names"] = [names.get(cell.number, "") for cell in cells]
    nodes = [
        replace(node, page=_number_of(cells, starts, node.start_line)) if index else replace(node, data=pages)
        for index, node in enumerate(document.nodes)
    ]
    return replace(document, nodes=tuple(nodes))


def _number_of(cells: Sequence[_Cell], starts: Sequence[int], line: int) -> int | None:
    """The cell that a line stands in; None between two, where the metadata may be."""
    at = bisect_right(starts, line) - 1
    return cells[at].number if at >= 0 and line <= cells[at].end_line else None


def _cells(lines: Sequence[str]) -> list[_Cell]:
    marks = [
        (number, int(mark[1][:9]), *((mark[2], mark[3] or "") if mark.re is CELL_MARK else ("output", "")))
        for number, line in enumerate(lines, start=1)
        if line.startswith("# %% ") and (mark := CELL_MARK.match(line) or OUTPUT_MARK.match(line))
    ]
    # What follows a cell may be a fact about the notebook, which ends it.
    marks += [(number, 0, "about", "") for number, line in enumerate(lines, start=1) if ABOUT_MARK.match(line)]
    marks.sort()
    cells: list[_Cell] = []
    for index, (start, number, kind, name) in enumerate(marks):
        end = marks[index + 1][0] - 1 if index + 1 < len(marks) else len(lines)
        while end > start and not lines[end - 1].strip():
            end -= 1
        if kind != "about":
            cells.append(_Cell(number, kind, start, end, name))
    return cells


def _about(source: SourceFile, first: _Cell) -> Node | None:
    """What the notebook says of itself, in its metadata or in front matter that its first cell begins with."""
    found: dict[str, list[str]] = {}
    lines = [number for number, line in enumerate(source.lines, start=1) if ABOUT_MARK.match(line)]
    for match in (ABOUT_MARK.match(source.lines[number - 1]) for number in lines):
        if match:
            found.setdefault(match[1], []).append(match[2])
    data: dict[str, Any] = {key: values if len(values) > 1 else values[0] for key, values in found.items()}
    inside = source.lines[first.start_line : first.end_line]
    if first.kind in {"raw", "markdown"} and find_front_matter(inside) == "closed":
        end = next(at for at, line in enumerate(inside) if at and line.rstrip() in {"---", "..."})
        data = {**data, **read_front_matter("\n".join(inside[1:end]), first.start_line + 2).data}
        lines = [first.start_line + 1, first.start_line + 1 + end]
    return Node("frontmatter", "front matter", "front matter", lines[0], lines[-1], 0, data=data) if data else None


def _read_markdown(source: SourceFile, cells: Sequence[_Cell]) -> MarkdownReader:
    """Each cell is parsed alone, as a notebook shows it: a fence that is left open ends with its cell."""
    tokens: list[Token] = []
    definitions: list[tuple[str, str, int]] = []
    failed: list[str] = []
    for cell in cells:
        if cell.kind != "markdown":
            continue
        environment: dict[str, Any] = {}
        try:
            found = markdown_parser(False).parse(source.slice(cell.start_line + 1, cell.end_line), environment)
        except MARKDOWN_ERRORS as error:
            failed.append(f"cell {cell.number} ({type(error).__name__})")
            continue
        for token in found:
            if token.map:
                token.map = [line + cell.start_line for line in token.map]
        tokens += found
        for label, place in environment.get("references", {}).items():
            definitions.append((label, str(place["href"]), place["map"][0] + 1 + cell.start_line))
    reader = MarkdownReader(source, tokens)
    reader.read()
    for definition in definitions:
        reader.add_definition(*definition)
    if failed:
        reader.note = f"headings are missing where the Markdown parser failed: {', '.join(failed[:5])}"
    return reader


def _code_block(source: SourceFile, cell: _Cell) -> Node:
    lines = source.lines[cell.start_line : cell.end_line]
    language = _language(cell.kind, lines)
    data = {"language": language, "fence": "cell", "info": f"cell {cell.number}", "code": "\n".join(lines)}
    return Node("codeblock", language, language, cell.start_line, cell.end_line, parent=0, data=data)


def _language(kernel: str, lines: Sequence[str]) -> str:
    """The kernel's, unless the cell's first line hands it to another program: `%%bash`."""
    magic = _MAGIC.match(lines[0]) if lines else None
    if magic is None:
        return kernel
    named = magic[1].lower()
    return _MAGIC_LANGUAGES.get(named, named if named in {"html", "latex", *languages_with_grammar()} else kernel)


def _with_definitions(source: SourceFile, document: ParsedDocument, cells: Sequence[_Cell]) -> ParsedDocument:
    """The document with what its code cells define, import and call, below the block of each cell.

    All cells in the language of the kernel are read together, because together they are one program.
    """
    kernel = next((cell.kind for cell in cells if cell.kind in languages_with_grammar()), "")
    if not kernel:
        return document
    blocks = {node.start_line: index for index, node in enumerate(document.nodes) if node.kind == "codeblock"}
    starts = sorted(blocks)
    lines = [""] * len(source.lines)
    for cell in cells:
        own = source.lines[cell.start_line : cell.end_line]
        if cell.kind == kernel == _language(kernel, own):
            lines[cell.start_line : cell.end_line] = _only_code(own)
    code = parse_code(replace(source, lines=tuple(lines)), kernel)

    def block_at(line: int) -> int:
        found = bisect_right(starts, line)
        return blocks[starts[found - 1]] if found else 0

    offset = len(document.nodes) - 1
    nodes = [*document.nodes, *_moved(code.nodes, offset, block_at)]
    references = [
        replace(found, source=found.source + offset if found.source else block_at(found.line))
        for found in code.references
    ]
    return _in_line_order(
        replace(
            document,
            nodes=tuple(nodes),
            references=(*document.references, *references),
            identifiers=document.identifiers | code.identifiers,
        )
    )


def _only_code(lines: Sequence[str]) -> list[str]:
    return ["" if _NOT_PYTHON.match(line) else line for line in lines]


def _moved(nodes: Sequence[Node], offset: int, block_at: Callable[[int], int]) -> Iterator[Node]:
    """The definitions behind `offset` other nodes; those at the top of the code hang on their cell."""
    for node in nodes[1:]:
        yield replace(node, parent=node.parent + offset if node.parent else block_at(node.start_line))


def _in_line_order(document: ParsedDocument) -> ParsedDocument:
    order = sorted(
        range(len(document.nodes)), key=lambda i: (i > 0, document.nodes[i].start_line, -document.nodes[i].end_line, i)
    )
    moved = {old: new for new, old in enumerate(order)}
    nodes = [
        node if node.parent is None else replace(node, parent=moved[node.parent])
        for node in (document.nodes[i] for i in order)
    ]
    references: list[Reference] = [replace(found, source=moved[found.source]) for found in document.references]
    references.sort(key=lambda found: found.line)
    return replace(document, nodes=tuple(nodes), references=tuple(references))
