"""Data files that are shipped beside the code: tables in TOML, weights in JSON, words, style sheets."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data  # `importlib.resources` would load what unpacks archives
from typing import Any


def shipped_text(package: str, name: str) -> str:
    """The text of a file of a package, `citeline.tools.tables`; `name` may lead through folders."""
    data = get_data(package, name)
    assert data is not None
    return data.decode()


@cache
def shipped_words(package: str, name: str) -> frozenset[str]:
    """The words of a list of a package; lines that begin with # are for its readers."""
    lines = shipped_text(package, name).splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def shipped_table(package: str, name: str) -> dict[str, Any]:
    """What a TOML file of a package says: one value for all who ask, which nobody changes."""
    import tomllib  # a command that reads no table starts without it

    return tomllib.loads(shipped_text(package, name))


@cache
def shipped_terms(package: str, name: str, row: str) -> frozenset[str]:
    """The search terms of a row of words of such a table."""
    from .text import terms_of

    return terms_of(shipped_table(package, name)[row])
