"""The newest first, only where the question asks for it: "the latest report", "last month's minutes", "最新的制度"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.patterns import re

from ..documents.about import NOTHING, day_of, read_about

_IN_PATH: Final = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:[-_.]?(?:Q([1-4])|(0[1-9]|1[0-2])(?:[-_.]?([0-2]\d|3[01]))?)(?![^\W_]))?(?!\d)",
    re.IGNORECASE,
)
_CLOSE: Final = 0.5
"""Of the best score: what is less about the question stays where it is, however new."""
_GAIN: Final = 1.0
"""Of its own score, for the newest: with it the least that is close reaches the best."""
_NEXT: Final = 5
"""The next one gains a fifth of that, and so on: among documents about the same, scores differ by chance."""


def newest_first(
    index: Index, ordered: Sequence[tuple[int, float]], documents: Sequence[int]
) -> list[tuple[int, float]]:
    """Chunks with their scores, best first; `documents` are those that they belong to.

    Of the documents with a date whose best chunk is near the best of all, the newest gains most. Without two of them
    with different dates all stays as it is.
    """
    dates = _dates_of(index)
    floor = _CLOSE * max((score for _, score in ordered), default=0.0)
    near = {document for (_, score), document in zip(ordered, documents, strict=True) if score >= floor > 0}
    days = sorted({dates[document] for document in near if document in dates})
    if len(days) < 2:
        return list(ordered)
    gains = {day: 1 + _GAIN / _NEXT**place for place, day in enumerate(reversed(days))}
    gain = {document: gains[dates[document]] for document in near if document in dates}
    gained = [
        (chunk, score * gain.get(document, 1.0) if score >= floor else score)
        for (chunk, score), document in zip(ordered, documents, strict=True)
    ]
    return sorted(gained, key=lambda item: (-item[1], item[0]))


def date_in(path: str) -> str:
    """`2026-03-05`, `2026-03` or `2026` of a path that names a day, month, quarter or year, the last one; or empty."""
    found = list(_IN_PATH.finditer(path))
    if not found:
        return ""
    year, quarter, month, day = found[-1].groups()
    month = f"{3 * int(quarter) - 2:02}" if quarter else month
    return "-".join(part for part in (year, month, day) if part)


@cache_per_object
def _dates_of(index: Index) -> dict[int, str]:
    """What each document says itself, or its path; else its file's time, which a checkout of a repository has lost."""
    about, found = read_about(index.structure.rows), {}
    for identity, stored, mtime_ns in index.structure.rows("SELECT id, path, mtime_ns FROM documents"):
        told = about.get(identity, NOTHING).modified or date_in(from_column(stored))
        if told or not index.commit:
            found[identity] = told or day_of(mtime_ns)
    return found
