"""Values that are secret by the name beside them, in forms that the keyword detector of detect-secrets does not read.

XML, flags, Docker files, tables, pairs of `name` and `value`, calls, types behind a name, and more names than it knows.
Only what could be made by a generator counts, with letters and digits and no words: these forms are everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .placeholders import bare_token

_SECRET: Final = (
    r"(?:(?<![a-z])pass(?:word|wd|phrase)?|(?<=[a-z])password|pwd|\bpsk|secret|credential|"
    r"(?:api|access|auth|private|encrypt|encryption|sign|signing|service|account|client|shared|master|storage)"
    r"[_-]?key|(?:(?<![a-z])|access|auth|api|app|user|session|refresh|bearer|bot|deploy)[_-]?token(?!s|i[sz]))"
)
# Not `token_id`, `secret_name`, `password_file`: what those hold is no secret.
_NAME: Final = (
    rf"{_SECRET}(?![\w-]*(?:id|name|url|uri|path|file|type|kind|ttl|length|size|count|limit|version|arn|field|header|"
    r"param|class|index|prefix|suffix|format|method|policy|algorithm|expiry|expires|at)s?\b)[\w-]*"
)
_VALUE: Final = r"(?P<value>(?:[\w+/=.!@#$%^*~:-]|&(?!\w+=)){8,200})(?![\w\[(])"
_QUOTE: Final = r"(?:[bruf]{0,2}(?:\"\"\"|'''|[\"'`]))"
_FORMS: Final = (
    rf"{_NAME}[\"'`\]]{{0,2}}\s*(?:=>|:=|::|[:=])\s*{_QUOTE}?{_VALUE}",
    rf"{_NAME}\s*:\s*[\w.<>\[\]?| ]{{1,40}}=\s*{_QUOTE}{_VALUE}",
    rf"<{_NAME}[^<>]{{0,80}}>\s*{_VALUE}\s*</",
    rf"{_NAME}[\"'`]?\s*[,;]?\s*[\"']?value[\"']?\s*[:=]\s*{_QUOTE}?{_VALUE}",
    rf"{_NAME}\(\s*{_QUOTE}{_VALUE}{_QUOTE}\s*\)",
    rf"\|[\s`*]*[\w.-]*{_NAME}[\s`*]*\|[\s`*]*{_VALUE}[\s`*]*\|",
    rf"(?:--?|\b(?:ENV|ARG|setx?|export)\s+)[\w.-]*{_NAME}\s+{_QUOTE}?{_VALUE}",
    rf"\bpass(?:word|wd|phrase)\s+{_QUOTE}?{_VALUE}",
    rf"(?:^|\s)(?:-u|--user)[ =]{_QUOTE}?[\w.@-]+:{_VALUE}",
)
_PATTERNS: Final = tuple(re.compile(form, re.IGNORECASE | re.ASCII) for form in _FORMS)
_WORTH_TRYING: Final = re.compile(
    rf"(?:{_SECRET}|\s-u|--user).{{0,120}}?(?<![^\s\"'`=:>|(])(?=[^\s\"'`]*\d)(?=[^\s\"'`]*[a-z])[\w+/.!@#$%^&*~:-]{{8}}",
    re.IGNORECASE | re.ASCII,
)
_NAMED: Final = re.compile(
    rf"^\W*(?:name|key)[\"']?\s*[:=]\s*[\"']?[\w.-]*{_NAME}[\"']?,?\s*$", re.IGNORECASE | re.ASCII
)
_VALUED: Final = re.compile(rf"^\W*value[\"']?\s*[:=]\s*{_QUOTE}?{_VALUE}", re.IGNORECASE | re.ASCII)
_QUOTES: Final = "'\"`"
_BARE_DIGITS: Final = 3
_NO_SECRET: Final = re.compile(r"0x[0-9a-f]+|\d{4}-\d\d-\d\d.*|https?://.*", re.IGNORECASE)


def assigned_values(line: str) -> Iterator[tuple[int, int]]:
    """Start and end of what a line assigns to a name such as `password`."""
    # Nine patterns for each line with a `token` in it would cost more than all other detectors.
    if not _WORTH_TRYING.search(line):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            yield from _secret(match)


def names_a_secret(line: str) -> bool:
    """True for `- name: DB_PASSWORD`, whose value stands on the next line."""
    return _NAMED.match(line) is not None


def value_below(line: str) -> tuple[int, int] | None:
    """Start and end of the value in the line behind one that names a secret."""
    match = _VALUED.match(line)
    return next(_secret(match), None) if match else None


def _secret(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    token = bare_token(match["value"])
    start = match.start("value")
    # Without quotes it may be a name: `GPT2Tokenizer` has a digit, `_win32typing` has two.
    is_quoted = match.string[start - 1 : start] in _QUOTES
    if token and not _NO_SECRET.fullmatch(token) and (is_quoted or sum(map(str.isdigit, token)) >= _BARE_DIGITS):
        yield match.start("value"), match.start("value") + len(token)
