"""Commands, options and environment variables that code declares, each with what its help or its comment says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.indexing.object_cache import cache_per_object
from citeline.patterns import re

from .documentation import REMARK, remarks_above
from .syntax import Source

_LONGEST: Final = 400_000
"""Characters of a file that is read."""
_table: Final = partial(shipped_table, "citeline.tools.answer.reading", "declared.toml")


class Declared(NamedTuple):
    """One of them."""

    name: str
    said: str
    """What its help says; of a variable the comment above it and the line that reads it."""
    first_line: int
    last_line: int
    is_variable: bool


@cache_per_object
def declared_in(source: Source) -> tuple[Declared, ...]:
    """Those of a file of code, by place."""
    text = "\n".join(source.lines)
    if len(text) > _LONGEST:
        return ()
    return tuple(
        sorted((*_of_command_line(source, text), *_of_environment(source, text)), key=lambda one: one.first_line)
    )


def _of_command_line(source: Source, text: str) -> Iterator[Declared]:
    for held, pattern in _patterns():
        for one in pattern.finditer(text) if held in text else ():
            first = text.count("\n", 0, one.start()) + 1
            yield Declared(one["name"], one["help"] or "", first, first + one[0].count("\n"), is_variable=False)
    called = re.search(_table()["files"], source.document.path)
    told = re.search(_table()["help"], text) if called else None
    if called and told:
        line = text.count("\n", 0, told.start()) + 1
        yield Declared(called["name"], told["help"], line, line, is_variable=False)


def _of_environment(source: Source, text: str) -> Iterator[Declared]:
    for number, line in enumerate(source.lines, 1) if "env" in text.lower() else ():
        if "env" not in line.lower() or REMARK.match(line):
            continue
        for one in _reads().finditer(line):
            said = " ".join([*remarks_above(source, number), line])
            yield Declared(one["name"], said, number, number, is_variable=True)


@cache
def _reads() -> re.Pattern[str]:
    """What reads a variable, in any language."""
    return re.compile(shipped_table("citeline.tools.answer.sources", "environment.toml")["reads"])


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((held, re.compile(one)) for held, one in (*_table()["commands"], *_table()["options"]))
