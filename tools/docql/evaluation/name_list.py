"""All names of an index, to be searched at once: far fewer names exist than things that bear them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final, Literal, TypeAlias

from citeline.indexing.stores.text_columns import to_column

from ..language.patterns import compile_pattern

PartOperator: TypeAlias = Literal["contains", "startsWith", "endsWith"]
_KEPT: Final = 64
_FEW: Final = 2_000
"""An index finds the nodes with so many names faster than a look at all nodes does."""
_LOWER: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def lowered(text: str, part: str) -> str:
    """The text in lower case, to look for a part of it in lower case. For an ASCII part only ASCII letters change, as
    in SQL's LIKE: the Kelvin sign is no `k`.
    """
    return text.translate(_LOWER) if part.isascii() and not text.isascii() else text.lower()


def has_part(operator: PartOperator, part: str, text: str) -> bool:
    """Whether the text holds the part, which is in lower case."""
    text = lowered(text, part)
    if operator == "contains":
        return part in text
    return text.startswith(part) if operator == "startsWith" else text.endswith(part)


class FoundNames:
    """Names for SQL."""

    def __init__(self, names: Sequence[str]) -> None:
        self.are_few = len(names) <= _FEW
        self.column = json.dumps([to_column(name) for name in names])
        """A JSON array of them, as they are stored."""


class NameList:
    """Each name once, read when it is first needed; searches are remembered."""

    def __init__(self, read: Callable[[], Iterable[str]]) -> None:
        self._read = read
        self.matching = lru_cache(_KEPT)(self._matching)
        """Names in which a pattern with flags is found."""
        self.with_part = lru_cache(_KEPT)(self._with_part)
        """Names that contain, begin or end with a text in lower case."""

    def equal_to(self, names: Iterable[str]) -> FoundNames:
        """Those that are equal to one of the names but for case."""
        wanted = {name.lower() for name in names}
        return FoundNames([name for name in self._names if name.lower() in wanted])

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._read())

    @cached_property
    def _encoded(self) -> tuple[bytes, ...]:
        return tuple(name.encode("utf-8", "surrogatepass") for name in self._names)

    def _matching(self, pattern: str, flags: str) -> FoundNames:
        search = compile_pattern(pattern, flags).compiled.search
        pairs = zip(self._names, self._encoded, strict=True)
        return FoundNames([name for name, encoded in pairs if search(encoded) is not None])

    def _with_part(self, operator: PartOperator, part: str) -> FoundNames:
        return FoundNames([name for name in self._names if has_part(operator, part, name)])
