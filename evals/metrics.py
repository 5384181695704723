"""All metrics: small pure functions of what one case came to, or several: of rankings, of answers, of runs.

`citeline.evals.measures` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from math import log2
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.state import Status, Usage

from .answers import AnswerVerdict
from .places import Matches, Place, Spot, lines_of, overlap

Samples: TypeAlias = npt.NDArray[np.float64]
"""Shape (…, n): a statistic works on the last axis."""
Statistic: TypeAlias = Callable[[Samples], Samples]

_RESAMPLES: Final = 2000


def mean(samples: Samples) -> Samples:
    """Of each row."""
    averaged: Samples = samples.mean(axis=-1)
    return averaged


def estimate(values: Iterable[float], statistic: Statistic = mean) -> float:
    """The statistic of the values. Raises ValueError when there are none."""
    sample = np.asarray(list(values), dtype=np.float64)
    if not len(sample):
        raise ValueError("no value to estimate anything from")
    return float(statistic(sample))


def interval(values: Iterable[float], statistic: Statistic = mean, *, seed: int = 0) -> tuple[float, float]:
    """95 % percentile bootstrap interval of the statistic; the same every time for the same values and seed."""
    sample = np.asarray(list(values), dtype=np.float64)
    draws = np.random.default_rng(seed).integers(0, len(sample), (_RESAMPLES, len(sample)))
    low, high = np.percentile(statistic(sample[draws]), [2.5, 97.5])
    return float(low), float(high)


Grade: TypeAlias = Literal["full", "pointer", "useless", "refused"]
GRADES: Final[tuple[Grade, ...]] = ("full", "pointer", "useless", "refused")
Cites: TypeAlias = Sequence[Spot]
"""What one answer cites; nothing when it was refused."""


def hit_at(matches: Matches, k: int) -> float:
    """1.0 when one of the first k hits is right, else 0.0."""
    return float(any(matches[:k]))


def reciprocal_rank(matches: Matches, k: int = 10) -> float:
    """1 / rank of the first of k hits that is right, 0.0 when none is. Its mean over cases is the MRR."""
    return next((1 / rank for rank, places in enumerate(matches[:k], start=1) if places), 0.0)


def recall_at(matches: Matches, right: int, k: int) -> float:
    """The share of the `right` places that the first k hits overlap, 0 to 1; 0.0 when there is no right place."""
    found = frozenset[int]().union(*matches[:k])
    return len(found) / right if right else 0.0


def ndcg_at(matches: Matches, grades: Sequence[int], k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first k hits, 0 to 1, with linear gain.

    A hit pays the best grade among the places that it overlaps and that no hit before it was paid for, so that a
    second hit on the same lines gains nothing. Ideal: a hit for each place, grades in falling order.
    Source: Järvelin and Kekäläinen 2002, as trec_eval computes it.
    """
    unpaid = dict(enumerate(grades))
    gain = 0.0
    for rank, places in enumerate(matches[:k], start=1):
        best = max(sorted(places & unpaid.keys()), key=lambda place: unpaid[place], default=None)
        if best is not None:
            gain += unpaid.pop(best) / log2(rank + 1)
    ideal = sum(grade / log2(rank + 1) for rank, grade in enumerate(sorted(grades, reverse=True)[:k], start=1))
    return gain / ideal if ideal else 0.0


def duplicate_rate(hits: Sequence[Spot], texts: Sequence[str]) -> float:
    """The share of hits that overlap an earlier one or have the text of one; 0.0 without hits.

    `texts` has the text of each hit, or anything that is equal when the texts are.
    """
    repeated = [
        any(overlap(hit, before) for before in hits[:at]) or texts[at] in texts[:at] for at, hit in enumerate(hits)
    ]
    return share(repeated) or 0.0


def grade(
    status: Status,
    cited: Sequence[Spot],
    *,
    needs: Sequence[Sequence[Spot]],
    also: Sequence[Spot] = (),
    said: Sequence[bool],
) -> Grade:
    """The grade of an answer to an answerable question.

    `full`: it cites a place of each group of `needs` and says all of `said`, one flag for each group of patterns.
    `pointer`: it cites a needed place, or lines of the same file and a place that helps (`also`). `refused`: it said
    that the corpus does not answer it. `useless`: the rest.
    """
    if status == "not_found":
        return "refused"
    reached = [any(overlap(place, one) for place in group for one in cited) for group in needs]
    if all(reached) and all(said):
        return "full"
    if any(reached):
        return "pointer"
    files = {place.path for group in needs for place in group}
    near = any(one.path in files for one in cited) and any(overlap(place, one) for place in also for one in cited)
    return "pointer" if near else "useless"


def refusal(status: Status, *, answerable: bool) -> float | None:
    """1.0 when an unanswerable question is refused, which is right; None for the others."""
    return None if answerable else float(status == "not_found")


def false_refusal(status: Status, *, answerable: bool) -> float | None:
    """1.0 when an answerable question is refused, which is wrong; None for the others."""
    return float(status == "not_found") if answerable else None


def told_unanswerable(status: Status, verdict: AnswerVerdict, missing_names: Sequence[str]) -> float:
    """1.0 when the run refuses, says `not_stated`, or names what of the question is absent; else 0.0."""
    return float(status == "not_found" or verdict == "not_stated" or bool(missing_names))


def says_yes(status: Status, verdict: AnswerVerdict) -> float:
    """1.0 when the answer claims to answer the question; its mean is the coverage of the verdict."""
    return float(status != "not_found" and verdict == "yes")


def yes_is_full(status: Status, verdict: AnswerVerdict, *, is_full: bool) -> float | None:
    """1.0 when an answer that claims to answer is full; None for one that claims no such thing.

    Its mean is the precision of the verdict. An answer to an unanswerable question is never full.
    """
    return float(is_full) if says_yes(status, verdict) else None


def citation_count(cited: Sequence[Spot]) -> float:
    """Different places; one that several sentences cite counts once."""
    return float(len({(place.path, place.start_line, place.end_line) for place in cited}))


def share(flags: Sequence[bool]) -> float | None:
    """How many of them hold, 0 to 1; None where there are none."""
    return sum(flags) / len(flags) if flags else None


def gold_rate(cited: Sequence[Spot], right: Sequence[Spot]) -> float | None:
    """The share of cited places that overlap a right one; None without citations."""
    return share([any(overlap(place, one) for one in right) for place in cited])


def cites_gold(cited: Sequence[Spot], right: Sequence[Spot]) -> float:
    """1.0 when any cited place overlaps a right one, else 0.0."""
    return float(any(overlap(place, one) for place in cited for one in right))


def line_recall(cited: Sequence[Spot], needed: Sequence[Spot]) -> float | None:
    """The share of the needed lines that are cited; None when only whole documents are needed."""
    wanted = lines_of(needed)
    return len(wanted & lines_of(cited)) / len(wanted) if wanted else None


def line_precision(cited: Sequence[Spot], right: Sequence[Spot]) -> float | None:
    """The share of the cited lines that are right; every line of a right document is. None when no line is cited."""
    lines = lines_of(cited)
    return share([any(overlap(Place(path, line, line), place) for place in right) for path, line in lines])


def first_line_right(cited_first: Sequence[Spot], needed: Sequence[Spot], said_first: Sequence[bool]) -> float:
    """1.0 when the first sentence cites a needed place and says any of what must be said, itself or by its lines.

    `said_first` has one flag for each group of patterns.
    """
    return float(any(said_first) and any(overlap(one, place) for one in cited_first for place in needed))


def useful_claims(claims: Sequence[Sequence[Spot]], useful: Sequence[Spot]) -> float | None:
    """The share of sentences that cite a needed or helpful place; None without sentences.

    `claims` has the places that each sentence cites; one that cites none is useless.
    """
    return share([any(overlap(one, place) for one in cited for place in useful) for cited in claims])


def verdict_rate(verdicts: Sequence[str], wanted: str) -> float | None:
    """The share of an answer's citations with this verdict; None without citations."""
    return share([verdict == wanted for verdict in verdicts])


def consistency(answers: Sequence[Cites]) -> float | None:
    """How much any two of the answers cite the same places, 0 to 1, the mean over all pairs; None for a single answer.

    Two answers agree by the share of the citations of both that overlap one of the other. Two refusals agree wholly, a
    refusal and an answer not at all.
    """
    pairs = list(combinations(answers, 2))
    return sum(_agreement(left, right) for left, right in pairs) / len(pairs) if pairs else None


def _agreement(left: Cites, right: Cites) -> float:
    if not left and not right:
        return 1.0
    shared = sum(any(overlap(place, other) for other in right) for place in left)
    shared += sum(any(overlap(place, other) for other in left) for place in right)
    return shared / (len(left) + len(right))


def flip_rate(outcomes: Sequence[Hashable]) -> float | None:
    """The share of pairs of wordings whose outcomes differ, 0 to 1; None for a single wording."""
    return share([left != right for left, right in combinations(outcomes, 2)])


def fallback(degradations: Sequence[str]) -> float:
    """1.0 when any step of the run fell back, as when a model failed or the budget ran out."""
    return float(bool(degradations))


def tokens(usage: Usage) -> float:
    """Input and output together."""
    return float(usage.get("input_tokens", 0) + usage.get("output_tokens", 0))


def p50(samples: Samples) -> Samples:
    """The median of each row."""
    median: Samples = np.percentile(samples, 50, axis=-1)
    return median


def p95(samples: Samples) -> Samples:
    """The 95th percentile of each row, between the two nearest values: of 20 runs all but the slowest are below it."""
    slow: Samples = np.percentile(samples, 95, axis=-1)
    return slow
