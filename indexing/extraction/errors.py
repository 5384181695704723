"""What stops the reading of one document; neither leaves this package."""

from __future__ import annotations

from typing import Literal

Reason = Literal["binary", "too_large", "unreadable", "parse_failed", "empty"]


class UnreadableError(Exception):
    """The document cannot be read."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: Reason = reason
        self.detail = detail
        """What is the matter, and where it helps what to do about it."""


class DamagedPartError(UnreadableError):
    """One part of a container cannot be unpacked or is no XML; the others may be."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__("unreadable", f"its part {name} is damaged ({error}): open it and save it anew")


class FullError(Exception):
    """There is no room for more of the document; what was read so far stays."""
