"""The tables of a language are read in part, and say the same as the whole file."""

import sys
import tomllib
from pathlib import Path

import pytest

from citeline.tools.question import vocabulary
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.languages import table_of

FILES = sorted(Path(vocabulary.__file__).parents[1].joinpath("languages").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_each_table_is_that_of_the_file(file: Path) -> None:
    assert dict(table_of(file.stem)) == tomllib.loads(file.read_text("utf-8"))


def test_a_question_parses_only_the_tables_that_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six files of words took 8 ms of every first question; most of them are words of wishes, tables and dates."""
    parsed: list[str] = []
    loads = tomllib.loads

    def noting(text: str) -> dict[str, object]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr("citeline.tools.question.vocabulary.languages.tomllib.loads", noting)
    _forget_what_was_read()
    read("which file holds the rules for a parcel that nobody has asked for?")
    every = sum(len(file.read_text("utf-8")) for file in FILES)
    assert sum(map(len, parsed)) < every / 2
    assert not [text for text in parsed if text.startswith(("[wish", "[tables", "[dates"))]
    # Its words are no months, of English.
    assert len([text for text in parsed if text.startswith("[time")]) == 1


def _forget_what_was_read() -> None:
    """Empties the caches of `tools/question`, as in a process that has read no question."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("citeline.tools.question."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
