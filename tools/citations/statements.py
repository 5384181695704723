"""Sentences, items and rows of a document, and what stands in the same place of two that are otherwise alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, NamedTuple

from citeline.markup import plain_prose
from citeline.patterns import re
from citeline.text import has_word

from .passage import BAR, blocks_of, without_fences
from .said import MARKS, Word, vocabulary, words_in

_BETWEEN: Final = re.compile(r"(?<=[.!?])[\"”’)*_`]*\s+(?=[\"“(*_`]*[A-Z\d])")
_CLAUSE: Final = re.compile(r";\s+|,\s+(?=(?:but|however|otherwise|while|whereas)\b)")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_RULE: Final = re.compile(r"[\s|:=-]+")
_ARTICLES: Final = frozenset(("a", "an", "the"))
_LONGEST: Final = 3
"""Words that stand in the place of others; more of them are another way to say it."""
LEAST_BESIDE: Final = 3
"""Words around others, of which a sentence is otherwise the same."""


class Slot(NamedTuple):
    """Words of one sentence, and those of another one between the same neighbours."""

    here: tuple[Word, ...]
    there: tuple[Word, ...]
    before: tuple[Word, ...]
    """What both have right before, without articles; empty where the slot is at the beginning of either."""
    behind: tuple[Word, ...]


@lru_cache(maxsize=32)  # several claims cite the same lines, and three checks read them
def sentences_in(text: str) -> tuple[str, ...]:
    """Those of paragraphs, items and headings; of code in fences and of tables none.

    Each item of a list that a denial leads in, `Guests can not:`, stands behind that.
    """
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[str]:
    denying = ""
    for block in blocks_of(without_fences(text), is_code=False):
        plain, item = " ".join(block.split()), _ITEM.match(block)
        if denying and item:
            yield plain_prose(f"{denying} {plain[len(item[0].strip()) :].strip()}")
            continue
        if plain:
            lead = plain_prose(_BETWEEN.split(plain)[-1])
            denies = lead.endswith(":") and any(word.text in vocabulary().denials for word in words_in(lead))
            denying = lead.rstrip(": ") if denies else ""
        if not plain.startswith("|"):
            yield from filter(has_word, _BETWEEN.split(plain_prose(plain)))


def tables_in(text: str) -> Iterator[list[list[str]]]:
    """Cells of each row of each table between bars."""
    table: list[list[str]] = []
    for line in (*without_fences(text).split("\n"), ""):
        row = line.strip()
        if row.startswith("|"):
            if not _RULE.fullmatch(row):
                table.append([plain_prose(cell).strip() for cell in BAR.split(row.strip("|"))])
        elif table:
            yield table
            table = []


def clauses_of(sentence: str) -> list[str]:
    """The parts of a sentence that say something each, in order; the sentence where it has only one."""
    return [part for part in _CLAUSE.split(sentence) if has_word(part)]


def slots_of(words: Sequence[Word], others: Sequence[Word]) -> list[Slot]:
    """Where two sentences have other words at the same place, a few on both sides; articles aside."""
    mine, theirs = ([word for word in side if word.text not in _ARTICLES] for side in (words, others))
    matched = SequenceMatcher(None, [_same(word) for word in mine], [_same(word) for word in theirs], autojunk=False)
    operations = matched.get_opcodes()
    found: list[Slot] = []
    for at, (kind, start, end, first, last) in enumerate(operations):
        if kind != "replace" or end - start > _LONGEST or last - first > _LONGEST:
            continue
        before = mine[slice(*operations[at - 1][1:3])] if at and operations[at - 1][0] == "equal" else ()
        behind = mine[slice(*operations[at + 1][1:3])] if at + 1 < len(operations) else ()
        found.append(Slot(tuple(mine[start:end]), tuple(theirs[first:last]), tuple(before), tuple(behind)))
    return found


def is_thing(slot: Slot, claim: Sequence[Word]) -> bool:
    """Whether a slot has things, behind an article or a preposition, in sentences that are otherwise the same."""
    if len(slot.before) + len(slot.behind) < LEAST_BESIDE or not slot.before or not slot.behind:
        return False
    if any(word.text in MARKS for word in (*slot.here, *slot.there)):
        return False
    at = next(at for at, word in enumerate(claim) if word is slot.here[0])
    return at > 0 and claim[at - 1].text in vocabulary().determining


def _same(word: Word) -> str:
    return word.text if word.text in MARKS else word.stem
