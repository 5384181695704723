"""What only reading a source can tell: that it is broken where it was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_MAX_NOTES: Final = 5


def first_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The first few notes, and how many more there are."""
    listed = list(notes)
    if len(listed) > _MAX_NOTES:
        listed[_MAX_NOTES:] = [f"{len(listed) - _MAX_NOTES} more files cannot be read"]
    return tuple(listed)


class UnreadableError(Exception):
    """A file cannot be read as what the query wants it to be; becomes a DocQLError of kind `file`."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint
