"""What the commands return; errors carry theirs, see `citeline.errors`. Imports nothing: it is there at once."""

from __future__ import annotations

ANSWERED = 0
FAILED = 1
NOT_FOUND = 3
NOT_HELD = 4
"""A citation does not hold."""
PARTIAL = 5
"""The budget was spent before everything was looked at."""
INTERRUPTED = 130
