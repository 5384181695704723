"""How people who read annual reports write, beside what a report prints: `finance.toml`, for people to edit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, get_args

from citeline.text import unique

_Kind: TypeAlias = Literal["same", "made_of", "statements"]
_KINDS: Final[tuple[_Kind, ...]] = get_args(_Kind)


def long_forms(text: str) -> list[str]:
    """What a report prints for the shorthand of a text, for what is computed, and above the statements it names."""
    lower = text.lower()
    said = [form for kind in _KINDS for short in shorthand_in(text, kind) for form in finance()[kind][short]]
    return [form for form in unique(said) if form not in lower]


def shorthand_in(text: str, kind: _Kind) -> list[str]:
    """The entries of one kind that a text has, in its order."""
    return unique(_known()[_folded(found[0])][1] for found in _pattern().finditer(text) if _is(found, kind))


def without_statements(text: str) -> str:
    """The text without the statements it names."""
    return _pattern().sub(lambda found: " " if _is(found, "statements") else found[0], text)


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
def _file() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__ or "").joinpath("finance.toml").read_text("utf-8"))


@cache
def _regex(table: str, key: str) -> re.Pattern[str]:
    return re.compile(_file()[table][key], re.IGNORECASE)


def _is(found: re.Match[str], kind: _Kind) -> bool:
    return _known()[_folded(found[0])][0] == kind


def _folded(text: str) -> str:
    """Without case and the ending of a plural."""
    return re.sub(r"s\b", "", text.lower())


@cache
def _known() -> Mapping[str, tuple[_Kind, str]]:
    return {_folded(short): (kind, short) for kind, entries in finance().items() for short in entries}


@cache
def _pattern() -> re.Pattern[str]:
    """The longest first; each word may be a plural."""
    every = sorted((short for entries in finance().values() for short in entries), key=len, reverse=True)
    plurals = (r"\s".join(rf"{re.escape(word.removesuffix('s'))}s?" for word in short.split()) for short in every)
    return re.compile(rf"(?<![\w&])(?:{'|'.join(plurals)})(?![\w&])", re.IGNORECASE)
