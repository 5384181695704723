"""The one shape of every mistake in a query, from a missing bracket to a file that cannot be read."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from citeline.errors import UsageError

from .caret import caret

ErrorKind: TypeAlias = Literal["syntax", "name", "type", "regex", "file"]


class DocQLError(UsageError):
    """A query that cannot be answered as it stands; says what is wrong, where, and how to say it instead."""

    def __init__(
        self, kind: ErrorKind, message: str, *, position: int = 0, hint: str = "", example: str = "", query: str = ""
    ) -> None:
        super().__init__(message, remedy="; ".join(filter(None, [hint, example and f"for example `{example}`"])))
        self.kind: ErrorKind = kind
        self.position = position
        """0-based offset into the query, which may be its length: something is missing at the end."""
        self.message = message
        self.hint = hint
        self.example = example
        """A query that is right, made from the one that is not; empty when there is nothing to make it from."""
        self.query = query

    def to_json(self) -> dict[str, Any]:
        """The printed form: `{"error": {"type", "position", "message", "hint", "example"}}`."""
        return {
            "error": {
                "type": self.kind,
                "position": self.position,
                "message": self.message,
                "hint": self.hint,
                "example": self.example,
            }
        }

    def caret(self) -> str:
        """Two lines: the query, or the hundred characters of it around the mistake, and `^` under the mistake."""
        return caret(self.query, self.position)

    def report(self) -> str:
        """All of it as lines for a terminal: message, query, caret, hint and example."""
        lines = [f"{self.kind} error: {self.message}"]
        if self.query:
            lines += [f"  {line}".rstrip() for line in self.caret().split("\n")]
        if self.hint:
            lines.append(f"hint: {self.hint}")
        if self.example:
            lines.append(f"example: {self.example}")
        return "\n".join(lines)
