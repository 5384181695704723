"""What a check comes to."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Finding: TypeAlias = Literal["proved", "contradicted", "unknown"]
Found: TypeAlias = tuple[Finding, str]
"""With how the lines say it."""
UNKNOWN: Final[Found] = ("unknown", "")
