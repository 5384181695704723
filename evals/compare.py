"""Two results of one dataset, case by case: what changed by more than chance, and which cases did.

Differences are paired: only cases that both judged, with the same question and the same right places, and the interval
is that of the difference. Two results of the same code differ by nothing then, however wide their own intervals are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, Literal, TypeAlias

import numpy as np

from citeline.dataclass import dataclass
from citeline.errors import UsageError

from .measures import MEASURES, Measure
from .metrics import Samples, interval
from .result import Result
from .scores import Row, Scores, scores_of

Verdict: TypeAlias = Literal["better", "worse", "changed", "same", "too few"]
ENOUGH: Final = 6
"""Cases below which no change is called one: five that fell and none that rose are chance once in sixteen times."""
_NOISE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Change:
    """How one metric differs."""

    measure: Measure
    before: float
    """On the shared cases."""
    after: float
    low: float
    """95 % interval of `after - before`."""
    high: float
    n: int
    """Cases that have a value in both."""
    rose: tuple[str, ...]
    """Ids of the cases, or groups, whose value is higher now."""
    fell: tuple[str, ...]
    """Ids of the cases, or groups, whose value is lower now."""

    @property
    def difference(self) -> float:
        """Of the two figures; more is not always better."""
        return self.after - self.before

    @property
    def verdict(self) -> Verdict:
        """`better` and `worse` only when the whole interval lies on that side of zero."""
        if self.low <= _NOISE and self.high >= -_NOISE:
            return "same"
        if self.n < ENOUGH:
            return "too few"
        if self.measure.better == "neither":
            return "changed"
        return "better" if (self.low > _NOISE) == (self.measure.better == "higher") else "worse"

    @property
    def is_fall(self) -> bool:
        """Whether it fails the gate."""
        return self.measure.is_gated and self.verdict == "worse"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that two results share, and what they do not."""

    before: Scores
    after: Scores
    changes: tuple[Change, ...]
    """In the order of the tables."""
    shared: int
    """Cases that are compared."""
    only_before: tuple[str, ...]
    """Ids of cases that only the first judged, or that were asked or labelled in another way then."""
    only_after: tuple[str, ...]

    @property
    def falls(self) -> list[Change]:
        """What fails the gate."""
        return [change for change in self.changes if change.is_fall]


def compare(before: Result | Scores, after: Result | Scores) -> Comparison:
    """Compare two results. Raises UsageError when they share no case."""
    old, new = (one if isinstance(one, Scores) else scores_of(one) for one in (before, after))
    cases, groups = _same(old.cases, new.cases), _same(old.groups, new.groups)
    if not cases:
        raise UsageError(
            f"the two results share no case: one is of {old.dataset!r}, the other of {new.dataset!r}",
            remedy="compare results of one dataset",
        )
    changes = (_change(measure, old, new, groups if measure.across else cases) for measure in MEASURES)
    return Comparison(
        before=old,
        after=new,
        changes=tuple(change for change in changes if change),
        shared=len(cases),
        only_before=tuple(case for case in old.cases if case not in cases),
        only_after=tuple(case for case in new.cases if case not in cases),
    )


def _same(old: Mapping[str, Row], new: Mapping[str, Row]) -> set[str]:
    """What was asked and labelled in the same way."""
    return {key for key, row in new.items() if key in old and old[key].asked == row.asked}


def _change(measure: Measure, old: Scores, new: Scores, same: Collection[str]) -> Change | None:
    befores = old.values(measure)
    valued = [
        (key, befores[key], value) for key, value in new.values(measure).items() if key in befores and key in same
    ]
    if not valued:
        return None
    samples = np.asarray([(before, after) for _, before, after in valued])
    before, after = (float(measure.statistic(samples[:, side])) for side in (0, 1))
    low, high = interval(range(len(valued)), _difference(measure, samples))
    return Change(
        measure=measure,
        before=before,
        after=after,
        low=low,
        high=high,
        n=len(valued),
        rose=tuple(key for key, before, after in valued if after > before + _NOISE),
        fell=tuple(key for key, before, after in valued if after < before - _NOISE),
    )


def _difference(measure: Measure, samples: Samples) -> Callable[[Samples], Samples]:
    """The statistic of what was drawn after, less that of the same cases before."""

    def of_drawn(drawn: Samples) -> Samples:
        cases = drawn.astype(np.intp)
        return measure.statistic(samples[:, 1][cases]) - measure.statistic(samples[:, 0][cases])

    return of_drawn
