"""A line of marked-up text as it reads."""

from __future__ import annotations

from typing import Literal, TypeAlias

from citeline.dataclass import dataclass

LineKind: TypeAlias = Literal["prose", "heading", "row", "code"]


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What stands on a line of a page; empty for one with nothing but markup."""

    text: str = ""
    kind: LineKind = "prose"
    begins: bool = False
    """A block begins with it: it does not go on with the text above."""
