"""Does a clause of a document deny a sentence about it, in a language other than English? Read by its words, in order.

A clause that has nearly all words of a sentence in the same order is compared with it: one has a denial where the other
has none, or a word of the other side of a row of opposites. The words are in `denials.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import Any, Final

from citeline.markup import plain_prose
from citeline.text import is_cjk

from ..question.vocabulary.language import Language, language_of
from .atoms import strip_citations
from .blocks import is_document
from .passage import Passage
from .statements import sentences_in

_COVERED: Final = 0.75
"""Share of the words of a sentence that a clause must have in the same order to say the same otherwise."""
_LEAST: Final = 3
"""Words that they must share; of Chinese and Japanese, twice as many characters."""
_BESIDE: Final = 2
"""Words beside a denial that only one of the two has."""
_LONGEST: Final = 120
_SENTENCE: Final = re.compile(r"[^。！？!?\n]+?(?:[。！!\n]|(?<=\w)\.(?=\s|$)|(?P<asks>[？?])|$)")
_CLAUSE: Final = re.compile(r"[，,；;：:（）()]+|\s[–—-]\s")
_WORD: Final = r"\d+(?:[.,]\d+)*|[^\W\d_]\w*"
_CHARACTER: Final = r"\d+(?:\.\d+)*|[A-Za-z_][A-Za-z0-9_]*|[^\W_]"


@dataclass(frozen=True, slots=True)
class _Table:
    """The words of a language."""

    pattern: re.Pattern[str]
    """A word of the table, or any other; of Chinese and Japanese, a character."""
    denials: frozenset[str]
    conditions: frozenset[str]
    relatives: frozenset[str]
    exceptions: frozenset[str]
    passed: frozenset[str]
    is_behind: bool
    """Whether a denial stands behind what it denies."""
    rows: dict[str, tuple[int, int]]
    """Word to its row of opposites, and the side of it that it stands on."""


def find_denial(sentence: str, passage: Passage) -> str:
    """Why a clause of the lines says the opposite, in words; empty where none does, and for English."""
    if not is_document(passage):
        return ""
    plain = plain_prose(strip_citations(sentence, passage.text))
    language = language_of(plain)
    if language == "en":
        return ""
    table, least = _table(language), _LEAST * (2 if is_cjk(plain) else 1)
    told = [clause for one in sentences_in(passage.text) for clause in _clauses(one, table)]
    for claim in _clauses(plain, table):
        found = [_told_otherwise(claim, clause, table, least) for clause in told]
        why = next(filter(None, found), "")
        if why and "" not in found:
            return why.format(lines=passage.lines)
    return ""


def _clauses(text: str, table: _Table) -> Iterator[list[str]]:
    """Words of each clause, one under a condition or with an exception together with that."""
    for sentence in _SENTENCE.finditer(text):
        if sentence["asks"]:
            continue
        clauses = [words for part in _CLAUSE.split(sentence[0]) if (words := table.pattern.findall(part.lower()))]
        at = 0
        while at < len(clauses):
            words, at = list(clauses[at]), at + 1
            if words[0] in table.conditions and at < len(clauses):
                words, at = words + clauses[at], at + 1
            while at < len(clauses) and (
                clauses[at][0] in table.relatives or table.exceptions.intersection(clauses[at])
            ):
                words, at = words + clauses[at], at + 1
            if len(words) <= _LONGEST:
                yield words


def _told_otherwise(claim: Sequence[str], clause: Sequence[str], table: _Table, least: int) -> str | None:
    """Why a clause that says nearly the same says the opposite, empty where it says the same; None for another one."""
    operations = SequenceMatcher(None, claim, clause, autojunk=False).get_opcodes()
    light = table.denials | table.passed
    weighed = sum(word not in light for word in claim)
    shared = sum(word not in light for kind, at, to, _, _ in operations if kind == "equal" for word in claim[at:to])
    if shared < max(least, _COVERED * weighed):
        return None
    turning = table.conditions | table.exceptions
    if turning.intersection(claim) ^ turning.intersection(clause):
        return None
    first, last = (next(op for op in ops if op[0] == "equal") for ops in (operations, operations[::-1]))
    why, turns = "", 0
    for kind, start, end, at, to in operations:
        if kind == "equal" or to < first[3] or at > last[4]:
            continue
        mine, theirs = claim[start:end], clause[at:to]
        said, stands = (any(word in table.denials for word in side) for side in (mine, theirs))
        contents = [[word for word in side if word not in table.passed | table.denials] for side in (mine, theirs)]
        row = _row_between(mine, theirs, table)
        if row is not None:
            turns, why = (
                turns + 1,
                f"“{_of_row(theirs, row, table)}”, not “{_of_row(mine, row, table)}”, stands in {{lines}}",
            )
        elif all(contents):
            return None  # of another thing the opposite may be so
        if said == stands:
            continue
        if max(map(len, contents)) > _BESIDE or not _is_beside(mine if said else theirs, table):
            return None
        denial = next(word for word in (mine if said else theirs) if word in table.denials)
        place = "does not stand in {lines}" if said else "stands in {lines}, and not in the sentence"
        turns, why = turns + 1, f"“{denial}” {place}"
    return why if turns == 1 else ""


def _is_beside(words: Sequence[str], table: _Table) -> bool:
    """Whether a denial reaches what both have beside it, and not a word of its own clause alone."""
    words = words[::-1] if table.is_behind else words
    at = max(at for at, word in enumerate(words) if word in table.denials)
    return all(word in table.passed for word in words[at + 1 :])


def _row_between(mine: Sequence[str], theirs: Sequence[str], table: _Table) -> int | None:
    """The row of opposites of which both have another side."""
    here, there = (dict(table.rows[word] for word in side if word in table.rows) for side in (mine, theirs))
    return next((row for row, side in here.items() if there.get(row, side) != side), None)


def _of_row(words: Sequence[str], row: int, table: _Table) -> str:
    return next(word for word in words if table.rows.get(word, (-1, 0))[0] == row)


@cache
def _table(language: Language) -> _Table:
    read: dict[str, Any] = tomllib.loads(files("citeline.tools.citations").joinpath("denials.toml").read_text("utf-8"))[
        language
    ]
    denials, conditions, relatives, exceptions, passed = (
        frozenset(read[key].split()) for key in ("denials", "conditions", "relatives", "exceptions", "passed")
    )
    rows = {
        word: (number, side)
        for number, row in enumerate(read["opposites"])
        for side, words in enumerate(row)
        for word in words.split()
    }
    kept = read["kept"] if isinstance(read["kept"], list) else read["kept"].split()
    known = sorted({*kept, *denials, *conditions, *exceptions, *rows, *passed}, key=len, reverse=True)
    listed = "|".join(map(re.escape, known))
    if language in ("zh", "ja"):
        return _Table(
            re.compile(f"{listed}|{_CHARACTER}"),
            denials,
            conditions,
            relatives,
            exceptions,
            passed,
            language == "ja",
            rows,
        )
    return _Table(
        re.compile(rf"\b(?:{listed})\b|{_WORD}"),
        denials,
        conditions,
        relatives,
        exceptions,
        passed,
        language == "ja",
        rows,
    )
