"""What only reading a source can tell: that it is broken where it was asked for."""

from __future__ import annotations


class UnreadableError(Exception):
    """A file cannot be read as what the query wants it to be; becomes a DocQLError of kind `file`."""

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint
