"""What makes a sentence whole that says less than it should alone: what it leads in, and the sentence beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from citeline.markup import leads_in, plain_text
from citeline.model import StoredChunk
from citeline.text import indent_of

from ..question.tables.lengths import lengths_in
from .ranking.features import Sought
from .reading.documentation import Spoken
from .reading.lines import lines_of, read_line
from .reading.sentences import Sentence

LONGEST: Final = 300
"""Characters of a sentence or line that a claim repeats; a longer one is cut by its place alone."""
TWO_LINES: Final = 240
"""Characters of the first sentence with the next one."""
NEAR: Final = 10
"""Lines between a condition and what it holds for."""
_MOST_LED: Final = 12
"""Lines of a list or of code that a sentence leads in."""
_FENCES: Final = ("```", "~~~")
_OneT = TypeVar("_OneT", Sentence, Spoken)


def end_of_what_it_leads_to(chunk: StoredChunk, sentence: Sentence) -> int:
    """The last line of the list or code that a sentence with a colon at its end leads in; else its own last line."""
    lines = chunk.text.split("\n")
    below = range(sentence.end_line - chunk.start_line + 1, len(lines))
    first = next((place for place in below if lines[place].strip()), None)
    if first is None or not leads_in(plain_text(sentence.text)):
        return sentence.end_line
    fence, last = lines[first].strip()[:3], sentence.end_line - chunk.start_line
    for place in range(first, min(first + _MOST_LED, len(lines))):
        line = lines[place]
        if fence not in _FENCES and line.strip() and not (read_line(line).item or line.startswith((" ", "\t"))):
            break
        last = place if line.strip() else last
        if fence in _FENCES and place > first and line.strip().startswith(fence):
            break
    return chunk.start_line + last


def lead_over(chunk: StoredChunk, sentence: Sentence) -> tuple[str, int] | None:
    """The line that says when the items below it hold: `If it is ephemeral:`; with its number."""
    lines, own = chunk.text.split("\n"), sentence.start_line - chunk.start_line
    inner = indent_of(lines[own])
    for place in range(own - 1, max(-1, own - NEAR), -1):
        line, indent = lines[place].strip(), indent_of(lines[place])
        if not line or indent > inner or (indent == inner and read_line(lines[place]).item):
            continue
        is_led = leads_in(line) and (read_line(lines[own]).item or indent < inner)
        is_condition = is_led and "condition" in read_line(line).cues and not read_line(line).heading
        return (plain_text(line).strip("-*+• ").rstrip(":："), chunk.start_line + place) if is_condition else None
    return None


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


def item_asked(lead: Sentence, spoken: Sequence[Sentence], end: int, sought: Sought) -> Sentence | None:
    """Of what a sentence leads in the part that has more of the question: `Grade 11: 7 %` below `by your grade:`."""
    wanted = sought.weights.keys() - read_line(lead.text).terms
    items = [one for one in spoken if lead.end_line < one.start_line <= one.end_line <= end]
    held = [
        (sum(sought.weights[term] for term in read_line(one.text).terms & wanted), _agrees(one, sought) or False, one)
        for one in items
    ]
    worth, agrees, best = max(held, key=lambda one: one[:2], default=(0.0, False, None))
    is_asked = best is not None and (agrees or worth > 0) and len(best.text) <= LONGEST and not sought.whole
    return best if is_asked else None


def joined(spoken: Sequence[Sentence | Spoken], most: int) -> str:
    """Sentences as one text of at most so many characters; empty for a single one, and where that is longer."""
    text = " ".join(plain_text(one.text) for one in spoken)
    return text if len(spoken) > 1 and len(text) <= most else ""


def read_on(spoken: Sequence[_OneT], at: int, chunk: StoredChunk) -> Sequence[_OneT]:
    """A sentence with the next one where that goes on in its line or the one below, and neither leads anything in:
    `Warn of large cookies. Defaults to 4093.` The next item of a list does not go on.
    """
    both = spoken[at : at + 2]
    if len(both) == 1 or any(leads_in(plain_text(one.text)) for one in both):
        return both[:1]
    own, following = both
    lines, first = lines_of(chunk), following.start_line - chunk.start_line
    is_item = 0 <= first < len(lines) and lines[first].item
    goes_on = following.start_line == own.end_line or (following.start_line == own.end_line + 1 and not is_item)
    return both if goes_on else both[:1]
