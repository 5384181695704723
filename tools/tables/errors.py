"""What is wrong with a query over tables, and what to write instead."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from citeline.errors import UsageError

ErrorKind: TypeAlias = Literal["syntax", "name", "refused", "limit"]


class TableQueryError(UsageError):
    """SQL that cannot be answered as it stands."""

    def __init__(self, kind: ErrorKind, message: str, *, hint: str) -> None:
        super().__init__(message, remedy=hint)
        self.kind: ErrorKind = kind
        """`refused` is what would do more than read, `limit` what takes too long or needs too much memory."""
        self.message = message
        self.hint = hint

    def to_json(self) -> dict[str, Any]:
        """The printed form: `{"error": {"type", "message", "hint"}}`."""
        return {"error": {"type": self.kind, "message": self.message, "hint": self.hint}}
