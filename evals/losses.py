"""At which step of a run the right places got lost: the one to look at when a case went wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from .places import Place, Spot, overlap
from .watch import Watched

Loss: TypeAlias = Literal["search", "fusion", "ranking", "filter", "grade", "context", "answer"]
"""In the order of the steps. `search`: no channel found them; `grade`: refused, though they had been found; `answer`:
the sentences cite other places."""
LOSSES: Final[tuple[Loss, ...]] = get_args(Loss)

_CANDIDATES: Final = ("fuse_rankings", "walk_graph")

Places: TypeAlias = Callable[[Collection[int]], Iterable[Place]]
"""Where chunks stand."""


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
