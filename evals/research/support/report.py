"""Says how well the score and the verdicts do, in tables of plain text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from typing import Final, TypeAlias, get_args

from citeline.protocols import FloatVector
from citeline.state import Supports
from citeline.tools.citations import check_support

from .claims import Claim
from .fit import GOOD, auc, precision
from .pairs import WRONG, Group, Pair

Say: TypeAlias = Callable[[str], None]
VERDICTS: Final[tuple[Supports, ...]] = get_args(Supports)
_CLAIMS_OF_AN_ANSWER: Final = 10


def verdicts(pairs: Iterable[Pair | Claim]) -> list[Supports]:
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


def report_renamed(pairs: Sequence[Pair], what: str, say: Say) -> None:
    """How many sentences with another name are still said to be at the right place."""
    found = Counter(verdicts(pairs))
    if pairs:
        say(f"  {what:<40} {len(pairs):>5}  right place {(found['supported'] + found['place']) / len(pairs):.3f}")


def report_claims(claims: Sequence[Claim], say: Say) -> None:
    """Generated facts: proved, contradicted, and reversed ones wrongly proved; by relation, then by language."""
    found = list(zip(claims, verdicts(claims), strict=True))
    say("generated facts              true  proved  refuted   false  contradicted  supported   reversed  supported")
    relations = list(dict.fromkeys(claim.relation for claim in claims))
    for relation in relations:
        _say_claims(relation, [pair for pair in found if pair[0].relation == relation], say)
    for language in sorted({claim.language for claim in claims}):
        _say_claims(language, [pair for pair in found if pair[0].language == language], say)
    _say_claims("all", found, say)


def _say_claims(name: str, found: Sequence[tuple[Claim, Supports]], say: Say) -> None:
    by_truth: dict[str, list[Supports]] = defaultdict(list)
    for claim, verdict in found:
        by_truth[claim.truth].append(verdict)
        if claim.truth == "false" and claim.relation not in ("calls", "defined_in"):
            by_truth["refutable"].append(verdict)

    def share(truth: str, verdict: Supports) -> str:
        verdicts_ = by_truth[truth]
        return f"{verdicts_.count(verdict) / len(verdicts_):.3f}" if verdicts_ else "    –"

    say(
        f"  {name:<22} {len(by_truth['true']):>8}   {share('true', 'supported')}   {share('true', 'contradicted')}"
        f"  {len(by_truth['false']):>6}"
        f"         {share('refutable', 'contradicted')}      {share('false', 'supported')}"
        f"   {len(by_truth['reversed']):>8}      {share('reversed', 'supported')}"
    )


def report_time(pairs: Sequence[Pair | Claim], what: str, say: Say) -> None:
    """Mean processor time of an answer's claims, each with lines of its own."""
    started = process_time()
    verdicts(pairs)
    each_ms = (process_time() - started) * 1000 / max(1, len(pairs))
    say(f"  {_CLAIMS_OF_AN_ANSWER} {what}: {each_ms * _CLAIMS_OF_AN_ANSWER:.1f} ms")
