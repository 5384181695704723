"""A heading, or a line that only says that something follows, with the block below it: alone neither says anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from .ranking.features import Candidate
from .ranking.ranker import USUAL
from .reading.lines import Line, lines_of, read_line
from .reading.says_nothing import introduces

_SHELLS: Final = frozenset(("bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "powershell", "bat"))
"""What stands behind a fence with commands."""


def with_what_it_heads(candidate: Candidate) -> Candidate:
    """The candidate with the block below it, and the examples behind that, where none of its lines says anything."""
    chunk = candidate.passage.chunk
    if not candidate.passage.prose:
        return candidate
    lines, texts = lines_of(chunk), chunk.text.split("\n")
    code = _places_of_code(lines)
    leads = {at for at, text in enumerate(texts) if at not in code and introduces(text)}
    example = code | leads | {at for at, line in enumerate(lines) if line.blank or line.fence}
    top, last = candidate.span.first, candidate.span.last
    while top in code | leads and top - 1 in example:
        top -= 1
        while top - 1 in example and top not in leads:
            top -= 1
    is_led = not leads.isdisjoint(range(top, last + 1))
    bare = {at for at in range(len(lines)) if lines[at].heading and at not in code}
    bare |= example if is_led else example - code
    if not bare.issuperset(range(candidate.span.first, last + 1)):
        return candidate
    first = top if is_led and last - top < USUAL else candidate.span.first
    most = min(len(lines), first + USUAL)
    end, place = last, last + 1
    while place < most and place in example:
        end = place if place in code else end
        place += 1
    if place < most and end == last and not lines[place].heading:
        end = next((at for at in range(place, most) if lines[at].blank or lines[at].fence), most) - 1
    return replace(candidate, span=replace(candidate.span, first=first, last=end))


def _places_of_code(lines: Sequence[Line]) -> frozenset[int]:
    """Lines between fences, from 0."""
    inside, found = False, set[int]()
    for place, line in enumerate(lines):
        if line.fence:
            inside = not inside
        elif inside:
            found.add(place)
    return frozenset(found)


def commands_in(text: str) -> list[str]:
    """The commands of examples, a line each."""
    return [line for line, shell in _fenced(text.split("\n")) if shell]


def _fenced(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The lines of blocks between fences, with whether they are commands."""
    inside, shell = False, False
    for line in lines:
        if read_line(line).fence:
            inside, shell = not inside, line.strip("`~ \t").lower() in _SHELLS
        elif inside and (bare := " ".join(line.split())):
            yield bare, shell
