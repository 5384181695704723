"""The version of what commands print as JSON."""

from __future__ import annotations

from typing import Final

SCHEMA: Final = 2
"""Of what `ask` and `verify` print. 2: `supports` may be `place`, and `supported` means proved."""
