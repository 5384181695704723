"""What a run came to, and its printed form."""

from __future__ import annotations

from typing import Any

from citeline.dataclass import dataclass
from citeline.schema import SCHEMA
from citeline.state import (
    ActionCall,
    Answers,
    Claim,
    Degradation,
    Evidence,
    MissingName,
    RAGState,
    Status,
    Usage,
)
from citeline.visible import one_line

_EVIDENCE_KEYS = ("id", "path", "start_line", "end_line", "page", "kind", "name", "text", "sha256", "channels")
_VERDICT_KEYS = ("resolves", "unchanged", "supports", "basis", "why", "moved_to")
"""The last only for what has moved."""
_ACTION_KEYS = ("name", "arguments", "sources", "choices", "unused", "status", "told")
_USAGE_KEYS = ("model_calls", "input_tokens", "output_tokens", "usd", "seconds", "retrievals")


_SHOWN = 80
"""Characters of an answer in its `repr`."""


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What a run came to.

    A notebook shows it with its cited lines; `print` shows its text; `to_json` is what `citeline ask` prints.
    """

    question: str
    """As it was asked, at the beginning or at a review."""
    status: Status
    answer: str
    """The claims as text, the reply to small talk, or why nothing was found."""
    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    """What the claims cite by id, those of `more` last; for `not_found` what came closest."""
    missing_names: tuple[MissingName, ...]
    """Names of the question that the index does not hold, with the nearest that it does."""
    actions: tuple[ActionCall, ...]
    """What was asked for beside the answer, and what became of it."""
    usage: Usage
    degradations: tuple[Degradation, ...]
    timings_ms: dict[str, float]
    """Per step, summed over rounds, and `total`; channels run side by side, so steps may sum to more than it."""
    index: dict[str, str]
    """name, generation and commit."""
    answers: Answers | None = None
    """Whether the claims answer the question; None where nothing was claimed."""
    more: tuple[Claim, ...] = ()
    """Further claims, which the terminal shows with `--all`."""
    unanswered: tuple[str, ...] = ()
    """Parts of a question in several parts that nothing answers."""

    def __repr__(self) -> str:
        said = one_line(self.answer)
        said = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
        return f"<Answer {self.status}: {len(self.claims)} claims, {len(self.evidence)} pieces of evidence: {said!r}>"

    def __str__(self) -> str:
        return self.answer

    def _repr_markdown_(self) -> str:
        """Sentences with the places that they cite, as `citeline verify` reads them."""
        from .answer_text import answer_as_markdown

        return answer_as_markdown(self.to_json())

    def _repr_html_(self) -> str:
        """The same with the cited lines."""
        from .answer_html import answer_as_html

        return answer_as_html(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The printed form, as `citeline ask --format json` gives it."""
        return {
            "schema": SCHEMA,
            "question": self.question,
            "status": self.status,
            "answer": self.answer,
            **({"answers": self.answers} if self.answers else {}),
            "claims": [_claim_to_json(claim) for claim in self.claims],
            **({"more": [_claim_to_json(claim) for claim in self.more]} if self.more else {}),
            "evidence": [_evidence_to_json(piece) for piece in self.evidence],
            **({"unanswered": list(self.unanswered)} if self.unanswered else {}),
            **({"missing_names": list(self.missing_names)} if self.missing_names else {}),
            **({"actions": [_action_to_json(call) for call in self.actions]} if self.actions else {}),
            "usage": {key: dict(self.usage).get(key, 0) for key in _USAGE_KEYS},
            "degradations": [
                {"step": note["step"], "from": note["source"], "to": note["to"], "why": note["why"]}
                for note in self.degradations
            ],
            "timings_ms": {step: round(ms, 3) for step, ms in self.timings_ms.items()},
            "index": self.index,
        }


def to_answer(question: str, state: RAGState, *, index: dict[str, str], total_ms: float) -> Answer:
    """The answer in the final state of a run; `index` is told where the run came to no step that says it."""
    usage: Usage = {**state.get("usage", {})}
    return Answer(
        question=question,
        status=state.get("status", "not_found"),
        answer=state.get("answer", ""),
        claims=tuple(state.get("claims", ())),
        answers=state.get("answers"),
        more=tuple(state.get("more", ())),
        unanswered=tuple(state.get("unanswered", ())) if state.get("claims") else (),
        evidence=tuple(state.get("evidence", ())),
        missing_names=tuple(state.get("missing_names", ())),
        actions=tuple(state.get("actions", ())),
        usage=usage,
        degradations=tuple(state.get("degradations", ())),
        timings_ms={**state.get("timings", {}), "total": total_ms},
        index=state.get("index") or index,
    )


def _action_to_json(call: ActionCall) -> dict[str, Any]:
    return {key: dict(call)[key] for key in _ACTION_KEYS if key in call}


def _evidence_to_json(piece: Evidence) -> dict[str, Any]:
    shown = {key: dict(piece).get(key) for key in _EVIDENCE_KEYS}
    return {**shown, "place": piece["place"]} if piece.get("place") else shown


def _claim_to_json(claim: Claim) -> dict[str, Any]:
    verdicts = claim.get("verdicts", {})
    return {
        "text": claim["text"],
        "evidence": claim["evidence"],
        **({"fact": claim["fact"]} if "fact" in claim else {}),
        "verdicts": {
            identity: {key: dict(verdict)[key] for key in _VERDICT_KEYS if key in verdict}
            for identity, verdict in verdicts.items()
        },
    }
