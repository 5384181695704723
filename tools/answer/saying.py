"""What lines say, as facts: a row, a sentence, a statement or a comment, with the condition over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.headings import SEPARATOR
from citeline.indexing.reader import Index
from citeline.markup import leads_in, plain_text
from citeline.model import StoredChunk, StoredNode
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import IDENTIFIER_SHAPE, has_digit, terms, unique, words

from ..citations.passage import collapse
from ..citations.stated import BEGUN
from .code_said import Said, Told, guard_around, said_in_code
from .completed import (
    answering,
    example_told,
    is_code,
    is_open,
    says_instead,
    share_held,
    told_whole,
    weight_held,
    with_others,
    worth_telling,
)
from .headed import example_in, without_what_follows
from .items import LONGEST, end_of_what_it_leads_to, item_asked, item_marked, item_so_long, lead_over, led_in
from .ranking.candidates import Candidate, Sought
from .reading.lines import lines_of, lines_told, read_line, shortened
from .reading.says_nothing import asks_log, introduces
from .reading.sentences import Sentence, sentences_of
from .reading.statements import DECORATES, head_told
from .reading.syntax import source_of
from .reading.table_rows import Row
from .writing.citing import Citations

_AMOUNT: Final = re.compile(r"\d+(?:[.,]\d+)+")
_ENTRY: Final = 2
"""Level of the headings from which on they may name an entry; the first one is the name of the page."""
_PARTS: Final = re.compile(r"[^\s,=]{2,}")
"""Of `-M, --disable-evictions=<how>`."""
_RELEASE: Final = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)?(?![\w.]*\.[a-z])", re.IGNORECASE)
_GIVEN: Final = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")
"""What an option is given."""
_LONG_NUMBER: Final = 3
"""Digits of a number that is a name: a status, a code, a year. A shorter one counts something."""
_WIDEST: Final = 30
"""Lines that are cited for an `if` above an `else`."""
_BESIDE: Final = 3
"""Lines between a comment and what it documents."""
_TERSE: Final = 3
"""Words of a sentence that says nothing without its heading."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a setting, an option or a release is called, and where its heading stands."""

    name: str
    level: int
    start_line: int


@dataclass(frozen=True, slots=True)
class Stated:
    """One way to state what lines say."""

    fact: Fact
    node: StoredNode | None = None
    lines: tuple[int, int] | None = None
    """First and last, where they are other ones than the candidate's: a sentence may begin before it or end behind."""
    is_joined: bool = False
    """Whether it is more than one quotation, which is told only where the lines prove all of it."""


def facts_of(
    index: Index,
    citations: Citations,
    candidate: Candidate,
    sought: Sought,
    *,
    told: Told = "two",
    around: tuple[int, int] | None = None,
) -> list[Stated]:
    """Ways to state what the lines say, the most readable first. Where sentences are short, one is told with another
    one of the lines `around`, which are shown with them; `all` of them where no lines are shown.
    """
    chunk = candidate.passage.chunk
    every = citations.rows_in(chunk)
    if rows := [row for row in every if _is_in(row.start_line, row.end_line, candidate)]:
        keyed = _rows_of_key(every, sought)
        row = max(keyed or rows, key=lambda row: (row in rows, weight_held(row.text, sought)))
        fact = _fact("table_row", "", row.told(partial(weight_held, sought=sought)))
        best = Stated(fact, lines=None if row in rows else (row.start_line, row.end_line))
        if keyed and told == "all":
            return [best]  # what else the lines say is of another row
        sentences = _sentences(citations, candidate, sought, told=told, around=around)
        # Of a table that is asked for as a whole a single row says little, and beside a sentence with more of it.
        heading = citations.heading_of(chunk, row.start_line)
        told_first = [
            one.fact["object"] for one in sentences[:1] if heading is None or one.fact["object"] != heading.name
        ]
        is_less = any(weight_held(text, sought) > weight_held(row.text, sought) for text in told_first)
        return [*sentences, best] if is_less or candidate.span.shape == "list" else [best, *sentences]
    if candidate.passage.prose:
        return _sentences(citations, candidate, sought, told=told, around=around)
    node = _enclosing(citations, candidate)
    subject = node.qualified_name if node else chunk.path
    facts: list[Stated] = []
    logs = asks_log(sought.weights.keys())
    for said in said_in_code(index, citations, candidate, sought, told=told, around=around):
        about = said.about or (node if node and _leads_to(chunk, said, node) else None)
        name = about.qualified_name if about else chunk.path
        first, last = min(candidate.start_line, said.start_line), max(candidate.end_line, said.end_line)
        first, last = _within(said, about, first, last) if told == "all" else (first, last)
        lines = (max(chunk.start_line, first), min(chunk.end_line, last))
        source = None if said.is_comment or said.is_whole else source_of(index, int(chunk.document))
        if source and (head := head_told(source, chunk, said.start_line, logs=logs)):
            facts.append(Stated(head.fact, about, (lines[0], max(lines[1], head.end_line))))
            if told == "all":
                continue  # no lines are shown below a condition alone
        texts = unique([plain_text(said.text), said.text]) if said.is_comment else [said.text]
        stated = [_fact("shown" if said.is_comment else "code", name, text) for text in texts]
        if guard := guard_around(index, chunk, said):
            top = guard.start_within(lines[1], _WIDEST)
            under = (min(lines[0], top), max(lines[1], top))
            facts += [Stated({**fact, "condition": guard.condition}, about, under, said.is_joined) for fact in stated]
        if not (guard and said.is_joined):
            facts += [Stated(fact, about, lines, said.is_joined) for fact in stated]
    return facts or [Stated(_fact("closest", subject, ""), node)]


def _rows_of_key(rows: Sequence[Row], sought: Sought) -> list[Row]:
    """Those whose first cell is what the question calls by letters and digits, or by a long number: of `P1` or `137`
    the row of it, and no other.
    """
    # A number with a sign in it, as 5,000 or 0.125, is an amount and calls nothing.
    asked = (word.lower() for text in sought.texts for word in words(_AMOUNT.sub(" ", text)))
    keys = {word for word in asked if has_digit(word) and (not word.isdigit() or len(word) >= _LONG_NUMBER)}
    return [row for row in rows if not keys.isdisjoint(word.lower() for word in words(row.cells[0]))]


def _within(said: Said, about: StoredNode | None, first: int, last: int) -> tuple[int, int]:
    """Lines around what is said, cut to the definition that it is a part of; of a comment beside one its own, with the
    first line of that.
    """
    if about is None:
        return said.start_line, said.end_line
    if about.start_line <= said.start_line and said.end_line <= about.end_line:
        return max(first, about.start_line), min(last, about.end_line)
    head = about.start_line
    above, below = said.start_line - _BESIDE <= head < said.start_line, said.end_line < head <= said.end_line + _BESIDE
    return head if above else said.start_line, head if below else said.end_line


def _leads_to(chunk: StoredChunk, said: Said, node: StoredNode) -> bool:
    """Whether a line is a decorator, an attribute or a comment of a definition, and stands in it or right above it."""
    if not (said.is_comment or said.text.startswith(DECORATES)) or said.start_line > node.end_line:
        return False
    between = lines_of(chunk)[said.start_line - chunk.start_line : node.start_line - chunk.start_line]
    return not any(line.blank for line in between)


def _fact(relation: str, subject: str, stated: str) -> Fact:
    return {"relation": relation, "subject": subject, "object": stated}


def _is_in(start_line: int, end_line: int, candidate: Candidate) -> bool:
    return candidate.start_line <= start_line and end_line <= candidate.end_line


def _sentences(
    citations: Citations, candidate: Candidate, sought: Sought, *, told: Told, around: tuple[int, int] | None = None
) -> list[Stated]:
    """The sentence of the lines that holds most of the question, as it reads and word for word; else its best line.

    What is too short to say of what it is said, as `Default: 30`, has its heading before it.
    """
    chunk, first, last = candidate.passage.chunk, candidate.start_line, candidate.end_line
    every = sentences_of(chunk.text, chunk.start_line, chunk.language, chunk.path)
    every = tuple(one for one in every if not is_code(one.start_line, candidate.passage.examples, chunk))
    spoken = [one for one in every if not (sought.passes_over(read_line(one.text)) or introduces(one.text))]
    spoken = without_what_follows(spoken, [one for one in every if introduces(one.text)], candidate, sought)
    near = (one for one in spoken if one.start_line <= last and first <= one.end_line)
    touched = [one for one in near if len(plain_text(one.text)) <= LONGEST]  # the address of a link is not read
    if told == "all":
        touched = [one for one in touched if not citations.shows(chunk.path, one.start_line, one.end_line)]
    first = min([first, *(one.start_line for one in touched)])
    named = None if touched else citations.heading_of(chunk, last)
    if any(map(is_open, touched)) or (named and first <= named.start_line <= last):
        touched = answering(touched, spoken, last, (around or (first, last))[1])
    stated: list[Stated] = []
    if touched:
        best = item_so_long(max(touched, key=lambda one: worth_telling(one.text, sought)), spoken, chunk, sought)
        last = max(last, *(end_of_what_it_leads_to(chunk, one) for one in touched))
        lines = (min(first, best.start_line), max(last, best.end_line))
        heading = _entry_over(citations, chunk, best.start_line)
        # What stands below another heading, as another release, is of that.
        beside = [one for one in touched if _entry_over(citations, chunk, one.start_line) == heading]
        whole = told_whole(best, beside, spoken, chunk) if told == "all" and best in beside else ()
        alone = [(text, *lines) for text in unique([plain_text(best.text), best.text])]
        ways = [_quoted(text, lines, first, last) for text, first, last in [*whole, *alone]]
        leads = leads_in(plain_text(best.text))
        more = _completed(best, spoken, chunk, sought, lines, around or lines) if leads or told == "two" else []
        stated = [led for one in [*more, *ways] for led in _led_by(one, spoken, chunk)]
        if item := item_asked(best, spoken, end_of_what_it_leads_to(chunk, best), sought):
            led: Fact = {**_fact("quoted", "", item), "condition": plain_text(best.text).rstrip(":： ")}
            stated.append(Stated(led, lines=lines))
        if leads:
            stated += more
        if heading and heading.start_line < best.start_line and len(terms(best.text)) <= _TERSE:
            name, short = heading.name, plain_text(best.text)
            longer = _marked(ways[0], spoken, chunk).fact["object"]
            objects = unique([longer, short] if short in longer else [short])
            stated += [Stated(_fact("under", name, text), lines=lines) for text in objects]
        stated += [_marked(one, spoken, chunk) for one in [*more, *ways]]
    told_lines = [line for line in lines_told(candidate.text) if not sought.passes_over(read_line(line))]
    texts = [line for line in told_lines if not introduces(line)]
    if is_led := len(texts) < len(told_lines):
        texts = example_in(candidate) or texts or told_lines
    line = max(
        (line for line in texts if len(line) <= LONGEST), key=lambda text: worth_telling(text, sought), default=""
    )
    numbered = enumerate(map(collapse, candidate.text.split("\n")), candidate.start_line)
    number = next((at for at, text in numbered if line in text), last)
    if line and not any(one.start_line <= last and first <= one.end_line for one in spoken):
        section = citations.heading_of(chunk, number)
        joins = example_told(line, spoken, (first, last), section, is_led=is_led)
        stated += [Stated(fact, lines=lines, is_joined=True) for fact, lines in joins]
    # A line out of a sentence is none; of a long one the beginning is told.
    around_line = next((one for one in every if one.start_line <= number <= one.end_line > one.start_line), None)
    texts = unique([plain_text(line), line]) if line and around_line is None else []
    stated += [_quoted(text, (first, last), first, last) for text in texts]
    if around_line and len(text := plain_text(around_line.text)) > LONGEST:
        stated.append(_quoted(shortened(text, LONGEST), (first, last), around_line.start_line, around_line.end_line))
    texts_at = [(plain_text(one.text), one.start_line) for one in every]
    for at, one in enumerate(stated):
        own = one.lines or (first, last)
        begun = one.fact["object"].removeprefix(BEGUN)
        places = [line for text, line in texts_at if text and begun.startswith(text)]
        place = next((line for line in places if own[0] <= line <= own[1]), None)
        stated[at] = _of_entry(one, _entry_over(citations, chunk, place)) if place is not None else one
    return [*stated, Stated(_fact("closest", chunk.path, ""))]


def _quoted(text: str, lines: tuple[int, int], first: int, last: int) -> Stated:
    """Sentences from one line to another, which with the `lines` are cited."""
    return Stated(_fact("quoted", "", text), lines=(min(lines[0], first), max(lines[1], last)))


def _parts(stated: Stated, spoken: Sequence[Sentence]) -> list[Sentence]:
    """The sentences that are quoted."""
    first, last = stated.lines or (0, 0)
    text = plain_text(stated.fact["object"])
    within = (one for one in spoken if first <= one.start_line and one.end_line <= last)
    return [one for one in within if plain_text(one.text) in text]


def _marked(stated: Stated, spoken: Sequence[Sentence], chunk: StoredChunk) -> Stated:
    """Items with `…` for those of their list that are not told."""
    fact, parts = stated.fact, _parts(stated, spoken)
    if not parts or fact.get("condition"):
        return stated
    return replace(stated, fact={**fact, "object": item_marked(fact["object"], parts, chunk)})


def _led_by(stated: Stated, spoken: Sequence[Sentence], chunk: StoredChunk) -> Iterator[Stated]:
    """Items with what leads them in, where there is room for it; none of what no line leads in."""
    parts = _parts(stated, spoken)
    lead = lead_over(chunk, parts[0]) if parts and not stated.fact.get("condition") else None
    if lead is None or lead.text in stated.fact["object"] or any(lead_over(chunk, one) != lead for one in parts):
        return
    fact, lines = _marked(stated, spoken, chunk).fact, stated.lines or (lead.line, lead.line)
    if lead.is_of_each or len(lead.text) + len(fact["object"]) <= LONGEST:
        yield replace(stated, fact={**fact, "condition": lead.text}, lines=(min(lines[0], lead.line), lines[1]))


def _entry_over(citations: Citations, chunk: StoredChunk, line: int) -> _Entry | None:
    """The section that a line stands in, from the heading on that names a release."""
    over = citations.headings_over(chunk, line)
    released = next((at for at, one in enumerate(over) if one.level >= _ENTRY and _RELEASE.search(one.name)), 0)
    names = [plain_text(one.name).rstrip(":：= ") for one in reversed(over[: released + 1])]
    return _Entry(SEPARATOR.join(names), over[0].level, over[0].start_line) if over else None


def _of_entry(stated: Stated, entry: _Entry | None) -> Stated:
    """What is said of a setting, an option, a function or a release below its name, with that, where it does not name
    it.
    """
    fact, name = stated.fact, entry.name if entry and entry.level >= _ENTRY else ""
    is_one = name.isascii() and " " not in name and (name[:1].islower() or IDENTIFIER_SHAPE.match(name))
    is_one = is_one or _RELEASE.search(name) is not None
    if not (is_one or name.startswith("-")) or fact["relation"] != "quoted" or fact.get("condition"):
        return stated
    is_named = any(part in fact["object"] for part in _PARTS.findall(_GIVEN.sub(" ", name)))
    return stated if is_named else replace(stated, fact=_fact("under", name, fact["object"]))


def _completed(
    best: Sentence,
    spoken: Sequence[Sentence],
    chunk: StoredChunk,
    sought: Sought,
    lines: tuple[int, int],
    around: tuple[int, int],
) -> list[Stated]:
    """A sentence of the `lines` with what it leads in, or with another one of the lines `around`."""
    held = partial(share_held, sought)
    if leads_in(plain_text(best.text)):
        fact = led_in(best, spoken, chunk, held)
        return [Stated(fact, lines=lines, is_joined=True)] if fact else []
    near = [one for one in spoken if (around[0] <= one.start_line and one.end_line <= around[1]) or one is best]
    near += filter(says_instead, spoken[spoken.index(best) + 1 :][:1] if near[-1:] == [best] else ())
    told = with_others(best, near, chunk, held, lines) if best in near else ()
    return [
        Stated(_fact("quoted", "", text), lines=own, is_joined=True)
        for text, first, last in told
        for own in ((min(lines[0], first), max(lines[1], last)), (first, last))
    ]


def _enclosing(citations: Citations, candidate: Candidate) -> StoredNode | None:
    """The innermost definition that the first line belongs to, or that begins within the lines."""
    document = candidate.passage.chunk.document
    lines = range(candidate.start_line, candidate.end_line + 1)
    return next((node for line in lines if (node := citations.definition_at(document, line)) is not None), None)
