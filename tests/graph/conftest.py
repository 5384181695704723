"""A scripted world: the machine as it is, with tools that answer from a script and a clock that they move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver

from citeline.graph.build import Machine, build_graph
from citeline.model import Hit
from citeline.nodes import (
    check_citations,
    filter_documents,
    finish,
    generate_answer,
    grade_evidence,
    rerank,
)
from citeline.nodes.running.context import Context, Resources, using
from citeline.settings import Settings
from citeline.state import Claim, Evidence, Grade, Keywords, MissingName, RAGState
from citeline.tools.answer.compose import Composed
from citeline.tools.answer.sources import way
from citeline.tools.evidence import filter as evidence_filter
from citeline.tools.question.question import Question
from citeline.tools.retrieval import keywords
from citeline.tools.retrieval.channels import Channel
from citeline.tools.retrieval.columns import Columns

from ..nodes import fakes


@dataclass(frozen=True)
class Graded:
    grade: Grade
    score: float = 0.9
    missing_names: tuple[MissingName, ...] = ()
    why: str = ""


@dataclass
class World:
    """What the tools answer, what they cost on the clock, and what they were asked."""

    clock: fakes.FakeClock = field(default_factory=fakes.FakeClock)
    index: fakes.FakeIndex = field(default_factory=fakes.FakeIndex)
    settings: Settings = field(default_factory=Settings)
    grades: list[Grade] = field(default_factory=lambda: ["enough"])
    """One a round; the last one repeats."""
    supports: list[str] = field(default_factory=lambda: ["supported"])
    """One a try of the answer; the last one repeats."""
    found: list[int] = field(default_factory=lambda: [1, 2])
    """Chunks that each channel finds."""
    seconds: dict[str, float] = field(default_factory=dict)
    """What a tool costs; `channel`, `rank`, `grade`, …"""
    calls: list[str] = field(default_factory=list)
    whole: bool = True
    """Whether the machine gives every key of its state."""

    def call(self, tool: str) -> int:
        """Record the call and let its time pass; how often the tool had been called before."""
        self.clock.advance(self.seconds.get(tool, 0.0))
        self.calls.append(tool)
        return self.calls.count(tool) - 1

    def resources(self) -> Resources:
        return fakes.resources(index=self.index, settings=self.settings, clock=self.clock)

    def channels(self) -> tuple[Channel, ...]:
        return (Channel("left", 1.0, self.find), Channel("right", 1.0, self.find))

    def build(self) -> Machine:
        return build_graph(self.channels(), whole=self.whole)

    def stepping(self, saver: BaseCheckpointSaver[str]) -> Machine:
        """The machine as a server would run it."""
        machine = self.build()
        machine.checkpointer = saver
        return machine

    def run(self, question: str = "where is part1?", context: Context | None = None) -> RAGState:
        with using(self.resources()):
            state: RAGState = self.build().invoke({"question": question}, context=context)  # type: ignore[assignment]
        return state

    def find(self, index: Any, query: Any) -> Columns:
        self.call("channel")
        return fakes.columns(*self.found)

    def expand(self, index: Any, question: Question, queries: Any, *, level: int, lexicon: Any) -> Keywords:
        self.call(f"level {level}")
        return {"exact": ["part1"], "parts": ["part"] if level > 1 else [], "related": ["teil"] if level > 2 else []}

    def rank(self, index: Any, query: Any, candidates: Any, *, limit: int) -> list[Hit]:
        self.call("rank")
        return [fakes.hit(one["chunk_id"]) for one in candidates][:limit]

    def grade(self, index: Any, question: Question, keywords: Any, evidence: Any, sources: Any) -> Graded:
        return Graded(self.grades[min(self.call("grade"), len(self.grades) - 1)])

    def compose(
        self, index: Any, question: Question, evidence: list[Evidence], *rest: Any, ranked: bool = True, **options: Any
    ) -> Composed:
        self.call("answer")
        return Composed([fakes.claim(evidence[0]["id"])] if evidence and ranked else [], [], [])

    def check(self, claims: list[Claim], evidence: Any, root: Any, *, indexed: Any, signatures: Any) -> list[Claim]:
        verdict = fakes.verdicts(supports=self.supports[min(self.call("check"), len(self.supports) - 1)])
        return [fakes.claim(*one["evidence"], checked=verdict) for one in claims]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World()
    monkeypatch.setattr(keywords, "expand_keywords", made.expand)
    monkeypatch.setattr(way, "way_chunks", lambda index, question, sources: [])
    monkeypatch.setattr(generate_answer, "way_claims", lambda index, question, context, sources: ([], []))
    monkeypatch.setattr(rerank, "candidates_ranked", lambda index, query, state, channels: state.get("candidates", []))
    monkeypatch.setattr(rerank, "single_hits", made.rank)
    monkeypatch.setattr(rerank, "evidence_from_hits", lambda hits: [fakes.evidence(int(one.chunk.id)) for one in hits])
    monkeypatch.setattr(filter_documents, "score_relevance", lambda index, query, evidence: list(evidence))
    monkeypatch.setattr(grade_evidence, "grade", made.grade)
    monkeypatch.setattr(
        evidence_filter, "assemble_context", lambda evidence, limit_chars, limit: list(evidence)[:limit]
    )
    monkeypatch.setattr(generate_answer, "compose", made.compose)
    monkeypatch.setattr(check_citations, "check_claims", made.check)
    monkeypatch.setattr(finish, "render", lambda claims, evidence: " ".join(one["text"] for one in claims))
    yield made
