"""What is left out of every index unless a `.gitignore` or `.citelineignore` says otherwise (`!pattern`).

One visible ordered table, `default_ignores.txt`. Nothing is dropped in silence: each file or folder left out is
reported with the reason that stands there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass

from .ignoring import IgnoreFile


@dataclass(frozen=True, slots=True)
class DefaultIgnore:
    """One row of the table."""

    when: str
    """`never`, `unless`, or `unlisted`: only where no `.gitignore` lists what a build leaves."""
    reason: str
    patterns: str
    """Separated by spaces."""
    beside: str = ""
    """Names or `*.suffix`, one of which must lie in the same folder: `target` is build output beside `Cargo.toml`."""


def _rows(*when: str) -> tuple[DefaultIgnore, ...]:
    """Of the table, those that no ignore file can bring back (`never`), or the others (`unless`, `unlisted`)."""
    lines = shipped_text("citeline.indexing.files", "default_ignores.txt").splitlines()
    rows = (DefaultIgnore(*line.split("\t")) for line in lines if not line.startswith("#"))
    return tuple(row for row in rows if row.when in when)


NEVER_READ: Final = _rows("never")
DEFAULT_IGNORES: Final = _rows("unless", "unlisted")
FOLDER_MARKERS: Final[tuple[tuple[str, str], ...]] = (
    ("pyvenv.cfg", "virtual environment"),
    ("CACHEDIR.TAG", "tool cache"),
)
"""A file that tells what the folder around it is, whatever the folder's name."""


class DefaultRules:
    """Some rows of the table, compiled as far as they are asked for."""

    __slots__ = ("_patterns", "_rules")

    def __init__(self, rows: tuple[DefaultIgnore, ...]) -> None:
        self._patterns = [(row, pattern) for row in rows for pattern in row.patterns.split()]
        self._rules = IgnoreFile(pattern.lower() for _, pattern in self._patterns)

    def among(self, names: Collection[str]) -> Collection[str]:
        """Of the names in a folder, all that a pattern may match, also one that keeps them."""
        found = self._rules.among("\0".join(names).lower().split("\0"), "")
        return [name for name in names if name.lower() in found] if found else ()

    def find(self, name: str, *, is_folder: bool) -> tuple[DefaultIgnore, str] | None:
        """The row and pattern that leave the name out; None if it is kept. `beside` is not looked at."""
        name = name.lower()
        decisive = self._rules.find(name, name, is_folder=is_folder)
        return None if decisive is None or decisive.negated else self._patterns[decisive.line - 1]


def lies_beside(row: DefaultIgnore, names: frozenset[str]) -> bool:
    """Whether one of the row's neighbours is among the names of the folder; always true for a row without any."""
    if not row.beside:
        return True
    return any(
        any(name.endswith(wanted[1:]) for name in names) if wanted.startswith("*") else wanted in names
        for wanted in row.beside.split()
    )
