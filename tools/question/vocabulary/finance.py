"""How people who read annual reports write, beside what a report prints: `finance.toml`, for people to edit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache, partial
from typing import Final, Literal, TypeAlias, get_args

from citeline.data_files import shipped_table
from citeline.text import unique

_Kind: TypeAlias = Literal["same", "made_of", "statements"]
_WORD: Final = re.compile(r"[\w&]+")
_KINDS: Final[tuple[_Kind, ...]] = get_args(_Kind)
_file: Final = partial(shipped_table, "citeline.tools.question.vocabulary", "finance.toml")


def long_forms(text: str) -> list[str]:
    """What a report prints for the shorthand of a text, for what is computed, and above the statements it names."""
    lower = text.lower()
    said = [form for kind in _KINDS for short in shorthand_in(text, kind) for form in finance()[kind][short]]
    return [form for form in unique(said) if form not in lower]


def shorthand_in(text: str, kind: _Kind) -> list[str]:
    """The entries of one kind that a text has, in its order."""
    words = _WORD.findall(text.lower())
    if _longest_words().isdisjoint({*words, *map(_singular, words)}):
        return []  # as of most questions: making the pattern takes as long as finding a tenth of the hits
    told = (_entry(found) for found in _pattern().finditer(text))
    return unique(short for of, short in told if of == kind)


def without_statements(text: str) -> str:
    """The text without the statements it names."""
    return _pattern().sub(lambda found: " " if _entry(found)[0] == "statements" else found[0], text)


def derived_in(text: str) -> set[str]:
    """Words of a text, in small letters, for what has to be computed: `ratio`, `growth`."""
    return {found[0].lower() for found in _regex("derived", "words").finditer(text)}


def scale_in(title: str) -> str:
    """What the title of a table says its numbers are counted in: `in thousands`; empty where it says nothing."""
    found = _regex("scale", "in").search(title)
    return found[0].lower() if found else ""


def is_scaled(label: str) -> bool:
    """Whether that holds for a row: not for `Earnings per share`."""
    return _regex("scale", "except").search(label) is None


@cache
def finance() -> Mapping[_Kind, Mapping[str, list[str]]]:
    """The lists by kind and entry."""
    return {kind: _file()[kind] for kind in _KINDS}


@cache
def _regex(table: str, key: str) -> re.Pattern[str]:
    return re.compile(_file()[table][key], re.IGNORECASE)


def _entry(found: re.Match[str]) -> tuple[_Kind, str]:
    return _entries()[(found.lastindex or 1) - 1]


@cache
def _entries() -> Sequence[tuple[_Kind, str]]:
    """With their kind; the longest first."""
    every: list[tuple[_Kind, str]] = [(kind, short) for kind, entries in finance().items() for short in entries]
    return sorted(every, key=lambda entry: len(entry[1]), reverse=True)


@cache
def _longest_words() -> Set[str]:
    """Of each entry the longest word: without any of them a text has none."""
    return {max(map(_singular, _WORD.findall(short)), key=len).lower() for _, short in _entries()}


def _singular(word: str) -> str:
    return word.removesuffix("s")


@cache
def _pattern() -> re.Pattern[str]:
    """A group for each entry; each word may be a plural."""
    plurals = (
        r"\s+".join(rf"{re.escape(word.removesuffix('s'))}s?" for word in short.split()) for _, short in _entries()
    )
    return re.compile(rf"(?<![\w&])(?:{'|'.join(f'({one})' for one in plurals)})(?![\w&])", re.IGNORECASE)
