"""Which lines are worth asking the detectors about: one pass over the text instead of a hundred patterns a line.

Says yes too often rather than too seldom: whatever a detector finds has one of these signs
(`tests/indexing/secrets/test_masking.py` holds them together).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import re2

from .prefixes import PREFIXES

_NAMES: Final = (
    r"pass(?:word|wd)|pwd|secret|contrase|(?:api|auth|service|account|db|database|priv|private|client)_?key|"
    r"(?:db|database|key)_?pass|aws.{0,20}(?:key|pw|pass|token)|private key|putty-user-key|_authtoken|bearer |basic |"
    r"(?:api|access|auth|priv|private|encrypt|encryption|sign|signing|service|account|client|shared|master|storage)-?key|"
    r"(?:encrypt|encryption|sign|signing|access|shared|master|storage)_key|passphrase"
)
"""In any case: the words of the keyword detector, and of others."""
# Few counted repetitions, and short ones: each multiplies the states of the automaton, which must stay small.
_SHAPES: Final = (
    r"://[^:/?#\s@]*:[^/\s@]+@",
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
    r"eyJ[\w=-]+\.",
    r"gh[pousr]_\w{36}|gl[a-z]{2,5}-[\w-]{20}|GR1348941",
    r"xox[a-z]-|XOX[A-Z]-|hooks\.slack\.com/services|api\.softlayer\.com",
    r"[rs]k_live_|sq0csp-|SG\.[\w-]{22}\.|T3BlbkFJ|pypi-Ag",
    r"\.[\w-]{6}\.[\w-]{27}|[0-9a-z]-us[0-9]|\d{8}:[\w-]{10}|(?:AC|SK)[a-z0-9]{12}",
    # A name and a long value: cloud vendors whose keys have no shape of their own, and tokens of any make.
    r"""(?i:key|pwd?|pass|token\w*|credentials?\w*|auth\w*)["'\]]{0,2} *(?:=>|:=|::|[:= ]) *["'`]?[\w+/-]{20}""",
    # Shorter values, of names that are common in code: with a digit in them.
    r"""(?i:token|pass|psk|credentials?)[\w-]*["'`\])|]{0,2}\s*(?:=>|:=|::|[:=(|>]|\s)\s*["'`]{0,3}[^\s"'`]*[0-9]""",
    r"""(?i:(?:name|key)["']?\s*[:=]\s*["']?[\w.-]*token)|(?:-u|--user)[ =]["']?[\w.@-]+:[^\s/]""",
)
_OPTIONS: Final = re2.Options()
_OPTIONS.max_mem = 64 << 20
_OPTIONS.log_errors = False
_ALL: Final = "|".join([f"(?i:{_NAMES})", *_SHAPES, *(prefix.beginning for prefix in PREFIXES)])
_SIGNS: Final = re2.compile(_ALL.encode(), _OPTIONS)


def suspicious_lines(lines: Sequence[str]) -> list[int]:
    """0-based numbers of the lines that may hold a secret, in order."""
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    found: list[int] = []
    number = position = 0
    while match := _SIGNS.search(data, position):
        number += data.count(b"\n", position, match.start())
        found.append(number)
        position = data.find(b"\n", match.end()) + 1
        if not position:
            break
        number += 1 + data.count(b"\n", match.start(), match.end())
    return found
