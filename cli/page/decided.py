"""What decided an answer, gathered while it is made: the plan, what each channel found, the pieces it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from citeline.errors import UsageError
from citeline.graph.pauses import Decide, Pause

_PLANNED: Final = ("intent", "mode", "why")
_HITS: Final = 5
_WORDS: Final = 20
_PIECE: Final = ("chunk_id", "path", "start_line", "end_line", "name", "relevance", "channels")


@dataclass(slots=True)
class Decided:
    """Filled by the steps of one run, and kept with its answer."""

    plan: Mapping[str, str] = field(default_factory=dict)
    searched: dict[str, Any] = field(default_factory=dict)
    """What was searched with: `text`, and `words`."""
    found: dict[str, int] = field(default_factory=dict)
    """Channel to how many of its chunks travel in the state."""
    hits: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    """Channel to the first of them, `chunk_id` and `why`."""
    pieces: list[Mapping[str, Any]] = field(default_factory=list)
    """What the answer was made from, best first, each with its place in every channel that found it."""

    def take(self, step: str, changed: Mapping[str, Any]) -> None:
        """Keep what a step has decided; a later round takes the place of an earlier one."""
        if "plan" in changed:
            self.plan = {name: str((changed["plan"] or {}).get(name, "")) for name in _PLANNED}
        if text := (changed.get("queries") or {}).get("english"):
            self.searched["text"] = str(text)
        if words := (changed.get("keywords") or {}).get("exact"):
            self.searched["words"] = [str(word) for word in words[:_WORDS]]
        for channel, hits in (changed.get("rankings") or {}).items():
            self.found[channel] = len(hits)
            self.hits[channel] = [{"chunk_id": hit["chunk_id"], "why": str(hit["why"])} for hit in hits[:_HITS]]
        if step == "assemble_context":
            self.pieces = [{name: piece[name] for name in _PIECE} for piece in changed.get("context", ())]

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # `asdict` copies it all


def only(chunk: int) -> Decide:
    """What decides, where a run asks for a review of the evidence, that one piece alone is used."""

    def decide(pause: Pause) -> Mapping[str, Any]:
        # The page gives nobody's yes: an action that is asked for beside the answer is not run.
        return only_reply(chunk, pause.shown) if pause.kind == "evidence" else {"approve": False}

    return decide


def only_reply(chunk: int, shown: Mapping[str, Any]) -> Mapping[str, Any]:
    """The reply to a review of the evidence. Raises UsageError where the piece is not in it."""
    ids = [piece["id"] for piece in shown["evidence"] if piece["chunk_id"] == chunk]
    if not ids:  # an empty list means all of them
        raise UsageError("this piece is not found any more: its file has changed", remedy="ask again without it")
    return {"only": ids}
