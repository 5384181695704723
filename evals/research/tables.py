"""Fits what tells tables of PDF and their headers: `python -m citeline.evals.research.tables CLONES [--write]`.

`tables.json` names documents of public repositories. Those of the ICDAR 2013 competition come with the cells of every
table; how many of its rows are headers was labelled by hand. Of the others, papers and reports, each place that may be
a table was judged by hand, or some of them: with `false` only those named count. Prints, for documents that a fit has
not seen, how many tables are found with their headers and cells, and how many are false, for each family of documents.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final

import numpy as np
import pypdfium2 as pdfium
from lxml import etree

from citeline.dataclass import dataclass
from citeline.indexing.extraction.pdfs import tables
from citeline.indexing.extraction.pdfs.pdf_columns import column_start
from citeline.indexing.extraction.pdfs.pdf_words import Page, Shown, read_page
from citeline.indexing.extraction.pdfs.tables.grids import Grid
from citeline.indexing.extraction.pdfs.tables.lines import TableLine
from citeline.indexing.extraction.pdfs.tables.model import (
    HEAD_FEATURES,
    MOST_HEADS,
    TABLE_FEATURES,
    WEIGHTS,
    TableModel,
    head_features,
    table_features,
    table_model,
)
from citeline.indexing.extraction.pdfs.tables.rules import Rules, read_rules
from citeline.indexing.extraction.pdfs.tables.tables import grids_on, is_table
from citeline.protocols import FloatMatrix

from .clones import Clones

_DOCUMENTS: Final = Path(__file__).with_name("tables.json")
_WEIGHTS: Final = Path(tables.__file__).with_name(WEIGHTS)
_FOLDS: Final = 5
_FOUND: Final = 0.7
"""F1 of the words of a table and of what is found in its place."""
SAME_HEADS: Final = 0.8
"""Share of the columns with the very header."""
_HEADLESS: Final = 0.4
"""Weight of a table whose headers are cut off, as on a page that it goes on to."""
_FALSE_WEIGHT: Final = 2.0
"""Times that of a missed one: of 1.5, 2, 2.5 and 3 that which finds more with fewer false ones than the fit before."""
_LEAST: Final = 0.0

Cell = tuple[int, int, int, int, str]
"""First row and column, last row and column, text."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A table that stands on a page; `grid` repeats what spans rows or columns."""

    page: int
    cells: list[Cell]
    grid: list[list[str]]
    heads: int
    """Rows of headers."""

    @property
    def headers(self) -> list[str]:
        """One for each column."""
        columns = zip(*self.grid[: self.heads], strict=True)
        return [" ".join(cell for at, cell in enumerate(column) if cell not in column[:at]) for column in columns]


@dataclass(slots=True)
class Document:
    """What is known of one."""

    family: str
    name: str
    pages: list[tuple[Page, float | None, Rules]]
    truths: list[Truth] = field(default_factory=list)
    """All of its tables; empty for one that was judged."""
    tables: list[list[int]] | None = None
    """Of one that was judged: page, left, top, right and bottom of what is a table."""
    unsure: list[list[int]] = field(default_factory=list)
    """Forms that may count as tables or not."""
    false: list[list[int]] | None = None
    """What was judged to be no table; None where all that is not named is none."""


@dataclass(slots=True)
class Result:
    """Of a family."""

    tables: int = 0
    found: int = 0
    headed: int = 0
    false: int = 0
    right: int = 0
    """Pairs of neighbouring cells, in ours and in the truth."""
    given: int = 0
    wanted: int = 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, then fit to all documents and write the weights if asked."""
    parser = argparse.ArgumentParser(prog="tables", description=__doc__)
    parser.add_argument("clones", type=Path, help="folder of clones, each called OWNER+NAME")
    parser.add_argument("--write", action="store_true", help="replace the weights of the package")
    given = parser.parse_args(arguments)
    clones = Clones(given.clones)
    documents = list(read_documents(clones))
    order = list(documents)
    random.Random(5).shuffle(order)
    results: dict[str, Result] = {}
    for fold in range(_FOLDS):
        model = fit([one for at, one in enumerate(order) if at % _FOLDS != fold])
        for one in order[fold::_FOLDS]:
            measure(one, model, results.setdefault(one.family, Result()))
    model = fit(documents)
    sys.stdout.write(report(results))
    sys.stderr.write(clones.report())
    if given.write:
        kept = {
            "heads": dict(zip(HEAD_FEATURES, _rounded(model.heads), strict=True)),
            "tables": dict(zip(TABLE_FEATURES, _rounded(model.tables), strict=True)),
            "least": model.least,
        }
        _WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    return 0


def read_documents(clones: Clones) -> Iterator[Document]:
    """Those that the clones have."""
    for repository, about in json.loads(_DOCUMENTS.read_text("utf-8")).items():
        for path, heads in about.get("heads", {}).items():
            name = path.rpartition("/")[2]
            data = clones.read(repository, about["commit"], path)
            cells = clones.read(repository, about["commit"], path.replace(".pdf", "-str.xml"))
            if data and cells:
                yield Document(f"ICDAR {name[:2]}", name, pages_of(data), list(_truths(cells, heads)))
        for path, judged in about.get("judged", {}).items():
            data = clones.read(repository, about["commit"], path)
            if data:
                unsure, false = judged.get("unsure", []), judged.get("false")
                yield Document(about["family"], path, pages_of(data), [], judged["tables"], unsure, false)


def pages_of(data: bytes, last: int | None = None) -> list[tuple[Page, float | None, Rules]]:
    """The pages of a document, or the first ones, each with where a second column begins and its rules."""
    opened = pdfium.PdfDocument(data)
    found: list[tuple[Page, float | None, Rules]] = []
    start: float | None = None
    for number in range(min(len(opened), last or len(opened))):
        page = opened[number]
        shown = read_page(page)
        sides = Shown(page, shown.turn)
        start = column_start(shown, before=start)
        found.append((shown, start, read_rules(page, sides.place, shown.width, shown.height)))
    return found


def _truths(data: bytes, heads: Sequence[int]) -> Iterator[Truth]:
    root: Any = etree.fromstring(data)
    for number, region in enumerate(root.iterfind("table/region")):
        cells: list[Cell] = []
        for cell in region.iterfind("cell"):
            row, column = int(cell.get("start-row")), int(cell.get("start-col"))
            text = " ".join((cell.findtext("content") or "").split())
            if plain(text):
                cells.append((row, column, int(cell.get("end-row", row)), int(cell.get("end-col", column)), text))
        rows = sorted({at for one in cells for at in range(one[0], one[2] + 1)})
        columns = sorted({at for one in cells for at in range(one[1], one[3] + 1)})
        cells = [(rows.index(a), columns.index(b), rows.index(c), columns.index(d), text) for a, b, c, d, text in cells]
        grid = [[""] * len(columns) for _ in rows]
        for first, left, last, right, text in cells:
            for at in range(first, last + 1):
                grid[at][left : right + 1] = [text] * (right + 1 - left)
        yield Truth(int(region.get("page")), cells, grid, heads[number])


def grids_of(document: Document, model: TableModel) -> list[tuple[int, Grid]]:
    """What may be a table in a document, each with its page, counted from 1."""
    return [
        (at, grid)
        for at, (page, start, rules) in enumerate(document.pages, 1)
        for grid in grids_on(page, start, rules, model)
    ]


def measure(document: Document, model: TableModel, result: Result) -> None:
    """Add the figures of one document."""
    kept = [(page, grid) for page, grid in grids_of(document, model) if is_table(grid, model)]
    if document.tables is not None:
        result.tables += len(document.tables)
        for page, grid in kept:
            judged = _judged(document, page, grid)
            result.found += judged is True
            result.false += judged is False
        return
    right: set[int] = set()
    for truth in document.truths:
        result.tables += 1
        wanted = _neighbours(truth.cells)
        result.wanted += wanted.total()
        best = _best(truth, kept)
        right |= {at for at, (page, grid) in enumerate(kept) if page == truth.page and _part(truth, grid) >= 0.5}
        if best is None:
            continue
        rows = [*([best.headers] if best.headers else []), *best.rows]
        ours = _neighbours([(r, c, r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)])
        result.found += 1
        result.given += ours.total()
        result.right += (ours & wanted).total()
        result.headed += same_heads(truth.headers, best.headers) >= SAME_HEADS
    result.false += len(kept) - len(right)


def _judged(document: Document, page: int, grid: Grid) -> bool | None:
    """None for what is neither."""
    judged = ((document.unsure, None), (document.tables or (), True), (document.false or (), False))
    for boxes, answer in judged:
        for box in boxes:
            across = min(grid.region.right, box[3]) - max(grid.region.left, box[1])
            down = min(grid.region.bottom, box[4]) - max(grid.region.top, box[2])
            area = (grid.region.right - grid.region.left) * (grid.region.bottom - grid.region.top)
            if box[0] == page and across > 0 and down > 0 and across * down > 0.5 * area:
                return answer
    return False if document.false is None else None


def _best(truth: Truth, kept: Sequence[tuple[int, Grid]]) -> Grid | None:
    wanted = _letters([*truth.headers, *(cell for row in truth.grid[truth.heads :] for cell in row)])
    scored: list[tuple[float, int, Grid]] = []
    for page, grid in kept:
        ours = _letters([*grid.headers, *(cell for row in grid.rows for cell in row)])
        score = 2 * (ours & wanted).total() / max(1, ours.total() + wanted.total())
        if page == truth.page and score >= _FOUND:
            scored.append((score, len(scored), grid))
    return max(scored)[2] if scored else None


def _part(truth: Truth, grid: Grid) -> float:
    """Share of the words of ours that are those of the truth."""
    ours = _letters([*grid.headers, *(cell for row in grid.rows for cell in row)])
    return (ours & _letters([cell for row in truth.grid for cell in row])).total() / max(1, ours.total())


def _letters(cells: Sequence[str]) -> Counter[str]:
    return Counter(plain(word) for cell in cells for word in cell.split())


def plain(text: str) -> str:
    """Without what programs write differently: white space, leaders, dashes, capitals."""
    text = re.sub(r"(?:[.…]\s*){2,}|\s+", "", text).lower()
    return re.sub(r"[–−—]", "-", text).replace("’", "'")


def same_heads(wanted: Sequence[str], ours: Sequence[str]) -> float:
    """Share of the headers that are the very same."""
    one, other = (Counter(filter(None, map(plain, heads))) for heads in (wanted, ours))
    return (one & other).total() / max(1, one.total(), other.total())


def _neighbours(cells: Sequence[Cell]) -> Counter[tuple[str, str, str]]:
    """Pairs of cells that stand beside or below each other, with nothing but empty ones between them."""
    at = {
        (row, column): number
        for number, (top, left, bottom, right, text) in enumerate(cells)
        if plain(text)
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    }
    height, width = max((row for row, _ in at), default=0), max((column for _, column in at), default=0)
    pairs: set[tuple[int, int, str]] = set()
    for (row, column), number in at.items():
        beside = next((at[row, c] for c in range(column + 1, width + 1) if (row, c) in at), number)
        below = next((at[r, column] for r in range(row + 1, height + 1) if (r, column) in at), number)
        pairs |= {(number, other, way) for other, way in ((beside, "beside"), (below, "below")) if other != number}
    return Counter((plain(cells[one][4]), plain(cells[other][4]), way) for one, other, way in pairs)


def fit(documents: Sequence[Document]) -> TableModel:
    """The headers first: what they are is part of what tells a table."""
    before = table_model()
    heads: list[tuple[FloatMatrix, int, float]] = []
    for document in documents:
        found = grids_of(document, before)
        for truth in document.truths:
            best = _best(truth, found)
            if best is not None:
                count = _head_lines(truth, best.lines)
                heads.append((head_features(best.lines), count, 1.0))
                if len(best.lines) > count + 1 and count:
                    heads.append((head_features(best.lines[count:]), 0, _HEADLESS))
    model = TableModel(_fit_heads(heads), before.tables, _LEAST)
    rows: list[FloatMatrix] = []
    truth_of: list[bool] = []
    for document in documents:
        for page, grid in grids_of(document, model):
            judged = _judged(document, page, grid) if document.tables is not None else _is_of(document, page, grid)
            if judged is not None:
                rows.append(table_features(grid.lines, grid.heads, grid.rows, is_closed=grid.region.is_closed))
                truth_of.append(judged)
    return TableModel(model.heads, _fit_tables(np.stack(rows), np.asarray(truth_of, np.float32)), _LEAST)


def _is_of(document: Document, page: int, grid: Grid) -> bool | None:
    """Whether it is a table of the truth; None for parts of one, and for several in one."""
    if any(_best(truth, [(page, grid)]) is not None for truth in document.truths):
        return True
    return None if any(truth.page == page and _part(truth, grid) >= 0.5 for truth in document.truths) else False


def _head_lines(truth: Truth, lines: Sequence[TableLine]) -> int:
    """Lines that the rows of headers take."""
    left = Counter("".join(plain(cell[4]) for cell in truth.cells if cell[0] < truth.heads))
    for at, line in enumerate(lines):
        own = Counter("".join(plain(word.text) for word in line.words))
        if left.total() < 2 or (own & left).total() < 0.8 * own.total():
            return min(at, MOST_HEADS, len(lines) - 1)
        left -= own
    return min(MOST_HEADS, len(lines) - 1)


def _fit_heads(examples: Sequence[tuple[FloatMatrix, int, float]]) -> FloatMatrix:
    """One of several, by softmax."""
    rows = np.zeros((len(examples), MOST_HEADS + 1, len(HEAD_FEATURES)), np.float32)
    shown = np.zeros(rows.shape[:2], bool)
    wanted = np.zeros(rows.shape[:2], np.float32)
    counted = np.asarray([[weight] for _, _, weight in examples], np.float32)
    for at, (own, count, _) in enumerate(examples):
        rows[at, : len(own)], shown[at, : len(own)], wanted[at, count] = own, True, 1

    def slope(weights: FloatMatrix) -> FloatMatrix:
        scores = np.where(shown, rows @ weights, -1e9)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        error = (shares / shares.sum(1, keepdims=True) - wanted) * counted
        found: FloatMatrix = np.einsum("ij,ijk->k", error, rows) / len(examples) + 0.005 * weights
        return found

    return _descend(slope, len(HEAD_FEATURES), 0.1, 900)


def _fit_tables(rows: FloatMatrix, truth: FloatMatrix) -> FloatMatrix:
    """Logistic loss."""
    counted = np.where(truth > 0, 1.0, _FALSE_WEIGHT).astype(np.float32)

    def slope(weights: FloatMatrix) -> FloatMatrix:
        error = (1 / (1 + np.exp(-rows @ weights)) - truth) * counted
        found: FloatMatrix = (rows.T @ error / len(rows) + 0.004 * weights).astype(np.float32, copy=False)
        return found

    return _descend(slope, len(TABLE_FEATURES), 0.05, 1_500)


def _descend(slope: Any, size: int, rate: float, steps: int) -> FloatMatrix:
    """Adam."""
    weights, first, second = (np.zeros(size, np.float32) for _ in range(3))
    for step in range(1, steps + 1):
        found = slope(weights)
        first += 0.1 * (found - first)
        second += 0.001 * (found**2 - second)
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights


def report(results: dict[str, Result]) -> str:
    """A line for each family; cells only where the truth has them."""
    lines = ["| documents | tables | found | with the right header | cells: recall, precision | false |\n"]
    lines.append("|---|---|---|---|---|---|\n")
    for family, one in sorted(results.items()):
        cells = f"{one.right / one.wanted:.2f}, {one.right / max(1, one.given):.2f}" if one.wanted else ""
        headed = one.headed if one.wanted else ""
        lines.append(f"| {family} | {one.tables} | {one.found} | {headed} | {cells} | {one.false} |\n")
    return "".join(lines)


def _rounded(weights: FloatMatrix) -> list[float]:
    return [round(float(weight), 3) for weight in weights]


if __name__ == "__main__":
    sys.exit(main())
