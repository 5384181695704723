"""What the ranker of claims knows of each candidate span: numbers that a person can check, none of them learned.

The recipe and what each part is worth: docs/answers_log.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.protocols import FloatMatrix
from citeline.text import terms

from ...retrieval.paths import read_path
from ..reading.lines import as_read, lines_of
from .spans import Span, spans_of

FEATURES: Final = (
    *(
        "similarity",
        "coverage_all",
        "coverage_best",
        "coverage_span",
        "coverage_head",
        "coverage_beside_head",
        "headed",
    ),
    *("density", "inverse_rank", "score_share"),
    *("document", "test", "example", "changelog", "readme", "manifest"),
    *("number", "condition_words", "whole_prose", "comment_only", "fence", "example_code"),
    *("heading_only", "log_lines", "top"),
    *("reason", "condition", "order", "value", "error", "list", "overview", "date", "place", "denial"),
    *("contrast", "day"),
)
"""Every feature, in the order of `weights.json`."""
ALIKE: Final = 0.6
"""What a synonym counts of the word itself; of .3, .6 and .9 it answers most (docs/answers_log.md)."""

KEPT: Final = 150
"""Candidates that are ranked. The share of questions with a right span among them: .85 at 120, .94 at 700 (study)."""
_OF_EACH: Final = 3
"""Spans of each passage that come before further ones of others; of 0, 3, 5 this answers most (docs/answers_log.md)."""
_MANIFESTS: Final = frozenset(
    "pyproject.toml setup.py setup.cfg package.json cargo.toml go.mod pom.xml build.gradle build.gradle.kts"  # noqa: SIM905
    " composer.json gemfile mix.exs makefile justfile tox.ini noxfile.py".split()
)

_LICENCES: Final = frozenset(["license", "licence", "copying", "unlicense"])
_CUES: Final = ("reason", "condition", "order", "value", "denial", "contrast")
_HELD: Final = ("number", "day", "raises", "row", *_CUES)
"""Flags of lines of which it counts that a span has any."""

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that retrieval has found."""

    chunk: StoredChunk
    score: float
    """As a share of the best one's."""
    prose: bool
    inline_test: bool = False
    examples: tuple[tuple[int, int], ...] = ()
    """First and last lines of the blocks of code in a document."""
    bodies: tuple[tuple[int, int], ...] = ()
    """First and last lines of the functions in code, the outer ones first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of a passage with what is known of it."""

    passage: Passage
    span: Span
    rank: int
    """Of its passage, from 1."""

    @property
    def start_line(self) -> int:
        """In the file, 1-based."""
        return self.passage.chunk.start_line + self.span.first

    @property
    def end_line(self) -> int:
        """Inclusive."""
        return self.passage.chunk.start_line + self.span.last

    @property
    def lines(self) -> int:
        """How many there are."""
        return self.span.last - self.span.first + 1

    @property
    def text(self) -> str:
        """The lines as they read, joined with LF."""
        chunk = self.passage.chunk
        return "\n".join(
            as_read(chunk.text, chunk.language, chunk.path).split("\n")[self.span.first : self.span.last + 1]
        )


@dataclass(frozen=True, slots=True)
class Sought:
    """What the ranker reads of a question."""

    weights: Mapping[str, float]
    """Term to its inverse frequency in the corpus."""
    texts: tuple[str, ...]
    """The English form first; each is compared by meaning."""
    intents: Mapping[str, float] = field(default_factory=dict)
    """Slot of the ranker (`reason`, `value` …) to the chance that it is asked for; `denial`: 1 where that is denied."""
    tests: bool = False
    """Whether tests are asked for; else those of other code come first."""
    whole: bool = False
    """Whether an order or a list is asked for, of which a part is no answer."""
    steps: bool = False
    """Whether an order is asked for, or how something is done."""
    alike: Mapping[str, str] = field(default_factory=dict)
    """Synonym to the one of `weights` that it stands for, both as terms."""

    @property
    def goes_on(self) -> bool:
        """Whether a list that is begun is told to its end."""
        return self.whole or self.steps


@dataclass(frozen=True, slots=True)
class Table:
    """Candidates and their features, row by row."""

    candidates: Sequence[Candidate]
    values: FloatMatrix
    """Shape (candidates, FEATURES)."""
    sought: frozenset[str] = frozenset()
    """Terms that bear on the question, synonyms among them."""

    def best_by_document(self, feature: str) -> dict[int, float]:
        """Document to the highest value of a feature among its candidates."""
        best: dict[int, float] = {}
        for candidate, value in zip(self.candidates, self.values[:, FEATURES.index(feature)].tolist(), strict=True):
            document = int(candidate.passage.chunk.document)
            best[document] = max(value, best.get(document, value))
        return best


def candidates_of(index: Index, passages: Sequence[Passage], sought: Sought, *, kept: int = KEPT) -> Table:
    """The most promising spans of the passages, with every feature; empty for a question without content.

    The best of each passage come before more of one, and tests, translations and what others wrote behind: they repeat
    the words of what they are about, and would leave no room for it.
    """
    if not sought.weights or not passages:
        return Table((), np.empty((0, len(FEATURES)), np.float32))
    names = [*sought.weights]
    weights = np.fromiter(sought.weights.values(), np.float64, len(names))
    weights /= weights.sum()
    place_of = {term: place for place, term in enumerate(names)}
    alike = {other: place_of[term] for other, term in sought.alike.items()}
    parts = [_Part(passage, rank, place_of, alike) for rank, passage in enumerate(passages, start=1)]
    parts = [part for part in parts if part.spans]
    if not parts:
        return Table((), np.empty((0, len(FEATURES)), np.float32))
    hopes = [part.found @ weights + 0.5 * part.passage.score for part in parts]
    behind = [
        _behind(hope, late=part.is_foreign or (part.is_test and not sought.tests))
        for part, hope in zip(parts, hopes, strict=True)
    ]
    order = np.lexsort((-np.concatenate(hopes), np.concatenate(behind)))[:kept]
    starts = np.cumsum([0, *(len(part.spans) for part in parts)])
    owners = np.searchsorted(starts, order, side="right") - 1
    return _describe(index, parts, owners, order - starts[owners], weights, sought)


def _behind(hopes: Numbers, *, late: bool) -> Places:
    """0 for the most promising spans of a passage, 1 for its others; one more where all of it comes `late`."""
    places = (-hopes).argsort(kind="stable").argsort(kind="stable")
    return np.asarray((places >= _OF_EACH).astype(np.int64) + late, np.int64)


class _Part:
    """A passage with its spans and the terms of the question that each of them holds."""

    def __init__(self, passage: Passage, rank: int, place_of: Mapping[str, int], alike: Mapping[str, int]) -> None:
        self.passage, self.rank = passage, rank
        self.path = read_path(passage.chunk.path)
        self.is_test = self.path.is_test or passage.inline_test
        self.is_foreign = self.path.is_vendor or self.path.stem in _LICENCES
        self.lines = lines_of(passage.chunk)
        self.spans = spans_of(passage.chunk, prose=passage.prose)
        self.first = np.fromiter((span.first for span in self.spans), np.int64, len(self.spans))
        self.last = np.fromiter((span.last for span in self.spans), np.int64, len(self.spans)) + 1
        chunk = passage.chunk
        head = {*terms(chunk.breadcrumb), *terms(chunk.path)}
        width = len(place_of)
        self.asked = place_of.keys() | alike.keys()
        self.found = np.maximum(self._held(place_of, width), ALIKE * self._held(alike, width))
        self.head = np.maximum(_marks(head, place_of, width), ALIKE * _marks(head, alike, width))

    def _held(self, place_of: Mapping[str, int], width: int) -> Numbers:
        """1 where a span has a term of a place; shape (spans, width)."""
        lines = [_marks(() if line.mute else line.terms, place_of, width) for line in self.lines]
        total = np.concatenate([np.zeros((1, width)), np.cumsum(np.reshape(lines, (-1, width)), 0)])
        return np.asarray(total[self.last] > total[self.first], np.float64)

    @cached_property
    def flags(self) -> Mapping[str, Numbers]:
        """Per flag the number of lines above each line that have it: differences count those of a span."""
        rows = {
            "number": [line.number for line in self.lines],
            "day": [line.day for line in self.lines],
            "raises": [line.raises for line in self.lines],
            "comment": [line.comment for line in self.lines],
            "blank": [line.blank for line in self.lines],
            "heading": [line.heading for line in self.lines],
            "row": [line.row or line.item for line in self.lines],
            "tokens": [line.tokens for line in self.lines],
            **{cue: [cue in line.cues for line in self.lines] for cue in _CUES},
        }
        return {name: np.concatenate([[0.0], np.cumsum(np.asarray(row, np.float64))]) for name, row in rows.items()}

    @cached_property
    def headed(self) -> Numbers:
        """Per line of a document the share of the words of the heading above it that are asked for: of a heading that
        says what is asked all of them, however much more the question says.
        """
        title, shares = frozenset(terms(self.passage.chunk.breadcrumb.rpartition("›")[2])), list[float]()
        for line, below in zip(self.lines, [*self.lines[1:], None], strict=True):
            if line.heading or (below and below.heading and not below.tokens):
                title = line.terms or title
            shares.append(len(title & self.asked) / max(len(title), 1))
        return np.asarray(shares)

    def in_examples(self, rows: Places) -> Numbers:
        """1 for each span that shows nothing but the code of a document: an example of what its sentences say."""
        start = self.passage.chunk.start_line
        first, last = start + self.first[rows], start + self.last[rows] - 1
        inside = np.zeros(len(rows), np.bool_)
        for begin, end in self.passage.examples:
            inside |= (first >= begin) & (last <= end)
        return inside.astype(np.float64)

    def count(self, flag: str, rows: Places) -> Numbers:
        """How many lines of each span have a flag."""
        column = self.flags[flag]
        return column[self.last[rows]] - column[self.first[rows]]


def _marks(held: Iterable[str], place_of: Mapping[str, int], width: int) -> Numbers:
    """1 at the places of the terms that are held; shape (width,)."""
    marks = np.zeros(width)
    marks[[place_of[term] for term in place_of.keys() & frozenset(held)]] = 1
    return marks


def _describe(
    index: Index, parts: Sequence[_Part], owners: Places, rows: Places, weights: Numbers, sought: Sought
) -> Table:
    """The features of spans: `rows` of the parts `owners`."""
    chosen = [(parts[owner], row) for owner, row in zip(owners.tolist(), rows.tolist(), strict=True)]
    candidates = [Candidate(part.passage, part.spans[row], part.rank) for part, row in chosen]
    values = np.zeros((len(chosen), len(FEATURES)), np.float32)
    if not chosen:
        return Table(candidates, values)
    place = {name: number for number, name in enumerate(FEATURES)}
    found = np.stack([part.found[row] for part, row in chosen])
    head = np.stack([part.head for part, _ in chosen])
    in_span = found @ weights
    values[:, place["coverage_span"]] = in_span
    values[:, place["coverage_best"]] = in_span / max(float(in_span.max()), 1e-9)
    values[:, place["coverage_head"]] = head @ weights
    values[:, place["coverage_all"]] = np.maximum(found, head) @ weights
    values[:, place["coverage_beside_head"]] = np.where(found > head, found, 0) @ weights
    values[:, place["similarity"]] = similarity_of(index, candidates, sought.texts)
    for owner in set(owners.tolist()):
        mine = np.flatnonzero(owners == owner)
        for name, column in _of_part(parts[owner], rows[mine], sought, in_span[mine] * len(weights)).items():
            values[mine, place[name]] = column
    return Table(candidates, values, frozenset(sought.weights.keys() | sought.alike.keys()))


def _of_part(part: _Part, rows: Places, sought: Sought, matched: Numbers) -> Mapping[str, Numbers | float]:
    """Features of spans of one passage. `matched`: the weight of the words of each, in mean weights of a word."""
    passage = part.passage
    path = part.path
    name = passage.chunk.path.rpartition("/")[2].lower()
    readme, manifest = float(name.startswith("readme")), float(name in _MANIFESTS)
    shapes = [part.spans[row].shape for row in rows.tolist()]
    held = {flag: (part.count(flag, rows) > 0).astype(np.float64) for flag in _HELD}
    lines = (part.last - part.first)[rows].astype(np.float64)
    content = lines - part.count("blank", rows)
    near_top = 1.0 / (1.0 + (passage.chunk.start_line + part.first[rows]) / 20)
    slots: dict[str, Numbers | float] = {
        **{slot: held[slot] for slot in ("reason", "condition", "order", "denial", "contrast", "day")},
        "value": 0.5 * held["number"] + 0.5 * held["value"],
        "error": held["raises"],
        "list": held["row"],
        "overview": near_top * max(readme, manifest),
        "place": 1.0 - passage.prose,
        "date": held["number"] * (1.5 if path.is_change_log else 1.0),
    }
    return {
        "inverse_rank": 1.0 / part.rank,
        "score_share": passage.score,
        "document": float(passage.prose),
        "test": float(part.is_test or part.is_foreign),
        "example": float(path.is_example),
        "changelog": float(path.is_change_log),
        "readme": readme,
        "manifest": manifest,
        "number": held["number"],
        "condition_words": held["condition"],
        "whole_prose": np.asarray([passage.prose and shape in ("sentence", "paragraph") for shape in shapes], float),
        "comment_only": (part.count("comment", rows) >= content).astype(np.float64),
        "fence": np.asarray([shape == "fence" for shape in shapes], float),
        "example_code": part.in_examples(rows),
        "heading_only": (part.count("heading", rows) >= content).astype(np.float64),
        "log_lines": np.log2(lines),
        "top": near_top,
        "headed": part.headed[part.first[rows]] * passage.prose,
        "density": matched / np.sqrt(np.maximum(part.count("tokens", rows), 1.0)),
        **{slot: value * sought.intents.get(slot, 0.0) for slot, value in slots.items()},
    }


def similarity_of(index: Index, candidates: Sequence[Candidate], texts: Sequence[str]) -> Numbers:
    """Cosine of heading and span to the question, the best over its forms."""
    return similarity_to(index, [f"{one.passage.chunk.scope}\n{one.text}" for one in candidates], texts)


def similarity_to(index: Index, held: Sequence[str], texts: Sequence[str]) -> Numbers:
    """Cosine of each text to the question, the best over its forms."""
    spans = index.embedder.embed([*held])
    asked = np.stack([index.embed_query(text) for text in texts])
    return np.asarray((spans @ asked.T).max(1), np.float64)
