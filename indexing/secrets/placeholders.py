"""Values that only stand where a secret would: `changeme`, `your-api-key`, `${TOKEN}`, `settings.password`."""

from __future__ import annotations

import re
from typing import Final

from detect_secrets.filters import heuristic

_MIN_CHARS: Final = 6
_PIECE: Final = r"(?:(?:[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z]{2,}|[A-Za-z])\d{0,3}|\d{1,2})"
_WORDS: Final = re.compile(rf"{_PIECE}(?:[\s_.:,/'-]+{_PIECE})*[\s_.:,/'-]*")
"""Lower, upper, title or camel case; what is random has digits and capitals in places where words have none."""
_TOKEN: Final = re.compile(r"[\w+/=.!@#$%^&*~:-]{8,}")


def is_placeholder(value: str) -> bool:
    """True for short values, words and names (also with a number behind them), templates, and runs like `1234567`."""
    return (
        len(value) < _MIN_CHARS
        or _WORDS.fullmatch(value) is not None
        or len(set(value)) <= len(value) // 8 + 1
        or heuristic.is_templated_secret(value)
        or heuristic.is_prefixed_with_dollar_sign(value)
        or heuristic.is_sequential_string(value)
        or heuristic.is_not_alphanumeric_string(value)
    )


def bare_token(value: str) -> str:
    """The first word of a value that stands without quotes, if it can be a secret; else the empty string.

    Without quotes most of what follows `password =` is code or prose, so letters and digits are asked for.
    """
    token = value.split(maxsplit=1)[0].rstrip(",;.") if value.strip() else ""
    if not _TOKEN.fullmatch(token) or not any(map(str.isdigit, token)) or not any(map(str.isalpha, token)):
        return ""
    return "" if is_placeholder(token) else token
