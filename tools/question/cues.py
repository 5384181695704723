"""Signs that a question holds beside what it asks for, as patterns: the table `[cues]` of a language."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from citeline.text import is_cjk

from .vocabulary.language import Language
from .vocabulary.languages import table_of
from .vocabulary.translation import Reading

Cue: TypeAlias = Literal[
    "newest", "flow", "changes", "tests", "examples", "task", "how_to", "facts", "sentence",
    "path", "ends", "both", "defined", "called", "outgoing", "part", "code", "granted", "lasting", "ahead",
]  # fmt: skip
"""`languages/en.toml` says what each means."""

_OUTSIDE_NAMES: Final = frozenset({"newest", "both", "tests"})
"""Cues that a name does not give: `get_latest` asks for nothing recent, `pytest.raises` for no tests."""
_OF_FILES: Final = frozenset({"tests", "examples"})
"""Cues for files, which a question may leave out: `called outside of its tests`."""
_AS_ASKED: Final = frozenset(
    {"path", "ends", "both", "defined", "called", "outgoing", "part", "code", "granted", "lasting", "ahead"}
)
"""Cues that the English form of a question is too loose for."""
_OF_CODE: Final = re.compile(r"`[^`]*`|\w*[_.]\w+|\w+\(")
_MARKS: Final = " ¿?？.。!！"
_ENDS: Final = r"[.!?;](?=\s|$)|[。！？；]"
# `not bob@x.org, eve@x.org and 3`: behind a comma an address or a number goes on with what is denied.
_COMMA: Final = r"[,，、](?!\s*(?:\w+\s+)?(?:[^\s,，、]*@|[+\-−]?\d))"
_ANY_COMMA: Final = r"[,，、]"


def cues_in(text: str, read: Reading) -> tuple[Cue, ...]:
    """The cues that a question holds, in its own words or in its English form."""
    return tuple(cue for cue in get_args(Cue) if _has(cue, text.strip(_MARKS), read))


def _has(cue: Cue, text: str, read: Reading) -> bool:
    # Chinese words of a Japanese question mean something else; the English form of a Chinese one is too loose.
    wordings = {"en": (text,), "zh": (text,), "ja": (read.english,)}.get(read.language, (text, read.english))
    wordings = (text,) if cue in _AS_ASKED else wordings
    bare = [_OF_CODE.sub(" ", said) if cue in _OUTSIDE_NAMES else said for said in wordings]
    patterns = [found for language in {"en", read.language} if (found := _pattern(language, cue))]
    return any(
        cue not in _OF_FILES or not is_denied(said, *found.span())
        for pattern in patterns
        for said in bare
        for found in pattern.finditer(said)
    )


def calls_part(word: str) -> bool:
    """Whether an English word is what a part of a project is called beside its name: `package`."""
    pattern = _pattern("en", "part")
    return pattern is not None and pattern.fullmatch(word) is not None


def sides_in(text: str, language: Language) -> tuple[str, str] | None:
    """The two things that a text compares, in its own words; None where it names no two."""
    patterns = filter(None, (_pattern(one, "sides") for one in dict.fromkeys((language, "en"))))
    found = next(filter(None, (pattern.search(text) for pattern in patterns)), None)
    one, other, *_ = [*filter(None, found.groups()), "", ""] if found else ("", "")
    return (one, other) if one and other else None


def left_out_in(text: str, language: Language) -> tuple[str, str]:
    """The part that a text leaves out, `the tests` of `outside of the tests`, and the text without that; nothing and
    the text where it leaves out none.
    """
    pattern = _pattern(language, "outside")
    found = pattern.search(text) if pattern else None
    return (found["part"], f"{text[: found.start()]} {text[found.end() :]}") if found else ("", text)


@cache
def _pattern(language: Language, cue: Cue | Literal["sides", "outside"]) -> re.Pattern[str] | None:
    patterns = table_of(language).get("cues", {})
    pattern = patterns.get(cue, "").replace("{task}", patterns.get("task", ""))
    return re.compile(pattern, re.IGNORECASE) if pattern else None


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether words of denial stand before a place in its clause, or behind it as in Japanese."""
    begin = max((found.end() for found in _begins().finditer(text) if found.end() <= start), default=0)
    behind = _stops().split(text[end:], maxsplit=1)[0]
    return (
        _denies("denies").search(text, begin, start) is not None or _denies("denies_after").search(behind) is not None
    )


def is_in_denial(text: str, start: int, end: int) -> bool:
    """Whether the clause of a place denies, before it or behind it: `when does x not use y`."""
    behind = end + len(_stops().split(text[end:], maxsplit=1)[0])
    return is_denied(text, start, end) or is_denied(text, behind, behind)


def denies(text: str, language: Language) -> bool:
    """Whether a text denies or excepts anything, in its own language or English: `by everybody but Ida`."""
    return _denial(language).search(text) is not None


@cache
def _denial(language: Language) -> re.Pattern[str]:
    keys = ("denies", "denies_after", "instead")
    said = [_any(key, tuple(dict.fromkeys((language, "en")))) for key in keys]
    return re.compile("|".join(filter(None, said)), re.IGNORECASE)


@cache
def _denies(key: str) -> re.Pattern[str]:
    return re.compile(_any(key), re.IGNORECASE)


@cache
def _begins() -> re.Pattern[str]:
    """Where what is denied before has an end: at a clause, or at words such as `but`."""
    return re.compile(rf"{_ENDS}|{_COMMA}|{_any('instead')}", re.IGNORECASE)


@cache
def _stops() -> re.Pattern[str]:
    return re.compile(rf"{_ENDS}|{_ANY_COMMA}|{_any('instead')}", re.IGNORECASE)


def _any(key: str, languages: tuple[Language, ...] = get_args(Language)) -> str:
    """Of all languages; in those with blanks they are whole words."""
    words = [table[key] for language in languages if key in (table := table_of(language)["wish"])]
    return "|".join(f"(?:{one})" if is_cjk(one) else rf"(?<!\w)(?:{one})(?!\w)" for one in words)
