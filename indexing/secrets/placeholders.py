"""Values that only stand where a secret would: `changeme`, `your-api-key`, `${TOKEN}`, `settings.password`."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

from detect_secrets.filters import heuristic

_MIN_CHARS: Final = 6
_PIECE: Final = r"(?:(?:[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z]{2,}|[A-Za-z])\d{0,3}|\d{1,3})"
_BETWEEN: Final = r"[\s_.:,/'-]"
_WORDS: Final = re.compile(rf"{_BETWEEN}*{_PIECE}(?:{_BETWEEN}+{_PIECE})*{_BETWEEN}*")
"""Lower, upper, title or camel case; what is random has digits and capitals in places where words have none."""
_PHRASE: Final = re.compile(r"[A-Za-z]+(?: +[A-Za-z]+)+")
"""`OpenAI Token`: between spaces a word is one however it is capitalised."""
_TYPE: Final = re.compile(r"[\w.]*[A-Z][a-z]+(?:Key|Token|Secret|Password|Credential|Certificate)(?:s|Types?)?")
"""`ed25519.Ed25519PrivateKey`, as annotations name types."""
_MOST_REPEATED: Final = 8
"""Different characters of a run such as `xxxx-xxxx`; a long hexadecimal key has no more than sixteen."""
_TOKEN: Final = re.compile(r"[\w+/=.!@#$%^&*~:-]{8,}")


def is_placeholder(value: str) -> bool:
    """True for short values, words and names (also with a number behind them), templates, and runs like `1234567`."""
    value = unquote(value).strip("()[]")
    return (
        len(value) < _MIN_CHARS
        or _WORDS.fullmatch(value) is not None
        or _PHRASE.fullmatch(value) is not None
        or "..." in value
        or is_run(value)
        or heuristic.is_templated_secret(value)
        or heuristic.is_prefixed_with_dollar_sign(value)
        or heuristic.is_sequential_string(value)
        or heuristic.is_not_alphanumeric_string(value)
    )


def is_run(value: str) -> bool:
    """True for a few characters again and again, as where a token is to be filled in."""
    return len(set(value)) <= min(len(value) // 8 + 1, _MOST_REPEATED)


def bare_token(value: str) -> str:
    """The first word of a value that stands without quotes, if it can be a secret; else the empty string.

    Without quotes most of what follows `password =` is code or prose, so letters and digits are asked for.
    """
    token = value.split(maxsplit=1)[0].rstrip(",;.") if value.strip() else ""
    if not _TOKEN.fullmatch(token) or not any(map(str.isdigit, token)) or not any(map(str.isalpha, token)):
        return ""
    return "" if is_placeholder(token) or _TYPE.fullmatch(token) else token
