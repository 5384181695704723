"""A sentence as words, with what it denies, supposes and measures. The words that tell are in `opposites.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import STOPWORDS, stem

from .atoms import ungrouped

_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d][\w'-]*|[%;:(),.!?—]")
_POINT: Final = re.compile(r"(?<![\w.)])\.(?=\d)")
"""Of `.5`."""
MARKS: Final = frozenset(";:(),.!?—")
UNREAD: Final = "not not"
"""Of what is turned: a denial behind another one, which may say that it is so, or one that ends a clause."""
_SCOPE: Final = {"no": 3}
"""Words that a denial reaches, where they are more than one."""
_CLOSE: Final = 2
_LOOKED_AT: Final = 4
"""Words, to the unit of a number or the relative pronoun of a denial."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or mark of a sentence."""

    text: str
    """In lower case."""
    stem: str
    is_content: bool

    @property
    def is_adverb(self) -> bool:
        """Whether it may be one, by its ending."""
        return self.text.endswith("ly")

    @property
    def is_number(self) -> bool:
        """Whether it is one in digits; `¹` of a footnote is none."""
        return self.text[0].isdecimal()


Place: TypeAlias = "tuple[int, int]"
"""The first of some words, and the one behind them."""
Side: TypeAlias = "tuple[int, int]"
"""Which row of the table of opposites, and which side of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence, with what it denies."""

    words: tuple[Word, ...]
    content: frozenset[str]
    denied: frozenset[str]
    duties: frozenset[str]
    """Denied by "does not have to": it may still be so."""
    undone: frozenset[str]
    """What a prefix denies: `limit` of `unlimited`."""
    supposed: frozenset[str]
    """Said under a condition only."""
    refused: frozenset[str]
    """Of these what a denial in the condition reaches."""
    turned: frozenset[str]
    """Words that turn it round in another way; a denial that cannot be read is one of them."""
    sides: Mapping[Side, tuple[Place, ...]]
    """Where words of the table of opposites stand."""

    @property
    def denies(self) -> frozenset[str]:
        """What a word of its own denies."""
        return self.denied | self.duties


Phrases: TypeAlias = "tuple[tuple[Word, ...], ...]"


@dataclass(frozen=True, slots=True)
class Opposites:
    """A row of the table: words of which one side says the opposite of the others."""

    about: Literal["right", "than", "near"]
    is_bound: bool
    """Whether what is denied of one side may be so of another one."""
    sides: tuple[Phrases, ...]
    """Phrases of each side."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of `opposites.toml`, which says what each of its sets is for."""

    denials: frozenset[str]
    softened: frozenset[str]
    refusing: frozenset[tuple[str, str]]
    """Stem of a verb and the preposition behind it."""
    permitting: frozenset[str]
    obligation: frozenset[str]
    obliging: frozenset[str]
    conditions: frozenset[str]
    relatives: frozenset[str]
    prepositions: frozenset[str]
    turning: frozenset[str]
    exceptions: frozenset[str]
    prefixes: tuple[str, ...]
    limiting: frozenset[str]
    light: frozenset[str]
    determining: frozenset[str]
    opposites: tuple[Opposites, ...]
    phrases: Mapping[str, tuple[tuple[Side, tuple[Word, ...]], ...]]
    """Those of the opposites by the stem of their first word."""
    units: Mapping[str, tuple[str, float]]
    """Stem of a unit to what it measures and how many of the smallest one it is."""
    numbers: Mapping[str, str]
    between: frozenset[str]
    loose: frozenset[str]
    contracted: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit."""

    number: str
    unit: str
    """As written; empty where there is none."""
    measured: str = ""
    size: float = 0.0

    @property
    def amount(self) -> float:
        """In the smallest unit."""
        return float(self.number) * self.size


def shown(words: Sequence[Word]) -> str:
    """As they are told."""
    return " ".join(word.text for word in words)


def number_of(word: Word) -> str:
    """The word in digits where it is a number in letters, else as it is."""
    return vocabulary().numbers.get(word.text, word.text)


def quantities_in(words: Sequence[Word]) -> Iterator[Quantity]:
    """Numbers with their units: `7-10 days` are 7 and 10 of them."""
    units = vocabulary().units
    for at, word in enumerate(words):
        number = number_of(word).replace(",", ".")
        if not number[0].isdecimal() or number.count(".") > 1:
            continue
        found = Quantity(number, "")
        reach = _LOOKED_AT if word.is_number else _CLOSE
        before = word
        for other in words[at + 1 : at + 1 + reach]:
            if other.stem in units:
                found = Quantity(number, other.text, *units[other.stem])
            is_other = other.is_number and before is not word and before.text not in vocabulary().between
            if is_other or other.stem in units or other.text in MARKS or (reach == _CLOSE and not other.is_content):
                break
            before = other
        yield found


@lru_cache(maxsize=512)
def read_said(sentence: str) -> Said:
    """The sentence with what it denies, as far as its words tell."""
    words = words_in(sentence)
    denied: set[str] = set()
    duties: set[str] = set()
    undone: set[str] = set()
    refused: set[str] = set()
    turned: set[str] = set()
    data = vocabulary()
    for at, word in enumerate(words):
        refused_at = _refuses(words, at)
        if word.text in data.denials or refused_at:
            reached, is_duty = _reach(words, refused_at or at)
            if reached and _is_conditional(words, at):
                refused.update(reached)
            is_last = at + 1 == len(words) or words[at + 1].text in MARKS
            if is_last or _is_denied_before(words, at):
                turned.add(UNREAD)
            if not reached or _is_conditional(words, at):
                turned.add("not")
            else:
                (duties if is_duty else denied).update(reached)
        elif word.text in data.turning or word.stem in data.turning:
            turned.add(word.stem)
        for prefix in data.prefixes:
            if word.text.startswith(prefix):
                undone.add(stem(word.text.removeprefix(prefix).removeprefix("-")))
    content = frozenset(word.stem for word in words if word.is_content)
    supposed = frozenset(_supposed(words))
    return Said(
        words,
        content,
        denied=frozenset(denied),
        duties=frozenset(duties),
        undone=frozenset(undone),
        supposed=supposed,
        refused=supposed & refused,
        turned=frozenset(turned),
        sides=_sides(words),
    )


def _sides(words: Sequence[Word]) -> Mapping[Side, tuple[Place, ...]]:
    """The longest phrases of the table, from left to right: `more than` is not read within `no more than`."""
    found: dict[Side, tuple[Place, ...]] = {}
    phrases = vocabulary().phrases
    end = 0
    for at, word in enumerate(words):
        if at < end or word.stem not in phrases:
            continue
        here = [(len(phrase), side) for side, phrase in phrases[word.stem] if _begins_with(words[at:], phrase)]
        size = max((length for length, _ in here), default=0)
        end = at + size
        for length, side in here:
            if length == size:
                found[side] = (*found.get(side, ()), (at, end))
    return found


def _begins_with(words: Sequence[Word], phrase: Sequence[Word]) -> bool:
    return len(words) >= len(phrase) and all(map(_is_form_of, words, phrase))


def _is_form_of(word: Word, other: Word) -> bool:
    """Whether words are the same but for their ending; `month` is no form of `monthly`, and any number one of `#`."""
    if other.text == "#":
        return word.is_number
    return word.text == other.text or (word.stem == other.stem and word.is_adverb is other.is_adverb)


def _supposed(words: Sequence[Word]) -> set[str]:
    """Words from one that opens a condition to the next mark."""
    found: set[str] = set()
    is_inside = False
    for word in words:
        is_inside = word.text not in MARKS and (is_inside or word.text in vocabulary().conditions)
        if is_inside:
            found.add(word.stem)
    return found


def _reach(words: Sequence[Word], at: int) -> tuple[list[str], bool]:
    """The words that a denial is about, and whether it only takes a duty away; none where that cannot be told."""
    data = vocabulary()
    found: list[str] = []
    is_duty = False
    behind = words[at + 1 :]
    passed = {
        place for place, word in enumerate(behind[1:]) if word.text == "to" and behind[place].stem in data.permitting
    }
    for place, word in enumerate(behind):
        if word.text in data.softened:
            return [], False
        if place - 1 in passed:
            continue
        if word.text in MARKS or (found and not word.is_content):
            break
        if word.text in data.obligation:
            is_duty = True
        elif word.text.endswith("ly"):
            return [], False
        elif word.is_content:
            found.append(word.stem)
            if place not in passed and len(found) >= _SCOPE.get(words[at].text, 1):
                break
    return found, is_duty


def _refuses(words: Sequence[Word], at: int) -> int:
    """Where the preposition of a refusal stands, behind which it denies; 0 for none, and for one that is denied."""
    is_refusal = (words[at].stem, words[at + 1].text if at + 1 < len(words) else "") in vocabulary().refusing
    return at + 1 if is_refusal and not _is_denied_before(words, at) else 0


def _is_denied_before(words: Sequence[Word], at: int) -> bool:
    """Whether a denial stands before a word, with no mark between."""
    start = next((place for place in range(at - 1, -1, -1) if words[place].text in MARKS), -1)
    return any(word.text in vocabulary().denials for word in words[start + 1 : at])


def _is_conditional(words: Sequence[Word], at: int) -> bool:
    data = vocabulary()
    start = next((place for place in range(at - 1, -1, -1) if words[place].text in MARKS), -1)
    clause = [word.text for word in words[start + 1 : at]]
    if not clause and start >= 0 and words[start].text in "(:":
        return True  # "(not this)" and "allowed: no" deny what stands before
    if clause and clause[-1] in data.prepositions:
        return True
    return any(text in data.conditions for text in clause) or any(
        text in data.relatives for text in clause[-_CLOSE - 1 :]
    )


@lru_cache(maxsize=512)
def words_in(text: str) -> tuple[Word, ...]:
    """Words, numbers and marks in order; contractions in full, thousands without marks."""
    data = vocabulary()
    plain = _POINT.sub("0.", ungrouped(text.lower()).replace("’", "'").replace("`", " "))
    for short, full in data.contracted.items():
        plain = plain.replace(short, full)
    found: list[Word] = []
    for token in _TOKEN.findall(plain):
        lower = token.removesuffix("'s")
        is_content = not (lower in MARKS or lower in STOPWORDS or lower in data.light or lower in data.denials)
        found.append(Word(lower, stem(lower), is_content))
    return tuple(found)


@cache
def vocabulary() -> Vocabulary:
    """Read on first use."""
    told = shipped_table("citeline.tools.citations", "opposites.toml")
    denial: dict[str, Any] = told["denial"]
    sets = {key: frozenset(words.split()) for key, words in denial.items() if isinstance(words, str)}
    rows = tuple(
        Opposites(
            row["about"],
            row.get("bounds", False),
            tuple(
                tuple(tuple(Word(part, stem(part), True) for part in phrase.split()) for phrase in side)
                for side in row["sides"]
            ),
        )
        for row in told["opposites"]
    )
    phrases: dict[str, tuple[tuple[Side, tuple[Word, ...]], ...]] = {}
    for number, row in enumerate(rows):
        for at, side in enumerate(row.sides):
            for phrase in side:
                phrases[phrase[0].stem] = (*phrases.get(phrase[0].stem, ()), ((number, at), phrase))
    return Vocabulary(
        sets["words"],
        sets["softened"],
        frozenset((stem(first), behind) for first, behind in map(str.split, denial["refusing"])),
        frozenset(map(stem, sets["permitting"])),
        sets["obligation"],
        sets["obliging"],
        sets["conditions"],
        sets["relatives"],
        sets["prepositions"],
        frozenset((*sets["turning"], *sets["exceptions"], *map(stem, sets["turning"]))),
        frozenset((*sets["exceptions"], *map(stem, sets["exceptions"]))),
        tuple(denial["prefixes"]),
        sets["limiting"],
        sets["light"],
        frozenset(told["things"]["determining"].split()),
        rows,
        phrases,
        {stem(unit): (kind, float(size)) for kind, units in told["units"].items() for unit, size in units.items()},
        told["numbers"],
        frozenset(told["ranges"]["between"].split()),
        frozenset(told["ranges"]["loose"].split()),
        told["contracted"],
    )
