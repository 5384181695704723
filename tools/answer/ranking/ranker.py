"""Chooses the claims of an answer among candidate spans: a linear ranker with a price for every line.

A span is what bears on the question; what is shown with it is the run of lines that it stands in, so that nobody reads
half a block, half a list or half a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.markup import leads_in
from citeline.model import StoredChunk
from citeline.protocols import FloatMatrix
from citeline.text import words

from ..reading.lines import Line, lines_of
from .candidates import Candidate, Sought
from .features import FEATURES, Numbers, Table, scored, weights
from .reranker import is_read, nearness

PRICE: Final = 0.3
"""Of a line, in units of the score. Swept by `evals/research/claims.py`: without it the first claim is right as often,
in two to three times as many lines."""
MOST: Final = 8
"""Claims that are shown at once: the first with its lines, each further one by its sentence (docs/answers_log.md)."""
READ: Final = 16
"""Claims that the reranker reads, of which the likeliest `MOST` may be shown (docs/decisions/040)."""
HELD: Final = 0.97
"""Of the likelihood of all claims that were read: those that hold it together are shown, the others wait (nucleus
sampling, Holtzman et al. 2020, arxiv.org/abs/1904.09751, draws words so; docs/decisions/039).
"""
MORE: Final = 3
"""Claims kept behind `--all`."""
_LEADING: Final = 4
FIRST_FEATURES: Final = (*FEATURES, "near", "near_place")
"""What decides which claim comes first: with how near the reranker finds it, and its place by that."""
_MARGIN: Final = 3.0
"""Below the best score: claims that are as likely as the first. The weights for values and for what is not stated were
fitted with 2, before `likeness` drew the scores apart.
"""
_TENTH: Final = 0.1
_COVERAGE: Final = FEATURES.index("coverage_span")
_BOLD: Final = re.compile(r"\s*(\*\*|__)(?=\S).*\1\s*")
"""A line that stands for a heading."""
_ALIKE: Final = 0.6
"""Of all words of two spans the share that both have (Jaccard index) from which they say the same. As a share of the
shorter one alone, a line that says more in few words was held for a repetition (docs/answers_log.md)."""
USUAL: Final = 18
"""Lines of the first claim, with what stands around: a terminal shows 18 of one citation without a cut."""
BODY: Final = 20
"""For the paragraphs of one body of code."""
WHOLE: Final = 30
"""For an order or a list, of which a part is no answer. Both were swept (docs/answers_log.md)."""
LOOKED_UP: Final = frozenset({"cell", "value", "release", "filed"})
"""Bases that answer alone: one of 65 such answers lacks what ranked lines behind the second claim say."""
BEHIND: Final = 2
"""Claims of such an answer, ranked ones among them."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A candidate that made it, with the numbers that placed it."""

    candidate: Candidate
    score: float
    features: Mapping[str, float]
    around: tuple[int, int] | None = None
    """First and last of the lines to show, in the file; those of the candidate where nothing is known."""


def choose(
    table: Table,
    *,
    beside: Sequence[Candidate] = (),
    room: int = USUAL,
    most: int = MOST,
    behind: bool = False,
) -> tuple[list[Chosen], list[Chosen]]:
    """The claims to show, best first, and those behind them: none overlaps or repeats an earlier one, or `beside`.

    The first gets `room` lines with what stands around it; not where it stands `behind` another one.
    """
    return choose_by(table, weights(), beside=beside, room=room, most=most, behind=behind)


def choose_by(
    table: Table,
    known: Mapping[str, float],
    *,
    price: float = PRICE,
    beside: Sequence[Candidate] = (),
    room: int = USUAL,
    most: int = MOST,
    behind: bool = False,
) -> tuple[list[Chosen], list[Chosen]]:
    """The same by other weights, or another price of a line."""
    scores = scored(table.values, FEATURES, known)
    shown: list[Chosen] = []
    more: list[Chosen] = []
    taken = [_Taken.of(one) for one in beside]
    worth = worth_of(scores, table.candidates, price)
    first = [] if behind or beside else _first_of(table, worth)
    for row in [*first, *(-worth).argsort(kind="stable").tolist()]:
        candidate = table.candidates[row]
        if not table.values[row, _COVERAGE]:
            continue  # it holds no word of the question
        # Most windows overlap a better one: only the words of others are read.
        if any(
            other.overlaps(candidate.passage.chunk.path, candidate.start_line, candidate.end_line) for other in taken
        ):
            continue
        held = _words_of(candidate)
        if any(_are_alike(held, other.words) for other in taken):
            continue
        values = zip(FEATURES, table.values[row].tolist(), strict=True)
        features = {name: round(value, 3) for name, value in values if value}
        around = _around(candidate, 1, taken) if shown or behind else lines_around(candidate, room, table.sought, taken)
        if _is_title(candidate, around):
            continue
        (shown if len(shown) < most else more).append(Chosen(candidate, float(scores[row]), features, around))
        taken.append(_Taken(candidate.passage.chunk.path, *around, held))
        if len(shown) >= most and len(more) >= MORE:
            break
    return shown, more[:MORE]


def worth_of(
    scores: npt.NDArray[np.floating[Any]], candidates: Sequence[Candidate], price: float = PRICE
) -> npt.NDArray[Any]:
    """Scores less the price of the lines; shape (candidates,) each."""
    return scores - price * np.asarray([one.lines for one in candidates], scores.dtype)


def _first_of(table: Table, worth: Numbers) -> list[int]:
    """The row that is chosen before all others, and first until the reranker has read them: what sets two things apart
    and what names a day, where these are asked for, and among documents the section of which all of the heading is.
    Chosen by this, further claims would be more of one section, and more of the needed places were not shown
    (docs/answers_log.md).
    """
    added = weights("leading")
    for features in (("contrast", "day"), ("headed",)):
        columns = table.values[:, [FEATURES.index(name) for name in features]]
        worth = worth + columns @ np.asarray([added[name] for name in features], np.float32)
        best = int(worth.argmax()) if len(worth) else -1
        if best < 0 or not table.candidates[best].passage.prose:
            break
    return [best] if best >= 0 else []


class Nearest(NamedTuple):
    """The claims in another order, and how likely the nearest of them says what is asked."""

    claims: list[Chosen]
    said: float
    """Log-odds; 0 where there is none. Of the first `MOST` before they were read: the weights for what is not stated
    were fitted with these.
    """
    likely: int = 0
    """How many of them are likely enough to be shown, the first ones."""
    is_unread: bool = False
    """Whether one of the claims is in a script that the reranker does not read."""


def nearest_first(shown: Sequence[Chosen], sought: Sought, room: int) -> Nearest:
    """The claims, likeliest first, by their features and by how near the reranker finds them; the first has its `room`.

    Raises EmbeddingError where the reranker cannot be read.
    """
    if not shown:
        return Nearest([], 0.0)
    values, is_unread = first_values(shown, sought)
    near = values[:, FIRST_FEATURES.index("near")].tolist()
    scores = scored(values, FIRST_FEATURES, weights("first"))
    order = (-scores).argsort(kind="stable").tolist()
    read = [
        replace(one, features={**one.features, "near": round(odds, 3)}) for one, odds in zip(shown, near, strict=True)
    ]
    claims = [read[place] for place in order]
    if order[0]:
        around = lines_around(claims[0].candidate, room, sought.alike.keys() | sought.weights.keys())
        claims[0] = replace(claims[0], around=around)
        before = order.index(0)
        claims[before] = replace(claims[before], around=_around(claims[before].candidate, 1, ()))
    return Nearest(claims, max(near[:MOST]), _likely(scores[order]), is_unread)


def _likely(scores: Numbers) -> int:
    """How many of the claims, best first, hold `HELD` of the likelihood; `MOST` at most."""
    shares = np.exp(scores - scores[0])
    return min(int((shares.cumsum() < HELD * shares.sum()).sum()) + 1, MOST)


def first_values(shown: Sequence[Chosen], sought: Sought) -> tuple[FloatMatrix, bool]:
    """The `FIRST_FEATURES` of claims, shape (claims, features), and whether one of them is in a script that the
    reranker does not read: it counts as near as the others are in the mean.
    """
    near = nearness(sought.texts[0], [one.candidate for one in shown])
    read = np.asarray([is_read(one.candidate) for one in shown])
    near = np.where(read, near, near[read].mean() if read.any() else 0.0)
    known = [[one.features.get(name, 0.0) for name in FEATURES] for one in shown]
    places = (-near).argsort(kind="stable").argsort(kind="stable")
    values = np.column_stack([np.asarray(known, np.float32), near, -np.log1p(places)]).astype(np.float32)
    return values, not bool(read.all())


def leading(shown: Sequence[Chosen]) -> list[Chosen]:
    """Those of the claims that are about as likely as the likeliest, whichever comes first."""
    best = max((one.score for one in shown), default=0.0)
    return [one for one in shown[:_LEADING] if one.score >= best - _MARGIN]


def placed_by(chosen: Chosen) -> dict[str, float]:
    """The features that moved a claim by more than a tenth of a score, and how near the reranker found it."""
    known = {**weights("first"), **weights()}
    return {name: value for name, value in chosen.features.items() if abs(known.get(name, 1.0) * value) > _TENTH}


class _Taken(NamedTuple):
    """What an earlier claim shows."""

    path: str
    first: int
    last: int
    words: frozenset[str]
    """Of its span."""

    @classmethod
    def of(cls, candidate: Candidate) -> _Taken:
        return cls(candidate.passage.chunk.path, candidate.start_line, candidate.end_line, _words_of(candidate))

    def overlaps(self, path: str, first: int, last: int) -> bool:
        return path == self.path and first <= self.last and self.first <= last


def lines_around(candidate: Candidate, room: int, sought: Set[str], taken: Sequence[_Taken] = ()) -> tuple[int, int]:
    """The lines that are shown with a first claim: the run that it stands in, and paragraphs beside that."""
    around = _read_on(candidate, _around(candidate, room, taken), min(room, USUAL), sought, taken)
    return _body(candidate, around, max(room, BODY), taken)


def _around(candidate: Candidate, most: int, taken: Sequence[_Taken]) -> tuple[int, int]:
    """The run of lines that a candidate stands in, at most so many, as far as the passage has it and nothing is taken.

    Rows of a table are not added: each stands for itself. A list that a line leads in is: `We offer:` says nothing.
    """
    chunk = candidate.passage.chunk
    first, last = candidate.span.first, candidate.span.last
    lines = lines_of(chunk)
    if chunk.kind == "data":
        return candidate.start_line, candidate.end_line
    other = [(one.first, one.last) for one in taken if one.path == chunk.path]

    def is_free(place: int) -> bool:
        number = chunk.start_line + place
        runs_on = 0 <= place < len(lines) and not lines[place].blank and not lines[place].row
        return runs_on and not any(a <= number <= b for a, b in other)

    texts = chunk.text.split("\n")

    def opens_list(place: int) -> bool:
        """Whether a list follows behind one blank line, which the line at `place` heads, leads in or is an item of.

        In a document the line may be any.
        """
        follows = place + 2 < len(lines) and lines[place + 1].blank and lines[place + 2].item and is_free(place + 2)
        return follows and (candidate.passage.prose or lines[place].item or leads_in(texts[place]))

    # Downwards and upwards by turns: what follows a line explains it as often as what precedes it.
    while last - first + 1 < most:
        before = (first, last)
        last += is_free(last + 1) or (2 if last - first + 3 <= most and opens_list(last) else 0)
        first -= last - first + 1 < most and is_free(first - 1)
        if (first, last) == before:
            break
    return chunk.start_line + first, chunk.start_line + last


def _read_on(
    candidate: Candidate, around: tuple[int, int], most: int, sought: Set[str], taken: Sequence[_Taken]
) -> tuple[int, int]:
    """The lines and the next paragraph of a document, where that bears on the question and there is room for all of it:
    the answer stands as often behind a blank line as before it.
    """
    chunk = candidate.passage.chunk
    below = around[1] - chunk.start_line + 1
    block = block_that_bears(chunk, below, sought) if candidate.passage.prose else None
    if block is None or block[0] == below:
        return around
    end = chunk.start_line + block[1]
    is_shown = any(one.overlaps(chunk.path, around[1] + 1, end) for one in taken)
    return around if is_shown or end - around[0] >= most else (around[0], end)


def _body(candidate: Candidate, around: tuple[int, int], most: int, taken: Sequence[_Taken]) -> tuple[int, int]:
    """The lines of code and the paragraphs of the same function below and above them, each as a whole, as long as there
    is room: a blank line within it ends nothing.
    """
    chunk = candidate.passage.chunk
    bodies = [one for one in candidate.passage.bodies if one[0] <= around[0] and around[1] <= one[1]]
    if not bodies:
        return around
    begin, close = (line - chunk.start_line for line in bodies[-1])
    lines = lines_of(chunk)
    first, last = around[0] - chunk.start_line, around[1] - chunk.start_line
    within = range(max(begin, 0), min(close + 1, len(lines)))
    own = min((line.indent for line in lines[first : last + 1] if not line.blank), default=0)

    def end(place: int, step: int) -> int:
        """Of the next paragraph of the body in a direction; the line itself where none follows."""
        at = place + step
        while at in within and lines[at].blank:
            at += step
        while at in within and not lines[at].blank and lines[at].indent >= own:
            place, at = at, at + step
        return place

    before: tuple[int, int] | None = None
    while own and before != (first, last):
        before = first, last
        last = below if (below := end(last, 1)) - first < most else last
        first = above if last - (above := end(first, -1)) < most else first
    whole = chunk.start_line + first, chunk.start_line + last
    return around if any(one.overlaps(chunk.path, *whole) for one in taken) else whole


def block_that_bears(chunk: StoredChunk, below: int, sought: Set[str]) -> tuple[int, int] | None:
    """First and last line of the next paragraph, list or fence of a document from the line `below` on, by their places
    in the chunk; None for a heading, rows, and what has no word of the question.
    """
    lines = lines_of(chunk)
    first = _next_filled(lines, below)
    if first is None:
        return None
    last = _end_of_block(lines, chunk.text.split("\n"), first)
    block = lines[first : last + 1]
    # The rule under a heading of reStructuredText is its second line; `# so` in a fence is a comment.
    is_headed = not block[0].fence and any(line.heading for line in block[:2])
    bears = any(line.terms & sought for line in block)
    return (first, last) if bears and not is_headed and not any(line.row for line in block) else None


def _next_filled(lines: Sequence[Line], first: int) -> int | None:
    return next((place for place in range(first, len(lines)) if not lines[place].blank), None)


def _end_of_block(lines: Sequence[Line], texts: Sequence[str], first: int) -> int:
    """The last line of the paragraph, list or fence that begins at `first`, with what such a line leads in."""
    fence = lines[first].fence
    ends = (place for place in range(first + 1, len(lines)) if (lines[place].fence if fence else lines[place].blank))
    end = next(ends, len(lines) - fence)
    last = end if fence else end - 1
    led = _next_filled(lines, end) if leads_in(texts[last]) or _BOLD.fullmatch(texts[last]) else None
    return last if led is None or lines[led].heading else _end_of_block(lines, texts, led)


def _is_title(candidate: Candidate, around: tuple[int, int]) -> bool:
    """Whether lines of a document are nothing but a heading or the head of a table, which say what is told below and
    tell nothing.
    """
    lines, start = lines_of(candidate.passage.chunk), candidate.passage.chunk.start_line

    def heads(place: int) -> bool:
        line = lines[place]
        below = lines[place + 1] if place + 1 < len(lines) else line
        ruled = (below.heading or (line.row and below.row)) and not below.tokens
        return line.heading or line.blank or ruled or (line.row and not line.tokens)

    return candidate.passage.prose and all(map(heads, range(around[0] - start, around[1] - start + 1)))


def _words_of(candidate: Candidate) -> frozenset[str]:
    return frozenset(word.lower() for word in words(candidate.text))


def _are_alike(held: frozenset[str], there: frozenset[str]) -> bool:
    return len(held & there) >= _ALIKE * max(len(held | there), 1)
