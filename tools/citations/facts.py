"""Typed facts that a sentence states: who raises, returns, calls, inherits, defaults to or is defined where.

Subject and object by name. The ways of saying it are in `phrasings.toml`, what lines say about it in `typed/check.py`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias, cast

Relation: TypeAlias = Literal["defined_in", "calls", "inherits", "default", "raises", "returns"]

_HINT: Final = re.compile(
    r"\b(?:call|invok|delegat|inherit|exten|implement|includ|embed|subclass|base|parent|super|child|deriv|rais|throw"
    r"|return|default|defin|declar|liv|resid|sit|located|is an? "
    r"|ruft |erbt |bindet |ist eine? |llama |hereda |incluye |es una? )|[\u4e00-\u9fff]",
    re.IGNORECASE,
)
"""Most sentences state no fact: they need not meet all the patterns."""
_START: Final = r"(?:^|(?<=[,;:(] )|(?<=\band ))"
_GROUPS: Final = ("subject", "object", "place")
_END: Final = re.compile(r"[\s.:;。：]*$")
_LONGEST: Final = 400
"""Characters of a sentence; a longer one is no single claim."""
_LONGEST_QUOTED: Final = 4_000
_NAMED: Final = (("s", "subject"), ("o", "object"), ("v", "object"), ("p", "place"))
_BRACED: Final = re.compile(r"\{[a-z_]+\}")
_QUOTED: Final = re.compile('[“「"]|`[^`]*\\s[^`]*`')
_QUOTATION: Final = (
    r"(?:“(?P<q1>[^”]+)”|「(?P<q2>[^」]+)」|\"(?P<q3>[^\"\n]+)\"|« ?(?P<q4>[^»]+?) ?»|`(?P<q5>[^`\n]*\s[^`\n]*)`)"
)
_QUOTATIONS: Final = ("q1", "q2", "q3", "q4", "q5")


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation, object, as a sentence states them."""

    relation: Relation
    subject: str
    object: str
    place: str = ""
    """Of a default: the function or type whose parameter the subject is, where that is said."""
    whole: bool = True
    """Whether the sentence says nothing else."""


def read_fact(sentence: str) -> Fact | None:
    """The fact that a one-clause sentence states; None when it states none that we know, or says more."""
    return next((fact for fact in read_facts(sentence) if fact.whole), None)


def read_facts(sentence: str) -> Iterator[Fact]:
    """Every reading of a sentence, or of a clause in it, as a fact."""
    text = sentence.replace("**", "").strip()
    if len(text) > _LONGEST or not _HINT.search(text):
        return
    for relation, pattern in _phrasings()[0]:
        found = pattern.search(text)
        if found:
            named = {key: value for key, value in found.groupdict().items() if value}
            subject, object_, place = (named.get(key) or named.get(f"{key}_bare", "") for key in _GROUPS)
            whole = found.start() == 0 and _END.match(text, found.end()) is not None
            yield Fact(relation, subject, object_, place, whole)


def read_attributed(sentence: str) -> tuple[str, str] | None:
    """Subject, empty where none is named, and quotation of a sentence that says nothing but who says it."""
    text = sentence.replace("**", "").strip().rstrip(" .")
    if len(text) > _LONGEST_QUOTED or not _QUOTED.search(text):
        return None
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _phrasings()[1])), None)
    if found is None:
        return None
    named = found.groupdict()
    return named.get("subject") or named.get("subject_bare") or "", next(filter(None, map(named.get, _QUOTATIONS)), "")


@cache
def _phrasings() -> tuple[tuple[tuple[Relation, re.Pattern[str]], ...], tuple[re.Pattern[str], ...]]:
    """Facts, and attributions. Compiled on first use: it takes longer than all else that a command imports of ours."""
    told = tomllib.loads(files(__package__).joinpath("phrasings.toml").read_text("utf-8"))
    words = {f"{{{name}}}": text for name, text in told["words"].items()}
    names = {f"{{{key}}}": _noun(group, literal=key == "v") for key, group in _NAMED}
    every = {**words, **names, "{q}": _QUOTATION}

    def compiled(phrasing: str) -> str:
        while (filled := _BRACED.sub(lambda found: every.get(found[0], found[0]), phrasing)) != phrasing:
            phrasing = filled
        return phrasing

    facts = tuple(
        (cast("Relation", relation), re.compile(rf"{_START}{compiled(clause)}(?![\w`])", re.IGNORECASE))
        for relation, clauses in told["facts"].items()
        for clause in clauses
    )
    return facts, tuple(re.compile(compiled(clause), re.IGNORECASE) for clause in told["quotations"]["attributed"])


def _noun(group: str, *, literal: bool) -> str:
    """A name and what may stand around it: ``the method `send()` ``, ``a `ValueError` exception``."""
    bare = "{shaped}|{literal}" if literal else "{shaped}"
    return (
        rf"(?:(?:the|an?|its|this) )?(?:{{kind}}(?: of type)? )?"
        rf"(?:`(?P<{group}>[^`]+?)(?:\(\))?`|(?P<{group}_bare>{bare})(?:\(\))?)(?:['’]s?(?= ))?(?: {{kind}})?"
    )
