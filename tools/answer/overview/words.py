"""The words of `words.toml`: how newcomers ask for each side of a project, and what projects call it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any, Final, cast

from citeline.data_files import shipped_table
from citeline.text import is_cjk, terms

from ...question.vocabulary.language import Language
from .model import Aspect

PROJECT: Final = "{project}"
_tables: Final = partial(shipped_table, "citeline.tools.answer.overview", "words.toml")


class AspectWords:
    """One table of `words.toml`. Its patterns are compiled when they are asked for, which most questions never do."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        self.asked: Mapping[Language, Sequence[str]] = table.get("asked", {})
        self.documents = frozenset[str](table.get("documents", ()))
        self.tasks: Sequence[str] = tuple(table.get("tasks", ()))
        """Best first."""
        self.commands: Sequence[str] = tuple(table.get("commands", ()))

    @cached_property
    def own_terms(self) -> frozenset[str]:
        """Of its headings and tasks: what is said of the aspect as a whole."""
        return frozenset(terms(" ".join([*self._table.get("headings", ()), *self.tasks])))

    @cached_property
    def headings(self) -> re.Pattern[str] | None:
        """Matches a heading that is about the aspect."""
        return _optional(self._table, "headings")

    @cached_property
    def weak_headings(self) -> re.Pattern[str] | None:
        """Matches one that is about more than that."""
        return _optional(self._table, "weak_headings")

    @cached_property
    def sentences(self) -> re.Pattern[str] | None:
        """Matches a sentence that is about the aspect, when it has a version number too."""
        return _optional(self._table, "sentences")


@cache
def aspect_words() -> Mapping[Aspect, AspectWords]:
    """The tables by aspect, in the order of the file."""
    tables = _tables()
    return {cast(Aspect, name): AspectWords(table) for name, table in tables.items() if name != "words"}


@cache
def project_words(language: Language) -> tuple[str, ...]:
    """How a question calls the project without its name."""
    return tuple(_tables()["words"]["project"].get(language, ()))


@cache
def content_rows(language: Language) -> tuple[str, ...]:
    """Rows that ask what is in the file or the folder that stands for the project in them."""
    return tuple(_tables()["words"]["contents"][language])


@cache
def pointing_words(language: Language) -> re.Pattern[str]:
    """Matches those of them that point at the project: `this library`."""
    beginnings = tuple(_tables()["words"]["pointing"][language])
    # A pronoun may point at anything: `this function`.
    called = (word for word in project_words(language) if " " in word or is_cjk(word))
    return pattern_of([word for word in called if word.startswith(beginnings)])


@cache
def common_words(language: Language) -> tuple[str, ...]:
    """What may stand beside it, longest first."""
    return tuple(
        sorted(set(_tables()["words"]["common"].get(language, "").split()), key=lambda word: (-len(word), word))
    )


@cache
def defining_words() -> re.Pattern[str]:
    """Matches what follows the name of a project in a sentence that says what it is or does."""
    words = [word for text in _tables()["words"]["defines"].values() for word in text]
    spaced = "|".join(re.escape(word) for word in words if not is_cjk(word))
    joined = "|".join(re.escape(word) for word in words if is_cjk(word))
    return re.compile(rf"(?:\s+\([^)]*\))?\s*(?:,?\s+(?:{spaced})(?!\w)|{joined})", re.IGNORECASE)


@cache
def pointing_at_start() -> re.Pattern[str]:
    """Matches the beginning of a sentence that says what `this project` is or does."""
    beginnings = (word.strip() for words in _tables()["words"]["pointing"].values() for word in words)
    return re.compile(rf"(?:{'|'.join(beginnings)})\w*(?:\s+\w+){{0,3}}?{defining_words().pattern}", re.IGNORECASE)


@cache
def documentation_words() -> frozenset[str]:
    """Words in the name of a task that makes the documentation."""
    return frozenset(_tables()["words"]["documentation"])


@cache
def first_pages() -> frozenset[str]:
    """Stems of pages that documentation begins with."""
    return frozenset(_tables()["words"]["first_pages"])


@cache
def greeting_words() -> re.Pattern[str]:
    """Matches a sentence that only thanks or welcomes who reads it."""
    return _any_of("greetings")


@cache
def asking_words() -> re.Pattern[str]:
    """Matches a sentence that asks something of who changes a file."""
    return _any_of("asks")


def _any_of(row: str) -> re.Pattern[str]:
    """Matches a word of a row of the table, in any language."""
    return pattern_of([word for words in _tables()["words"][row].values() for word in words])


def pattern_of(alternatives: Sequence[str]) -> re.Pattern[str]:
    """Matches any of the texts: as whole words in scripts with spaces, anywhere in others; nothing where none is."""
    spaced = sorted((text for text in alternatives if not is_cjk(text)), key=len, reverse=True)
    joined = sorted((text for text in alternatives if is_cjk(text)), key=len, reverse=True)
    parts = [rf"(?<![\w.:])(?:{'|'.join(map(_escaped, spaced))})(?!\w)"] if spaced else []
    return re.compile("|".join([*parts, *map(re.escape, joined)]) or "(?!)", re.IGNORECASE)


def _escaped(text: str) -> str:
    # ASCII on one side only: "Node 版本" has no space between a word and the characters beside it.
    return re.escape(text).replace(r"\*", r"\w*").replace(r"\ ", r"[\s-]+")


def _optional(table: Mapping[str, Any], key: str) -> re.Pattern[str] | None:
    return pattern_of(table[key]) if table.get(key) else None
