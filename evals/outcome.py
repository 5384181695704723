"""What asking one case came to, as it is kept in a result file: everything that the metrics and the report need."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from citeline.graph.answer import Answer
from citeline.model import Hit
from citeline.state import Evidence, Status, Usage

from .answers import AnswerVerdict, Said, lines_printed, read_verdict
from .cases.case import Case
from .places import Place, Spot, overlap
from .watch import Watched, tokens_by_step

Loss: TypeAlias = Literal["search", "fusion", "ranking", "filter", "grade", "context", "answer"]
"""In the order of the steps. `search`: no channel found them; `grade`: refused, though they had been found; `answer`:
the sentences cite other places."""
LOSSES: Final[tuple[Loss, ...]] = get_args(Loss)
_CANDIDATES: Final = ("fuse_rankings", "walk_graph")
Places: TypeAlias = Callable[[Collection[int]], Iterable[Place]]
"""Where chunks stand."""


class Kept(BaseModel):
    """Anything of a result file; fields that a newer version wrote are skipped."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Found(Kept):
    """A hit of the search: a file, by its best place."""

    path: str
    start_line: int
    end_line: int
    kind: str
    name: str
    score: float
    channels: dict[str, int]
    """Channel to 1-based rank in it."""
    text: str
    """Hash of the text without its blanks: equal for equal texts."""
    also: tuple[Place, ...] = ()
    """Further places of the file."""

    @property
    def places(self) -> tuple[Spot, ...]:
        """All that the hit shows, best first."""
        return (self, *self.also)


class Cited(Kept):
    """A citation of the answer."""

    claim: int
    """Which sentence, from 1 on."""
    in_evidence: bool
    path: str = ""
    """Empty when the answer has no such evidence."""
    start_line: int = 0
    end_line: int = 0
    resolves: bool = False
    unchanged: str = ""
    supports: str = ""
    """Empty when it was not checked."""


class Run(Kept):
    """What the whole machine said."""

    status: Status
    answer: str
    citations: tuple[Cited, ...]
    missing_names: tuple[str, ...]
    degradations: tuple[str, ...]
    """Step and reason of each."""
    usage: Usage
    step_ms: dict[str, float]
    ms: float
    step_tokens: dict[str, int] = {}
    """Of the steps that asked a model, input and output together."""
    lost_at: Loss | None = None
    """The step at which the right places got lost; None when one is cited, or when there is none."""
    answers: AnswerVerdict = "yes"
    """Whether the answer claims to answer the question; `yes` where it has no such verdict."""
    claims: int = 0
    """Sentences."""
    lines: int = 0
    """Printed, without empty ones."""
    said: tuple[bool, ...] = ()
    """For each group of `says` of the case, whether the answer matches it."""
    said_first: tuple[bool, ...] = ()
    """The same of its first sentence."""

    def cited_by(self, claim: int) -> list[Cited]:
        """The places that a sentence cites, from 1 on."""
        return [one for one in self.citations if one.in_evidence and one.claim == claim]


class Outcome(Kept):
    """A case that was asked, or why it was not."""

    case: Case
    problems: tuple[str, ...] = ()
    """Why it cannot be judged: its corpus is not what was labelled. It was not asked then."""
    error: str = ""
    """Why asking it failed."""
    hits: tuple[Found, ...] = ()
    """Best first."""
    search_ms: float = 0.0
    run: Run | None = None
    repeats: tuple[Run, ...] = ()
    """What the same question came to when it was asked again."""

    @property
    def shown(self) -> list[tuple[Spot, ...]]:
        """The places of each hit."""
        return [hit.places for hit in self.hits]


def to_found(hit: Hit) -> Found:
    """A hit, without its text."""
    chunk = hit.chunk
    words = "".join(chunk.text.split())
    return Found(
        path=chunk.path,
        start_line=chunk.start_line,
        end_line=chunk.end_line,
        kind=chunk.node_kind,
        name=chunk.name,
        score=round(hit.score, 6),
        channels=dict(hit.channels),
        text=hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16],
        also=tuple(Place(other.path, other.start_line, other.end_line) for other in hit.also),
    )


def to_run(watched: Watched, lost_at: Loss | None, said: Said) -> Run:
    """A run, without the texts of its evidence."""
    answer = watched.answer
    return Run(
        status=answer.status,
        answer=answer.answer,
        citations=tuple(citations_of(answer)),
        missing_names=tuple(missing["name"] for missing in answer.missing_names),
        degradations=tuple(f"{note['step']}: {note['why']}" for note in answer.degradations),
        usage=answer.usage,
        step_ms={step: round(ms, 3) for step, ms in answer.timings_ms.items() if step != "total"},
        ms=round(answer.timings_ms["total"], 3),
        step_tokens=tokens_by_step(watched.steps),
        lost_at=lost_at,
        answers=read_verdict(getattr(answer, "answers", None)),
        claims=len(answer.claims),
        lines=lines_printed(answer, notices=bool((getattr(answer, "answers", None) or {}).get("opening"))),
        said=said.anywhere,
        said_first=said.first,
    )


def citations_of(answer: Answer) -> list[Cited]:
    """Of every sentence, in order."""
    by_id = {piece["id"]: piece for piece in answer.evidence}
    return [
        _citation(number, by_id.get(identity), dict(claim.get("verdicts", {}).get(str(identity), {})))
        for number, claim in enumerate(answer.claims, start=1)
        for identity in claim["evidence"]
    ]


def _citation(claim: int, piece: Evidence | None, verdict: dict[str, Any]) -> Cited:
    if piece is None:
        return Cited(claim=claim, in_evidence=False)
    return Cited(
        claim=claim,
        in_evidence=True,
        path=piece["path"],
        start_line=piece["start_line"],
        end_line=piece["end_line"],
        resolves=verdict.get("resolves", False),
        unchanged=verdict.get("unchanged", ""),
        supports=verdict.get("supports", ""),
    )


def lost_at(watched: Watched, gold: Sequence[Spot], places_of: Places) -> Loss | None:
    """The step after which no right place was left; None when the answer cites one, or when there is none to cite.

    The last round counts, and of the places that a step has, any right one.
    """
    answer = watched.answer
    refused = answer.status == "not_found"
    cited = {identity for claim in answer.claims for identity in claim["evidence"]}
    if not gold or (not refused and _holds([one for one in answer.evidence if one["id"] in cited], gold)):
        return None
    written = {(step.name, key): value for step in watched.steps for key, value in step.wrote.items()}
    if _holds(written.get(("assemble_context", "context")), gold) and not refused:
        return "answer"
    if _holds(written.get(("filter_documents", "evidence")), gold):
        return "grade" if refused else "context"
    if _holds(written.get(("rerank", "evidence")), gold):
        return "filter"
    candidates = [one for step in _CANDIDATES for one in written.get((step, "candidates")) or ()]
    if _among(candidates, gold, places_of):
        return "ranking"
    found = [
        hit for step in watched.steps for ranking in (step.wrote.get("rankings") or {}).values() for hit in ranking
    ]
    return "fusion" if _among(found, gold, places_of) else "search"


def _holds(pieces: Iterable[Any] | None, gold: Sequence[Spot]) -> bool:
    """Whether any piece of evidence is a right place."""
    return _any_right((Place(one["path"], one["start_line"], one["end_line"]) for one in pieces or ()), gold)


def _among(hits: Iterable[Any], gold: Sequence[Spot], places_of: Places) -> bool:
    return _any_right(places_of({hit["chunk_id"] for hit in hits}), gold)


def _any_right(places: Iterable[Place], gold: Sequence[Spot]) -> bool:
    return any(overlap(place, right) for place in places for right in gold)
