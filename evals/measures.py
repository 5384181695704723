"""Every metric of a run, in the order of the tables: which value of a case it takes, and what is better.

A value is None where a metric says nothing about a case: recall of a question that has no answer. A few metrics have no
value of a case, but one of a group of paraphrases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass

from .metrics import (
    Grade,
    Statistic,
    citation_count,
    cites_gold,
    consistency,
    duplicate_rate,
    fallback,
    false_refusal,
    first_line_right,
    flip_rate,
    gold_rate,
    grade,
    hit_at,
    line_precision,
    line_recall,
    mean,
    ndcg_at,
    p50,
    p95,
    recall_at,
    reciprocal_rank,
    refusal,
    says_yes,
    share,
    tokens,
    told_unanswerable,
    useful_claims,
    verdict_rate,
    yes_is_full,
)
from .outcome import Cited, Outcome, Run
from .places import match, whole_documents

TOP: Final = 10
"""Hits that a search is asked for."""

Group: TypeAlias = Literal["Retrieval", "Grades", "Answers", "Refusals", "Cost"]
Unit: TypeAlias = Literal["share", "count", "ms"]
Better: TypeAlias = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the tables."""

    name: str
    """Unique."""
    group: Group
    better: Better
    of: Callable[[Outcome], float | None]
    unit: Unit = "share"
    statistic: Statistic = mean
    across: Callable[[Iterable[Outcome]], Mapping[str, float]] | None = None
    """Of a metric that compares cases: from all of them, its value by group."""

    def values(self, outcomes: Iterable[Outcome]) -> Mapping[str, float]:
        """By the id of the case, or by group, each value that there is."""
        if self.across:
            return self.across(outcomes)
        return {one.case.id: value for one in outcomes if (value := self.of(one)) is not None}

    @property
    def is_gated(self) -> bool:
        """Whether a fall fails the gate. Times say more of the machine than of a change."""
        return self.better != "neither" and self.unit != "ms"


def _ranking(of: Callable[[list[frozenset[int]], list[int]], float]) -> Callable[[Outcome], float | None]:
    """From matches and grades; None for a case that has no right place."""

    def measured(outcome: Outcome) -> float | None:
        gold = outcome.case.right
        matches = match(outcome.shown, gold)
        return of(matches, [place.grade for place in gold]) if gold and not outcome.error else None

    return measured


def _document_hit(outcome: Outcome) -> float | None:
    documents = whole_documents(outcome.case.right)
    return hit_at(match(outcome.shown, documents), TOP) if documents and not outcome.error else None


def _duplicates(outcome: Outcome) -> float | None:
    return duplicate_rate(outcome.hits, [hit.text for hit in outcome.hits]) if outcome.hits else None


def _answer(of: Callable[[Run, Outcome], float | None]) -> Callable[[Outcome], float | None]:
    def measured(outcome: Outcome) -> float | None:
        return of(outcome.run, outcome) if outcome.run else None

    return measured


def _gold(of: Callable[[list[Cited], Outcome], float | None]) -> Callable[[Outcome], float | None]:
    """From the citations that have a place; None for a case that has no right place."""

    def measured(outcome: Outcome) -> float | None:
        if outcome.run is None or not outcome.case.right:
            return None
        return of(_cited(outcome.run), outcome)

    return measured


def _cited(run: Run) -> list[Cited]:
    return [one for one in run.citations if one.in_evidence]


def _needed_lines(cited: list[Cited], outcome: Outcome) -> float | None:
    return line_recall(cited, [place for place in outcome.case.right if place.grade == 2])


def _supports(verdict: str) -> Callable[[Outcome], float | None]:
    return _answer(lambda run, _: verdict_rate([one.supports for one in run.citations], verdict))


def _alike(outcomes: Iterable[Outcome]) -> Mapping[str, float]:
    """By group, how alike its paraphrases are answered."""
    return _across(outcomes, lambda runs: consistency([_cited_by(run) for _, run in runs]))


def _across(
    outcomes: Iterable[Outcome], of: Callable[[list[tuple[Outcome, Run]]], float | None]
) -> Mapping[str, float]:
    """By group of wordings, a value from those that were asked."""
    groups = {key: [(one, one.run) for one in members if one.run] for key, members in families(outcomes).items()}
    return {key: value for key, runs in groups.items() if (value := of(runs)) is not None}


def _outcome_flips(outcomes: Iterable[Outcome]) -> Mapping[str, float]:
    """By group, how often one of two wordings is answered and the other is refused or told to be not stated."""
    return _across(outcomes, lambda runs: flip_rate([_verdict(run) == "not_stated" for _, run in runs]))


def _verdict_flips(outcomes: Iterable[Outcome]) -> Mapping[str, float]:
    """By group, how often two wordings get another verdict."""
    return _across(outcomes, lambda runs: flip_rate([_verdict(run) for _, run in runs]))


def _verdict(run: Run) -> str | None:
    return "not_stated" if run.status == "not_found" else run.answers


def _grade_flips(outcomes: Iterable[Outcome]) -> Mapping[str, float]:
    """By group, how often two wordings get another grade; of unanswerable ones, whether that is told."""
    return _across(
        outcomes,
        lambda runs: flip_rate(
            [_grade(run, one) if one.case.answerable else _told(run, one) for one, run in runs if one.case.is_graded]
        ),
    )


def _grade(run: Run, outcome: Outcome) -> Grade | None:
    case = outcome.case
    return grade(run.status, _cited(run), needs=case.needs, also=case.also, said=run.said) if case.needs else None


def _graded(wanted: Grade) -> Callable[[Outcome], float | None]:
    def of(run: Run, outcome: Outcome) -> float | None:
        found = _grade(run, outcome)
        return None if found is None else float(found == wanted)

    return _answer(of)


def _told(run: Run, outcome: Outcome) -> float | None:
    return None if outcome.case.answerable else told_unanswerable(run.status, run.answers, run.missing_names)


def _first_line(run: Run, outcome: Outcome) -> float | None:
    if not outcome.case.needs:
        return None
    needed = [place for group in outcome.case.needs for place in group]
    return 0.0 if run.status == "not_found" else first_line_right(run.cited_by(1), needed, run.said_first)


def _yes_is_full(run: Run, outcome: Outcome) -> float | None:
    if not outcome.case.is_graded:
        return None
    return yes_is_full(run.status, run.answers, is_full=_grade(run, outcome) == "full")


def _says_yes(run: Run, outcome: Outcome) -> float | None:
    return says_yes(run.status, run.answers) if outcome.case.is_graded else None


def _useful_claims(run: Run, outcome: Outcome) -> float | None:
    if not outcome.case.needs or run.status == "not_found":
        return None
    return useful_claims([run.cited_by(claim) for claim in range(1, run.claims + 1)], outcome.case.right)


def _repeated(run: Run, outcome: Outcome) -> float | None:
    return consistency([_cited_by(one) for one in (run, *outcome.repeats)])


def _cited_by(run: Run) -> list[Cited]:
    return [] if run.status == "not_found" else _cited(run)


def _no_case(_: Outcome) -> None:
    """Of a metric that compares cases."""


def _count_citations(run: Run, _: Outcome) -> float | None:
    return None if run.status == "not_found" else citation_count(_cited(run))


MEASURES: Final[tuple[Measure, ...]] = (
    Measure("NDCG@10", "Retrieval", "higher", _ranking(ndcg_at)),
    Measure("MRR@10", "Retrieval", "higher", _ranking(lambda matches, _: reciprocal_rank(matches, TOP))),
    Measure("Hit@1", "Retrieval", "higher", _ranking(lambda matches, _: hit_at(matches, 1))),
    Measure("Hit@5", "Retrieval", "higher", _ranking(lambda matches, _: hit_at(matches, 5))),
    Measure("Hit@10", "Retrieval", "higher", _ranking(lambda matches, _: hit_at(matches, TOP))),
    Measure("document Hit@10", "Retrieval", "higher", _document_hit),
    Measure("recall@5", "Retrieval", "higher", _ranking(lambda matches, grades: recall_at(matches, len(grades), 5))),
    Measure("recall@10", "Retrieval", "higher", _ranking(lambda matches, grades: recall_at(matches, len(grades), TOP))),
    Measure("duplicates", "Retrieval", "lower", _duplicates),
    Measure("full", "Grades", "higher", _graded("full")),
    Measure("pointer", "Grades", "neither", _graded("pointer")),
    Measure("useless", "Grades", "lower", _graded("useless")),
    Measure("refused", "Grades", "lower", _graded("refused")),
    Measure("first line right", "Grades", "higher", _answer(_first_line)),
    Measure("claims useful", "Grades", "higher", _answer(_useful_claims)),
    Measure("unanswerable told", "Grades", "higher", _answer(_told)),
    Measure("yes is full", "Grades", "higher", _answer(_yes_is_full)),
    Measure("says yes", "Grades", "neither", _answer(_says_yes)),
    Measure("outcome flips", "Grades", "lower", _no_case, across=_outcome_flips),
    Measure("verdict flips", "Grades", "lower", _no_case, across=_verdict_flips),
    Measure("grade flips", "Grades", "lower", _no_case, across=_grade_flips),
    Measure("lines printed", "Grades", "lower", _answer(lambda run, _: float(run.lines) or None), "count"),
    Measure("cites gold", "Answers", "higher", _gold(lambda cited, one: cites_gold(cited, one.case.right))),
    Measure("citations on gold", "Answers", "higher", _gold(lambda cited, one: gold_rate(cited, one.case.right))),
    Measure("line recall", "Answers", "higher", _gold(_needed_lines)),
    Measure("line precision", "Answers", "higher", _gold(lambda cited, one: line_precision(cited, one.case.right))),
    Measure("citations", "Answers", "neither", _answer(_count_citations), "count"),
    Measure(
        "in evidence", "Answers", "higher", _answer(lambda run, _: share([one.in_evidence for one in run.citations]))
    ),
    Measure("resolves", "Answers", "higher", _answer(lambda run, _: share([one.resolves for one in run.citations]))),
    Measure(
        "unchanged",
        "Answers",
        "higher",
        _answer(lambda run, _: verdict_rate([one.unchanged for one in run.citations], "unchanged")),
    ),
    Measure("proved", "Answers", "higher", _supports("supported")),
    Measure("right place", "Answers", "neither", _supports("place")),
    Measure("partly supported", "Answers", "neither", _supports("partly")),
    Measure("not shown", "Answers", "lower", _supports("not_shown")),
    Measure("contradicted", "Answers", "lower", _supports("contradicted")),
    Measure("paraphrases alike", "Answers", "higher", _no_case, across=_alike),
    Measure("repeats alike", "Answers", "higher", _answer(_repeated)),
    Measure(
        "refused, rightly",
        "Refusals",
        "higher",
        _answer(lambda run, one: refusal(run.status, answerable=one.case.answerable)),
    ),
    Measure(
        "refused, wrongly",
        "Refusals",
        "lower",
        _answer(lambda run, one: false_refusal(run.status, answerable=one.case.answerable)),
    ),
    Measure("failed", "Refusals", "lower", lambda outcome: float(bool(outcome.error))),
    Measure("fallback", "Cost", "lower", _answer(lambda run, _: fallback(run.degradations))),
    Measure("tokens", "Cost", "lower", _answer(lambda run, _: tokens(run.usage)), "count"),
    Measure("retrievals", "Cost", "neither", _answer(lambda run, _: float(run.usage.get("retrievals", 0))), "count"),
    Measure("search p50", "Cost", "lower", lambda one: None if one.error else one.search_ms, "ms", p50),
    Measure("search p95", "Cost", "lower", lambda one: None if one.error else one.search_ms, "ms", p95),
    Measure("ask p50", "Cost", "lower", _answer(lambda run, _: run.ms), "ms", p50),
    Measure("ask p95", "Cost", "lower", _answer(lambda run, _: run.ms), "ms", p95),
)
BY_NAME: Final = {measure.name: measure for measure in MEASURES}


def families(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Wordings of each question, in the order of the dataset; a question with one wording is none.

    The key is the group, or the id of the case that is reworded.
    """
    chosen = list(outcomes)
    group_of = {one.case.id: one.case.group for one in chosen}
    found: dict[str, list[Outcome]] = defaultdict(list)
    for one in chosen:
        original = one.case.same_as or one.case.id
        found[group_of.get(original) or original].append(one)
    return {key: members for key, members in found.items() if len(members) > 1}
