"""What makes a sentence whole that says less than it should alone: the sentence or the code beside it.

All of it is quoted from the lines that are cited with it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import fsum
from typing import Final, TypeVar

from citeline.data_files import shipped_table
from citeline.markup import leads_in, plain_text
from citeline.model import StoredChunk, StoredNode
from citeline.state import Fact
from citeline.text import has_digit, indent_of, is_cjk

from ..citations.passage import SENTENCE_END
from ..citations.stated import BETWEEN, LEFT_OUT
from .items import LONGEST, ROOM_APART, Held, items_in, lead_over
from .ranking.candidates import Sought
from .ranking.likeness import nearest_words
from .ranking.ranker import USUAL
from .reading.definitions import shares_defined
from .reading.documentation import Spoken
from .reading.lines import read_line
from .reading.sentences import Sentence

ROOM: Final = 240
"""Characters of a sentence with the one that stands before or behind it."""
_LEFT: Final = 2
"""Items of a list that are told beside the others."""
_SHORT: Final = 8
"""Characters of a word that is a sentence."""
_STOPPED: Final = (".", "!", "。", "！")
"""`Yes.` is a sentence, an item `uv` of a list is none."""
_QUESTION: Final = ("?", "？")
_HALF: Final = 0.5
"""Share of the question that a sentence has, from which on it may be enough."""
_NEARNESS: Final = 5.0
"""What nearness counts beside the share of the question: of 1,365 labelled first claims the sentence that is told says
what is needed for 53 %, 49 by the share alone."""
_OneT = TypeVar("_OneT", Sentence, Spoken)
_NEAR_THE_START: Final = 3
"""Words in which one may point at the sentence before."""
APART: Final = 2
"""Lines from the end of a sentence to the next one, with an empty one between them."""


def share_held(sought: Sought, text: str, beside: str) -> float:
    """The share of the question's words, figures aside, that a text has and another one has not."""
    new = (read_line(text).terms & sought.weights.keys()) - read_line(beside).terms
    return fsum(sought.weights[term] for term in new if not has_digit(term)) / (sum(sought.weights.values()) or 1.0)


def weight_held(text: str, sought: Sought) -> float:
    """The weight of the question's terms in a line or sentence, and that of a term for each slot that it fills; one
    that says what is asked has that weight twice.
    """
    line = read_line(text)
    held = fsum(sought.defined.values()) * next(shares_defined([text], [line], sought.defined))
    held += fsum(sought.weights[term] for term in line.terms & sought.weights.keys())
    filled = dict.fromkeys(line.cues, 1.0) | {"value": 0.5 * line.number + 0.5 * ("value" in line.cues)}
    average = sum(sought.weights.values()) / max(len(sought.weights), 1)
    return held + average * sum(sought.intents.get(slot, 0.0) * share for slot, share in filled.items())


def worth_telling(text: str, sought: Sought) -> float:
    """What decides which sentence or line of a claim is told: the weight that it holds, and how near its words are to
    those of the question, whose answer may share none with it.
    """
    return weight_held(text, sought) + _NEARNESS * fsum(sought.weights.values()) * nearest_words(sought.texts[0], text)


def example_told(
    line: str, spoken: Sequence[Sentence], lines: tuple[int, int], heading: StoredNode | None, *, is_led: bool
) -> Iterator[tuple[Fact, tuple[int, int]]]:
    """A line of an example in a document with the sentence above it, or below its heading, and the lines that say
    both: alone it says nothing. The heading comes first where it `is_led` by a line that says nothing else. None of a
    row, of what quotes code, and of what repeats the heading.
    """
    top, name = (heading.start_line, plain_text(heading.name).rstrip(":： ")) if heading else (0, "")
    read, code = read_line(line), f"`{line}`"
    if "`" in line or read.row or read.heading or read.terms <= read_line(name).terms:
        return
    named: Fact = {"relation": "under", "subject": name, "object": code}
    if name and is_led:
        yield named, lines
    above = [one for one in spoken if top <= one.start_line and one.end_line < lines[0]]
    own = plain_text(above[-1].text) if above else ""
    if above and len(own) + len(line) <= ROOM and lines[1] - above[-1].start_line < USUAL:
        both = (above[-1].start_line, lines[1])
        if leads_in(own):
            yield {"relation": "quoted", "subject": "", "object": code, "condition": own.rstrip(":： ")}, both
        yield {"relation": "quoted", "subject": "", "object": f"{own}{LEFT_OUT}{code}"}, both
    if name:
        yield named, lines


def _is_one_word(text: str) -> bool:
    """Whether a sentence says nothing alone, and all for the one behind it: `Yes.`"""
    return len(text) <= _SHORT and text.endswith(_STOPPED) and text.rstrip("".join(_STOPPED)).isalpha()


def is_open(one: Sentence) -> bool:
    """Whether a sentence asks, or says nothing without the next one."""
    return plain_text(one.text).endswith(_QUESTION) or _is_one_word(one.text)


def answering(touched: list[Sentence], spoken: Sequence[Sentence], last: int, shown: int) -> list[Sentence]:
    """The sentences that are not open; of a heading or an open one alone the next one that is shown with it: below
    `Why is Curio not supported?` stands why. `last`, `shown`: the last lines of the claim and of what is shown.
    """
    if said := [one for one in touched if not is_open(one)]:
        return said
    below = (one for one in spoken if last < one.start_line and one.end_line <= shown and not is_open(one))
    return [one for one in below if len(plain_text(one.text)) <= LONGEST][:1] or touched


@cache
def _beginnings(row: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of a row of the table, and those of them in a script without spaces."""
    found = shipped_table("citeline.tools.answer", "beginnings.toml")[row]
    return frozenset(found), tuple(filter(is_cjk, found))


def _begins_with(text: str, row: str) -> bool:
    words, runs = _beginnings(row)
    return text.partition(" ")[0].lower().rstrip(",") in words or text.startswith(runs)


def points_back(text: str) -> bool:
    """Whether a sentence begins with a word for what the one before it is about."""
    near = {word.lower().strip("`*,") for word in text.split(" ", _NEAR_THE_START)[1:_NEAR_THE_START]}
    return _begins_with(text, "pointing") or not near.isdisjoint(_beginnings("pointing_near")[0])


def says_instead(one: Sentence | Spoken) -> bool:
    """Whether a sentence says what to do in place of what the one before it forbids."""
    return _begins_with(plain_text(one.text), "instead")


def is_code(line: int, examples: Sequence[tuple[int, int]], chunk: StoredChunk) -> bool:
    """Whether a line belongs to a block of code, which may begin above the chunk; rows of a help text read as text."""
    return any(first <= line <= last for first, last in examples) and line not in items_in(chunk)


def joined(spoken: Sequence[Sentence | Spoken], most: int = ROOM, *, items: Container[int] = ()) -> str:
    """Sentences as one text of at most so many characters; empty for a single one, and where that is longer. `items`:
    lines on which an item of a list begins, with a dot before it.
    """
    begun = [one.start_line in items and before.end_line < one.start_line for before, one in pairwise(spoken)]
    text = in_row([plain_text(one.text) for one in spoken], begun)
    return text if len(spoken) > 1 and len(text) <= most else ""


def told_whole(
    best: Sentence, touched: Sequence[Sentence], spoken: Sequence[Sentence], chunk: StoredChunk
) -> Iterator[tuple[str, int, int]]:
    """Neighbouring sentences with the best one as one text, with their first and last line, the whole of them first:
    what a list has besides, and what the first sentence points back at, are told with them. Without the best one alone.
    """
    items = items_in(chunk)
    for run in (with_rest_of_list(touched, spoken, chunk), [best]):
        before = _before(run[0], spoken)
        for count in range(len(run), run.index(best), -1) if before else ():
            if text := joined([*before, *run[:count]], LONGEST, items=items):
                yield text, before[0].start_line, run[count - 1].end_line
                break
        if len(run) > 1:
            told = run[:-1] if leads_in(plain_text(run[-1].text)) else run
            if text := joined(told, LONGEST, items=items) if len(told) > 1 else plain_text(told[0].text):
                yield text, told[0].start_line, told[-1].end_line


def _before(one: Sentence, spoken: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence that one points back at, which stands right before it; empty where it points at none."""
    before = spoken[: spoken.index(one)][-1:]
    is_near = bool(before) and one.start_line - before[0].end_line <= APART
    return before if is_near and (points_back(plain_text(one.text)) or says_instead(one)) else ()


def with_rest_of_list(
    touched: Sequence[Sentence], spoken: Sequence[Sentence], chunk: StoredChunk
) -> Sequence[Sentence]:
    """Items with what is left of their list, where that is little and there is room: four of five were told."""
    items, lines = items_in(chunk), chunk.text.split("\n")
    first, last = spoken.index(touched[0]), spoken.index(touched[-1])
    is_run = [*touched] == [*spoken[first : last + 1]] and touched[0].start_line in items
    if not is_run or sum(one.start_line in items for one in touched) < 2:
        return touched
    depth = indent_of(lines[touched[0].start_line - chunk.start_line])

    def goes_on(one: Sentence, following: Sentence) -> bool:
        both_begin = one.start_line in items and indent_of(lines[one.start_line - chunk.start_line]) == depth
        is_next = following.start_line in items or following.start_line == one.end_line
        return both_begin and is_next and following.start_line <= one.end_line + 1

    while first > 0 and goes_on(spoken[first - 1], spoken[first]):
        first -= 1
    while last + 1 < len(spoken) and goes_on(spoken[last], spoken[last + 1]):
        last += 1
    whole = spoken[first : last + 1]
    is_near = len(whole) - len(touched) <= _LEFT and joined(whole, LONGEST, items=items)
    return whole if is_near else touched


def in_row(texts: Sequence[str], begun: Sequence[bool]) -> str:
    """Texts behind each other; a dot before each that begins an item or stands behind one without a stop."""
    found = texts[0]
    for text, begins in zip(texts[1:], begun, strict=True):
        found += f"{BETWEEN if begins or not SENTENCE_END.search(found) else ' '}{text}"
    return found


def read_on(spoken: Sequence[_OneT], at: int, chunk: StoredChunk) -> Sequence[_OneT]:
    """A sentence with the next one where that goes on in its line or the one below, and neither leads anything in:
    `Warn of large cookies. Defaults to 4093.` The next item of a list does not go on.
    """
    both = spoken[at : at + 2]
    if len(both) == 1 or any(leads_in(plain_text(one.text)) for one in both):
        return both[:1]
    own, following = both
    is_item = following.start_line in items_in(chunk)
    goes_on = following.start_line == own.end_line or (following.start_line == own.end_line + 1 and not is_item)
    return both if goes_on or says_instead(following) else both[:1]


def with_others(
    best: _OneT, spoken: Sequence[_OneT], chunk: StoredChunk, held: Held, own: tuple[int, int]
) -> Iterator[tuple[str, int, int]]:
    """A sentence with another one, `…` where something stands between them, with their first and last line; the
    likeliest pair first.

    `Yes.` goes before the sentence behind it, and so does what `It does so.` is about; behind what is forbidden stands
    what to do instead. Only the next one of its `own` lines goes behind a sentence that has most of the question where
    it has nothing more of that.
    """
    at = spoken.index(best)
    is_led = at > 0 and (_is_one_word(spoken[at - 1].text) or points_back(plain_text(best.text)) or says_instead(best))
    places = ((at - 1, at), (at, at + 1)) if is_led else ((at, at + 1), (at - 1, at))
    for first, last in places:
        if first < 0 or last >= len(spoken):
            continue
        other = spoken[last if first == at else first]
        if not _is_beside(other, best, chunk):
            continue
        is_own = first == at and (other.start_line <= own[1] or says_instead(other))
        whole = joined(read_on(spoken, first, chunk))
        if whole and (is_own or (is_led and first < at) or _adds(other, best, chunk, held)):
            yield whole, spoken[first].start_line, spoken[last].end_line
    apart = likeliest_beside(best, spoken, chunk, held)
    if apart is not None:
        one, two = sorted((best, apart), key=lambda one: one.start_line)
        yield LEFT_OUT.join(plain_text(part.text) for part in (one, two)), one.start_line, two.end_line


def likeliest_beside(best: _OneT, spoken: Sequence[_OneT], chunk: StoredChunk, held: Held) -> _OneT | None:
    """The sentence that has most of the question beside another one, where there is room for both; of several the
    nearest.
    """
    room = ROOM_APART - len(LEFT_OUT) - len(plain_text(best.text))
    fitting = [
        one
        for one in spoken
        if one is not best
        and len(text := plain_text(one.text)) <= room
        and not leads_in(text)
        and _is_beside(one, best, chunk)
    ]

    def worth(one: _OneT) -> tuple[float, int, int]:
        return held(one.text, best.text), -abs(one.start_line - best.start_line), one.start_line

    found = max(fitting, key=worth, default=None)
    return found if found is not None and _adds(found, best, chunk, held) else None


def _is_beside(other: Sentence | Spoken, best: Sentence | Spoken, chunk: StoredChunk) -> bool:
    """Whether nothing is told of one sentence that does not hold for the other one, as `DON'T:` above its list."""
    return lead_over(chunk, other) in (None, lead_over(chunk, best))


def _adds(other: _OneT, best: _OneT, chunk: StoredChunk, held: Held) -> bool:
    """Whether a sentence may answer what another one leaves open: of a list one item is told beside another one only
    for a word of the question.
    """
    are_items = items_in(chunk).issuperset((other.start_line, best.start_line))
    return held(other.text, best.text) > 0 or (not are_items and held(best.text, "") <= _HALF)
