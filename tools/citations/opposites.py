"""Does a sentence of a document say the opposite of a sentence about it? Read by words, not understood.

Three details are compared where a sentence of the lines says nearly all that is claimed: what is denied, words that are
opposites (`before`, `after`), and units of the same number. What may be turned round in another way, by a condition, an
exception or a word such as `without`, says nothing. The words are in `opposites.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product, takewhile
from math import isclose
from typing import Final

from citeline.markup import plain_prose
from citeline.text import is_cjk, stem

from ..question.vocabulary.language import language_of
from .atoms import strip_citations
from .passage import Passage, is_document
from .said import (
    UNREAD,
    Place,
    Quantity,
    Said,
    Side,
    Word,
    number_of,
    quantities_in,
    read_said,
    shown,
    vocabulary,
    words_in,
)
from .statements import clauses_of, sentences_in, slots_of
from .values import is_rounded

_ENDS: Final = frozenset(";:().!?—")
_COVERED: Final = 0.6
"""Share of the words of a claim that a sentence must have to be about the same thing."""
_LEFT_OUT: Final = 0.2
"""Share of them that it may lack where a condition tells the two apart."""
_OF_ANY: Final = frozenset(("no", "whether"))
"""A denial of any word behind it, and both cases at once."""
_LEAST: Final = 3
"""Words they must share, where the claim has so many."""
_NEAR: Final = 2
_LOOKED_AT: Final = 4
_ROUNDED: Final = 0.02
_LONGEST: Final = 120
"""Words of a sentence; a longer one says too much to be compared."""


def find_contradiction(sentence: str, passage: Passage) -> str:
    """Why the lines say otherwise, in words; empty where nothing tells."""
    if is_cjk(sentence) or not is_document(passage):
        return ""
    plain = plain_prose(strip_citations(sentence, passage.text))
    if language_of(plain) != "en":
        return ""
    claim = read_said(plain)
    near = [sentence for sentence in sentences_in(passage.text) if _is_about(claim, read_said(sentence))]
    about = list(map(read_said, near))
    if not about or len(claim.words) > _LONGEST:
        return ""
    clauses = [said for sentence in near for said in _clauses(claim, sentence)]
    return (
        _other_unit(claim, about, passage)
        or _other_number(claim, about, passage)
        or _denied_otherwise(claim, [said for said in clauses if _is_about(claim, said)], passage)
        or _supposed_otherwise(claim, about, passage)
        or _opposite(claim, clauses, passage)
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


def absent_quantities(sentence: str, text: str) -> list[str]:
    """Quantities whose number a sentence has in letters, `two hours`, of which a text has others only."""
    claimed, there = words_in(sentence), [one for one in quantities_in(words_in(text)) if one.unit]
    spelled = {number for number in (vocabulary().numbers.get(word.text) for word in claimed) if number}
    return [
        f"“{one.number} {one.unit}”"
        for one in quantities_in(claimed)
        if one.unit
        and one.number in spelled - {"1"}  # "one day" is also some day
        and any(other.measured == one.measured for other in there)
        and not any(is_as_much(one, other) for other in there)
    ]


def _is_about(claim: Said, said: Said) -> bool:
    shared = claim.content & (said.content | said.undone)
    return (
        len(said.words) <= _LONGEST
        and said.words[-1].text != "?"
        and len(shared) >= min(_LEAST, len(claim.content))
        and len(shared) >= max(2, _COVERED * len(claim.content))
    )


def _clauses(claim: Said, sentence: str) -> list[Said]:
    """The clauses of a sentence, where one of them has all that it shares with the claim; else the sentence."""
    whole, clauses = read_said(sentence), list(map(read_said, clauses_of(sentence)))
    shared = claim.content & whole.content
    return clauses if any(shared <= clause.content for clause in clauses) else [whole]


def _denied_otherwise(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why a word is denied in one of two clauses and not in the other one.

    Where both deny something, each may say the same in its own way.
    """
    for one in about:
        said, other = (claim, one) if claim.denies else (one, claim)
        if other.denies or other.turned - said.turned or (said.turned - other.turned) & vocabulary().exceptions:
            continue
        if _bounds_in(said) - _bounds_in(other) or any(True for _ in _differing(claim, one)):
            continue  # what is not under 5 may be over 5
        if UNREAD in said.turned:
            continue
        for at, word in enumerate(claim.words):
            if word.stem not in said.denies or word.stem not in other.content:
                continue
            if word.stem in other.supposed or not _is_about_same(claim.words, at, one):
                continue
            if [one.stem for one in said.words].count(word.stem) > 1:
                continue  # "VAT is included; no VAT is added" says both
            if _is_denied_in_part(said, word.stem, other):
                continue
            if word.stem in said.duties and not any(duty.text in vocabulary().obliging for duty in other.words):
                continue
            if said is claim and not any(word.stem in lines.denies | lines.undone for lines in about):
                return f"“{word.text}” is not denied in {passage.lines}"
            if said is one and all(word.stem in lines.denies for lines in about if word.stem in lines.content):
                return f"“{word.text}” is denied in {passage.lines}"
    return ""


def _is_denied_in_part(denying: Said, denied: str, other: Said) -> bool:
    """Whether a denial is one of how often or in which part something is so: "will not be called twice"."""
    at = next(place for place, word in enumerate(denying.words) if word.stem == denied)
    behind = takewhile(lambda word: word.text not in _ENDS, denying.words[at + 1 :])
    told = {word.text for word in other.words}
    return any(word.text in vocabulary().limiting and word.text not in told for word in behind)


def _supposed_otherwise(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why the lines say it for the case that a condition of the claim does not hold, or the other way round."""
    for one in about:
        if claim.denies or one.denies or (claim.turned ^ one.turned) - {"not"}:
            continue
        if bool(claim.refused) == bool(one.refused):
            continue  # each denies in its own way, or neither does
        if any(word.text in _OF_ANY for word in (*claim.words, *one.words)):
            continue
        for at, word in enumerate(claim.words):
            is_denied = word.stem in claim.refused
            if word.stem not in claim.supposed & one.supposed or is_denied == (word.stem in one.refused):
                continue
            if len(claim.content - one.content) > _LEFT_OUT * len(claim.content) or not _is_about_same(
                claim.words[:at], at, one
            ):
                continue
            if any(word.stem in lines.supposed and is_denied == (word.stem in lines.refused) for lines in about):
                continue
            return f"“{word.text}” is {'not ' if is_denied else ''}denied in {passage.lines}"
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
        if not _is_about(claim, said):
            continue
        if claim.turned - said.turned - _in_opposites() or (said.turned - claim.turned) & vocabulary().exceptions:
            continue
        differing = list(_differing(claim, said))
        if len(differing) != 1 or _is_turned_twice(claim, said, differing[0][0]):
            continue
        number, _ = differing[0]
        if any(differing[0] in other.sides and not any(_differing(claim, other)) for other in about):
            continue
        if _is_of_other(claim, said, number):
            continue
        row = vocabulary().opposites[number]
        here, there = (chain.from_iterable(_of_row(one, number).values()) for one in (claim, said))
        for (start, end), (at, to) in product(here, there):
            if row.about == "than" and _are_exchanged(claim.words, start, said.words, at):
                continue
            claimed, found = _around(claim.words, start, end, row.about), _around(said.words, at, to, row.about)
            if claimed <= said.content and claimed & found and not _is_denied_at(said.words, at):
                return f"“{shown(said.words[at:to])}” stands in {passage.lines}, not “{shown(claim.words[start:end])}”"
    return ""


def _is_of_other(claim: Said, said: Said, number: int) -> bool:
    """Whether another thing stands beside an opposite: the form before, the receipt after the visit."""
    row = {word.stem for side in vocabulary().opposites[number].sides for phrase in side for word in phrase}
    for slot in slots_of(claim.words, said.words):
        is_beside = all(any(word.is_content and word.stem not in row for word in side) for side in slot[:2])
        has_opposite = any(word.stem in row for side in slot[:2] for word in side)
        if is_beside and (has_opposite or (slot.before and slot.behind)):
            return True
    return False


def _differing(claim: Said, said: Said) -> Iterator[Side]:
    """Sides that a claim has, one of a row, where the sentence has others of it only."""
    for number, side in claim.sides:
        there = _of_row(said, number)
        if there and side not in there and len(_of_row(claim, number)) == 1:
            yield number, side


def _of_row(said: Said, number: int) -> dict[int, tuple[Place, ...]]:
    """Sides of a row that a sentence has, with where."""
    return {side: places for (row, side), places in said.sides.items() if row == number}


def _is_turned_twice(claim: Said, said: Said, number: int) -> bool:
    """Whether more tells them apart than a row of opposites: what is rejected above a bound is accepted below it."""
    bounds = {bound for bound in _bounds_in(claim) ^ _bounds_in(said) if bound[0] != number}
    return bool(bounds or (said.denies | said.undone) & claim.content or claim.undone & said.content)


def _are_exchanged(words: Sequence[Word], start: int, others: Sequence[Word], at: int) -> bool:
    """Whether what one sentence has behind `than` is what the other one compares with it."""
    (mine, behind), (other, beyond) = _compared(words, start), _compared(others, at)
    return bool((behind - mine) & (other - beyond) or (beyond - other) & (mine - behind))


def _compared(words: Sequence[Word], start: int) -> tuple[set[str], set[str]]:
    """Stems before a comparison, and behind its `than`."""
    than = next((at for at in range(start, len(words)) if words[at].text == "than"), len(words))
    return set(_content_from(words[:start][::-1])), set(_content_from(words[than + 1 :]))


def _bounds_in(said: Said) -> frozenset[Side]:
    """Its sides of bounds and of comparisons."""
    rows = vocabulary().opposites
    return frozenset(side for side in said.sides if rows[side[0]].is_bound or rows[side[0]].about == "than")


@cache
def _in_opposites() -> frozenset[str]:
    return frozenset(
        word.stem for row in vocabulary().opposites for side in row.sides for phrase in side for word in phrase
    )


def _around(words: Sequence[Word], start: int, end: int, about: str) -> frozenset[str]:
    """Stems of the words that an opposite is about."""
    if about == "than":
        than = next((at for at in range(end, len(words)) if words[at].text == "than"), None)
        if than is None or any(word.text in _ENDS for word in words[end:than]):
            return frozenset()
        end = than + 1
    end -= words[end - 1].is_number  # the number is what they are about
    behind = list(_content_from(words[end:]))[:_NEAR]
    before = list(_content_from(words[:start][::-1]))[:_NEAR] if about != "right" else []
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


def _other_number(claim: Said, about: Sequence[Said], passage: Passage) -> str:
    """Why a quantity of the claim has another number in a sentence that is otherwise the same; empty where any line may
    have it, and of bounds, rounded numbers and denials.
    """
    if claim.denies or {"not", UNREAD} & claim.turned or not _is_exact(claim):
        return ""
    claimed = [one for one in quantities_in(claim.words) if one.unit]
    there = [one for one in quantities_in(words_in(f"{passage.text} {passage.scope}")) if one.unit]
    for one in claimed:
        if [other.measured for other in claimed].count(one.measured) > 1 or any(is_as_much(one, it) for it in there):
            continue
        rest = [word for word in claim.words if word.is_content and number_of(word) not in (one.number, one.unit)]
        for said in about:
            if said.denies or {"not", UNREAD} & said.turned or not _is_exact(said):
                continue
            found = [other for other in quantities_in(said.words) if other.measured == one.measured]
            lacking = [word for word in rest if word.stem not in said.content]
            is_same = len(lacking) <= _LEFT_OUT * len(rest) and not any(word.is_number for word in lacking)
            if (
                is_same
                and len(found) == 1
                and found[0].size == one.size
                and not is_rounded(one.number, found[0].number)
            ):
                return f"“{found[0].number} {found[0].unit}” stands in {passage.lines}, not “{one.number} {one.unit}”"
    return ""


def _is_exact(said: Said) -> bool:
    """Whether no word makes a bound of its numbers, or says that they are rounded."""
    return not _bounds_in(said) and vocabulary().loose.isdisjoint(word.text for word in said.words)


def is_as_much(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are alike, in whatever units, or have one number."""
    is_close = one.measured == other.measured and isclose(one.amount, other.amount, rel_tol=_ROUNDED)
    return is_close or one.number == other.number


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
