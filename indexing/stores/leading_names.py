"""Names that something is reached by way of: those that a definition's types lead through, and those in an import."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from citeline.text import code_words

_SEPARATORS: Final = re.compile(r"[./\\:]+")


def declared_by_way_of(name: str, data: str) -> Iterator[tuple[str, str]]:
    """What a definition declares, itself or an attribute, each with a name that the type of it leads through; `data` as
    stored.
    """
    if data != "{}":
        yield from declared_in(name, json.loads(data))


def declared_in(name: str, told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The same of data that is not stored yet."""
    for path in (told.get("type", ""), *told.get("parameters", ())):
        yield from ((name, word) for word in code_words(path))
    for pair in told.get("attributes", ()):
        attribute, _, path = pair.partition("=")
        # What a function takes and gives is said by way of its name.
        yield from ((name if attribute.startswith("(") else attribute, word) for word in code_words(path))


def import_words(target: str, qualifier: str) -> set[str]:
    """All names that an import may be about: words of it, and parts of its path that are no words."""
    return {*code_words(target), *parts_of(target), *code_words(qualifier)} - {""}


def parts_of(target: str) -> list[str]:
    """The parts of an import's path; empty ones too."""
    return _SEPARATORS.split(target)
