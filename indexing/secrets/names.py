"""Where a text names a password, a key or a token: the words of `names.txt`, inside identifiers too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from citeline.data_files import shipped_text
from citeline.patterns import re

_PARTS: Final = frozenset({"pass", "auth", "pw"})
"""Words that end other words."""
# Not in `bypass` and `compass`, but in `DB_PASS` and `dbPass`.
_BEGIN: Final = re.compile(r"(?<![A-Za-z])|(?<![A-Z])(?=[A-Z])")
# `pass` is no word of `passing`, nor `PASS` of `PASSWORD`.
_END: Final = re.compile(
    r"s?(?:(?<=[a-z\u00df-\u00ff])(?![a-z\u00df-\u00ff])|(?<=[A-Z])(?![A-Z])|(?<![A-Za-z\u00df-\u00ff]))"
    r"(?P<rest>(?:(?<=[A-Za-z])[A-Za-z0-9_-]*)?)"
)
# Not `token_id`, `secretName`, `password_file`: what those hold is no secret.
_ABOUT: Final = re.compile(
    r"(?:id|name|url|uri|path|file|dir|type|kind|ttl|length|len|size|count|limit|version|arn|field|header|param|class|"
    r"index|prefix|suffix|format|method|policy|algorithm|expiry|expires|expiration|at|regex|pattern|label|hint|scheme|"
    r"ref)s?",
    re.IGNORECASE,
)
_LAST_PART: Final = re.compile(r"(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$")
_PUBLIC: Final = re.compile(r"public[\w-]*$", re.IGNORECASE)
_MARKER: Final = re.compile(r"\[secret:[a-z-]+\]")
# Programs whose flag for a password is a single letter.
_FLAGS: Final = (
    r"\b(?:mysql\w*|mariadb[\w-]*|sshpass|7z\w*|unrar|mongo\w*|docker|podman|az)\s[^|;&\n]{0,80}?-p[ =]?",
    r"\b(?:sqlcmd|bcp|zip|unzip)\s[^|;&\n]{0,80}?-P[ =]?",
    r"\bredis-cli\s[^|;&\n]{0,80}?-a[ =]",
    r"\b(?:ldap\w+|vault)\s[^|;&\n]{0,80}?-w[ =]",
    r"\b(?:curl|wget)\s[^|;&\n]{0,80}?(?:-u|--user)[ =][\"']?[\w.@-]+:",
    r"\bopenssl\s[^|;&\n]{0,80}?-k ",
    r"\bsqlplus\s+[\w.-]+/",
    r"\bpass:",
)


class Name(NamedTuple):
    """A name of a secret; `end` is exclusive and behind the identifier that it is part of."""

    start: int
    end: int
    is_password: bool
    """What stands in quotes beside it is secret also when a person made it up."""


def names_in(line: str) -> Iterator[Name]:
    """The names in a line: those of the list from left to right, then flags."""
    # Lower case first: a search without regard to case takes four times as long.
    lower = _lowered(line)
    hidden = [match.span() for match in _MARKER.finditer(line)]
    position = 0
    while match := _names().search(lower, position):
        start = match.start()
        position = start + 1
        end = _END.match(line, match.end())
        if end is None or any(first <= start < last for first, last in hidden):
            continue
        if match[0] in _PARTS and not _BEGIN.match(line, start):
            continue
        position = end.end()
        last = _LAST_PART.search(end["rest"].rstrip("_-0123456789"))
        if not (last and _ABOUT.fullmatch(last[0])) and not _PUBLIC.search(line, 0, start):
            yield Name(start, end.end(), match["password"] is not None)
    for flag in _flags().finditer(line):
        yield Name(flag.end() - 2, flag.end(), False)


def _lowered(line: str) -> str:
    """In lower case, each character where it was: `İ` becomes two."""
    lower = line.lower()
    return lower if len(lower) == len(line) else "".join(char.lower()[:1] for char in line)


def holds_name(text: str) -> bool:
    """Whether a word stands in a text, be it a part of another word."""
    return _names().search(_lowered(text)) is not None


@cache
def name_pattern() -> str:
    """All words, in a form that re2 reads too."""
    return "|".join((*_forms("passwords"), *_forms("tokens"), *(flag.split(r"\s")[0] for flag in _FLAGS)))


@cache
def links() -> str:
    """A pattern of the words that stand between a name and its value."""
    return "|".join(
        rf"\b{form}\b" if form.isascii() or form[-1].lower() != form[-1].upper() else form for form in _forms("links")
    )


@cache
def _names() -> re.Pattern[str]:
    passwords, tokens = ("|".join(_forms(kind)) for kind in ("passwords", "tokens"))
    return re.compile(f"(?P<password>{passwords})|{tokens}")


@cache
def _flags() -> re.Pattern[str]:
    return re.compile("|".join(_FLAGS))


def _forms(kind: str) -> list[str]:
    """The words of one kind as patterns, the longest first."""
    rows = [line.partition(":") for line in shipped_text("citeline.indexing.secrets", "names.txt").splitlines()]
    words = {word.strip() for name, _, words in rows if name == kind for word in words.split(",")}
    return [_form(word) for word in sorted(words, key=lambda word: (-len(word), word))]


def _form(word: str) -> str:
    return re.escape(word).replace(r"\ ", "[ _.-]?")
