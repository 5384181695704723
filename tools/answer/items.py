"""Items of a list, and what leads them in: a sentence with a colon, or a line that says when they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.markup import leads_in, plain_prose, plain_text
from citeline.model import StoredChunk
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import indent_of

from ..citations.governed import FENCES
from ..citations.stated import BEGUN, BETWEEN
from ..question.tables.lengths import lengths_in
from .ranking.candidates import Sought
from .reading.documentation import Spoken
from .reading.lines import lines_of, read_line
from .reading.sentences import Sentence, rows_in, sentences_of

LONGEST: Final = 300
"""Characters of a sentence or line that a claim repeats; a longer one is cut by its place alone."""
ROOM_APART: Final = 200
"""Characters of a sentence with what is joined to it from another place of the lines."""
_LEAST_ROOM: Final = 100
"""For what a long sentence leads in."""
_LONGEST_HEAD: Final = 48
_MOST_LED: Final = 12
"""Lines of a list or of code that a sentence leads in."""
_MOST_WHOLE: Final = 20
"""The same of one that ends there."""
_HEAD: Final = re.compile(r"(?P<head>\S.*?)(?:\s[-–—]+\s|:\s|：|\s?\(|;\s|,\s|$)")
"""What an item of a list is called, before it is explained."""
NEAR: Final = 10
"""Lines between a condition and what it holds for."""
_HEADS: Final = re.compile(r"#{1,6}\s+|=+\s+")
_BOLD: Final = re.compile(r"[^\w*]*\*\*[^*]+\*\*\W*")
_OPPOSING: Final = frozenset(("denial", "opposed"))
_STOPS: Final = (".", "!", "。", "！")
Held: TypeAlias = Callable[[str, str], float]
"""The share of the question, 0 to 1, that a text has and another one has not."""


@dataclass(frozen=True, slots=True)
class Lead:
    """What stands above the items of a list."""

    text: str
    line: int
    """Its first."""
    is_of_each: bool
    """Whether it holds for each item alone, as a condition and a prohibition do."""


def end_of_what_it_leads_to(chunk: StoredChunk, sentence: Sentence) -> int:
    """The last line of the list or code that a sentence with a colon at its end leads in; else its own last line."""
    lines = chunk.text.split("\n")
    below = range(sentence.end_line - chunk.start_line + 1, len(lines))
    first = next((place for place in below if lines[place].strip()), None)
    if first is None or not leads_in(plain_text(sentence.text)):
        return sentence.end_line
    fence, last = lines[first].strip()[:3], sentence.end_line - chunk.start_line
    cut = last
    for place in range(first, min(first + _MOST_WHOLE, len(lines))):
        line = lines[place]
        if fence not in FENCES and line.strip() and not (read_line(line).item or line.startswith((" ", "\t"))):
            break
        last = place if line.strip() else last
        cut = last if place < first + _MOST_LED else cut
        if fence in FENCES and place > first and line.strip().startswith(fence):
            break
    else:
        # Of a longer list so many lines, and not all but its last item.
        last = cut if first + _MOST_WHOLE < len(lines) else last
    return chunk.start_line + last


def lead_over(chunk: StoredChunk, sentence: Sentence | Spoken) -> Lead | None:
    """What leads in the items of a list, or says that they are what is not to be done: `If it is ephemeral:`,
    `## Don'ts`.
    """
    lines, own = chunk.text.split("\n"), sentence.start_line - chunk.start_line
    if not 0 <= own < len(lines):
        return None
    inner = indent_of(lines[own])
    for place in range(own - 1, max(-1, own - NEAR), -1):
        line, indent = lines[place].strip(), indent_of(lines[place])
        is_item = read_line(lines[place]).item
        if not line or indent > inner or (indent == inner and is_item):
            continue
        if (read_line(lines[own]).item or indent < inner) and (lead := _lead_at(chunk, place, line)):
            return lead
        if not is_item:
            return None
        own, inner = place, indent  # what stands in an item of a list holds under the lead of that
    return None


def _lead_at(chunk: StoredChunk, place: int, line: str) -> Lead | None:
    """A heading of what is not to be done, or the sentence that ends on a line with a colon and may begin above it."""
    text, number, read = line, chunk.start_line + place, read_line(line)
    opposes = _opposes(line)
    if not opposes and (read.heading or not leads_in(line)):
        return None
    if not opposes and chunk.kind == "prose":
        every = sentences_of(chunk.text, chunk.start_line, chunk.language, chunk.path)
        ends_here = (one for one in every if one.end_line == chunk.start_line + place and leads_in(one.text))
        text, number = next(((one.text, one.start_line) for one in ends_here), (text, number))
    is_of_each = opposes or "condition" in read.cues
    return Lead(plain_text(_HEADS.sub("", text)).strip("-*+• ").rstrip(":： "), number, is_of_each)


def item_marked(text: str, run: Sequence[Sentence], chunk: StoredChunk) -> str:
    """The text of items with `…` where others of their list stand before or behind them; not of what holds alone."""
    lines, first, last = lines_of(chunk), run[0].start_line - chunk.start_line, run[-1].end_line - chunk.start_line
    lead = lead_over(chunk, run[0])
    begun = sum(lines[one.start_line - chunk.start_line].item for one in run)
    is_whole = lead.is_of_each if lead else begun == 1 and text.endswith(_STOPS)
    if not lines[first].item or is_whole:
        return text

    def has_beside(places: Iterable[int]) -> bool:
        beside = (lines[at] for at in places if not lines[at].blank and lines[at].indent <= lines[first].indent)
        found = next(beside, None)
        return found is not None and bool(found.item) and found.indent == lines[first].indent

    is_begun, goes_on = has_beside(range(first - 1, -1, -1)), has_beside(range(last + 1, len(lines)))
    return f"{BEGUN if is_begun else ''}{text}{' …' if goes_on else ''}"


def _opposes(line: str) -> bool:
    """Whether a line heads what is denied: `DON'T:`, `PRs that will _not_ be accepted:`, `### ❌ Wrong`."""
    is_head = leads_in(line) or read_line(line).heading or _BOLD.fullmatch(line) is not None
    return is_head and not read_line(plain_prose(line).replace("’", "'")).cues.isdisjoint(_OPPOSING)


def item_so_long(said: Sentence, spoken: Sequence[Sentence], chunk: StoredChunk, sought: Sought) -> Sentence:
    """The item of the same list that holds for the length of time that is asked for, in place of one for another.

    Not where that other one has more of the question: `Are invoices kept for a year?` asks for invoices.
    """
    lines = lines_of(chunk)
    if _agrees(said, sought) is not False or not lines[said.start_line - chunk.start_line].item:
        return said
    own = read_line(said.text).terms & sought.weights.keys()

    def is_beside(one: Sentence) -> bool:
        between = sorted((one.start_line, said.start_line))
        return all(lines[at - chunk.start_line].item or at not in starts for at in range(*between))

    starts = {one.start_line for one in spoken}
    fitting = (
        one
        for one in spoken
        if lines[one.start_line - chunk.start_line].item
        and abs(one.start_line - said.start_line) <= _MOST_LED
        and _agrees(one, sought)
        and own <= read_line(one.text).terms
        and is_beside(one)
    )
    return min(fitting, key=lambda one: abs(one.start_line - said.start_line), default=said)


def _agrees(said: Sentence, sought: Sought) -> bool | None:
    """Whether a sentence holds for the length of time that is asked for, by the first that it has; None without one."""
    asked = [length for text in sought.texts for length in lengths_in(text)]
    own = lengths_in(plain_text(said.text)) if asked else ()
    return any(map(own[0].has, asked)) if own else None


def item_asked(lead: Sentence, spoken: Sequence[Sentence], end: int, sought: Sought) -> str:
    """Of what a sentence leads in the part that has more of the question: `Grade 11: 7 %` below `by your grade:`, with
    a mark where others stand before or behind it. Empty where none has more.
    """
    wanted = sought.weights.keys() - read_line(lead.text).terms
    items = [one for one in spoken if lead.end_line < one.start_line <= one.end_line <= end]
    held = [
        (fsum(sought.weights[term] for term in read_line(one.text).terms & wanted), _agrees(one, sought) or False, one)
        for one in items
    ]
    worth, agrees, best = max(held, key=lambda one: one[:2], default=(0.0, False, None))
    is_asked = best is not None and (agrees or worth > 0) and len(best.text) <= LONGEST and not sought.whole
    if best is None or not is_asked:
        return ""
    return f"{BEGUN if best is not items[0] else ''}{plain_text(best.text)}{' …' if best is not items[-1] else ''}"


def led_in(lead: Sentence, spoken: Sequence[Sentence], chunk: StoredChunk, held: Held) -> Fact | None:
    """A sentence that ends with a colon, with the items of the list below it or the lines of code there that hold most:
    whole items where they are short, else what they are called. None where neither fits.
    """
    end = end_of_what_it_leads_to(chunk, lead)
    own = plain_text(lead.text).rstrip(":： *_")
    room = max(_LEAST_ROOM, ROOM_APART - len(own))
    lines = chunk.text.split("\n")[lead.end_line - chunk.start_line + 1 : end - chunk.start_line + 1]
    filled = [line for line in lines if line.strip()]
    if not filled:
        return None
    if filled[0].strip()[:3] in FENCES:
        told = _code(filled[1:], room, held)
    else:
        told = _items(lead.end_line + 1, lines, spoken, room)
    return {"relation": "quoted", "subject": "", "object": told, "condition": own} if told else None


def _items(first: int, lines: Sequence[str], spoken: Sequence[Sentence], room: int) -> str:
    """The items of the first list, joined; empty for a single one."""
    items = [at for at, line in enumerate(lines) if read_line(line).item]
    outer = indent_of(lines[items[0]]) if items else 0
    end = next((at for at in items if indent_of(lines[at]) < outer), len(lines))
    starts = {first + at for at in items if at < end and indent_of(lines[at]) == outer}
    said: dict[int, str] = {}
    for one in spoken:
        if one.start_line in starts:
            said.setdefault(one.start_line, plain_text(one.text).rstrip(".;。；,"))
    if len(said) < 2 or len(said) < len(starts):
        return ""
    whole = BETWEEN.join(said.values())
    if len(whole) <= room:
        return whole
    heads = [match["head"] for text in said.values() if (match := _HEAD.match(text))]
    if len(heads) < len(said) or any(len(head) > _LONGEST_HEAD for head in heads):
        return ""
    if len(BETWEEN.join(heads)) <= room + _LONGEST_HEAD:
        return BETWEEN.join(heads)  # nothing is left out for the sake of one item
    told = heads[:1]
    for head in heads[1:]:
        if len(BETWEEN.join([*told, head])) > room:
            break
        told.append(head)
    return f"{BETWEEN.join(told)} …" if len(told) > 1 else ""


def _code(lines: Sequence[str], room: int, held: Held) -> str:
    """All of a short block of code, else the line of it that has most of the question."""
    texts = [" ".join(line.split()) for line in lines if line.strip()[:3] not in FENCES]
    texts = [text for text in texts if any(map(str.isalnum, text)) and not read_line(text).mute]
    texts = [text for text in texts if not read_line(text).comment] or texts
    whole = " ".join(texts)
    fitting = [text for text in texts if len(text) <= room and held(text, "")]
    told = whole if len(whole) <= room // 2 else max(fitting, key=lambda text: held(text, ""), default="")
    return f"`{told}`" if told and "`" not in told else told


@lru_cache(maxsize=2048)
def items_in(chunk: StoredChunk) -> frozenset[int]:
    """Lines on which an item of a list begins, or a row of columns."""
    rows, _ = rows_in(chunk.text.split("\n"))
    items = {at for at, line in enumerate(lines_of(chunk)) if line.item}
    return frozenset(chunk.start_line + at for at in items | rows.keys())
