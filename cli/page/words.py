"""What the page itself says, in the language of the reader's browser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from citeline.data_files import shipped_table

_DEFAULT: Final = "en"


class Words:
    """The words of one language; `words("more", count=3)`."""

    def __init__(self, language: str, words: Mapping[str, str]) -> None:
        self.language = language
        self._words = words

    def __call__(self, name: str, /, **values: object) -> str:
        """The text of this name with the values in it; KeyError for a name or value that is not there."""
        return self._words[name].format_map(values)

    def step(self, name: str) -> str:
        """What a step of a run, a channel among them, is called; its own name where there is none."""
        return self._words.get(f"step_{name}", name.replace("_", " "))


@cache
def _languages() -> Mapping[str, Words]:
    tables: dict[str, dict[str, str]] = shipped_table("citeline.cli.page", "words.toml")
    return {name: Words(name, {**tables[_DEFAULT], **words}) for name, words in tables.items()}


def words_for(accepted: str) -> Words:
    """The words of the first language of a header `Accept-Language` that is known, else English."""
    known = _languages()
    for wish in accepted.split(","):
        name = wish.partition(";")[0].strip().partition("-")[0].lower()
        if name in known:
            return known[name]
    return known[_DEFAULT]
