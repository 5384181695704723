"""What an index leaves out of a tree: files, each with its reason, and secrets in the files that it has."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .dataclass import dataclass

Secrets: TypeAlias = Literal["mask", "keep"]
"""What is done with passwords, keys and tokens that stand in a file."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is not in the index, and why; `status` lists them."""

    path: str
    reason: Literal["ignored", "binary", "too_large", "minified", "unreadable", "not_regular", "parse_failed", "empty"]
    detail: str = ""
