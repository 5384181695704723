"""Does a sentence put something in the place of what the lines have there? Read by words, not understood.

Two details: what an item, row or clause says, told of another one of its form ("Grade 9 gets 7 %" of `Grade 9: 6 %` and
`Grade 11: 7 %`); and another thing in a sentence that is otherwise the same ("the sales team", "the support team").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from citeline.markup import plain_prose
from citeline.patterns import re
from citeline.text import is_cjk, terms

from .atoms import strip_citations
from .passage import Passage, is_document
from .said import Word, number_of, read_said, shown, vocabulary, words_in
from .statements import LEAST_BESIDE, clauses_of, is_thing, sentences_in, slots_of, tables_in

_PARTS: Final = re.compile(r"(?:[,;]\s+|\s+)(?:and|while|whereas)\s+|;\s+")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_COVERED: Final = 0.5
"""Share of a claim's words that two statements of one form must have for it to be about them."""
_MOST: Final = 12
"""Statements that are compared in pairs, those with most words of the claim."""
_LONGEST: Final = 60
_ALIKE: Final = 0.8
"""The same share where no number tells the statements apart."""


class _Side(NamedTuple):
    """Words of a statement where another one has others, and what of them is nowhere in that one."""

    words: Sequence[Word]
    tokens: frozenset[str]
    is_number: bool


_Sides: TypeAlias = "tuple[_Side, _Side]"


class _Statement(NamedTuple):
    """A row or a clause."""

    cells: tuple[tuple[Word, ...], ...]
    """Words of each cell; of a clause there is one."""
    table: int
    """Which table of the lines it is a row of; 0 for a clause."""


def find_mix_up(sentence: str, passage: Passage) -> str:
    """Why a sentence says of one thing what the lines say of another one of its form; empty where nothing tells."""
    if is_cjk(sentence) or not is_document(passage):
        return ""
    plain = plain_prose(strip_citations(sentence, passage.text))
    claim = read_said(plain)
    if claim.denies or claim.turned:
        return ""
    whole = _tokens(claim.words)
    stated, tokens = _statements(passage.text)
    near = sorted(range(len(stated)), key=lambda at: -len(whole & tokens[at]))[:_MOST]
    for one, other in combinations(near, 2):
        if not whole & tokens[one] - tokens[other] or not whole & tokens[other] - tokens[one]:
            continue
        differing = _differing((stated[one], tokens[one]), (stated[other], tokens[other]), whole)
        told = _crossed(plain, differing, tokens) if differing else None
        if told is not None:
            thing, right, wrong = map(shown, told)
            return f"in {passage.lines} “{right}” is said of “{thing}”, not “{wrong}”"
    return ""


def find_other_thing(sentence: str, passage: Passage) -> str:
    """Which word of the lines stands where a sentence has one that they do not have; empty where nothing tells."""
    if is_cjk(sentence) or not is_document(passage):
        return ""
    claim = words_in(plain_prose(strip_citations(sentence, passage.text)))
    around = f"{passage.text} {passage.scope} {passage.signature} {passage.path}"
    there = {*_tokens(words_in(plain_prose(around))), *terms(around)}
    for said in map(words_in, sentences_in(passage.text)):
        shared = {word.stem for word in claim} & {word.stem for word in said}
        if max(len(said), len(claim)) > _LONGEST or len(shared) < LEAST_BESIDE:
            continue
        for slot in slots_of(claim, said):
            here, stands = _tokens(slot.here), _tokens(slot.there)
            if not here or not stands or here & there or not is_thing(slot, claim):
                continue
            return f"“{shown(slot.there)}” stands in {passage.lines}, not “{shown(slot.here)}”"
    return ""


@lru_cache(maxsize=32)
def _statements(text: str) -> tuple[list[_Statement], list[frozenset[str]]]:
    """Rows below the heads of tables, then clauses; and the tokens of each."""
    found = [
        _Statement(tuple(words_in(cell) for cell in row), table)
        for table, rows in enumerate(tables_in(text), 1)
        for row in rows[1:]
    ]
    clauses = (words_in(clause) for sentence in sentences_in(text) for clause in clauses_of(sentence))
    found += [_Statement((words,), 0) for words in clauses if 1 < len(words) <= _LONGEST]
    return found, [_tokens(word for cell in statement.cells for word in cell) for statement in found]


def _differing(
    told: tuple[_Statement, frozenset[str]], beside: tuple[_Statement, frozenset[str]], claim: frozenset[str]
) -> list[_Sides]:
    """Where two statements of one form differ, if a claim is about them; empty where they are not of one form.

    Those are rows of one table, statements with numbers beside things, and such as differ in two words.
    """
    (one, mine), (other, theirs) = told, beside
    if one.table != other.table:
        return []
    if one.table:
        cells = zip(one.cells, other.cells, strict=False)  # one may have a bar too many
        found = [(_side(here, theirs), _side(there, mine)) for here, there in cells]
        found = [(here, there) for here, there in found if here.tokens and there.tokens]
        return found if len({here.is_number for here, _ in found}) > 1 else []
    if not mine & theirs or len(claim & (mine | theirs)) < _COVERED * len(claim):
        return []
    slots = slots_of(_measured(one.cells[0]), _measured(other.cells[0]))
    found = [(_side(slot.here, theirs), _side(slot.there, mine)) for slot in slots]
    found = [(here, there) for here, there in found if here.tokens and there.tokens]
    is_counted = any(here.is_number and there.is_number for here, there in found)
    is_alike = (
        len(found) == len(slots) == 2
        and all(len(side.tokens) == 1 for sides in found for side in sides)
        and len(claim & (mine | theirs)) >= _ALIKE * len(claim)
    )
    return found if len(found) > 1 and (is_counted or is_alike) else []


def _side(words: Sequence[Word], others: frozenset[str]) -> _Side:
    tokens = _tokens(words) - others
    return _Side(words, tokens, all(token[0].isdecimal() for token in tokens))


def _crossed(
    claim: str, differing: Sequence[_Sides], stated: Sequence[frozenset[str]]
) -> tuple[Sequence[Word], Sequence[Word], Sequence[Word]] | None:
    """The thing, what is said of it and what the claim says of it, where a part of the claim has it of the other thing.

    Each of its parts must be about one of the two things, or it is read as a whole.
    """
    parts = [_tokens(words_in(part)) for part in _PARTS.split(claim)]
    if any(sum(_which(part, sides) != 0 for sides in differing) < 2 for part in parts):
        parts = [_tokens(words_in(claim))]
    for part in parts:
        told = [(sides, which) for sides in differing if (which := _which(part, sides))]
        for (first, one), (second, other) in combinations(told, 2):
            said = first[one < 0].tokens, second[other < 0].tokens
            if one == other or any(all(tokens & words for tokens in said) for words in stated):
                continue
            if first[0].is_number and not second[0].is_number:
                first, second, one, other = second, first, other, one
            return first[one < 0].words, second[one < 0].words, second[other < 0].words
    return None


def _which(part: frozenset[str], sides: _Sides) -> int:
    """Whose words a part of a claim has: 1 for the first statement, -1 for the second, 0 for both or none."""
    has = [bool(side.tokens & part) for side in sides]
    return 0 if has[0] == has[1] else 1 if has[0] else -1


def _tokens(words: Iterable[Word]) -> frozenset[str]:
    return frozenset(word.stem for word in _measured(words) if word.is_content)


def _measured(words: Iterable[Word]) -> list[Word]:
    """Words, of which numbers are written alike, and one with its unit is one: `3 days`."""
    found: list[Word] = []
    for word in words:
        if found and found[-1].is_number and word.stem in vocabulary().units and " " not in found[-1].stem:
            number = found.pop()
            found.append(Word(f"{number.text} {word.text}", f"{number.stem} {word.stem}", is_content=True))
        elif _NUMBER.fullmatch(number_of(word)):
            found.append(Word(number_of(word), f"{float(number_of(word)):g}", is_content=True))
        else:
            found.append(word)
    return found
