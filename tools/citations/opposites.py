"""Does a sentence of a document say the opposite of a sentence about it? Read by words, not understood.

Three details are compared where a sentence of the lines says nearly all that is claimed: what is denied, words that are
opposites (`before`, `after`), and units of the same number. What may be turned round in another way, by a condition, an
exception or a word such as `without`, says nothing. The words are in `opposites.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import isclose
from typing import Final

from citeline.markup import plain_prose
from citeline.text import CJK_RUN, has_word, stem

from .atoms import strip_citations
from .blocks import blocks_of, is_document, without_fences
from .passage import Passage
from .said import Opposites, Phrases, Quantity, Said, Word, quantities_in, read_said, vocabulary, words_in

_BETWEEN: Final = re.compile(r"(?<=[.!?])[\"”’)*_`]*\s+(?=[\"“(*_`]*[A-Z\d])")
_ENDS: Final = frozenset(";:().!?—")
_COVERED: Final = 0.6
"""Share of the words of a claim that a sentence must have to be about the same thing."""
_LEAST: Final = 3
"""Words they must share, where the claim has so many."""
_NEAR: Final = 2
_LOOKED_AT: Final = 4
_ROUNDED: Final = 0.02
_LONGEST: Final = 120
"""Words of a sentence; a longer one says too much to be compared."""


def find_contradiction(sentence: str, passage: Passage) -> str:
    """Why the lines say otherwise, in words; empty where nothing tells."""
    if CJK_RUN.search(sentence):
        return ""
    if not is_document(passage):
        return ""
    claim = read_said(strip_citations(sentence, passage.text))
    about = [said for said in map(read_said, _sentences(passage.text)) if _is_about(claim, said)]
    if not about or len(claim.words) > _LONGEST:
        return ""
    return (
        _other_unit(claim, about, passage)
        or _denied_otherwise(claim, about, passage)
        or _opposite(claim, about, passage)
    )


def lacks_unit(number: str, sentence: str, text: str) -> bool:
    """Whether a text has a number that a sentence has with a unit, but not of that; of per cent, not of any number."""
    claimed = [one for one in quantities_in(words_in(sentence)) if one.number == number and one.unit]
    if not claimed:
        return False
    words = words_in(text)
    if claimed[0].measured == "share":
        return not any(vocabulary().units.get(word.stem, ("",))[0] == "share" for word in words)
    return _unit_instead(claimed[0], words) is not None


def _sentences(text: str) -> Iterator[str]:
    """Those of paragraphs, items and headings; of code in fences and of tables none."""
    for block in blocks_of(without_fences(text), is_code=False):
        if not block.lstrip().startswith("|"):
            yield from filter(has_word, _BETWEEN.split(plain_prose(" ".join(block.split()))))


def _is_about(claim: Said, said: Said) -> bool:
    shared = claim.content & (said.content | said.undone)
    return (
        len(said.words) <= _LONGEST
        and said.words[-1].text != "?"
        and len(shared) >= min(_LEAST, len(claim.content))
        and len(shared) >= max(2, _COVERED * len(claim.content))
    )


def _denied_otherwise(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why a word is denied in one of two sentences and not in the other one.

    Where both deny something, each may say the same in its own way.
    """
    for one in about:
        said, other = (claim, one) if claim.denies else (one, claim)
        if other.denies or other.turned - said.turned or (said.turned - other.turned) & vocabulary().exceptions:
            continue
        if _sides_in(said) - _sides_in(other) or any(True for _ in _differing(claim, one)):
            continue  # what is not under 5 may be over 5
        for at, word in enumerate(claim.words):
            if word.stem not in said.denies or word.stem not in other.content:
                continue
            if word.stem in other.supposed or not _is_about_same(claim.words, at, one):
                continue
            if word.stem in said.duties and not any(duty.text in vocabulary().obliging for duty in other.words):
                continue
            if said is claim and not any(word.stem in lines.denies | lines.undone for lines in about):
                return f"“{word.text}” is not denied in {passage.lines}"
            if said is one and all(word.stem in lines.denies for lines in about if word.stem in lines.content):
                return f"“{word.text}” is denied in {passage.lines}"
    return ""


def _is_about_same(words: Sequence[Word], at: int, said: Said) -> bool:
    """Whether the words behind one, or the one before it where none are, stand in another sentence too."""
    beside = list(_content_from(words[at + 1 :]))[:_NEAR] or list(_content_from(words[:at][::-1]))[:1]
    return all(word in said.content | said.undone for word in beside)


def _opposite(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why a word of the lines is the opposite of one of the claim, and about the same thing."""
    if claim.denies:
        return ""
    for said in about:
        if claim.turned - said.turned - _in_opposites() or (said.turned - claim.turned) & vocabulary().exceptions:
            continue
        for row, mine, others in _differing(claim, said):
            if any(_places(one.words, phrase) for one in about for phrase in mine):
                continue
            here = [place for phrase in mine for place in _places(claim.words, phrase)]
            there = [place for phrase in others for place in _places(said.words, phrase)]
            for (start, end), (at, to) in product(here, there):
                shared = _around(claim.words, start, end, row.about) & _around(said.words, at, to, row.about)
                if shared and not _is_denied_at(said.words, at):
                    found, claimed = _shown(said.words[at:to]), _shown(claim.words[start:end])
                    return f"“{found}” stands in {passage.lines}, not “{claimed}”"
    return ""


def _sides_in(said: Said) -> frozenset[tuple[int, int]]:
    """Sides of bounds of which a sentence has a word."""
    return frozenset(
        (number, at)
        for number, row in enumerate(vocabulary().opposites)
        if row.is_bound
        for at, side in enumerate(row.sides)
        if any(_places(said.words, phrase) for phrase in side)
    )


def _differing(claim: Said, said: Said) -> Iterator[tuple[Opposites, Phrases, Phrases]]:
    """Rows of which two sentences have different sides, with the claimed one and the others."""
    for row in vocabulary().opposites:
        of_claim, of_said = (
            [any(_places(one.words, phrase) for phrase in side) for side in row.sides] for one in (claim, said)
        )
        if sum(of_claim) == 1 and any(of_said) and not of_said[of_claim.index(True)]:
            mine = row.sides[of_claim.index(True)]
            yield row, mine, tuple(phrase for side in row.sides if side is not mine for phrase in side)


@cache
def _in_opposites() -> frozenset[str]:
    return frozenset(
        word.stem for row in vocabulary().opposites for side in row.sides for phrase in side for word in phrase
    )


def _shown(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _places(words: Sequence[Word], phrase: Sequence[Word]) -> list[tuple[int, int]]:
    size = len(phrase)
    return [
        (at, at + size)
        for at in range(len(words) - size + 1)
        if all(_is_form_of(word, part) for word, part in zip(words[at : at + size], phrase, strict=True))
    ]


def _is_form_of(word: Word, other: Word) -> bool:
    """Whether words are the same but for their ending; `month` is no form of `monthly`, and any number one of `#`."""
    if other.text == "#":
        return word.is_number
    return word.text == other.text or (word.stem == other.stem and word.is_adverb is other.is_adverb)


def _around(words: Sequence[Word], start: int, end: int, about: str) -> frozenset[str]:
    """Stems of the words that an opposite is about."""
    if about == "than":
        than = next((at for at in range(end, len(words)) if words[at].text == "than"), None)
        if than is None or any(word.text in _ENDS for word in words[end:than]):
            return frozenset()
        end = than + 1
    end -= words[end - 1].is_number  # the number is what they are about
    behind = list(_content_from(words[end:]))[:_NEAR]
    before = list(_content_from(words[:start][::-1]))[:_NEAR] if about == "near" else []
    return frozenset((*behind, *before))


def _content_from(words: Sequence[Word]) -> Iterator[str]:
    for word in words:
        if word.text in _ENDS:
            return
        if word.is_content:
            yield word.stem


def _is_denied_at(words: Sequence[Word], at: int) -> bool:
    before = [word.text for word in words[max(0, at - _LOOKED_AT) : at]]
    return any(text in vocabulary().denials for text in before)


def _other_unit(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why a number of the claim has another unit in the lines, wherever it stands there."""
    words = words_in(f"{passage.text} {passage.scope}")
    for one in quantities_in(claim.words):
        other = _unit_instead(one, words) if one.unit else None
        if other is not None and any(other in quantities_in(said.words) for said in about):
            return f"“{other.number} {other.unit}” stands in {passage.lines}, not “{one.number} {one.unit}”"
    return ""


def _unit_instead(claimed: Quantity, words: Sequence[Word]) -> Quantity | None:
    """The same number with the other unit that it has in the words; None where it has the claimed one, or may have."""
    there = list(quantities_in(words))
    same = [other for other in there if other.number == claimed.number]
    known = [other for other in same if other.unit]
    if not known or any(other.measured != claimed.measured for other in known):
        return None
    if len(known) < len(same) and any(word.stem == stem(claimed.unit) for word in words):
        return None  # the unit may stand somewhere else, in the head of a column
    amounts = [other.amount for other in there if other.measured == claimed.measured]
    return None if any(isclose(claimed.amount, amount, rel_tol=_ROUNDED) for amount in amounts) else known[0]
