"""Weighted reciprocal rank fusion of the channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeline.state import Candidate, ChannelHit

RRF_K = 60


def fuse(
    rankings: Mapping[str, Sequence[ChannelHit]], weights: Mapping[str, float], *, limit: int = 100
) -> list[Candidate]:
    """Merge the channels' rankings; best first, ties broken by chunk id.

    A channel missing from `weights` counts 1. Scores are comparable only within one call.
    Source: Cormack et al. 2009, k = 60.
    """
    scores: dict[int, float] = {}
    ranks: dict[int, dict[str, int]] = {}
    for channel, hits in rankings.items():
        weight = weights.get(channel, 1.0)
        for rank, hit in enumerate(hits, start=1):
            chunk = hit["chunk_id"]
            scores[chunk] = scores.get(chunk, 0.0) + weight / (RRF_K + rank)
            ranks.setdefault(chunk, {})[channel] = rank
    best = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:limit]
    return [{"chunk_id": chunk, "score": scores[chunk], "channels": ranks[chunk]} for chunk in best]
