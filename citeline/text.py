"""Words, identifiers and terms: the one place that decides how text becomes searchable.

An identifier is split on case, underscore and digits and also kept whole (`getUserName` gives `get`, `user`,
`name`, `getusername`); English parts are stemmed; runs of Chinese, Japanese and Korean become bigrams, because
no tokeniser that ships with a vector store does both (figures: docs/ranking.md, "Where the ranking began").
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Final, TypeVar

from py_rust_stemmers import SnowballStemmer  # pyright: ignore[reportAttributeAccessIssue] - compiled, no stubs

from citeline.patterns import re

_CJK: Final = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
KANA: Final = re.compile("[\u3041-\u309f\u30a1-\u30fa]")
"""What only Japanese has."""
_LETTER: Final = f"[^\\W\\d_{_CJK}]"
_ASCII_WORD: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*|[0-9]+")


class ScriptPattern:
    """A pattern in which `{cjk}` stands for a run of Chinese, Japanese and Korean; compiled when it is first asked.

    The class of these characters takes 1.6 ms to compile. A text of ASCII has none: it is looked through without.
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def of(self, text: str) -> re.Pattern[str]:
        """The pattern to look through a text with."""
        return _compiled(self._pattern, text.isascii())


@cache
def _compiled(pattern: str, is_ascii: bool) -> re.Pattern[str]:
    return re.compile(pattern.replace("{cjk}", "(?!)" if is_ascii else f"[{_CJK}]+"))


_CJK_RUN: Final = ScriptPattern("{cjk}")
_HANGUL: Final = ScriptPattern("[\uac00-\ud7af]")
# First words with a letter outside ASCII, or `für` would fall into three pieces.
WORD_PATTERN: Final = f"{_LETTER}*(?![\\x00-\\x7f]){_LETTER}+|{_ASCII_WORD.pattern}|{{cjk}}"
"""Of a `ScriptPattern`: an identifier, a number, a run of CJK, or a word in any other script."""
_WORD: Final = ScriptPattern(WORD_PATTERN)
_BETWEEN_NAMES: Final = ScriptPattern(r"(?:[\s`]|{cjk}|[\u3001-\u3003]|[\u3008-\u303f\uff00-\uffef])+")

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|[0-9]+")
_ASCII_PART: Final = re.compile(_PART.pattern.encode())
IDENTIFIER_SHAPE: Final = re.compile(
    r"^(?:[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)+"  # qualified
    r"|(?:[A-Za-z$][A-Za-z0-9$]*)?_[\w$]*"  # with an underscore
    r"|[a-z][a-z0-9]*[A-Z][\w$]*|[A-Z][a-z0-9]+[A-Z][\w$]*|[A-Z]{2,}[a-z][\w$]*)(?:\(\))?$"
)
"""Underscore, inner capital or qualified: a word that no one writes in plain prose."""

BACKQUOTED: Final = re.compile(r"`([^`]+)`")
ACCENTS: Final = re.compile("[\u0300-\u036f]")
"""Marks that stand alone once a text is normalised apart."""
_WORD_CHARACTER: Final = re.compile(r"\w")
_WORD_RUN: Final = re.compile(r"\w+")
_ENDING: Final = re.compile(r"(?<=[^\W\d_])['’](?:[dmst]|ll|re|ve)(?![\w'’])")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NUMBER_ALONE: Final = re.compile(rf"(?<![\w.])(?<![^\W\d_][-/]){_NUMBER.pattern}(?![.,]?\w|-[^\W\d_])")
_GROUPING: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NAME: Final = re.compile(r"[^\W\d]\w*")
_ASCII_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_CODE_WORD: Final = re.compile(r"[\w$]+")
_DIGIT: Final = re.compile(r"\d")
_NO_DIGIT: Final = re.compile(r"\D")
_BETWEEN_PARTS: Final = re.compile(r"\.|::|#|->|/|\\")
_SEPARATORS: Final = re.compile(r"[_\-$\s]")

STOPWORDS: Final = frozenset(
    "a an"  # noqa: SIM905 - one word per quote and comma would be harder to check
    " and are as at be been by can could did do does for from get gets had has have how i if in into is it its"
    " me my not of on or our should so than that the their them then there these they this to under use used uses"
    " using was we were what when where which who why will with would you your".split()
)
# `get`/`use` carry no topic in a question, and as identifier parts they are still kept inside the compound.

_STEMMER: Final = SnowballStemmer("english")
_MIN_STEMMED: Final = 4
_TERM_CACHE_LIMIT: Final = 100_000
_TERM_CACHE_WORD: Final = 64
"""Longer words are data, not names: they do not come back."""
_Word = TypeVar("_Word", str, bytes)
_Made = TypeVar("_Made")


def is_cjk(text: str) -> bool:
    """True when any character is Chinese, Japanese or Korean."""
    return not text.isascii() and _CJK_RUN.of(text).search(text) is not None


def cjk_runs(text: str) -> list[str]:
    """Runs of Chinese, Japanese and Korean characters, in order."""
    return [] if text.isascii() else _CJK_RUN.of(text).findall(text)


def is_cjk_run(text: str) -> bool:
    """Whether it is all Chinese, Japanese or Korean, and not empty."""
    return cjk_runs(text) == [text]


def has_hangul(text: str) -> bool:
    """Whether a text holds a Korean syllable."""
    return _HANGUL.of(text).search(text) is not None


def words(text: str) -> list[str]:
    """Identifiers, numbers, CJK runs and words of other scripts, in order, as written."""
    return (_ASCII_WORD if text.isascii() else _WORD.of(text)).findall(text)


def without_endings(text: str) -> str:
    """A text whose words have lost what an apostrophe joins to them: `can` for `can't`, `Session` for `Session's`."""
    return _ENDING.sub("", text)


def has_word(text: str) -> bool:
    """Whether a text holds a letter, a digit or an underscore: anything but marks."""
    return _WORD_CHARACTER.search(text) is not None


def indent_of(line: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(line) - len(line.lstrip())


def word_runs(text: str) -> list[str]:
    """Runs of letters, digits and underscores of any script, where `words` tells apart and takes `$` in."""
    return _WORD_RUN.findall(text)


def names_in(text: str) -> list[str]:
    """The same that do not begin with a digit, as most languages write names."""
    return _NAME.findall(text)


def ascii_names(text: str) -> list[str]:
    """Names that begin with an ASCII letter, an underscore or `$`."""
    return _ASCII_NAME.findall(text)


def code_words(text: str) -> list[str]:
    """Parts of a path of names, numbers among them: runs of word characters and `$`."""
    return _CODE_WORD.findall(text)


def has_digit(text: str) -> bool:
    """Whether a text holds a digit of any script."""
    return _DIGIT.search(text) is not None


def digits_of(text: str) -> str:
    """The digits of a text, all else left out."""
    return _NO_DIGIT.sub("", text)


def whole_word(word: str, text: str) -> re.Match[str] | None:
    """Where a word or phrase first stands in a text with no word character beside it."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)


def parts_of(name: str) -> list[str]:
    """`Session` and `send` of `Session.send`, or of `Session::send`."""
    return [part for part in _BETWEEN_PARTS.split(name) if part]


def last_part(name: str) -> str:
    """`send` of `Session.send`; the name itself when it has no separator."""
    parts = parts_of(name)
    return parts[-1] if parts else name


def split_identifier(word: str) -> list[str]:
    """Parts by case, underscore and digit, in lower case: `HTTPServer2` gives `http`, `server`, `2`."""
    return [part.lower() for part in _PART.findall(word)]


def fold(name: str) -> str:
    """Lower case without separators, so that `get_user`, `getUser` and `get-user` are equal."""
    return (name if name.isalnum() else _SEPARATORS.sub("", name)).lower()


@cache
def _irregular() -> dict[str, str]:
    """Irregular form to its word, from `irregular.txt`: `written` to `write`."""
    lines = Path(__file__).with_name("irregular.txt").read_text("utf-8").splitlines()
    found = (line.split() for line in lines if not line.startswith("#"))
    return {form: word for word, *forms in found for form in forms}


_BRITISH: Final = re.compile(r"(?<=[a-z]{3}[^aceov])is(?=(?:e[drs]?|ing|ers|ations?)$)")
"""`organise`, and not `raise`, `precise` or `revise`, which are so spelt everywhere."""


def stem(word: str) -> str:
    """Snowball English for words of four letters or more, irregular forms by their word; shorter ones as they are."""
    word = _irregular().get(word, word)
    if "is" in word:
        word = _BRITISH.sub("iz", word)
    return _STEMMER.stem_word(word) if len(word) >= _MIN_STEMMED else word


@cache
def _unlike() -> dict[str, list[str]]:
    """Words by a stem that they do not begin like: `wrote` by `write`, and three that the stemmer itself changes."""
    found: dict[str, list[str]] = {}
    for word in (*_irregular(), "dying", "lying", "tying"):
        term = stem(word)
        if not word.startswith(_beginning(term)):
            found.setdefault(term, []).append(word)
    return found


def _beginning(term: str) -> str:
    """The stemmer makes another letter of the last one at most, and of `is` in a British word `iz`."""
    if len(term) < _MIN_STEMMED:
        return term[:2]
    british = term.find("iz", _MIN_STEMMED)
    return term[:-1] if british < 0 else term[: british + 1]


def beginnings_of(term: str) -> tuple[str, ...]:
    """What every word in lower case begins with that has this search term: most words can be passed over unstemmed."""
    return (_beginning(term), *_unlike().get(term, ()))


def _cjk_terms(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for first, second in pairwise(run):
        yield first + second


class _Kept(dict[_Word, _Made]):
    """What a function makes of words; of those that are not too long, it is kept while there are not too many."""

    def __init__(self, make: Callable[[_Word], _Made]) -> None:
        super().__init__()
        self._make: Callable[[_Word], _Made] = make

    def __missing__(self, word: _Word) -> _Made:
        made = self._make(word)
        if len(word) <= _TERM_CACHE_WORD:
            if len(self) >= _TERM_CACHE_LIMIT:
                self.clear()
            self[word] = made
        return made


def _part_term(part: str) -> str:
    """The term of a part of an identifier, as written; empty for a stop word."""
    word = part.lower()
    return "" if word in STOPWORDS else stem(word)


_PART_TERMS: Final = _Kept(_part_term)


def _terms_of_word(word: str) -> tuple[str, ...]:
    if word.isascii():
        parts = _PART.findall(word)
        terms = tuple(filter(None, map(_PART_TERMS.__getitem__, parts)))
        return (*terms, fold(word)) if len(parts) > 1 else terms
    return tuple(_cjk_terms(word)) if is_cjk_run(word) else (word.lower(),)


terms_of_word: Final = _Kept(_terms_of_word).__getitem__
"""Search terms of one word: stemmed parts, plus the compound unstemmed; stop words give none."""


def _part_ids(part: bytes) -> tuple[int, ...]:
    """The id of the term of such a part, or none for a stop word."""
    term = _part_term(part.decode("ascii"))
    return (term_id(term),) if term else ()


_PART_IDS: Final = _Kept(_part_ids)


def ascii_term_ids(piece: bytes) -> tuple[int, ...]:
    """`term_id` of each of the `terms` of a run of ASCII letters, digits, `_` and `$`, in order.

    In a fifth of the time: large corpora have millions of different names that are made of a few thousand parts.
    """
    word = piece.lstrip(b"0123456789")
    number = _PART_IDS[piece[: -len(word) or None]] if len(word) < len(piece) else ()
    parts = _ASCII_PART.findall(word)
    ids = (*number, *chain.from_iterable(map(_PART_IDS.__getitem__, parts)))
    return ids if len(parts) < 2 else (*ids, zlib.crc32(word.translate(None, b"_$").lower()))


def terms(text: str) -> list[str]:
    """All search terms of a text, in order, repeated as often as they occur."""
    found: list[str] = []
    for word in words(text):
        found.extend(terms_of_word(word))
    return found


def terms_of(texts: Iterable[str]) -> frozenset[str]:
    """The search terms of several texts."""
    return frozenset(term for text in texts for term in terms(text))


def term_id(term: str) -> int:
    """Stable unsigned 32-bit id of a term, the same in every process and version (CRC-32 of UTF-8)."""
    return zlib.crc32(term.encode("utf-8", "surrogatepass"))


def numbers_in(text: str) -> list[str]:
    """Numbers in order: `1.2.3` is one, and `10,000` is `10000`."""
    return _NUMBER.findall(_GROUPING.sub("", text))


def numbers_alone(text: str) -> list[str]:
    """The same without those that belong to a name or a word: `sha256`, `UTF-8`, `2nd`."""
    return _NUMBER_ALONE.findall(_GROUPING.sub("", text))


def identifiers_in(text: str) -> list[str]:
    """Words of a question or sentence that are shaped like code, in order, once each, `()` removed.

    Back-quoted words count whatever their shape: the writer has marked them as code.
    """
    quoted = re.findall(r"`([^`\s]+)`", text)
    shaped = (token.strip(".,;:!?\"'()[]{}<>") for token in _BETWEEN_NAMES.of(text).split(text))
    found = [*quoted, *(token for token in shaped if IDENTIFIER_SHAPE.match(token))]
    return unique(token.removesuffix("()") for token in found if token)


def unique(items: Iterable[str]) -> list[str]:
    """The items in order, later repetitions dropped."""
    return list(dict.fromkeys(items))


def name_terms(name: str) -> frozenset[str]:
    """Distinct search terms of one name, its compound left out: `getUser` gives `get`, `user`."""
    if not name.isascii():
        found = terms(name)
        return frozenset(found[:-1] if len(found) > 1 and found[-1] == fold(name) else found)
    # By parts, for a repository has many names of few parts: a first search reads tens of thousands.
    parts = _PART.findall(name)
    of_parts = frozenset(filter(None, map(_PART_TERMS.__getitem__, parts)))
    return of_parts if of_parts or len(parts) < 2 else frozenset((fold(name),))
