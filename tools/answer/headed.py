"""A heading, or a line that only says that something follows, with the block below it: alone neither says anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..citations.passage import collapse
from .completed import share_held
from .ranking.candidates import Candidate, Passage, Sought
from .ranking.ranker import USUAL
from .reading.lines import lines_of
from .reading.says_nothing import introduces
from .reading.sentences import Sentence

_SHELLS: Final = frozenset(("bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "powershell", "bat"))
"""What stands behind a fence with commands."""


def with_what_it_heads(candidate: Candidate) -> Candidate:
    """The candidate with the block below it, and the examples behind that, where none of its lines says anything."""
    chunk = candidate.passage.chunk
    if not candidate.passage.prose:
        return candidate
    lines, texts = lines_of(chunk), chunk.text.split("\n")
    code = _code_in(candidate.passage).keys()
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


def without_what_follows(
    spoken: Sequence[Sentence], leads: Sequence[Sentence], candidate: Candidate, sought: Sought
) -> list[Sentence]:
    """The sentences without those of the candidate that stand behind an example which one of the `leads` announces and
    which has as much of the question.
    """
    chunk, first, last = candidate.passage.chunk, candidate.start_line, candidate.end_line
    lead = next((one.end_line for one in leads if first <= one.start_line <= last), last)
    lines = dict(enumerate(chunk.text.split("\n"), chunk.start_line))
    example = [number for at in _code_in(candidate.passage) if lead < (number := chunk.start_line + at) <= last]
    if not example:
        return list(spoken)
    held = max(share_held(sought, lines[number], "") for number in example)
    behind = range(example[0], last + 1)
    return [one for one in spoken if one.start_line not in behind or share_held(sought, one.text, "") > held]


def example_in(candidate: Candidate) -> list[str]:
    """The commands of its examples, a line each; where there are none, the lines of other code."""
    texts = candidate.passage.chunk.text.split("\n")
    first, last = candidate.span.first, candidate.span.last
    code = {at: shell for at, shell in _code_in(candidate.passage).items() if first <= at <= last and texts[at].strip()}
    return [collapse(texts[at]) for at, shell in code.items() if shell or not any(code.values())]


def _code_in(passage: Passage) -> dict[int, bool]:
    """Lines between fences, from 0, with whether they are commands; the first fence may stand in the part before."""
    lines, texts, top = lines_of(passage.chunk), passage.chunk.text.split("\n"), passage.chunk.start_line
    begun = (last - top for first, last in passage.examples if first < top <= last)
    inside, shell, found = any(last >= len(lines) or lines[last].fence for last in begun), False, dict[int, bool]()
    for place, line in enumerate(lines):
        if line.fence:
            inside, shell = not inside, texts[place].strip("`~ \t").lower() in _SHELLS
        elif inside:
            found[place] = shell
    return found
