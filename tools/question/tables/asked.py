"""A question as a table can answer it: the words that name rows and columns, and what is asked of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import (
    STOPWORDS,
    WORD_PATTERN,
    ScriptPattern,
    fold,
    is_cjk,
    is_cjk_run,
    split_identifier,
    terms,
    unique,
)
from citeline.text import words as words_in

from ..cues import denies
from ..question import Question
from ..time_spans import TimeSpan, time_span
from ..vocabulary.finance import finance, shorthand_in, without_statements
from ..vocabulary.glossary import STEMMERS, glossary_of
from ..vocabulary.language import Language
from ..vocabulary.lexicon import Lexicon, shipped_lexicon
from ..vocabulary.words import is_asking
from .bounds import NUMBER, Compared, as_number, blanked, compared_in, few_in
from .lengths import Length, lengths_in
from .words import Words, codes, find_phrase, other_words, table_concepts, words_of

MOST_CHARS: Final = 2_000
"""Longer texts are pasted logs, and no question for a cell."""
_TOKEN: Final = ScriptPattern(
    r"[`“”\"«»]+(?P<marked>[^`“”\"«»]{1,60})[`“”\"«»]+"
    r"|(?P<option>(?<![\w-])-[A-Za-z](?![\w-]))"
    r"|(?P<name>(?<![\w-])--[A-Za-z][\w-]*\w|"
    r"[A-Za-z]+(?:[-_/.#&][A-Za-z0-9]+)*[-_/.#&]?\d[\w\-/.]*\w|[A-Za-z]+[-_/.#&][A-Za-z0-9\-_/.#&]*\w)"
    r"|(?P<number>\d[\d.,]*\d|\d)(?![^\W_])"
    rf"|(?P<word>{WORD_PATTERN})"
)
_SHORT_OPTION: Final = re.compile(r"-[A-Za-z]")
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_MONTH_YEAR: Final = re.compile(
    rf"\b(?P<month>{'|'.join(_MONTHS)})\s+(?:of\s+)?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<year>\d{{4}})\b",
    re.I,
)
_NAMED: Final = re.compile(r"(?<=[\w,] )[A-Z][a-z]+(?= [A-Z][a-z])")
_ENDING: Final = re.compile(r"(?<=\w)(?:['’]s\b|<[A-Z]\w?(?:, ?[A-Z]\w?)*>)")
"""A possessive, or the `<T>` of a type: no row is called by it."""
_NAME_WEIGHT: Final = 2.0
"""Of a name or a number beside a common word: they say which row is meant."""
_UNKNOWN: Final = 0.5
"""Of Chinese and Japanese that no list has: it may be no word at all."""
_NAME_LENGTH: Final = 4
"""Characters of Chinese or Japanese that no list has, from which they may be a name."""
_LIGHT: Final = 0.0
_LEAST_PREFIX: Final = 6
_LONGEST_PHRASE: Final = 5
_YEAR: Final = "2000"
"""Whose century a year of two digits is of."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that the question names."""

    text: str
    forms: tuple[frozenset[str], ...]
    """Search terms in each of its wordings; any one of them, with all of its terms, is the same thing."""
    weight: float
    """Nought for words that only ask; they may meet a header all the same."""
    number: float | None = None
    codes: tuple[str, ...] = ()
    """What a whole cell may be instead."""
    literal: str = ""
    """As it stands, with hardly a letter in it: `>>=`, `-x`."""
    day: str = ""
    """Of a date: `2015-11`, `2015-11-04`."""
    is_year: bool = False
    """Said to be one: `FY2019`, `fiscal 2019`."""
    length: Length | None = None
    """Of time: a row is meant that has one which it lies within."""
    is_place: bool = False
    """Names the table, and none of its rows and columns: `balance sheet`."""

    def is_in(self, held: Collection[str]) -> bool:
        """Whether one of its wordings is among the terms, a longer form of a long word included."""
        return any(form and all(term in held or _longer(term, held) for term in form) for form in self.forms)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks of a table."""

    text: str
    units: tuple[Unit, ...]
    operations: tuple[str, ...]
    """Most specific first."""
    compared: tuple[Compared, ...]
    span: TimeSpan | None
    """When it says that rows are of."""
    wanted: tuple[Unit, ...]
    """Columns that its asking words speak of: `where` of an address."""
    page: int | None
    language: Language
    rows: tuple[str, ...] = ()
    """What it calls the rows of a table: `records`."""
    few: int = 1
    """Rows that are wanted of those with the most."""
    denies: bool = False
    """Whether it denies or excepts anything."""

    @property
    def weight(self) -> float:
        """Of all that it names."""
        return sum(unit.weight for unit in self.units)

    @property
    def years(self) -> frozenset[float]:
        """Years that it names, said to be some or not."""
        numbers = (unit.number for unit in self.units)
        return frozenset(number for number in numbers if number is not None and 1900 <= number <= 2100)

    @property
    def says_year(self) -> bool:
        """Whether it is about a fiscal year: then a table is asked, whatever its other words."""
        return any(unit.is_year for unit in self.units)


def read_asked(question: Question, lexicon: Lexicon | None = None) -> Asked:
    """What a question asks of a table; the English form of an English one has a project's own words."""
    return _read(question.text, question.english, question.language, question.asked, lexicon or shipped_lexicon())


@lru_cache(maxsize=64)
def _read(question: str, english: str, language: Language, whole: str, lexicon: Lexicon) -> Asked:
    text = (english if language == "en" else question)[:MOST_CHARS]
    words = words_of(language)
    lower = text.lower()
    compared, lengths = compared_in(language, lower), lengths_in(text)
    if compared and (years := time_span(text, language)[0]) and years.since != years.until:  # `between 2019 and 2021`
        compared = tuple(one for one in compared if text[one.start : one.end] not in years.said)
    # What is counted is more or less of a number that stands in a column without its unit; else a length is meant.
    if compared and "count" in _operations(words, lower)[0]:
        lengths = ()
    elif compared:  # the amounts of a condition on numbers name no row
        lengths = tuple(length for length in lengths if not length.is_money)
        places = [(at, at + len(one.text)) for one in lengths if (at := lower.find(one.text)) >= 0]
        compared = tuple(one for one in compared if not any(one.start < end and at < one.end for at, end in places))
    bare = blanked(text, [(one.start, one.end) for one in compared])
    lower = bare.lower()
    few, place = few_in(words, language, lower)
    bare = blanked(bare, [place])
    operations, spoken = _operations(words, _without_names(bare, lower))
    wanted = [name for phrase, names in words.columns if find_phrase(phrase, lower) for name in names]
    rest = _without(words.years.sub(" ", bare), [length.text for length in lengths])
    units = [
        *_dates(text if language == "en" else english),
        *_years(words, text),
        *(_length(length) for length in lengths),
        *_units(without_statements(rest), lower, words, language, spoken, lexicon),
        *_statements(whole),
    ]
    pages = words.page.search(lower) or words_of("en").page.search(lower)
    return Asked(
        text,
        tuple(dict.fromkeys(units)),
        tuple(operations),
        compared,
        time_span(bare, language)[0],
        tuple(Unit(name, _forms(name), 0.5) for name in unique(wanted)),
        int(pages[1]) if pages else None,
        language,
        tuple(word for word in words.rows if find_phrase(word, lower)),
        few,
        denies(text, language),
    )


def _operations(words: Words, lower: str) -> tuple[list[str], set[str]]:
    """What is to be done, and the words that say so."""
    found: list[str] = []
    spoken: set[str] = set()
    for phrase, operation in words.operations:
        if match := find_phrase(phrase, lower):
            found.append(operation)
            spoken.update(words_in(phrase))
            # Read once: `most recently` is no `most`.
            lower = lower[: match.start()] + " \0 " + lower[match.end() :]
    return unique(found), spoken


def _without_names(text: str, lower: str) -> str:
    """`lower` without the first words of names, which ask nothing: `Best Buy`."""
    for name in _NAMED.findall(text):
        lower = lower.replace(name.lower(), " ")
    return lower


def _dates(text: str) -> Iterator[Unit]:
    for found in _MONTH_YEAR.finditer(text):
        number = _MONTHS.index(found["month"].lower()) + 1
        day = f"{found['year']}-{number:02}" + (f"-{int(found['day']):02}" if found["day"] else "")
        written = frozenset(terms(f"{found['month']} {found['year']}"))
        short = frozenset(terms(f"{found['month'][:3]} {found['year']}"))
        yield Unit(found[0], (written, short, frozenset({found["year"], f"{number:02}"})), 0.0, day=day)


def _years(words: Words, text: str) -> Iterator[Unit]:
    """`FY19` and `fiscal 2019`, which heads have as `2019`, `FY 19` or `May 31, 2019`."""
    for found in words.years.finditer(text):
        short = found[1][-2:]
        year = found[1] if len(found[1]) == len(_YEAR) else _YEAR[:2] + short
        forms = (frozenset({year}), frozenset({"fy", short}), frozenset({"cy", short}))
        yield Unit(year, forms, _NAME_WEIGHT, number=float(year), is_year=True)


def _length(length: Length) -> Unit:
    said = f"{length.count:g} {length.unit}"
    return Unit(length.text, (frozenset(_plain_terms(said)),), _NAME_WEIGHT + 1, length=length)


def _without(text: str, parts: Collection[str]) -> str:
    """The text without parts in small letters that it has."""
    return re.sub("|".join(map(re.escape, parts)), " ", text, flags=re.IGNORECASE) if parts else text


def _statements(whole: str) -> Iterator[Unit]:
    """Statements of a report that the question names, if only to say where its answer stands."""
    for name in shorthand_in(whole, "statements"):
        said = (name, *finance()["statements"][name])
        yield Unit(name, tuple(frozenset(_plain_terms(one)) for one in said), 1.0, is_place=True)


def _units(
    text: str, lower: str, words: Words, language: Language, spoken: Collection[str], lexicon: Lexicon
) -> Iterator[Unit]:
    tokens = list(_tokens(text, language, lexicon))
    place = 0
    while place < len(tokens):
        kind, token = tokens[place]
        size = _phrase_at(tokens, place)
        if size > 1:
            phrase = " ".join(word for _, word in tokens[place : place + size])
            yield Unit(phrase, _forms(phrase), 1.0 + 0.5 * (size - 1), codes=codes().get(phrase.lower(), ()))
        elif kind == "number":
            if NUMBER.search(lower) and token in lower:  # else it was the number of a condition
                yield Unit(token, (frozenset(terms(token)),), _NAME_WEIGHT, number=as_number(token))
        elif kind == "marked":
            told = frozenset(terms(token))
            is_literal = not told or _SHORT_OPTION.fullmatch(token) is not None
            yield Unit(token, (told,) if told else (), _NAME_WEIGHT, literal=token.strip() if is_literal else "")
        elif kind == "option":
            yield Unit(token, (frozenset(terms(token)),), _NAME_WEIGHT, literal=token)
        elif kind == "name" and token.lower() not in words.asking:
            yield Unit(token, _name_forms(token), _NAME_WEIGHT)
        else:
            yield from _word(token, place == 0, words, language, spoken, lexicon)
        place += size


def _word(
    token: str, opens: bool, words: Words, language: Language, spoken: Collection[str], lexicon: Lexicon
) -> Iterator[Unit]:
    small = token.lower()
    translated = _english_of(token, language, lexicon)
    if small in STOPWORDS or translated == "" or (translated and set(translated.split()) <= STOPWORDS):
        return
    forms = _forms(token, translated or "")
    if not any(forms):
        return
    asks = small in words.asking or small in spoken or is_asking(small) or token in spoken
    asks = asks or (is_cjk(token) and any(token in phrase or phrase in token for phrase in spoken if is_cjk(phrase)))
    is_name = not opens and language in ("en", "es") and token[0].isupper()
    is_name = token.isascii() and (is_name or (len(token) > 2 and token.isupper()) or language in ("zh", "ja"))
    weight = (
        _NAME_WEIGHT
        if is_name
        else _UNKNOWN
        if is_cjk(token) and translated is None and len(token) < _NAME_LENGTH
        else 1.0
    )
    weight = _LIGHT if asks or (translated is None and is_cjk(token) and len(token) == 1) else weight
    yield Unit(token, forms, weight, codes=codes().get(small, ()))


def _tokens(text: str, language: Language, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    reading = lexicon.with_concepts(table_concepts()) if language in ("zh", "ja") else lexicon
    for found in _TOKEN.of(text).finditer(_ENDING.sub("", text)):
        kind = found.lastgroup or "word"
        if kind == "word" and is_cjk_run(found[0]):
            yield from (("word", piece) for piece in reading.cjk_words(found[0]))
        else:
            yield kind, found[kind]


def _phrase_at(tokens: list[tuple[str, str]], place: int) -> int:
    """How many tokens a listed phrase takes that begins here; 1 without one."""
    for size in range(_LONGEST_PHRASE, 1, -1):
        part = tokens[place : place + size]
        if len(part) == size and all(kind in ("word", "name") and not is_cjk(token) for kind, token in part):
            phrase = " ".join(token for _, token in part)
            if other_words(phrase) or phrase.lower() in codes():
                return size
    return 1


def _english_of(token: str, language: Language, lexicon: Lexicon) -> str | None:
    """Its English; empty for a word that says nothing, None where nobody knows it."""
    if is_cjk(token):
        return lexicon.with_concepts(table_concepts()).to_english(token) or None
    if language in STEMMERS:
        return glossary_of(language).lookup(token)
    return None


def _forms(*wordings: str) -> tuple[frozenset[str], ...]:
    """Each wording and what stands for it in tables, in any language, as terms."""
    said = [wording for wording in wordings if wording]
    others = [frozenset(_plain_terms(other)) for wording in said for other in other_words(wording)]
    return tuple(dict.fromkeys([*(frozenset(_plain_terms(wording)) for wording in said), *filter(_is_told, others)]))


def _name_forms(name: str) -> tuple[frozenset[str], ...]:
    forms = tuple(dict.fromkeys([*_forms(name), frozenset({fold(name)})]))
    return tuple(filter(_is_told, forms)) if other_words(name) else forms


def _is_told(form: Collection[str]) -> bool:
    """Whether a wording has more than letters: `d` and `a` are not all of `D&A`, which has other words."""
    return any(len(term) > 1 or is_cjk(term) for term in form)


def _plain_terms(text: str) -> Iterator[str]:
    """Without the compounds of identifiers."""
    for word in words_in(text):
        compound = fold(word) if len(split_identifier(word)) > 1 else None
        yield from (term for term in terms(word) if term != compound)


def _longer(term: str, held: Collection[str]) -> bool:
    """Whether a term is there with another ending: `californian` and `california`."""
    if len(term) < _LEAST_PREFIX or not term.isascii():
        return False
    start = term[:_LEAST_PREFIX]
    return any(
        one.startswith(start) and abs(len(one) - len(term)) <= 2 and (one.startswith(term) or term.startswith(one))
        for one in held
    )
