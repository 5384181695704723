"""Names that do not exist, and the ones that were most likely meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from citeline.data_files import shipped_table

from ..language.catalog import PROPERTIES
from ..language.plan import ItemKind

_CUTOFF: Final = 0.6
_LONGEST: Final = 64
"""Names are compared letter by letter, which no one who writes a longer one would gain from."""


def nearest(name: str, known: Iterable[str], habits: Mapping[str, str] | None = None) -> str | None:
    """The known name that was meant: the same one in another spelling, one that habit confuses with it, or the one
    that looks most like it.
    """
    plain = {_plain(candidate): candidate for candidate in known}
    wanted = _plain(name)
    if wanted in plain:
        return plain[wanted]
    meant = (habits or {}).get(wanted)
    if meant is not None:
        return meant
    close = get_close_matches(wanted, plain, n=1, cutoff=_CUTOFF) if len(wanted) <= _LONGEST else []
    return plain[close[0]] if close else None


def nearest_property(name: str, kind: ItemKind) -> str | None:
    """The property of items of the kind that was meant."""
    known = [entry.name for entry in PROPERTIES[kind]]
    habits = {**habits_of("properties", "all"), **habits_of("properties", kind)}
    return nearest(name, known, {habit: meant for habit, meant in habits.items() if meant in known})


@cache
def habits_of(*table: str) -> Mapping[str, str]:
    """What each habit of a table of `habits.toml` means: `headings` stands for `toc`; empty without such a table."""
    found: Any = shipped_table("citeline.tools.docql.checking", "habits.toml")
    for name in table:
        found = found.get(name, {})
    return {habit: meant for meant, habits in found.items() for habit in habits.split()}


def _plain(name: str) -> str:
    """Without case, underscores and the width of letters."""
    return unicodedata.normalize("NFKC", name).lower().replace("_", "")
