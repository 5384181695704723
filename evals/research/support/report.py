"""Says how well the score and the verdicts do, in tables of plain text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias, get_args

from citeline.protocols import FloatVector
from citeline.state import Supports
from citeline.tools.citations import check_support

from .fit import GOOD, auc, precision
from .pairs import WRONG, Group, Pair

Say: TypeAlias = Callable[[str], None]
VERDICTS: Final[tuple[Supports, ...]] = get_args(Supports)


def verdicts(pairs: Iterable[Pair]) -> list[Supports]:
    """What the check says of each."""
    return [check_support(pair.sentence, pair.passage).verdict for pair in pairs]


def report_score(pairs: Sequence[Pair], scores: FloatVector, say: Say) -> None:
    """How often a right place scores above a wrong one, by group and by how the wrong one was chosen."""
    say(f"score, AUC         right  pooled  {'  '.join(WRONG)}")
    for group in get_args(Group):
        by_kind: dict[str, list[float]] = defaultdict(list)
        for pair, score in zip(pairs, scores.tolist(), strict=True):
            if pair.group == group:
                by_kind[pair.wrong or "right"].append(score)
        right = by_kind.pop("right", [])
        pooled = auc(right, [score for wrong in by_kind.values() for score in wrong])
        each = "  ".join(f"{auc(right, by_kind[kind]):.3f}" for kind in WRONG)
        say(f"  {group:<15} {len(right):>6}  {pooled:.3f}   {each}")


def report_places(pairs: Sequence[Pair], say: Say) -> None:
    """The verdicts on right and wrong places, and what `supported` and `place` are worth as told from `partly`."""
    counted: dict[tuple[Group, str], Counter[Supports]] = defaultdict(Counter)
    for pair, verdict in zip(pairs, verdicts(pairs), strict=True):
        for kind in (pair.wrong, "wrong") if pair.wrong else ("right",):
            counted[pair.group, kind][verdict] += 1
    say(f"verdicts                          n  {'  '.join(VERDICTS)}")
    for group in get_args(Group):
        for kind in ("right", "wrong", *WRONG):
            counts = counted[group, kind]
            if counts.total():
                shares = "  ".join(f"{counts[verdict] / counts.total():.3f}" for verdict in VERDICTS)
                say(f"  {group:<15} {kind:<12} {counts.total():>5}  {shares}")
        right, wrong = counted[group, "right"], counted[group, "wrong"]
        if right.total() and wrong.total():
            recall = (right["supported"] + right["place"]) / right.total()
            worth = precision(recall, (wrong["supported"] + wrong["place"]) / wrong.total())
            say(f"  {group:<15} right place: precision {worth:.3f} ({GOOD:.0%} right places), recall {recall:.3f}")
