"""What the channels of a run have found, read from its state: the fusion and the ranking of the state machine."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.indexing.reader import Index
from citeline.state import Candidate, RAGState, Style

from .channels import CHANNELS, Channel, Gathered
from .columns import unpack
from .corpus import corpus_of
from .fusion import chosen, fuse
from .query import SearchQuery
from .signals import Signals, read_signals
from .style import style_of


def gathered(index: Index, query: SearchQuery, state: RAGState, channels: Sequence[Channel] = CHANNELS) -> Gathered:
    """What each channel has found, with what a person has changed of it.

    What `searched_again` names is asked anew.
    """
    again = set(searched_again(index, state))
    hits, chunks = state.get("rankings", {}), corpus_of(index).chunks
    known = {channel.name: channel for channel in channels}
    return {
        name: known[name].find(index, query) if name in again else unpack(packed, chunks, hits.get(name, []))
        for name, packed in state.get("columns", {}).items()
        if name in known
    }


def searched_again(index: Index, state: RAGState) -> list[str]:
    """Channels whose columns were packed with another generation of the index, as after a pause over a restart: the
    chunks may be gone.
    """
    columns = state.get("columns", {})
    return [name for name, packed in columns.items() if packed["generation"] != index.generation]


def weights_of(channels: Sequence[Channel]) -> dict[str, float]:
    """What each channel counts in the fusion."""
    return {channel.name: channel.weight for channel in channels}


def fused(
    index: Index, query: SearchQuery, state: RAGState, channels: Sequence[Channel]
) -> tuple[list[Candidate], Style]:
    """The first chunks of all channels together, and whether those that are near are code or prose."""
    found, corpus = gathered(index, query, state, channels), corpus_of(index)
    return fuse(found, weights_of(channels)), style_of(corpus, query, read_signals(corpus, found))


def chosen_signals(index: Index, query: SearchQuery, state: RAGState, channels: Sequence[Channel]) -> Signals:
    """All that was found, with the candidates as a person has left them."""
    found = gathered(index, query, state, channels)
    left = chosen(found, weights_of(channels), state.get("candidates", []))
    return read_signals(corpus_of(index), left)
