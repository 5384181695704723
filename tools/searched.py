"""What of an index is searched: sources by name, and documents by what they say of themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from citeline.indexing.opened import OpenGeneration
from citeline.state import RAGState

if TYPE_CHECKING:
    from citeline.settings import Settings


def sources_searched(state: RAGState, index: OpenGeneration, settings: Settings) -> tuple[str, ...]:
    """What the person has chosen; else what the plan has, in the first round: where that is not enough, all."""
    planned = tuple(state["plan"].get("domains", ())) if state.get("round", 0) <= 1 else ()
    return chosen_sources(index, settings) or planned


def chosen_sources(
    index: OpenGeneration, settings: Settings, *, sources: Sequence[str] = (), where: str = ""
) -> tuple[str, ...]:
    """What the person has chosen, or the settings: names of sources, and that of the documents that `where` leaves.

    Empty means all. Raises UsageError for a source that is not there, or where a filter is wrong or leaves nothing.
    """
    known = index.tree.known(sources or [name.strip() for name in settings.sources.split(",") if name.strip()])
    if not (condition := where or settings.where):
        return known
    from .docql.where import select  # most searches start without the language

    return (*known, select(index, condition))
