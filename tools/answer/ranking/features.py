"""What the ranker of claims knows of each candidate span: numbers that a person can check, and one that is learned.

The recipe and what each part is worth: docs/answers_log.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain, pairwise, repeat
from operator import attrgetter
from typing import Final

import numpy as np
import numpy.typing as npt

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.protocols import FloatMatrix
from citeline.text import terms

from ...retrieval.paths import read_path
from ..reading.definitions import shares_defined
from ..reading.lines import as_read, lines_of
from .candidates import Candidate, Passage, Sought
from .likeness import Places, likeness
from .spans import spans_of

FEATURES: Final = (
    *(
        "similarity",
        "likeness",
        "coverage_all",
        "coverage_best",
        "coverage_span",
        "coverage_head",
        "coverage_beside_head",
        "headed",
    ),
    *("density", "inverse_rank", "score_share"),
    *("document", "test", "example", "changelog", "manifest"),
    *("number", "condition_words", "whole_prose", "comment_only", "fence", "example_code"),
    *("heading_only", "log_lines", "top"),
    *("reason", "condition", "order", "value", "error", "list", "overview", "date", "place", "denial"),
    *("contrast", "day", "guide", "defined"),
)
"""Every feature, in the order of `weights.json`."""
ALIKE: Final = 0.6
"""What a synonym counts of the word itself; of .3, .6 and .9 it answers most (docs/answers_log.md)."""

_KEPT: Final = 150
"""Candidates that are ranked. The share of questions with a right span among them: .85 at 120, .94 at 700 (study)."""
_HOPED: Final = 0.1
"""What `likeness` counts where candidates are chosen."""
_TRANSLATED: Final = 0.5
"""What `likeness` counts where the English form of a question is what a glossary knows of it."""
_OF_EACH: Final = 3
"""Spans of each passage that come before further ones of others; of 0, 3, 5 this answers most (docs/answers_log.md)."""
_MANIFESTS: Final = frozenset(
    "pyproject.toml setup.py setup.cfg package.json cargo.toml go.mod pom.xml build.gradle build.gradle.kts"  # noqa: SIM905
    " composer.json gemfile mix.exs makefile justfile tox.ini noxfile.py".split()
)

_LICENCE: Final = re.compile(r"(?:UN)?LICEN[SC]E(?:[-_][A-Z0-9-]+|\..*)?|COPYING(?:\..*)?", re.IGNORECASE)
"""Also one of several, `LICENSE-APACHE`; `license-policy.md` is a page about them."""
_CUES: Final = ("reason", "condition", "order", "value", "denial", "contrast")
_HELD: Final = ("number", "day", "raises", "row", *_CUES)
"""Flags of lines of which it counts that a span has any."""
_OF_LINES: Final = ("number", "day", "raises", "comment", "blank", "heading", "tokens")
_flags_of: Final = attrgetter(*_OF_LINES)
_FLAGS: Final = (*_OF_LINES, "row", "headed", *_CUES)
_OF_ALL: Final = (
    *("inverse_rank", "score_share", "document", "test", "example", "changelog"),
    *("readme", "manifest"),
)
"""Features of a passage."""

_IN_CODE: Final = 0.7
"""What a comment that says what something is counts of such a sentence of a document."""

Numbers = npt.NDArray[np.float64]


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


def candidates_of(index: Index, passages: Sequence[Passage], sought: Sought) -> Table:
    """The most promising spans of the passages, with every feature; empty for a question without content.

    The best of each passage come before more of one, and tests, translations and what others wrote behind: they repeat
    the words of what they are about, and would leave no room for it.
    """
    parts = [_Part(passage, rank, sought) for rank, passage in enumerate(passages, start=1)] if sought.weights else []
    parts = [part for part in parts if part.spans.shapes]
    if not parts:
        return Table((), np.empty((0, len(FEATURES)), np.float32))
    weights = np.fromiter(sought.weights.values(), np.float64, len(sought.weights))
    weights /= weights.sum()
    spans = _Spans(parts, sought)
    every = spans.found @ weights + spans.defined + _HOPED * spans.likeness
    hopes = [
        every[first:end] + 0.5 * part.passage.score
        for part, (first, end) in zip(parts, pairwise(spans.starts.tolist()), strict=True)
    ]
    behind = [
        _behind(hope, late=part.is_foreign or (part.is_test and not sought.tests))
        for part, hope in zip(parts, hopes, strict=True)
    ]
    order = np.lexsort((-np.concatenate(hopes), np.concatenate(behind)))[:_KEPT]
    owners = spans.owners[order]
    places = order - spans.starts[owners]
    owned = [(parts[owner], place) for owner, place in zip(owners.tolist(), places.tolist(), strict=True)]
    candidates = [Candidate(part.passage, part.spans.at(place), part.rank) for part, place in owned]
    return _describe(index, candidates, spans, order, owners, weights, sought)


def _behind(hopes: Numbers, *, late: bool) -> Places:
    """0 for the most promising spans of a passage, 1 for its others; one more where all of it comes `late`."""
    places = (-hopes).argsort(kind="stable").argsort(kind="stable")
    return np.asarray((places >= _OF_EACH).astype(np.int64) + late, np.int64)


class _Part:
    """A passage with its spans."""

    def __init__(self, passage: Passage, rank: int, sought: Sought) -> None:
        chunk = passage.chunk
        self.passage, self.rank = passage, rank
        self.path = read_path(chunk.path)
        self.is_test = self.path.is_test or passage.inline_test
        is_licence = _LICENCE.fullmatch(chunk.path.rpartition("/")[2]) is not None
        self.is_foreign = self.path.is_vendor or is_licence
        self.lines = lines_of(chunk)
        self.spans = spans_of(chunk, prose=passage.prose, helps=sought.helps)
        self.head = {*terms(chunk.breadcrumb), *terms(chunk.path)}

    def of_all(self) -> tuple[float, ...]:
        """The features `_OF_ALL`, which are the same for all of its spans."""
        path, name = self.path, self.passage.chunk.path.rpartition("/")[2].lower()
        others = self.is_test or self.is_foreign, path.is_example, path.is_change_log
        return (
            *(1.0 / self.rank, self.passage.score, self.passage.prose),
            *(*others, name.startswith("readme"), name in _MANIFESTS),
        )

    def headed(self, asked: AbstractSet[str]) -> Iterator[float]:
        """Per line of a document the share of the words of the heading above it that are asked for: of a heading that
        says what is asked all of them, however much more the question says. Of code nothing.
        """
        if not self.passage.prose:
            yield from repeat(0.0, len(self.lines))
            return
        title = frozenset(terms(self.passage.chunk.breadcrumb.rpartition("›")[2]))
        for line, below in zip(self.lines, [*self.lines[1:], None], strict=True):
            if line.heading or (below and below.heading and not below.tokens):
                title = line.terms or title
            yield len(title & asked) / max(len(title), 1)

    def defined(self, asked: Mapping[str, float]) -> Iterator[float]:
        """Per line how much of what is asked it says what it is, 0 to 1; less where it is no document."""
        chunk, most = self.passage.chunk, 1.0 if self.passage.prose else _IN_CODE
        texts = as_read(chunk.text, chunk.language, chunk.path).split("\n")
        return (most * share for share in shares_defined(texts, self.lines, asked))


class _Spans:
    """The spans of all passages, with the terms of the question that each of them holds.

    Arrays are over all of them: with some for each passage, making these takes most of the time.
    """

    def __init__(self, parts: Sequence[_Part], sought: Sought) -> None:
        self.parts = parts
        self.lines = [line for part in parts for line in part.lines]
        lines_above = np.cumsum([0, *(len(part.lines) for part in parts[:-1])])
        of_parts = [len(part.spans.shapes) for part in parts]
        self.starts = np.cumsum([0, *of_parts])
        """Where the spans of each passage begin, and the end of all."""
        self.owners = np.repeat(np.arange(len(parts)), of_parts)
        """The passage of each span."""
        self.first, self.last = np.concatenate([part.spans.ends for part in parts]).T + lines_above[self.owners]
        self.last += 1
        """Among all lines, not included."""
        self._column_of = {term: column for column, term in enumerate(sought.weights)}
        self._width = len(self._column_of)
        self._column_of |= {other: self._width + self._column_of[term] for other, term in sought.alike.items()}
        said = self._marks(() if line.mute or sought.passes_over(line) else line.terms for line in self.lines)
        self.found = self._weighed(np.minimum(self.sums(said), 1.0))
        """1 where a span has a term, less where it has what is like one; shape (spans, terms)."""
        self.head = self._weighed(self._marks(part.head for part in parts))
        """The same of the path and the headings of passages; shape (passages, terms)."""
        self.defined = np.zeros(len(self.first))
        """How much of what is asked a span says what it is, the mean of the lines that do; shape (spans,)."""
        chunks = [part.passage.chunk for part in parts]
        odds = likeness(sought.texts[0], chunks, self.owners, self.first, self.last)
        self.likeness = odds if len(sought.texts) == 1 else _TRANSLATED * odds
        """How near the words of a span are to those of the question; shape (spans,)."""
        if sought.defined:
            shares = [share for part in parts for share in part.defined(sought.defined)]
            of_lines = self.sums(np.asarray([(share, share > 0) for share in shares]))
            self.defined = of_lines[:, 0] / np.maximum(of_lines[:, 1], 1.0)

    def sums(self, of_lines: Numbers) -> Numbers:
        """Of whole numbers per line, shape (lines, …), those of each span."""
        above = np.concatenate([np.zeros((1, of_lines.shape[1])), of_lines.cumsum(0)])
        return np.asarray(above[self.last] - above[self.first])

    def _marks(self, held: Iterable[Iterable[str]]) -> Numbers:
        """1 where terms are held, in a column for each of the question and then in one for what is like it."""
        found = [[self._column_of[term] for term in self._column_of.keys() & frozenset(one)] for one in held]
        marks = np.zeros((len(found), 2 * self._width))
        marks[np.repeat(np.arange(len(found)), [*map(len, found)]), [*chain.from_iterable(found)]] = 1
        return marks

    def _weighed(self, marks: Numbers) -> Numbers:
        return np.maximum(marks[:, : self._width], ALIKE * marks[:, self._width :])

    def flags(self) -> Numbers:
        """1 per line and flag of `_FLAGS`, but for `tokens` and `headed`, which are numbers; shape (lines, flags)."""
        headed = chain.from_iterable(part.headed(self._column_of.keys()) for part in self.parts)
        rows = [
            (*_flags_of(line), line.row or line.item, share, *(cue in line.cues for cue in _CUES))
            for line, share in zip(self.lines, headed, strict=True)
        ]
        return np.asarray(rows, np.float64)


def _describe(
    index: Index,
    candidates: Sequence[Candidate],
    spans: _Spans,
    chosen: Places,
    owners: Places,
    weights: Numbers,
    sought: Sought,
) -> Table:
    """The features of candidates, which are the `chosen` ones of the spans, of the passages `owners`."""
    found, head = spans.found[chosen], spans.head[owners]
    in_span, flags = found @ weights, spans.flags()
    counts = dict(zip(_FLAGS, spans.sums(flags)[chosen].T, strict=True))
    has = {flag: (counts[flag] > 0).astype(np.float64) for flag in _HELD}
    of_all = dict(zip(_OF_ALL, np.asarray([part.of_all() for part in spans.parts])[owners].T, strict=True))
    lines = (spans.last - spans.first)[chosen].astype(np.float64)
    content = lines - counts["blank"]
    near_top = 1.0 / (1.0 + np.asarray([one.start_line for one in candidates]) / 20)
    slots = {
        **{slot: has[slot] for slot in ("reason", "condition", "order", "denial", "contrast", "day")},
        "value": 0.5 * has["number"] + 0.5 * has["value"],
        "error": has["raises"],
        "list": has["row"],
        "overview": near_top * np.maximum(of_all["readme"], of_all["manifest"]),
        "place": 1.0 - of_all["document"],
        "guide": of_all["document"],
        "date": has["number"] * (1.0 + 0.5 * of_all["changelog"]),
    }
    features = {
        **of_all,
        "similarity": similarity_of(index, candidates, sought.texts),
        "likeness": spans.likeness[chosen],
        "coverage_all": np.maximum(found, head) @ weights,
        "coverage_best": in_span / max(float(in_span.max()), 1e-9),
        "coverage_span": in_span,
        "coverage_head": head @ weights,
        "coverage_beside_head": np.where(found > head, found, 0) @ weights,
        "headed": flags[spans.first[chosen], _FLAGS.index("headed")],
        "density": in_span * len(weights) / np.sqrt(np.maximum(counts["tokens"], 1.0)),
        "number": has["number"],
        "condition_words": has["condition"],
        "whole_prose": of_all["document"] * [one.span.shape in ("sentence", "paragraph") for one in candidates],
        "comment_only": counts["comment"] >= content,
        "fence": np.asarray([one.span.shape == "fence" for one in candidates]),
        "example_code": np.asarray([_is_example(one) for one in candidates]),
        "heading_only": counts["heading"] >= content,
        "log_lines": np.log2(lines),
        "top": near_top,
        "defined": spans.defined[chosen],
        **{slot: value * sought.intents.get(slot, 0.0) for slot, value in slots.items()},
    }
    values = np.stack([features[name] for name in FEATURES], 1).astype(np.float32)
    return Table(candidates, values, frozenset(sought.weights.keys() | sought.alike.keys()))


def _is_example(one: Candidate) -> bool:
    """Whether a span shows nothing but the code of a document: an example of what its sentences say."""
    return any(begin <= one.start_line and one.end_line <= end for begin, end in one.passage.examples)


@cache
def weights(part: str = "claims") -> Mapping[str, float]:
    """Feature to weight, as fitted, of `claims`, of which of them comes `first` or of `values`; `leading`: what is
    added to the score of the one that is chosen before all others.
    """
    found: dict[str, float] = json.loads(shipped_text("citeline.tools.answer.ranking", "weights.json"))[part]
    return found


def scored(values: FloatMatrix, features: Sequence[str], known: Mapping[str, float]) -> FloatMatrix:
    """The score of each row; shape (rows,)."""
    return values @ np.asarray([known.get(name, 0.0) for name in features], np.float32)


def similarity_of(index: Index, candidates: Sequence[Candidate], texts: Sequence[str]) -> Numbers:
    """Cosine of heading and span to the question, the best over its forms."""
    return similarity_to(index, [f"{one.passage.chunk.scope}\n{one.text}" for one in candidates], texts)


def similarity_to(index: Index, held: Sequence[str], texts: Sequence[str]) -> Numbers:
    """Cosine of each text to the question, the best over its forms."""
    spans = index.embedder.embed([*held])
    asked = np.stack([index.embed_query(text) for text in texts])
    return np.asarray((spans @ asked.T).max(1), np.float64)
