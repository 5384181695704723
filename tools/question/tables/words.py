"""The word lists of this folder: what asks a table for something, and what its columns and cells may be called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import is_cjk, stem, whole_word

from ..vocabulary.finance import finance
from ..vocabulary.language import Language
from ..vocabulary.languages import table_of
from ..vocabulary.lexicon import Concept, read_concepts

_HERE: Final = "citeline.tools.question.tables"


@dataclass(frozen=True, slots=True)
class Words:
    """What a language asks a table with."""

    operations: tuple[tuple[str, str], ...]
    """(phrase, `sum`, `total`, `mean`, `count`, `max`, `min`, `latest`, `earliest`, `difference`, `drop`, `rise`),
    longest phrase first.
    """
    compared: tuple[tuple[str, str], ...]
    """(phrase, `above`, `at_least`, `below`, `at_most`) before a number."""
    compared_after: tuple[tuple[str, str], ...]
    """The same behind it."""
    columns: tuple[tuple[str, tuple[str, ...]], ...]
    """(phrase, what a column may be called that it asks for)."""
    totals: frozenset[str]
    """Labels of rows that sum up the others."""
    rows: tuple[str, ...]
    """What the rows of any table are called."""
    asking: frozenset[str]
    page: re.Pattern[str]
    """A page or slide by its number, the first group."""
    years: re.Pattern[str]
    """A year that is said to be one, the first group; of all languages."""


@cache
def words_of(language: Language) -> Words:
    """Those of one language."""
    read = table_of(language)["tables"]
    return Words(
        operations=_by_phrase(read["operations"]),
        compared=_by_phrase(read["compared"]),
        compared_after=_by_phrase(read["compared_after"]),
        columns=tuple((phrase, tuple(names)) for phrase, names in read["columns"].items()),
        totals=frozenset(read["totals"]["words"]),
        rows=tuple(read["rows"]["words"]),
        asking=frozenset(read["asking"]["words"]),
        page=re.compile(read["pages"]["pattern"]),
        years=_years(),
    )


@cache
def _years() -> re.Pattern[str]:
    tables = (table_of(language)["tables"].get("years") for language in get_args(Language))
    return re.compile("|".join(table["pattern"] for table in tables if table), re.IGNORECASE)


@cache
def total_words() -> frozenset[str]:
    """Labels of rows that sum up the others, of all languages: a table need not be in that of the question."""
    return frozenset().union(*(words_of(language).totals for language in get_args(Language)))


@cache
def table_concepts() -> tuple[Concept, ...]:
    """What the columns and rows of tables are called in other words."""
    shorthand = (Concept((short, *forms), ()) for short, forms in finance()["same"].items())
    return (*read_concepts(shipped_text(_HERE, "synonyms.txt")), *shorthand)


def other_words(word: str) -> tuple[str, ...]:
    """What stands for a word or a phrase in tables, in any language; empty where nothing does."""
    return _by_word().get(_folded(word), ())


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for concept in table_concepts():
        every = (*concept.english, *concept.foreign)
        for word in every:
            found.setdefault(_folded(word), {}).update(dict.fromkeys(other for other in every if other != word))
    return {word: tuple(others) for word, others in found.items()}


def _folded(word: str) -> str:
    return " ".join(map(stem, word.lower().split()))


@cache
def codes() -> Mapping[str, tuple[str, ...]]:
    """By a name in small letters the codes that whole cells have for it."""
    listed = shipped_text(_HERE, "codes.txt").splitlines()
    lines = (line.split() for line in listed if line and not line.startswith("#"))
    return {name.replace("_", " ").lower(): tuple(short) for name, *short in lines if short}


def find_phrase(phrase: str, text: str) -> re.Match[str] | None:
    """The phrase in a text of small letters, as whole words where words are apart."""
    if phrase not in text:  # most of hundreds: a pattern is compiled for the few that are there
        return None
    return re.search(re.escape(phrase), text) if is_cjk(phrase) else whole_word(phrase, text)


def _by_phrase(table: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    def pairs() -> Iterator[tuple[str, str]]:
        for meaning, phrases in table.items():
            yield from ((phrase, meaning) for phrase in phrases)

    return tuple(sorted(pairs(), key=lambda pair: -len(pair[0])))
