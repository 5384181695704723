"""A file as the page shows it: highlighted lines with the cited ones marked, and what is defined and called there.

The text is that of the index, as it was when the citations were made, with secrets masked.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup
from pygments import highlight, token
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer
from pygments.style import Style
from pygments.util import ClassNotFound

from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.indexing.files.source_tree import real_path
from citeline.indexing.parsers.notebook_lines import CELL_MARK, OUTPUT_MARK
from citeline.indexing.reader import Index
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import EdgeKind, StoredChunk, StoredNode
from citeline.tools.tables.rows import read_cells
from citeline.visible import visible

from .diagrams import diagram_at

AROUND: Final = 40
"""Lines above and below the cited ones."""
_MOST: Final = 2_000
"""Lines of one view."""
_LINKS: Final = 12
_WIDTH: Final = 2_000
"""Characters of a line that are shown; highlighting a line of a megabyte helps nobody."""
_OTHER_NAMES: Final = {"c_sharp": "csharp", "tsx": "typescript", "": "text", "prose": "text"}
_CALLS: Final[Sequence[EdgeKind]] = ("calls",)
_PIXELS: Final = 900
_COLUMNS: Final = 60


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its number."""

    number: int
    html: Markup
    is_cited: bool


@dataclass(frozen=True, slots=True)
class Link:
    """Somewhere else to look."""

    name: str
    path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, with the line where it begins."""

    number: int
    cells: Sequence[tuple[str, bool]]
    """What is written, and whether it is what is cited."""
    is_cited: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The table that the cited lines stand in: its rows around them."""

    headers: Sequence[str]
    rows: Sequence[Row]
    row_count: int


@dataclass(frozen=True, slots=True)
class SourceView:
    """What the pane shows of one file."""

    path: str
    start_line: int
    end_line: int
    lines: Sequence[Line]
    line_count: int
    definition: StoredNode | None
    """The innermost one around the cited lines."""
    callers: Sequence[Link]
    callees: Sequence[Link]
    page: int | None
    """Of a PDF, the page on which the cited lines stand."""
    grid: Grid | None
    """Where lines of a table are cited."""
    diagram: int
    """First line of the Mermaid diagram that the cited lines stand in; 0 without one."""
    is_prose: bool
    """Lines may be wrapped: nothing is aligned in them."""

    @property
    def above(self) -> int:
        """The first line that `more above` shows."""
        return max(1, self.lines[0].number - 5 * AROUND) if self.lines else 1

    @property
    def below(self) -> int:
        """The last line that `more below` shows."""
        return min(self.line_count, self.lines[-1].number + 5 * AROUND) if self.lines else 1


def view_source(
    index: Index, path: str, start_line: int = 1, end_line: int = 0, first: int = 0, last: int = 0, cell: str = ""
) -> SourceView:
    """The lines around those that are cited; `first` and `last` ask for more of them, `cell` is what a cited cell says.

    Raises UsageError for a path that is not in the index.
    """
    document = index.structure.document(path)
    if document is None:
        near = index.structure.suggest_names(path, 1)
        raise UsageError(
            f"{path!r} is not in this index", remedy=f"is {near[0]!r} meant?" if near else "`citeline status` tells why"
        )
    chunks = index.structure.chunks_of([document.id])
    count = max(document.line_count, max((chunk.end_line for chunk in chunks), default=0), 1)
    start = min(max(start_line, 1), count)
    end = min(max(end_line, start), count)
    low = min(first or start - AROUND, start)
    high = max(last or end + AROUND, end)
    low, high = max(1, low), min(count, high, max(1, low) + _MOST)
    nodes = index.structure.nodes_of(document.id)
    is_notebook = document.language == "notebook"
    begin = _cell_start(index.structure, document.id, low) if is_notebook else _clean_start(nodes, low)
    texts = [_shown(line) for line in index.structure.lines_of(document.id, begin, high)]
    html = (_cells(texts) if is_notebook else _highlighted(texts, document.language, whole=begin == 1))[low - begin :]
    lines = [
        Line(number, piece, bool(start_line) and start <= number <= end)
        for number, piece in zip(range(low, high + 1), html, strict=True)
    ]
    if is_notebook:  # most lines of its JSON say nothing
        ends = (0, len(lines) - 1)  # kept, for they say how much more there is
        lines = [
            line for at, line in enumerate(lines) if line.html or line.is_cited or at in ends or lines[at - 1].html
        ]
    definition = definition_at(nodes, start, end)
    diagram = diagram_at(index, document.id, start, end) if start_line else None
    return SourceView(
        path=path,
        start_line=start,
        end_line=end,
        lines=lines,
        line_count=count,
        definition=definition,
        callers=_called(index, definition, "callers"),
        callees=_called(index, definition, "callees"),
        page=_page(chunks, start) if document.language == "pdf" else None,
        grid=_grid(index, nodes, start, end, cell) if start_line else None,
        diagram=diagram.start_line if diagram else 0,
        is_prose=document.format in ("prose", "text"),
    )


def _shown(line: str) -> str:
    return visible(line[:_WIDTH] + (" …" if len(line) > _WIDTH else ""))


def _clean_start(nodes: Sequence[StoredNode], line: int) -> int:
    """A line at or above this one where no string, comment or fence of an earlier line goes on: where a node begins.

    From the middle of one, everything below would be coloured as its opposite.
    """
    starts = [1, *(node.start_line for node in nodes if node.start_line <= line)]
    return line if line - max(starts) > _MOST else max(starts)


def _cell_start(structure: StructureReader, document: int, line: int) -> int:
    """The line at or above this one where its cell begins, which says in what language it is."""
    first = max(1, line - _MOST)
    above = enumerate(structure.lines_of(document, first, line), first)
    return max((at for at, text in above if CELL_MARK.match(text) or OUTPUT_MARK.match(text)), default=line)


def _highlighted(lines: Sequence[str], language: str, *, whole: bool) -> list[Markup]:
    text = "\n".join(lines)
    html = highlight(text, _lexer(language, whole), HtmlFormatter(nowrap=True)).split("\n")
    # Pygments ends with a line feed of its own.
    return [Markup(piece) for piece in html[: len(lines)]] + [Markup("")] * (
        len(lines) - len(html)
    )  # Pygments escapes what it wraps


def _cells(lines: Sequence[str]) -> list[Markup]:
    """The lines of a notebook: each cell in its language, and the line that opens it as a heading."""
    html: list[Markup] = []
    language, cell = "text", list[str]()
    for line in [*lines, None]:
        opens = line is None or CELL_MARK.match(line) or OUTPUT_MARK.match(line)
        if not opens:
            cell.append(str(line))
            continue
        html += _highlighted(cell, language, whole=True) if cell else []
        cell = []
        if line is not None:
            found = CELL_MARK.match(line)
            language = found[2] if found else "text"
            html.append(Markup("<strong>{}</strong>").format(line.removeprefix("# %% ")))
    return html


@lru_cache(maxsize=64)
def _lexer(language: str, whole: bool) -> Lexer:
    """`whole`: from the first line of a file, else PHP comes without its `<?php`."""
    try:
        found: Lexer = get_lexer_by_name(
            _OTHER_NAMES.get(language, language), stripnl=False, ensurenl=False, startinline=not whole
        )
    except ClassNotFound:
        found = TextLexer(stripnl=False, ensurenl=False)
    return found


class _Light(Style):
    """The counterpart of Pygments' `github-dark`, which has none: each colour reads on white and on a marked line."""

    background_color = "transparent"
    styles = {  # noqa: RUF012 - as Pygments declares it
        token.Comment: "#57606a",
        token.Keyword: "#b3202a",
        token.Operator.Word: "#b3202a",
        token.Literal.String: "#0a3069",
        token.Literal.Number: "#0550ae",
        token.Name.Constant: "#0550ae",
        token.Name.Builtin: "#0550ae",
        token.Name.Attribute: "#0550ae",
        token.Name.Tag: "#116329",
        token.Name.Function: "#6e40aa",
        token.Name.Class: "#8a4600",
        token.Name.Decorator: "#6e40aa",
        token.Generic.Heading: "bold #0550ae",
        token.Generic.Subheading: "bold #0550ae",
        token.Generic.Strong: "bold",
        token.Generic.Emph: "italic",
        token.Generic.Deleted: "#b3202a",
        token.Generic.Inserted: "#116329",
    }


def style_sheet() -> str:
    """The colours of the code, for a light and for a dark page."""
    # The stubs leave the parameter of `get_style_defs` without a type.
    light = HtmlFormatter(style=_Light).get_style_defs(".code")  # type: ignore[no-untyped-call]
    dark = HtmlFormatter(style="github-dark").get_style_defs(".code")  # type: ignore[no-untyped-call]
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n.code {{ background: none }}\n}}\n"


def definition_at(nodes: Sequence[StoredNode], start: int, end: int) -> StoredNode | None:
    """The innermost named node around lines of a document."""
    around = [
        node
        for node in nodes
        if node.start_line <= start and end <= node.end_line and node.kind != "file" and node.name
    ]
    return min(around, key=lambda node: (node.end_line - node.start_line, -node.start_line), default=None)


def _called(index: Index, definition: StoredNode | None, way: str) -> list[Link]:
    if definition is None:
        return []
    structure = index.structure
    edges = (structure.edges_to if way == "callers" else structure.edges_from)([definition.id], _CALLS)
    certain = [edge for edge in edges if edge.is_certain]
    ends = list(dict.fromkeys(edge.source if way == "callers" else edge.target for edge in certain))[:_LINKS]
    found = {node.id: node for node in structure.nodes(ends)}
    return [
        Link(node.name, node.path, node.start_line, node.end_line)
        for one in ends
        if (node := found.get(one)) is not None
    ]


def _grid(index: Index, nodes: Sequence[StoredNode], start: int, end: int, cell: str) -> Grid | None:
    holding = [node for node in nodes if node.kind == "table" and node.start_line <= start and end <= node.end_line]
    if not holding:
        return None
    table = read_cells(index.structure, min(holding, key=lambda node: node.end_line - node.start_line).id)
    rows = [
        _row(cells, low, start <= high and low <= end, cell)
        for cells, (low, high) in zip(table.rows, table.lines, strict=True)
        if low <= end + AROUND and high >= start - AROUND
    ]
    return Grid([visible(text) for text in table.headers[:_COLUMNS]], rows, len(table.rows))


def _row(cells: Sequence[str], line: int, is_cited: bool, cell: str) -> Row:
    wanted = cell.strip()
    marked = [
        (visible(text[:_WIDTH]), is_cited and bool(wanted) and text.strip() == wanted) for text in cells[:_COLUMNS]
    ]
    return Row(line, marked, is_cited)


def _page(chunks: Sequence[StoredChunk], line: int) -> int | None:
    holding: Iterator[StoredChunk] = (chunk for chunk in chunks if chunk.start_line <= line <= chunk.end_line)
    chunk = next(holding, None)
    return chunk.pages.number_at(line) if chunk and chunk.pages else None


def page_image(index: Index, path: str, page: int, words: str) -> bytes:
    """A page of a PDF as PNG, with the lines boxed in which `words` stand.

    Raises UsageError for what is no PDF of the index, or has no such page.
    """
    from citeline.indexing.extraction.pdfs.pdf import PDFIUM

    document = index.structure.document(path)
    if document is None or document.language != "pdf":
        raise UsageError(f"{path!r} is no PDF of this index", remedy="open it as text")
    with PDFIUM:
        return _drawn(Path(real_path(index.tree, path)), page, words)


def _drawn(file: Path, page: int, words: str) -> bytes:
    import pypdfium2 as pdfium
    from PIL import ImageDraw

    pdf = pdfium.PdfDocument(file)
    try:
        if not 1 <= page <= len(pdf):
            raise UsageError(f"{file.name!r} has {len(pdf)} pages, and no page {page}", remedy="run `citeline index`")
        sheet = pdf[page - 1]
        # A page may be a hair wide and as high as a house.
        scale = min(_PIXELS / max(sheet.get_width(), 1.0), 4 * _PIXELS / max(sheet.get_height(), 1.0))
        image = sheet.render(scale=scale).to_pil().convert("RGB")
        drawing = ImageDraw.Draw(image)
        height = sheet.get_height()
        text = sheet.get_textpage()
        for line in words.split("\n"):
            if found := text.search(line.strip()[:60]).get_next() if line.strip() else None:
                boxes = [text.get_charbox(at) for at in range(found[0], sum(found))]
                left, bottom = (min(box[side] for box in boxes) for side in (0, 1))
                right, top = (max(box[side] for box in boxes) for side in (2, 3))
                box = [left * scale - 3, (height - top) * scale - 2, right * scale + 3, (height - bottom) * scale + 2]
                drawing.rectangle(box, outline=(210, 120, 0), width=2)
        held = io.BytesIO()
        image.save(held, "PNG", compress_level=3)  # a sixth of the time that `optimize` takes, and no larger
        return held.getvalue()
    finally:
        pdf.close()
