"""Fits what tells the headings of a PDF: `python -m citeline.evals.research.headings CLONES [--write]`.

`headings.json` names documents of public repositories whose outline (bookmarks) or tags give the truth; they are read
without them. An outline leaves some headings out. Where it has most of them, every other line is none, but for titles
and for lines such as `References`; else only lines that stand out in no way count as none. Prints precision and recall
for documents that a fit has not seen: families of documents (a repository of one template, reports of one company) are
never divided between fitting and measuring.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from citeline.dataclass import dataclass
from citeline.indexing.extraction.pdfs import pdf_headings
from citeline.indexing.extraction.pdfs.pdf import read_lines
from citeline.indexing.extraction.pdfs.pdf_heading_features import FEATURES, Candidate, candidates_of, measured
from citeline.indexing.extraction.pdfs.pdf_headings import HeadingModel
from citeline.indexing.extraction.pdfs.pdf_lines import Line
from citeline.indexing.extraction.pdfs.pdf_outline import Entry, Place, find_entries
from citeline.protocols import FloatMatrix

from .clones import Clones

_DOCUMENTS: Final = Path(__file__).with_name("headings.json")
_WEIGHTS: Final = Path(pdf_headings.__file__).with_name(pdf_headings.WEIGHTS)
_FOLDS: Final = 5
_UNITS: Final = 16
_FITS: Final = 4
"""A single one says other things of a script or template that none of its documents have with each seed: of a Chinese
standard it had .79 of the headings, four together .92."""
_EPOCHS: Final = 60
_BATCH: Final = 256
_RATE: Final = 0.004
_DECAY: Final = 1e-4
_WINDOWS: Final = 3
"""Of one to a dozen pages, read as documents of their own: short ones use few styles."""
_FRAGMENTS: Final = 4
"""Of one to twenty lines of one page: notes and slides use a single style."""
_CASELESS: Final = 0
"""Which of the windows is read as if its script knew no capitals."""
_LEASTS: Final = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
_LEAST: Final = 0.4
"""Between those that were tried; see docs/evals.md."""
_UNLISTED: Final = re.compile(
    r"(?:[\dA-Z]+\.?\s+)?(?:abstract|(?:table of )?contents|references|acknowledge?ments?|introduction|conclusions?|"
    r"keywords|appendix|bibliography|general terms|categories and subject descriptors|ccs concepts|preface|index|"
    r"summary)[.:]?$",
    re.IGNORECASE,
)
"""Headings that outlines of papers leave out."""
_LEVELS: Final = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}
_MOST_DEPTH: Final = 60


@dataclass(frozen=True, slots=True)
class Labelled:
    """A document, or some pages of one."""

    family: str
    is_full: bool
    """Its outline has most of its headings."""
    rows: FloatMatrix
    is_heading: FloatMatrix
    weights: FloatMatrix
    """0 for what is neither said to be a heading nor to be none."""
    wanted: int
    """Headings that stand on a page."""
    is_window: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, then fit to all documents and write the weights if asked."""
    parser = argparse.ArgumentParser(prog="headings", description=__doc__)
    parser.add_argument("clones", type=Path, help="folder of clones, each called OWNER+NAME")
    parser.add_argument("--write", action="store_true", help="replace the weights of the package")
    given = parser.parse_args(arguments)
    clones = Clones(given.clones)
    documents = list(read_labelled(clones))
    families = sorted({one.family for one in documents})
    random.Random(5).shuffle(families)
    fold = {family: at % _FOLDS for at, family in enumerate(families)}
    kept: list[tuple[Labelled, FloatMatrix]] = []
    for at in range(_FOLDS):
        model = fit([one for one in documents if fold[one.family] != at])
        kept += [(one, model.scores(one.rows)) for one in documents if fold[one.family] == at and not one.is_window]
    sys.stdout.write(report(kept))
    sys.stderr.write(clones.report())
    if given.write:
        _write(fit(documents))
    return 0


def read_labelled(clones: Clones) -> Iterator[Labelled]:
    """Each document that the clones have, and windows of it."""
    draw = random.Random(11)
    for repository, about in json.loads(_DOCUMENTS.read_text("utf-8")).items():
        for path, facts in about["documents"].items():
            data = clones.read(repository, about["commit"], path)
            if data is None:
                continue
            pages, outline = read_lines(data)
            outline = max(outline, read_tags(data), key=len)
            yield _labelled(pages, outline, facts["family"], facts["full"], is_window=False)
            for at, (some, inside) in enumerate(windows(pages, outline, draw)):
                own = _labelled(some, inside, facts["family"], facts["full"], is_window=True)
                yield _without_case(own) if at == _CASELESS else own


def windows(
    pages: Sequence[Sequence[Line]], outline: Sequence[Entry], draw: random.Random
) -> Iterator[tuple[Sequence[Sequence[Line]], list[Entry]]]:
    """Some pages of a document, and some lines of a page, each with what the outline says of them."""
    for at in range(_WINDOWS + _FRAGMENTS):
        first = draw.randrange(len(pages))
        inside = [Entry(one.level, one.title, one.page - first) for one in outline if one.page >= first]
        if at < _WINDOWS:
            yield pages[first : first + draw.randint(1, 12)], inside
        elif pages[first]:
            begin = draw.randrange(len(pages[first]))
            yield [pages[first][begin : begin + draw.randint(1, 20)]], inside


def _labelled(
    pages: Sequence[Sequence[Line]], outline: Sequence[Entry], family: str, is_full: bool, *, is_window: bool
) -> Labelled:
    places = [place for place in find_entries(outline, pages) if place.count]
    held = {(place.page, place.line + at) for place in places for at in range(place.count)}
    found = candidates_of(pages)
    largest = max((one.style.size for one in found if not one.page), default=0.0)
    rows = measured(pages, found)
    bold, size, capitals = (FEATURES.index(name) for name in ("bold_body", "size", "capitals"))
    truth, weights = [], []
    for one, row in zip(found, rows, strict=True):
        is_listed = any((one.page, one.line + at) in held for at in range(one.count))
        stands_out = row[bold] or row[capitals] or row[size] > 0
        is_title = not is_window and not one.page and one.style.size >= largest
        is_unlisted = _UNLISTED.match(one.text) is not None
        is_heading = is_listed or (stands_out and is_unlisted)
        truth.append(is_heading)
        weights.append(is_heading or not (is_unlisted or is_title or (not is_full and stands_out)))
    wanted = sum(truth) + _without_candidate(places, found)
    return Labelled(
        family, is_full, rows, np.asarray(truth, np.float32), np.asarray(weights, np.float32), wanted, is_window
    )


def _without_case(one: Labelled) -> Labelled:
    rows = one.rows.copy()
    for name, value in (("capitals", 0), ("lower", 0), ("title_case", 0.5), ("caseless", 1)):
        rows[:, FEATURES.index(name)] = value
    return replace(one, rows=rows)


def _without_candidate(places: Sequence[Place], found: Sequence[Candidate]) -> int:
    """Headings of the outline that are not even looked at."""
    seen = {(one.page, one.line + at) for one in found for at in range(one.count)}
    return sum(1 for one in places if not any((one.page, one.line + at) in seen for at in range(one.count)))


def fit(documents: Sequence[Labelled]) -> HeadingModel:
    """The mean of some fits that begin elsewhere, as one layer."""
    fits = [_fit_once(documents, seed) for seed in range(_FITS)]
    return HeadingModel(
        np.hstack([one.hidden for one in fits]),
        np.concatenate([one.bias for one in fits]),
        np.concatenate([one.out / np.float32(_FITS) for one in fits]).astype(np.float32),
        sum(one.out_bias for one in fits) / _FITS,
        _LEAST,
    )


def _fit_once(documents: Sequence[Labelled], seed: int) -> HeadingModel:
    """Logistic loss, Adam; a document counts by the root of its size."""
    rows = np.vstack([one.rows for one in documents])
    truth = np.concatenate([one.is_heading for one in documents])
    weights = np.concatenate([one.weights / np.sqrt(one.weights.sum() + 50) for one in documents])
    rows, truth, weights = rows[weights > 0], truth[weights > 0], weights[weights > 0]
    weights /= weights.mean()
    middle, spread = rows.mean(0), rows.std(0) + 1e-2
    rows = (rows - middle) / spread
    draw = np.random.default_rng(seed)
    parts = [
        (draw.normal(size=(len(FEATURES), _UNITS)) / len(FEATURES) ** 0.5).astype(np.float32),
        np.zeros(_UNITS, np.float32),
        (draw.normal(size=_UNITS) / _UNITS**0.5).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(_EPOCHS):
        order = draw.permutation(len(rows))
        for at in range(0, len(order), _BATCH):
            own = order[at : at + _BATCH]
            step += 1
            for which, slope in enumerate(_slopes(parts, rows[own], truth[own], weights[own])):
                decayed = slope + _DECAY * parts[which]
                first[which] += 0.1 * (decayed - first[which])
                second[which] += 0.001 * (decayed**2 - second[which])
                rate = _RATE * (1 - epoch / _EPOCHS) * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)
                parts[which] -= rate * first[which] / (np.sqrt(second[which]) + 1e-8)
    hidden = parts[0] / spread[:, None]
    return HeadingModel(hidden, parts[1] - middle @ hidden, parts[2], float(parts[3][0]), _LEAST)


def _slopes(
    parts: Sequence[FloatMatrix], rows: FloatMatrix, truth: FloatMatrix, weights: FloatMatrix
) -> tuple[FloatMatrix, ...]:
    inner = np.tanh(rows @ parts[0] + parts[1])
    chances = 1 / (1 + np.exp(-(inner @ parts[2] + parts[3])))
    error: FloatMatrix = ((chances - truth) * weights / len(rows)).astype(np.float32, copy=False)
    back: FloatMatrix = np.outer(error, parts[2]).astype(np.float32) * (1 - inner**2)
    return rows.T @ back, back.sum(0), inner.T @ error, error.sum(keepdims=True)


def report(kept: Sequence[tuple[Labelled, FloatMatrix]]) -> str:
    """Precision for documents with full outlines, recall for these and for all."""
    lines = ["least  precision  recall  recall, all documents\n"]
    for least in sorted({*_LEASTS, _LEAST}):
        right = wrong = wanted = right_of_all = 0.0
        for one, scores in kept:
            is_found = scores >= least
            hits = float((is_found * one.is_heading).sum())
            right_of_all += hits
            if one.is_full:
                right, wanted = right + hits, wanted + one.wanted
                wrong += float((is_found * (1 - one.is_heading) * one.weights).sum())
        everything = sum(one.wanted for one, _ in kept)
        lines.append(
            f"{least:<6} {right / max(right + wrong, 1):<10.3f} {right / max(wanted, 1):<7.3f} "
            f"{right_of_all / max(everything, 1):.3f}\n"
        )
    full = sum(one.is_full for one, _ in kept)
    lines.append(f"{len(kept)} documents, {full} with a full outline\n")
    return "".join(lines)


def _write(model: HeadingModel) -> None:
    """The weights, rounded: some 4,000 numbers by name of their feature."""
    kept = {
        "hidden": {name: [round(float(w), 3) for w in row] for name, row in zip(FEATURES, model.hidden, strict=True)},
        "bias": [round(float(w), 3) for w in model.bias],
        "out": [round(float(w), 3) for w in model.out],
        "out_bias": round(model.out_bias, 3),
        "least": model.least,
    }
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in kept["hidden"].items())  # type: ignore[attr-defined]  # the first is a mapping
    rest = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in kept.items() if name != "hidden")
    _WEIGHTS.write_text(f'{{"hidden": {{\n{lines}\n}},\n{rest}\n}}\n', "utf-8")


def read_tags(data: bytes) -> list[Entry]:
    """In the order of the pages; empty for a document without tags."""
    opened = pdfium.PdfDocument(data)
    try:
        return [entry for number in range(len(opened)) for entry in _on_page(opened[number], number)]
    finally:
        opened.close()


def _on_page(page: Any, number: int) -> Iterator[Entry]:
    tree = pdfium_raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return
    try:
        texts: dict[int, str] | None = None
        count = pdfium_raw.FPDF_StructTree_CountChildren(tree)
        for at in range(count):
            root = pdfium_raw.FPDF_StructTree_GetChildAtIndex(tree, at)
            for level, marks in _headings(root, 0):
                texts = _texts(page) if texts is None else texts
                title = " ".join("".join(texts.get(mark, "") for mark in marks).split())
                if title:
                    yield Entry(level, title, number)
    finally:
        pdfium_raw.FPDF_StructTree_Close(tree)


def _headings(element: Any, depth: int) -> Iterator[tuple[int, list[int]]]:
    """Level and marks of each heading below an element."""
    if not element or depth > _MOST_DEPTH:
        return
    level = _LEVELS.get(_type(element))
    if level:
        yield level, list(_marks(element, depth))
        return
    for at in range(max(0, pdfium_raw.FPDF_StructElement_CountChildren(element))):
        yield from _headings(pdfium_raw.FPDF_StructElement_GetChildAtIndex(element, at), depth + 1)


def _type(element: Any) -> str:
    size = pdfium_raw.FPDF_StructElement_GetType(element, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pdfium_raw.FPDF_StructElement_GetType(element, buffer, size)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def _marks(element: Any, depth: int) -> Iterator[int]:
    """Numbers of the marked content in an element and below it, in order."""
    for at in range(max(0, pdfium_raw.FPDF_StructElement_CountChildren(element))):
        mark = pdfium_raw.FPDF_StructElement_GetChildMarkedContentID(element, at)
        if mark >= 0:
            yield mark
        elif depth < _MOST_DEPTH:
            child = pdfium_raw.FPDF_StructElement_GetChildAtIndex(element, at)
            if child:
                yield from _marks(child, depth + 1)


def _texts(page: Any) -> dict[int, str]:
    """The text of a page by the number of its marked content."""
    held = page.get_textpage()
    found: dict[int, str] = defaultdict(str)
    for thing in page.get_objects(filter=[pdfium_raw.FPDF_PAGEOBJ_TEXT], max_depth=3):
        mark = pdfium_raw.FPDFPageObj_GetMarkedContentID(thing)
        if mark < 0:
            continue
        size = pdfium_raw.FPDFTextObj_GetText(thing, held, None, 0)
        buffer = ctypes.create_string_buffer(size)
        pdfium_raw.FPDFTextObj_GetText(thing, held, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
        found[mark] += buffer.raw[: max(0, size - 2)].decode("utf-16-le", "replace")
    return found


if __name__ == "__main__":
    sys.exit(main())
