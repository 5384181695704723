"""Chooses what goes into the answer: no repetition, within a size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from citeline.state import Evidence
from citeline.text import words

# Two chunks that share this much of their word pairs say the same thing: copies, vendored files, generated code.
NEAR_DUPLICATE: Final = 0.8


def assemble_context(evidence: Sequence[Evidence], limit_chars: int, *, limit: int | None = None) -> list[Evidence]:
    """The best pieces in order, near-duplicates left out, numbered from 1; at most `limit` of them.

    `limit_chars` bounds their text together. The first piece is always in: an answer needs one.
    """
    chosen: list[Evidence] = []
    shingles: list[frozenset[tuple[str, str]]] = []
    size = 0
    for item in evidence:
        if limit is not None and len(chosen) >= limit:
            break
        if chosen and size + len(item["text"]) > limit_chars:
            continue
        pairs = _word_pairs(item["text"])
        if any(_overlap(item, other) for other in chosen) or any(_alike(pairs, other) for other in shingles):
            continue
        size += len(item["text"])
        shingles.append(pairs)
        chosen.append({**item, "id": len(chosen) + 1})
    return chosen


def _word_pairs(text: str) -> frozenset[tuple[str, str]]:
    found = [word.lower() for word in words(text)]
    return frozenset(pairwise(found))


def _alike(left: frozenset[tuple[str, str]], right: frozenset[tuple[str, str]]) -> bool:
    shared = len(left & right)
    return shared > 0 and shared / len(left | right) >= NEAR_DUPLICATE


def _overlap(left: Evidence, right: Evidence) -> bool:
    return (
        left["path"] == right["path"]
        and left["start_line"] <= right["end_line"]
        and right["start_line"] <= left["end_line"]
    )
