"""Releases by their order and their days: the one after 1.4, the first, the last before 2024, those of a year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from citeline.state import Fact

from ....citations.stated import BETWEEN
from ....documents.dates import date_of, day_of
from ....question.dated_words import Dated
from ....question.tables.asked import Asked
from ...draft import Draft
from .releases import Release, version_key

_MOST_LISTED: Final = 12
_AFTER: Final = ("after", "since")


def releases_within(log: Sequence[Release], wanted: Dated) -> list[Release]:
    """The releases of a log, oldest first and each once, that lie within the versions that bound them in a question."""
    every = {version_key(one.version): one for one in reversed(log) if one.version}
    bounds = [(bound, version_key(version)) for version, bound in zip(wanted.versions, wanted.bounds, strict=True)]
    return [every[key] for key in sorted(every) if all(_is_in(key, *bound) for bound in bounds)]


_Key: TypeAlias = tuple[tuple[int, ...], bool]


def _is_in(key: _Key, bound: str, limit: _Key) -> bool:
    """Of `5.0` and `5` alike: the shorter is filled up with zeros."""
    (numbers, is_final), (others, is_other) = key, limit
    size = max(len(numbers), len(others))
    first, second = (
        ((*numbers, *[0] * (size - len(numbers))), is_final),
        ((*others, *[0] * (size - len(others))), is_other),
    )
    if bound in _AFTER:
        return first > second or (bound == "since" and first == second)
    return first < second or (bound == "until" and first == second)


def ordered_drafts(log: Sequence[Release], wanted: Dated, asked: Asked) -> list[Draft]:
    """The release that is asked for by its order, or all within the versions or days that bound it; none where nothing
    orders or bounds.
    """
    found, span = releases_within(log, wanted), asked.span
    if span is not None:
        days = {one: day_of(date_of(one.date)) for one in found}
        found = sorted((one for one, day in days.items() if day and span.holds(day)), key=lambda one: days[one])
    if not found:
        return []
    said = [span.said] if span else []
    said += [f"{bound} {version}" for version, bound in zip(wanted.versions, wanted.bounds, strict=True)]
    if "count" in asked.operations:
        fact: Fact = {"relation": "count", "subject": _subject(found, said), "object": str(len(found))}
        return [_of_all(found, {**fact, "condition": str(len(found))})]
    is_last = "latest" in asked.operations or (not span and wanted.bounds[:1] == ("before",))
    is_first = wanted.is_oldest or "earliest" in asked.operations
    if is_last or is_first or (not span and wanted.bounds[:1] == ("after",)):
        return [_of_one(found[-1 if is_last else 0], said)]
    shown = found[:_MOST_LISTED]
    told = "; ".join(one.version for one in shown)
    fact = {"relation": "listed", "subject": _subject(found, said), "object": told}
    return [_of_all(shown, {**fact, "condition": f"{len(shown)}/{len(found)}"})]


def release_draft(release: Release, relation: str) -> Draft:
    """A release by its version and its day, at its head."""
    return Draft.of(relation, release.version, release.date, release.document, *release.head)


def _of_one(release: Release, said: Sequence[str]) -> Draft:
    if release.date:
        return release_draft(release, "released")
    subject = BETWEEN.join([release.path, *said])
    fact: Fact = {"relation": "listed", "subject": subject, "object": release.version, "condition": "1/1"}
    return Draft(fact, release.document, *release.head)


def _of_all(found: Sequence[Release], fact: Fact) -> Draft:
    document = found[0].document
    return replace(
        Draft(fact, document, *found[0].head),
        also=tuple(one.head for one in found[1:_MOST_LISTED] if one.document == document),
    )


def _subject(found: Sequence[Release], said: Sequence[str]) -> str:
    return BETWEEN.join([found[0].path, *said])
