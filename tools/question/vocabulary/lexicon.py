"""Programming concepts with their synonyms, in English and Chinese: a file that people can extend.

One concept a line: English words, most usual first, then `|`, then Chinese words. A line without English holds Chinese
words that ask or connect and stand for nothing. `#` starts a comment. The further words of Chinese, and those of
Japanese, which has no spaces either, are lists in the same form (`glossaries/zh.txt`, `ja.txt`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.settings import wrong_setting
from citeline.text import KANA, STOPWORDS, ScriptPattern, beginnings_of, cjk_runs, fold, is_cjk_run, stem, unique

Spaceless: TypeAlias = Literal["zh", "ja"]

_FAR_MORE: Final = 3
"""Times the texts of the usual sense, from which on another one is meant."""
_OWN_TABLES: Final = ("synonyms", "glossary")
_UNMARKED: Final = ScriptPattern("`[^`]*`|{cjk}")
_HIRAGANA: Final = re.compile("[\u3041-\u309f\u30fc]+")
_MARKS: Final = dict.fromkeys(map(ord, "。！？，、；："), " ")
_AMOUNT: Final = re.compile(
    "[一二两三四五六七八九十百千万零几半]+(?:天|日|周|个?月|年|个?小时|分钟|秒|次|个|条|倍|元|欧元|美元)?"
)


@dataclass(frozen=True, slots=True)
class Concept:
    """Words that mean nearly the same to a programmer."""

    english: tuple[str, ...]
    """Any words that are not Chinese, Japanese or Korean; most usual first."""
    foreign: tuple[str, ...]
    """The same in the other language of its list; in a lexicon Chinese, Japanese or Korean."""
    stands_for_all: bool = False
    """Whether the first word is added to a question that has another one, before anything is searched."""


class _Words(NamedTuple):
    """Concepts by words that are not in Latin letters."""

    concepts: Mapping[str, Concept]
    longest: int
    """Characters of the longest of the words."""
    senses: Mapping[str, Concept]
    """By word all that it may mean, the usual English first."""

    @classmethod
    def of(cls, concepts: Mapping[str, Concept], senses: Sequence[Concept] = ()) -> _Words:
        return cls(concepts, max(map(len, concepts), default=1), _by_foreign(senses))


class Lexicon:
    """Concepts by word, in both directions; of two that claim a word, the first has it.

    A Chinese word of several senses, like `主题`, topic or theme, has the one of which the corpus has far more.

    `glossary`: reads concepts that are looked up by their Chinese or Japanese words only, in texts of that language.
    """

    _held: Callable[[str], int] | None = None
    """How many texts of the corpus hold an English word."""

    def __init__(
        self, concepts: Iterable[Concept], glossary: Callable[[Spaceless], Sequence[Concept]] = lambda _: ()
    ) -> None:
        self.concepts = tuple(concepts)
        self.glossary = glossary
        self._by_english: dict[str, list[int]] = {}
        """Numbers of concepts, by folded word."""
        for number, concept in enumerate(self.concepts):
            for word in concept.english:
                self._by_english.setdefault(fold(word), []).append(number)
        self._by_letter: dict[str, list[str]] = {}
        """Folded words by their first letter: all 3,700 stemmed would take longer than a question is read in."""
        for word in self._by_english:
            self._by_letter.setdefault(word[:1], []).append(word)
        self._heads = {
            word.casefold(): concept.english[0]
            for concept in reversed(self.concepts)
            if concept.stands_for_all
            for word in concept.english[1:]
        }
        # The longest first, or `panier` would be read in `panier d'achat`.
        known = "|".join(re.escape(word) for word in sorted(self._heads, key=len, reverse=True))
        # Not in `cart.total`, `shop/cart` and `--cart-size`: names stay as they are.
        around = (r"(?<![\w.:/#`-])", r"(?![\w/(`]|[.:#-]\w)")
        self._other_words = re.compile(rf"{around[0]}(?:{known}){around[1]}", re.IGNORECASE) if known else None

    # Each is made when the first question comes that needs it.

    @cached_property
    def _own(self) -> Mapping[str, Concept]:
        return _by_foreign(self.concepts)

    @cached_property
    def _chinese(self) -> _Words:
        return _Words.of({**_by_foreign(self.glossary("zh")), **self._own}, _senses())

    @cached_property
    def _japanese_alone(self) -> _Words:
        return _Words.of(_by_foreign(self.glossary("ja")))

    @cached_property
    def _japanese(self) -> _Words:
        """With the words of the lexicon after them, for the two languages share many."""
        return _Words.of({**self._own, **self._japanese_alone.concepts})

    def of_corpus(self, held: Callable[[str], int]) -> Lexicon:
        """This lexicon for one corpus. `held`: how many of its texts hold an English word."""
        fitted = copy(self)
        fitted._held = held
        return fitted

    def _read(self, piece: str, known: _Words) -> Concept | None:
        """What a Chinese or Japanese word means; None for an unknown one."""
        usual, senses, held = known.concepts.get(piece), known.senses.get(piece), self._held
        if usual is None or senses is None or held is None or usual.english[:1] != senses.english[:1]:
            return usual
        first, *others = ((held(word), word) for word in senses.english)
        most, word = max(others)
        return Concept((word,), senses.foreign) if most > _FAR_MORE * first[0] else usual

    def with_concepts(self, concepts: tuple[Concept, ...]) -> Lexicon:
        """This lexicon behind other concepts; made once for each of the last few."""
        return _preceded(self, concepts)

    def synonyms(self, word: str) -> list[str]:
        """Other English words of the concepts that the word, or else another form of it, belongs to.

        Empty for unknown words.
        """
        numbers = self._by_english.get(fold(word)) or self._with_stem(stem(fold(word)))
        found = [other for number in numbers for other in self.concepts[number].english]
        return [other for other in unique(found) if fold(other) != fold(word)]

    def _with_stem(self, wanted: str) -> list[int]:
        """Numbers of the concepts that have a word of this stem, ascending."""
        beginnings = beginnings_of(wanted)
        near = {word for beginning in beginnings for word in self._by_letter.get(beginning[:1], ())}
        words = (word for word in near if word.startswith(beginnings) and stem(word) == wanted)
        return sorted({number for word in words for number in self._by_english[word]})

    def to_english(self, text: str) -> str:
        """Replace every known Chinese or Japanese word by its usual English one; unknown ones vanish.

        Everything that is not Chinese stays where it is, so identifiers survive; a word for which another one stands
        is followed by that.
        """
        text = self._with_heads(text)
        known = self._known(text)

        def translated(run: re.Match[str]) -> str:
            if run[0].startswith("`"):
                return run[0]
            concepts = (self._read(piece, known) for piece in _pieces(run[0], known))
            return f" {' '.join(concept.english[0] for concept in concepts if concept and concept.english)} "

        return " ".join(_UNMARKED.of(text).sub(translated, text).translate(_MARKS).split())

    def by_heads(self, text: str) -> str:
        """The text in English, with what stands for its words instead of them; empty where nothing does."""
        if self._other_words is None or not self._other_words.search(text):
            return ""
        return self.to_english(self._other_words.sub(self._head, text))

    def _head(self, found: re.Match[str]) -> str:
        # `re` finds an `i` in a dotted capital one, which folds to something else.
        return self._heads.get(found[0].casefold(), found[0])

    def _with_heads(self, text: str) -> str:
        def followed(found: re.Match[str]) -> str:
            head = self._head(found)
            return found[0] if re.search(rf"(?<!\w){re.escape(head)}(?!\w)", text, re.I) else f"{found[0]} {head}"

        return self._other_words.sub(followed, text) if self._other_words else text

    def cjk_words(self, text: str) -> list[str]:
        """The Chinese or Japanese words that say something, once each: those with English, and what no entry has."""
        known = self._known(text)
        pieces = unique(piece for run in cjk_runs(text) for piece in _pieces(run, known))
        read = {piece: known.concepts.get(piece) for piece in pieces}
        return [piece for piece, concept in read.items() if _says_something(piece, concept)]

    def further_english(self, text: str) -> list[str]:
        """What the Chinese or Japanese words of a text are called too, beside the usual English word of each."""
        runs = cjk_runs(text)
        if not runs:
            return []
        known = self._known(text)
        read = (self._read(piece, known) for run in runs for piece in _pieces(run, known))
        return unique(word for concept in read if concept for word in concept.english[1:])

    def unread(self, text: str) -> list[str]:
        """What stands between the words that are known and may say something, once each: no translation has it.

        Amounts (`十天`, `三个月`) are none: a text writes them in digits or in words of its own language.
        """
        known = self._known(text)
        return [piece for piece in self.cjk_words(text) if piece not in known.concepts and not _AMOUNT.fullmatch(piece)]

    def _known(self, text: str) -> _Words:
        # Not both lists for Chinese: a word of the Japanese one would cut it wrongly.
        return self._japanese if self.is_japanese(text) else self._chinese

    def is_japanese(self, text: str) -> bool:
        """Whether the text has kana, or the Japanese list reads all of it and the Chinese one does not: `認証処理`."""
        if KANA.search(text):
            return True
        runs = cjk_runs(text)
        return not _all_read(runs, self._chinese) and _all_read(runs, self._japanese_alone)


def _all_read(runs: Iterable[str], known: _Words) -> bool:
    return all(piece in known.concepts for run in runs for piece in _pieces(run, known))


def _pieces(run: str, known: _Words) -> list[str]:
    """Cut a run into known words and what is between: as little between as can be, then as few words."""
    # Best cut of each tail: (characters unread, pieces), and the length of its first piece, 0 for an unread one.
    best: list[tuple[int, int]] = [(0, 0)] * (len(run) + 1)
    sizes = [0] * len(run)
    for place in range(len(run) - 1, -1, -1):
        unread, count = best[place + 1]
        best[place] = (unread + 1, count + 1)
        for size in range(min(known.longest, len(run) - place), 0, -1):
            unread, count = best[place + size]
            if run[place : place + size] in known.concepts and (unread, count + 1) < best[place]:
                best[place], sizes[place] = (unread, count + 1), size
    pieces: list[str] = []
    place = between = 0
    while place < len(run):
        if sizes[place]:
            pieces += [run[between:place]] * (between < place) + [run[place : place + sizes[place]]]
            between = place + sizes[place]
        place += sizes[place] or 1
    return [*pieces, run[between:]] if between < len(run) else pieces


def _by_foreign(concepts: Sequence[Concept]) -> dict[str, Concept]:
    return {word: concept for concept in reversed(concepts) for word in concept.foreign}


@lru_cache(maxsize=8)
def _preceded(lexicon: Lexicon, concepts: tuple[Concept, ...]) -> Lexicon:
    return Lexicon([*concepts, *lexicon.concepts], lexicon.glossary)


def _says_something(piece: str, concept: Concept | None) -> bool:
    """Not what stands for English stop words, such as `where`; of what no list has, hiragana alone are endings."""
    if concept is None:
        return len(piece) > 1 and not _HIRAGANA.fullmatch(piece)
    return bool(concept.english) and not set(concept.english[0].split()) <= STOPWORDS


def read_concepts(text: str) -> list[Concept]:
    """Parse the lexicon format; a line without `|` has English only."""

    def split(part: str) -> tuple[str, ...]:
        return tuple(filter(None, map(str.strip, part.split(","))))

    concepts = []
    for line in text.splitlines():
        content = line.split("#", 1)[0].strip()
        if content:
            english, _, foreign = content.partition("|")
            concepts.append(Concept(split(english), split(foreign)))
    return concepts


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon in the package."""
    return Lexicon(read_concepts(shipped_text("citeline.tools.question", "lexicon.txt")), _glossary)


@cache
def _senses() -> tuple[Concept, ...]:
    return tuple(read_concepts(shipped_text("citeline.tools.question", "glossaries/zh_senses.txt")))


@cache
def _glossary(language: Spaceless) -> tuple[Concept, ...]:
    return tuple(read_concepts(shipped_text("citeline.tools.question", f"glossaries/{language}.txt")))


def lexicon_at(path: str, project: tuple[Concept, ...] = ()) -> Lexicon:
    """The shipped lexicon, preceded by a person's own words when there is a path, then by those of a project.

    Their file is TOML: `[synonyms]` has an English word and its synonyms, `[glossary]` a Chinese word and what it is in
    English; both take one text or a list of them. Raises SettingsError, which names the setting, when it is not that.
    """
    if not path:
        return _combined((), project) if project else shipped_lexicon()
    file = Path(path).expanduser()
    try:
        return _combined(_own_concepts(file, file.stat().st_mtime_ns), project)
    except OSError as error:
        raise wrong_setting("lexicon", f"{path!r} cannot be read: {error.strerror or error}") from error


@lru_cache(maxsize=8)
def _combined(own: tuple[Concept, ...], project: tuple[Concept, ...]) -> Lexicon:
    return Lexicon([*own, *project, *shipped_lexicon().concepts], _glossary)


@lru_cache(maxsize=4)
def _own_concepts(file: Path, changed_ns: int) -> tuple[Concept, ...]:
    del changed_ns  # in the key only: an edited file is read again
    try:
        tables = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise wrong_setting("lexicon", f"{str(file)!r} is not TOML: {error}") from error
    unknown = sorted(tables.keys() - set(_OWN_TABLES))
    if unknown:
        raise wrong_setting("lexicon", f"{str(file)!r} has {unknown[0]!r}; it may have [synonyms] and [glossary]")
    synonyms = [Concept((word, *others), ()) for word, others in _entries(file, tables, "synonyms")]
    glossary = [Concept(english, (word,)) for word, english in _entries(file, tables, "glossary")]
    return (*synonyms, *glossary)


def _entries(file: Path, tables: Mapping[str, Any], table: str) -> list[tuple[str, tuple[str, ...]]]:
    found = tables.get(table, {})
    if not isinstance(found, dict):
        raise wrong_setting("lexicon", f"{table!r} in {str(file)!r} is not a table")
    entries = []
    for word, given in found.items():
        values = [given] if isinstance(given, str) else given
        fits = isinstance(values, list) and values and all(isinstance(one, str) and one.strip() for one in values)
        if not fits or (table == "glossary" and not is_cjk_run(word)):
            wanted = "a Chinese word and its English" if table == "glossary" else "a word and its synonyms"
            raise wrong_setting("lexicon", f"{word!r} of [{table}] in {str(file)!r}: {wanted} are wanted, as text")
        entries.append((word, tuple(one.strip() for one in values)))
    return entries
