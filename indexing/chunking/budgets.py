"""How large a chunk may be, for each format.

Sizes count characters that are not white space: indentation and padded table cells carry no meaning, and with
them a deeply nested method would be cut earlier than the same lines at the top of a file. White space makes up
16 % (Go) to 30 % (Python) of the code in the benchmark's repositories, 25 % on average, and 14 % of their Markdown:
so 1,120 and 690 stand for the 1,500 and 800 characters of the design.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Format


@dataclass(frozen=True, slots=True)
class Budget:
    """The size that chunks aim at; weights are fractions of it."""

    chars: int
    """Non-white-space characters at weight 1."""
    lines: int
    """Non-blank lines at weight 1."""
    enough: float
    """From this weight on a chunk ends before a section, or before a class's first method."""
    tiny: float
    """Below this weight a chunk joins its neighbour, if that may grow."""


WHOLE: Final = 1.3
"""A definition, table or paragraph up to this weight is kept in one piece."""
OVERFLOW: Final = 0.1
"""So little (a closing brace) joins its neighbour even if that is full."""

_CODE: Final = Budget(chars=1120, lines=40, enough=0.25, tiny=0.12)
_PROSE: Final = Budget(chars=690, lines=60, enough=0.5, tiny=0.25)

BUDGETS: Final[Mapping[Format, Budget]] = {"code": _CODE, "data": _CODE, "prose": _PROSE, "text": _PROSE}
