"""What a question asks to be done beside an answer, and what it says of that: dates, times, people, places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal, get_args

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import STOPWORDS, has_word, is_cjk, terms, unique, words

from .mentions import RECORD, records_in
from .moments import moments_in
from .question import Said, SaidKind, Wish
from .read import read
from .tables.bounds import blanked
from .vocabulary.language import Language, language_of
from .vocabulary.languages import table_of
from .vocabulary.words import content_words

Wanted = Callable[[str], bool]
"""Whether a part of a question asks for an action."""
What = Literal["meeting"]
"""A key of the tables `[wish]`: how it is asked for."""

_MARKS: Final = r"(?:[,;，。；、]|\.(?=\s|$)|(?<=[?!？！]))\s*"
"""A full stop inside of a name, as in `calendar.create`, divides nothing."""
_DIVIDED: Final = re.compile(
    r"(?<![\w-])\d{1,2}(?:st|nd|rd|th|er)?[,.]|[,，]\s*(?:\w{2,3} )?\d{1,2}\b|[^\W\d],\s*\d{4}\b|[ap]\.m\.",
    re.IGNORECASE,
)
"""What a date has where a comma or a full stop stands in it; one that has none is not divided."""
_SENTENCE: Final = re.compile(r"(?:[.;](?=\s|$)|[?!？！。；])\s*")
_COLON: Final = re.compile(r"[:：]")
_BREAK: Final = re.compile(r"\s{2,}|[,;:，；、：]")
"""Between what is left over of a wish: where something was read, or a comma."""
_QUESTION_MARKS: Final = ("?", "？")
_EDGES: Final = " ,;.，；、。"
_NUMBERED: Final = re.compile(r"(?<![\w.-])v?\d+(?:\.\d+)+(?![\w-])")
"""Of a version."""
ADDRESS: Final = re.compile(r"[^@\s,;<>()\"'，；、：]+@[^@\s,;<>()\"'，；、：]+\.[A-Za-z]{2,}")
"""Of mail."""
_LINK: Final = re.compile(r"https?://[^\s,;，；、]+")
_WHEN_AND_WHO: Final = frozenset({"date", "time", "zone", "minutes", "attendee"})
_OF_NOBODY: Final = frozenset({"zone", "attendee"})
_QUOTED: Final = re.compile(r"[\"“„«「]([^\"”“»」]{1,80})[\"”“»」]")


@dataclass(frozen=True, slots=True)
class Wishes:
    """All that is wished for, and the question without it."""

    wishes: tuple[Wish, ...]
    rest: str
    """All of the question, but for people and time zones, where nothing would be left to search for."""


def wishes_in(question: str, wanted: Mapping[str, Wanted]) -> Wishes:
    """What is asked to be done, `wanted` telling by action which part of a question asks for it.

    A part asks for an action when it is an imperative, and no step of what its sentence asks about. The parts beside it
    that hold nothing but dates, times, people and places belong to it.
    """
    spans = _spans(question)
    wishes: list[Wish] = []
    rest = question
    for number, (start, end) in enumerate(spans):
        part = question[start:end]
        found = [action for action, is_wanted in wanted.items() if is_wanted(part)]
        if not found or not _asks(question, start, end):
            continue
        first, last = _reach(question, spans, number)
        clause = question[spans[first][0] : spans[last][1]].strip(_EDGES)
        said = (*said_in(clause), *_limits(question, spans, first, last))
        wishes += [Wish(action, clause, said) for action in found]
        rest = rest.replace(question[_lead(question, spans[first][0]) : spans[last][1]], "", 1)
    left = rest.strip(_EDGES) if wishes else question
    # Who is to come, and in which time zone, is no name that the sources should have.
    told = (
        question if not wishes else blanked(question, (fact[2:] for fact in _facts(question) if fact[0] in _OF_NOBODY))
    )
    return Wishes(tuple(_once(wishes)), left if has_word(left) else " ".join(told.split()) or question)


def condition_in(text: str) -> str:
    """The end of a text that says when a wish holds, or takes some of it back, `unless …`; empty where none does."""
    limits = _patterns().limits
    starts = (found.start() for found in re.finditer(r"(?<!\S)\S", text))
    return next((text[start:] for start in starts if limits.search(text[start:])), "")


def asks_for(what: What) -> Wanted:
    """Whether a part of a question is an imperative for it, in any language."""

    def is_asked(part: str) -> bool:
        # Reading dates costs more than all else, and hardly any question names the thing.
        if not _hints()[what].search(part):
            return False
        return _request(what, blanked(part, ((start, end) for *_, start, end in _facts(part)))) is not None

    return is_asked


def said_in(clause: str) -> Iterator[Said]:
    """What the words of a wish say; what nothing can be made of has the kind `other`."""
    facts = list(_facts(clause))
    yield from (Said(kind, values, clause[start:end]) for kind, values, start, end in facts)
    bare = blanked(clause, ((start, end) for *_, start, end in facts))
    if (request := _request("meeting", bare)) is not None:
        title = " ".join((request["title"] or request[0]).split())
        yield Said("what", (title,), title)
        bare = blanked(bare, [request.span()])
    for found in RECORD.finditer(bare):
        yield Said("subject", (found[0],), found[0])
    bare = RECORD.sub(lambda found: " " * len(found[0]), bare)
    patterns = _patterns()
    for left in _BREAK.split(bare):
        told = patterns.ends.sub("", left).strip()
        bare = patterns.starts.sub("", told)
        about = patterns.about.match(bare)
        if about and has_word(bare[about.end() :]):
            yield Said("topic", (bare[about.end() :].strip(),), bare)
        elif has_word(bare) and not about:
            yield Said("other", (), told)  # with the word in front: `with the board`


@dataclass(frozen=True, slots=True)
class WhenAsked:
    """Which date a question asks for."""

    subjects: tuple[str, ...]
    """Records, versions and names that it is about; any of several records, all of the others."""
    terms: tuple[frozenset[str], ...]
    """Search terms of what happens then, `ship`: in the words of the question, and in English."""
    asked: bool
    """Whether a date is asked for at all."""


def when_asked(parts: Sequence[str]) -> WhenAsked:
    """The date that the parts of a question, without what is wished for, ask for."""
    asking = [part for part in parts if _patterns().when.search(part)]
    subjects = records_in(" ".join(parts)) or unique(
        name for part in asking for name in (*_NUMBERED.findall(part), *(one.text for one in read(part).names))
    )
    wordings = []
    for part in asking:
        whole = read(part)
        telling = frozenset(table_of(whole.language).get("detect", {}).get("telling", "").split())
        for said in unique([part, whole.english]):
            bare = _patterns().filler.sub(" ", _patterns().when.sub(" ", said))
            for subject in subjects:
                bare = bare.replace(subject, " ").replace(subject.replace("-", " "), " ")
            content = [word for word in content_words(words(bare)) if word.lower() not in telling | STOPWORDS]
            wordings.append(frozenset(terms(" ".join(content))))
    known = tuple(one for one in wordings if one) or tuple(wordings[:1])
    return WhenAsked(tuple(subjects), known, bool(asking))


def names_dates(head: str) -> bool:
    """Whether the head of a column says only that dates stand in it: `Date`, `Datum`."""
    return _patterns().dates.fullmatch(head.strip()) is not None


def _once(wishes: Iterable[Wish]) -> Iterator[Wish]:
    """One a wish and action; said twice, it is done once with all that was said."""
    by_action: dict[str, Wish] = {}
    for wish in wishes:
        before = by_action.get(wish.action)
        if before is None:
            by_action[wish.action] = wish
        else:
            clause, said = f"{before.clause}; {wish.clause}", (*before.arguments, *wish.arguments)
            by_action[wish.action] = Wish(wish.action, clause, tuple(dict.fromkeys(said)))
    yield from by_action.values()


def _facts(text: str) -> Iterator[tuple[SaidKind, tuple[str, ...], int, int]]:
    """Kind, values and place of links, addresses, quoted titles, rooms, dates and times."""
    taken: list[tuple[int, int]] = []

    def free(span: tuple[int, int]) -> bool:
        if any(span[0] < end and start < span[1] for start, end in taken):
            return False
        taken.append(span)
        return True

    kinds: tuple[tuple[SaidKind, re.Pattern[str]], ...] = (
        ("place", _LINK),
        ("attendee", ADDRESS),
        ("title", _QUOTED),
        *(("place", pattern) for pattern in _patterns().places),
    )
    for kind, pattern in kinds:
        for found in pattern.finditer(text):
            group = 1 if pattern.groups else 0
            if free(found.span(group)):
                yield kind, (found[group].rstrip("."),), *found.span(group)
    for moment in moments_in(text):
        if free((moment.start, moment.end)):
            yield moment.kind, moment.values, moment.start, moment.end


def _request(what: What, bare: str) -> re.Match[str] | None:
    """The imperative in a part of which the facts are blanked."""
    return next((found for pattern in _patterns().asked[what] if (found := pattern.search(bare))), None)


def _asks(question: str, start: int, end: int) -> bool:
    """Whether an imperative part is a request, by the sentence that it stands in."""
    ends = [found.end() for found in _SENTENCE.finditer(question)]
    begin = max((at for at in ends if at <= start), default=0)
    stop = min((at for at in ends if at >= end), default=len(question))
    before, part = question[begin:start], question[start:stop]
    grammars = _grammars(question, question[start:end])
    if any(grammar.polite.search(question[start:end]) for grammar in grammars):
        return True
    topic = _COLON.search(part)
    if topic and (_is_asked(part[topic.end() :]) or any(one.topic.search(part, topic.end()) for one in grammars)):
        return False
    # What leads from the sentence to the part: `and`, a comma, or nothing.
    lead = question[max(begin, _lead(question, start)) : start]
    governing = before[: len(before) - len(lead)]
    if not has_word(governing):
        return True
    if any(grammar.how.search(governing) for grammar in grammars) or part.rstrip().endswith(_QUESTION_MARKS):
        return False
    loose = any(mark in lead for mark in ",;，；、。") or is_cjk(lead)
    return loose or not any(grammar.governs.search(governing) for grammar in grammars)


def _reach(question: str, spans: Sequence[tuple[int, int]], number: int) -> tuple[int, int]:
    """The first and the last part of a wish: those beside its imperative that only say when, where and with whom."""
    first = last = number
    while first > 0 and _only_says(question[spans[first - 1][0] : spans[first - 1][1]]):
        first -= 1
    while last + 1 < len(spans) and _only_says(question[spans[last + 1][0] : spans[last + 1][1]]):
        last += 1
    return first, last


def _limits(question: str, spans: Sequence[tuple[int, int]], first: int, last: int) -> Iterator[Said]:
    """The parts beside a wish that say when it holds, or take some of it back: `only if …`, `without …`, `or …`.

    Those of its sentence, and of a later one that asks nothing; behind it also what holds a date, a time or a person
    beside other words, `one week before that`.
    """
    ends = [*(found.end() for found in _SENTENCE.finditer(question)), len(question)]
    begin = max((at for at in ends if at <= spans[first][0]), default=0)
    stop = min(at for at in ends if at >= spans[last][1])
    for number, (start, end) in enumerate(spans):
        if start < begin or first <= number <= last:
            continue
        sentence = question[end : min(at for at in ends if at >= end)]
        asks = start >= stop and _is_asked(question[start:end] + sentence)
        part = question[start:end]
        told = number > last and any(kind in _WHEN_AND_WHO for kind, *_ in _facts(part))
        if not asks and (told or _patterns().limits.search(part)):
            yield Said("other", (), part.strip(_EDGES))


def _is_asked(text: str) -> bool:
    return any(mark in text for mark in _QUESTION_MARKS)


def _only_says(part: str) -> bool:
    said = list(said_in(part))
    return bool(said) and all(one.kind not in ("other", "what", "subject", "topic") for one in said)


def _spans(question: str) -> list[tuple[int, int]]:
    cuts = _cuts(question)
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(question)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _lead(question: str, start: int) -> int:
    """Where the comma or `and` before a part begins."""
    before = [begin for begin, end in _cuts(question) if end == start]
    return before[0] if before else start


def _cuts(question: str) -> list[tuple[int, int]]:
    """Commas, full stops and `and` between parts; `March 4, 2026` is one date."""
    dates = moments_in(question) if _DIVIDED.search(question) else []
    within = [(one.start, one.end) for one in dates] + [one.span() for one in _QUOTED.finditer(question)]
    cuts = (found.span() for found in _between().finditer(question))
    return [(start, end) for start, end in cuts if not any(first < start < last for first, last in within)]


@dataclass(frozen=True, slots=True)
class _Grammar:
    """How a language tells a request from a question about requests."""

    polite: re.Pattern[str]
    """Asks whoever reads, whatever the sentence began with."""
    how: re.Pattern[str]
    governs: re.Pattern[str]
    topic: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Those of all languages: a question may mix them."""

    asked: Mapping[What, tuple[re.Pattern[str], ...]]
    places: tuple[re.Pattern[str], ...]
    about: re.Pattern[str]
    starts: re.Pattern[str]
    """Words at the start of what is left over that say nothing."""
    ends: re.Pattern[str]
    when: re.Pattern[str]
    filler: re.Pattern[str]
    """Of Chinese and Japanese, where words are not apart: what says nothing of what happens."""
    dates: re.Pattern[str]
    limits: re.Pattern[str]
    """A part that says when a wish holds, or takes some of it back."""


def _grammars(question: str, part: str) -> list[_Grammar]:
    """Of English, of the question's language, and of that which the part is an imperative in."""
    bare = blanked(part, ((start, end) for *_, start, end in _facts(part)))
    spoken = [
        language
        for language, pattern in zip(get_args(Language), _patterns().asked["meeting"], strict=True)
        if pattern.search(bare)
    ]
    return [_grammar(language) for language in unique(["en", language_of(question), *spoken])]


@cache
def _grammar(language: Language) -> _Grammar:
    table = table_of(language)["wish"]
    never = r"(?!)"
    patterns = (table.get(key, never) for key in ("polite", "how", "governs", "topic"))
    return _Grammar(*(re.compile(pattern, re.IGNORECASE) for pattern in patterns))


def _words_of(key: str) -> str:
    """Of all languages; in those with blanks they end where a word ends."""
    tables = [table_of(language)["wish"] for language in get_args(Language)]
    return "|".join(table[key] if is_cjk(table[key]) else rf"(?<!\w)(?:{table[key]})(?!\w)" for table in tables)


@cache
def _between() -> re.Pattern[str]:
    """What stands between the parts of a question."""
    words = _words_of("between")
    return re.compile(rf"(?:{_MARKS}(?:{words})?|{words})\s*", re.IGNORECASE)


@cache
def _hints() -> Mapping[What, re.Pattern[str]]:
    """Words without which nothing is asked for."""
    tables = [table_of(language)["wish"] for language in get_args(Language)]
    return {"meeting": re.compile("|".join(table["hint"] for table in tables), re.IGNORECASE)}


@cache
def _patterns() -> _Patterns:
    tables = [table_of(language)["wish"] for language in get_args(Language)]

    def any_of(key: str) -> str:
        return "|".join(f"(?:{table[key]})" for table in tables if key in table)

    joins = _words_of("joins")
    asked = tuple(
        re.compile(table["meeting"].replace("{lead}", f"(?:\\W|{table['lead']})*"), re.IGNORECASE) for table in tables
    )
    return _Patterns(
        {"meeting": asked},
        tuple(re.compile(pattern) for table in tables for pattern in table.get("places", ())),
        re.compile(any_of("about"), re.IGNORECASE),
        re.compile(rf"^(?:\W|{joins})+", re.IGNORECASE),
        re.compile(rf"(?:\W|{joins})+$", re.IGNORECASE),
        re.compile(any_of("when"), re.IGNORECASE),
        re.compile(any_of("filler")),
        re.compile(rf"(?:{any_of('dates')})", re.IGNORECASE),
        re.compile(any_of("limits"), re.IGNORECASE),
    )
