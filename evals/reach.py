"""What each channel of the search contributes to the right hits."""

from __future__ import annotations

from collections.abc import Iterable

from .outcome import Outcome
from .places import match
from .result import Estimate, estimated


def channel_reach(outcomes: Iterable[Outcome]) -> dict[str, Estimate]:
    """By channel, how often a right hit among the ten was found by it, perhaps with others; the most often first.

    Of the answerable questions. Of a file its best place counts: that is what its channels have found. What a channel
    finds and the ranking drops is not counted.
    """
    asked = [outcome for outcome in outcomes if outcome.case.right and not outcome.error]
    found = [_channels(outcome) for outcome in asked]
    names = sorted(frozenset[str]().union(*found))
    reach = {name: estimated([float(name in channels) for channels in found]) for name in names}
    return dict(sorted(reach.items(), key=lambda one: -one[1].value))


def _channels(outcome: Outcome) -> frozenset[str]:
    """The channels that found any right hit."""
    matches = match([[hit] for hit in outcome.hits], outcome.case.right)
    right = (hit.channels for hit, places in zip(outcome.hits, matches, strict=True) if places)
    return frozenset[str]().union(*right)
