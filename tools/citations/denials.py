"""Does a clause of a document deny a sentence about it, in a language other than English? Read by its words, in order.

A plain clause that has the words of a sentence in the same order is compared with it: one has a denial, which denies
all of it, where the other has none, a word of the other side of a row of opposites, or another number. Nothing is told
of two denials, of a denial that may stand in a modifier, of a bound or a rounded number, nor under a condition or with
an exception. The words are in `denials.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import chain
from typing import Final, TypeAlias

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
from citeline.markup import plain_prose
from citeline.patterns import re
from citeline.text import is_cjk

from ..question.vocabulary.language import Language, language_of
from .atoms import strip_citations
from .passage import Passage, is_document
from .said import vocabulary
from .statements import sentences_in
from .values import is_rounded

_COVERED: Final = 0.75
"""Share of the words of a sentence that a clause must have in the same order to say the same otherwise."""
_LEAST: Final = 3
"""Words that they must share; of Chinese and Japanese, twice as many characters."""
_BESIDE: Final = 2
"""Words in the place of a pronoun."""
_IN_ITS_PLACE: Final = "“{}”, not “{}”, stands in {{lines}}"
_ONLY_THERE: Final = "stands in {lines}, and not in the sentence"
_TOKENS: Final = (
    "other",
    "denials",
    "doubtful",
    "conditions",
    "exceptions",
    "turning",
    "passed",
    "pronouns",
    "verbs",
    "loose",
)
"""Sets of the table whose words are read whole."""
_LONGEST: Final = 120
_SENTENCE: Final = re.compile(r"[^。！？!?\n]+?(?:[。！!\n]|(?<=\w)\.(?=\s|$)|(?P<asks>[？?])|$)")
_CLAUSE: Final = re.compile(r"[，,；;：:（）()]+|\s[–—-]\s")
_LAST_SENTENCE: Final = re.compile(r"[.!?](?=\s)|[。！？;；:：]")
_DIVIDES: Final = re.compile(r"\s*[,，;；(（–—]\s*|\s+-\s+")
_AMOUNT: Final = re.compile(r"[0-9]+(?:\.(?![0-9]{3}$)[0-9]+)?")
_WORD: Final = r"\d+(?:[.,]\d+)*|[^\W\d_]\w*"
_CHARACTER: Final = r"\d+(?:\.\d+)*|[A-Za-z_][A-Za-z0-9_]*|[^\W_]"


@dataclass(frozen=True, slots=True)
class _Table:
    """The words of a language; `denials.toml` says what each of its sets is for."""

    pattern: re.Pattern[str]
    """A word of the table, or any other; of Chinese and Japanese, a character."""
    denials: frozenset[str]
    all_denials: frozenset[str]
    """Those, and the words that may deny or hold a denial."""
    conditions: frozenset[str]
    relatives: frozenset[str]
    exceptions: frozenset[str]
    turning: frozenset[str]
    """Words with which nothing is told."""
    passed: frozenset[str]
    pronouns: frozenset[str]
    verbs: frozenset[str]
    denied: re.Pattern[str]
    """How a clause denies all that it says, of its words with a space around each."""
    inexact: frozenset[str]
    """Words with which a number is a bound, is rounded, or does not always hold."""
    rows: dict[str, tuple[int, int]]
    """Word to its row of opposites, and the side of it that it stands on."""


@dataclass(frozen=True, slots=True)
class _Clause:
    words: tuple[str, ...]
    is_plain: bool
    """Whether it is one clause, with at most one verb that could be denied and no word that turns it."""
    denials: int
    is_exact: bool
    """Whether it has no condition, exception or bound."""


_Operation: TypeAlias = tuple[str, int, int, int, int]


def find_denial(sentence: str, passage: Passage) -> str:
    """Why a clause of the lines says the opposite, in words; empty where none does, and for English."""
    if not is_document(passage):
        return ""
    plain = plain_prose(strip_citations(sentence, passage.text))
    language = language_of(plain)
    if language == "en":
        return ""
    table, least = _table(language), _LEAST * (2 if is_cjk(plain) else 1)
    lowered = [(one, one.lower()) for one in sentences_in(passage.text)]
    for claim in _clauses(plain, table):
        weighed = [word for word in claim.words if word not in table.denials | table.passed]
        enough = max(least, _COVERED * len(weighed))
        near = [one for one, text in lowered if sum(word in text for word in weighed) >= enough]
        told = [clause for one in near for clause in _clauses(one, table)]
        # A number that stands there too may be of another of their things.
        absent = frozenset(filter(_is_number, claim.words)) - {word for clause in told for word in clause.words}
        found = [_told_otherwise(claim, clause, table, enough, absent) for clause in told]
        why = next(filter(None, found), "")
        if why and "" not in found:
            return why.format(lines=passage.lines)
    return ""


def _clauses(text: str, table: _Table) -> Iterator[_Clause]:
    """Each clause, one under a condition or with an exception together with that."""
    for sentence in _SENTENCE.finditer(text):
        if sentence["asks"]:
            continue
        clauses = [words for part in _CLAUSE.split(sentence[0]) if (words := table.pattern.findall(part.lower()))]
        at = 0
        while at < len(clauses):
            first, words, at = at, list(clauses[at]), at + 1
            if words[0] in table.conditions and at < len(clauses):
                words, at = words + clauses[at], at + 1
            while at < len(clauses) and (
                clauses[at][0] in table.relatives or table.exceptions.intersection(clauses[at])
            ):
                words, at = words + clauses[at], at + 1
            if len(words) <= _LONGEST:
                is_plain = at == first + 1 and table.turning.isdisjoint(words)
                is_plain = is_plain and sum(word in table.verbs for word in words) <= 1
                denials = sum(word in table.all_denials for word in words)
                is_exact = at == first + 1 and table.inexact.isdisjoint(words)
                yield _Clause(tuple(words), is_plain, denials, is_exact)


def _told_otherwise(one: _Clause, other: _Clause, table: _Table, enough: float, absent: frozenset[str]) -> str | None:
    """Why a clause that says nearly the same says the opposite; empty where nothing tells, None for another one.

    `absent`: numbers of the sentence that no clause of the lines has.
    """
    claim, clause = one.words, other.words
    light = table.denials | table.passed
    operations = SequenceMatcher(None, claim, clause, autojunk=False).get_opcodes()
    shared = sum(word not in light for kind, at, to, _, _ in operations if kind == "equal" for word in claim[at:to])
    if shared < enough:
        return None
    if other_number := _other_number(one, other, operations, table, absent):
        return other_number
    if not (one.is_plain and other.is_plain) or one.denials + other.denials > 1:
        return ""
    turned: list[str] = []
    for kind, start, end, at, to in operations:
        if kind == "equal":
            continue
        mine, theirs = claim[start:end], clause[at:to]
        contents = [word for word in (*mine, *theirs) if word not in light]
        row = _row_between(mine, theirs, table)
        if row is not None:
            turned.append(_IN_ITS_PLACE.format(_of_row(theirs, row, table), _of_row(mine, row, table)))
        elif contents and not (len(contents) <= _BESIDE and any(side in table.pronouns for side in (*mine, *theirs))):
            return None  # of another thing the opposite may be so
    if one.denials or other.denials:
        denying, place = (claim, "does not stand in {lines}") if one.denials else (clause, _ONLY_THERE)
        if not table.denied.search(f" {' '.join(denying)} "):
            return ""
        turned.append(f"“{next(word for word in denying if word in table.denials)}” {place}")
    return turned[0] if len(turned) == 1 else ""


def _other_number(
    one: _Clause, other: _Clause, operations: Sequence[_Operation], table: _Table, absent: frozenset[str]
) -> str:
    """Why a clause has another number and else the same words; empty where nothing tells."""
    sides = [(one.words[start:end], other.words[at:to]) for kind, start, end, at, to in operations if kind != "equal"]
    heavy = [side for side in sides if any(word not in table.passed for word in chain(*side))]
    if len(heavy) != 1 or list(map(len, heavy[0])) != [1, 1] or one.denials or other.denials:
        return ""
    (mine,), (theirs,) = heavy[0]
    alike = _is_amount(mine) and _is_amount(theirs) and ("." in mine) == ("." in theirs)  # 0.15 may be 15 %
    is_other = alike and mine in absent and not is_rounded(mine, theirs)
    return _IN_ITS_PLACE.format(theirs, mine) if is_other and one.is_exact and other.is_exact else ""


def _is_number(word: str) -> bool:
    return word[0].isdecimal()


def _is_amount(word: str) -> bool:
    """Whether a word is a number that is written alike everywhere: no date, no version, and no `1.000`, which is a
    thousand in some languages.
    """
    return _AMOUNT.fullmatch(word) is not None


def _row_between(mine: Sequence[str], theirs: Sequence[str], table: _Table) -> int | None:
    """The row of opposites of which both have another side."""
    here, there = (dict(table.rows[word] for word in side if word in table.rows) for side in (mine, theirs))
    return next((row for row, side in here.items() if there.get(row, side) != side), None)


def _of_row(words: Sequence[str], row: int, table: _Table) -> str:
    return next(word for word in words if table.rows.get(word, (-1, 0))[0] == row)


def is_limited(before: str, after: str, language: Language) -> bool:
    """Whether the rest of a sentence, `before` and `after` a part of it, says when that holds, or of whom not.

    Only of a condition with a comma behind it, and of what a mark divides from the part: ", except on Sunday".
    """
    data = vocabulary() if language == "en" else _table(language)
    is_spaced = language not in ("zh", "ja")
    if before.rstrip().endswith((",", "，", "、")):
        clause = _LAST_SENTENCE.split(before)[-1]
        if _opens_with(clause.strip().lower(), data.conditions, is_spaced=is_spaced):
            return True
    mark = _DIVIDES.match(after)
    clause = after[mark.end() :].lower() if mark else ""
    return _opens_with(clause, data.conditions | data.exceptions, is_spaced=is_spaced)


def _opens_with(text: str, words: Collection[str], *, is_spaced: bool) -> bool:
    if not is_spaced:
        return any(map(text.startswith, words))
    found = re.match(_WORD, text)
    return found is not None and found[0] in words


@cache
def _table(language: Language) -> _Table:
    read = shipped_table("citeline.tools.citations", "denials.toml")[language]
    sets = {key: frozenset(words.split()) for key, words in read.items() if isinstance(words, str)}
    kept = frozenset(read["kept"] if isinstance(read["kept"], list) else sets["kept"])
    rows = {
        word: (number, side)
        for number, row in enumerate(read["opposites"])
        for side, words in enumerate(row)
        for word in words.split()
    }
    known = kept.union(*(sets[key] for key in _TOKENS), rows)
    listed = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    is_spaced = language not in ("zh", "ja")
    verbs = "|".join(sets["verbs"])
    return _Table(
        pattern=re.compile(rf"\b(?:{listed})\b|{_WORD}" if is_spaced else f"{listed}|{_CHARACTER}"),
        denials=sets["denials"],
        all_denials=sets["denials"] | sets["doubtful"] | kept,
        conditions=sets["conditions"],
        relatives=sets["relatives"] | (sets["conditions"] if is_spaced else frozenset()),
        exceptions=sets["exceptions"],
        turning=sets["conditions"] | sets["exceptions"] | sets["turning"],
        passed=sets["passed"],
        pronouns=sets["pronouns"],
        verbs=sets["verbs"],
        denied=re.compile(read["denied"].replace("{verb}", f"(?:{verbs})")),
        inexact=sets["conditions"] | sets["exceptions"] | sets["loose"],
        rows=rows,
    )
