"""What the reader and the checker raise inside: a mistake, and how the query would have been right.

`parser.parse` and `check.plan` turn it into a DocQLError, whose example is made with the fix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .caret import pictured
from .errors import ErrorKind
from .syntax import Condition, Step, Test


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text in place of `query[start:end]`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SwapStep:
    """Other steps, or none, in place of one."""

    old: Step
    new: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SwapTest:
    """Another condition in place of a test."""

    old: Test
    new: Condition


Fix: TypeAlias = Edit | SwapStep | SwapTest


class Mistake(Exception):  # noqa: N818 - it never leaves the language; what callers see is DocQLError
    """One thing that is wrong with a query; what it quotes of it is made visible and stays on one line."""

    def __init__(self, kind: ErrorKind, position: int, message: str, hint: str = "", fix: Fix | None = None) -> None:
        super().__init__(pictured(message))
        self.kind: ErrorKind = kind
        self.position = position
        self.message = pictured(message)
        self.hint = pictured(hint)
        self.fix = fix
        """A step towards a right query: what it leads to may have further mistakes."""
        self.before: tuple[Step, ...] = ()
        """The steps in front of the one with the mistake."""
