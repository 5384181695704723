"""The steps from the candidates to the context of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from citeline.errors import VectorServerError
from citeline.model import Hit
from citeline.nodes import filter_documents as filtering
from citeline.nodes import grade_evidence as grading
from citeline.nodes import rerank as reranking
from citeline.nodes.assemble_context import assemble_context
from citeline.nodes.filter_documents import filter_documents
from citeline.nodes.grade_evidence import grade_evidence
from citeline.nodes.rerank import rerank
from citeline.nodes.running.context import using
from citeline.settings import Settings
from citeline.state import Evidence, Grade, MissingName, Style
from citeline.tools.evidence import filter as evidence_filter

from . import fakes

pytestmark = pytest.mark.usefixtures("given")


FOO: MissingName = {"name": "foo", "nearest": []}


@dataclass(frozen=True)
class Graded:
    grade: Grade
    score: float
    missing_names: tuple[MissingName, ...] = ()
    why: str = ""


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the ranker was asked; it answers with the candidates it got, the last first."""
    calls: list[dict[str, Any]] = []

    def single_hits(index: Any, query: Any, candidates: Any, *, limit: int) -> list[Hit]:
        calls.append({"candidates": [one["chunk_id"] for one in candidates], "limit": limit})
        return [fakes.hit(one["chunk_id"]) for one in reversed(candidates)][:limit]

    monkeypatch.setattr(reranking, "candidates_ranked", lambda index, query, state, channels: state["candidates"])
    monkeypatch.setattr(reranking, "single_hits", single_hits)
    monkeypatch.setattr(reranking, "evidence_from_hits", lambda hits: [fakes.evidence(int(h.chunk.id)) for h in hits])
    return calls


def ids(pieces: Sequence[Evidence]) -> list[int]:
    return [piece["chunk_id"] for piece in pieces]


def test_rerank_turns_the_best_candidates_into_evidence(ranked: list[dict[str, Any]]) -> None:
    state = fakes.searching(candidates=[fakes.candidate(1), fakes.candidate(2)])
    assert ids(rerank()(state, fakes.runtime())["evidence"]) == [2, 1]
    assert ranked[0]["limit"] == 4 * 10


def test_claims_are_taken_from_the_projects_own_passages_first(
    ranked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typings that are generated filled all twenty places."""
    paths = {1: "types/generated/os.d.ts", 2: "apis/file.go"}
    found = [(fakes.hit(one), path) for one, path in paths.items()]
    hits = [replace(hit, chunk=replace(hit.chunk, path=path)) for hit, path in found]
    monkeypatch.setattr(reranking, "single_hits", lambda *_, **__: hits)
    update = rerank()(fakes.searching(candidates=[fakes.candidate(1), fakes.candidate(2)]), fakes.runtime())
    assert ids(update["evidence"]) == [1, 2]
    assert ids(update["passages"]) == [2, 1]


_CHINESE = "# 商店\n\n订单在这里支付。\n"


@pytest.mark.usefixtures("ranked")
@pytest.mark.parametrize(
    ("question", "texts", "first"),
    [
        ("how is it paid?", (_CHINESE, "Paid here.", "Sent.", "Closed."), [2, 3, 4, 1]),
        ("怎么支付？", (_CHINESE, "Paid here.", "Sent.", "Closed."), [1, 2, 3, 4]),
        ("how is it paid?", (_CHINESE, _CHINESE, _CHINESE, "Closed."), [4, 1, 2, 3]),
        ("how is it paid?", (_CHINESE, _CHINESE, _CHINESE, _CHINESE), [1, 2, 3, 4]),
        ("how is it paid?", ("Shop\n[中文](a)\nA shop.\nFor all.\nOpen.", "Paid.", "Sent.", "Closed."), [1, 2, 3, 4]),
    ],
    ids=["another script", "asked in it", "one other page", "no other page", "a link to it"],
)
def test_pages_in_a_script_that_the_asker_does_not_read_come_last(
    question: str, texts: Sequence[str], first: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An English question was answered with the Chinese translation of a page, for it has the same names."""
    found = [(fakes.hit(place), text) for place, text in enumerate(texts, start=1)]
    hits = [replace(hit, chunk=replace(hit.chunk, kind="prose", text=text)) for hit, text in found]
    monkeypatch.setattr(reranking, "single_hits", lambda *_, **__: hits)
    state = fakes.searching(question=question, candidates=[fakes.candidate(one) for one in (1, 2, 3, 4)])
    assert ids(rerank()(state, fakes.runtime())["passages"]) == first


@pytest.mark.usefixtures("ranked")
@pytest.mark.parametrize(("style", "first"), [("code", [2, 1, 3]), ("prose", [1, 3, 2]), ("mixed", [1, 2, 3])])
def test_a_style_that_a_person_chose_decides_what_comes_first(
    style: Style, first: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: dict[int, Literal["code", "prose"]] = {1: "prose", 2: "code", 3: "prose"}
    hits = [replace(hit, chunk=replace(hit.chunk, kind=kinds[int(hit.chunk.id)])) for hit in map(fakes.hit, kinds)]
    monkeypatch.setattr(reranking, "single_hits", lambda *_, **__: hits)
    state = fakes.searching(candidates=[fakes.candidate(one) for one in kinds])
    state["plan"] = {**state["plan"], "style": style}
    assert ids(rerank()(state, fakes.runtime())["passages"]) == first


def test_candidates_that_the_index_does_not_have_are_left_out(ranked: list[dict[str, Any]]) -> None:
    state = fakes.searching(candidates=[fakes.candidate(1), fakes.candidate(99)], usage={"seconds": 30.0})
    assert ids(rerank()(state, fakes.runtime())["evidence"]) == [1]


def test_without_time_the_order_of_fusion_stands(ranked: list[dict[str, Any]]) -> None:
    state = fakes.searching(candidates=[fakes.candidate(1), fakes.candidate(2)], usage={"seconds": 30.0})
    update = rerank()(state, fakes.runtime())
    assert ids(update["evidence"]) == [1, 2]
    assert not ranked
    assert update["degradations"][0]["to"] == "order of fusion"


def test_when_the_ranker_cannot_read_its_vectors_the_order_of_fusion_stands(
    monkeypatch: pytest.MonkeyPatch, ranked: list[dict[str, Any]]
) -> None:
    def rank(*args: Any, **options: Any) -> Any:
        raise VectorServerError("points", why="refused")

    monkeypatch.setattr(reranking, "candidates_ranked", rank)
    update = rerank()(fakes.searching(candidates=[fakes.candidate(1)]), fakes.runtime())
    assert ids(update["evidence"]) == [1]
    assert "refused" in update["degradations"][0]["why"]


def test_filter_keeps_relevance_of_five_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = [fakes.evidence(1, relevance=4.9), fakes.evidence(2, relevance=5.0), fakes.evidence(3, relevance=9.0)]
    monkeypatch.setattr(filtering, "score_relevance", lambda index, query, evidence: scored)
    update = filter_documents(fakes.searching(evidence=scored), fakes.runtime())
    assert ids(update["evidence"]) == [2, 3]
    assert ids(update["closest"]) == [3, 2, 1]


def test_filter_keeps_the_best_two_even_below_the_threshold_and_remembers_the_closest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scored = [fakes.evidence(number, relevance=1.0) for number in range(1, 6)]
    monkeypatch.setattr(filtering, "score_relevance", lambda index, query, evidence: scored)
    update = filter_documents(fakes.searching(evidence=scored), fakes.runtime())
    assert ids(update["evidence"]) == [1, 2]
    assert ids(update["closest"]) == [1, 2, 3]


def test_without_time_nothing_is_filtered() -> None:
    state = fakes.searching(evidence=[fakes.evidence(1)], usage={"seconds": 30.0})
    update = filter_documents(state, fakes.runtime())
    assert "evidence" not in update
    assert ids(update["closest"]) == [1]


@pytest.mark.parametrize(
    ("grade", "score", "expected"),
    [
        ("enough", 0.9, "enough"),
        ("enough", 0.34, "too_little"),
        ("too_much", 0.1, "too_little"),
        ("too_little", 0.9, "too_little"),
    ],
)
def test_evidence_below_the_floor_is_too_little(
    monkeypatch: pytest.MonkeyPatch, grade: Grade, score: float, expected: Grade
) -> None:
    monkeypatch.setattr(grading, "grade", lambda *args: Graded(grade, score, (FOO,)))
    with using(fakes.resources(settings=Settings(evidence_floor=0.35))):
        update = grade_evidence(fakes.searching(evidence=[fakes.evidence(1)]), fakes.runtime())
    assert (update["grade"], update["grade_score"], update["missing_names"]) == (expected, score, [FOO])


def test_no_evidence_is_graded_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "grade", lambda *args: Graded("enough", 1.0))
    assert grade_evidence(fakes.searching(evidence=[]), fakes.runtime())["grade"] == "nothing"


@pytest.fixture
def as_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        evidence_filter, "assemble_context", lambda evidence, limit_chars, limit: list(evidence)[:limit]
    )


@pytest.mark.usefixtures("as_given")
def test_the_context_is_the_best_few() -> None:
    with using(fakes.resources(settings=Settings(evidence_k=2))):
        state = fakes.searching(evidence=[fakes.evidence(n) for n in (1, 2, 3)], grade="too_much")
        update = assemble_context(state, fakes.runtime())
    assert ids(update["context"]) == ids(update["evidence"]) == [1, 2]
    assert "degradations" not in update


@pytest.mark.usefixtures("as_given")
def test_answering_from_too_little_says_that_time_was_up() -> None:
    update = assemble_context(
        fakes.searching(evidence=[fakes.evidence(1)], grade="too_little", usage={"seconds": 99.0}), fakes.runtime()
    )
    assert update["degradations"][0]["why"].startswith("out of time")
