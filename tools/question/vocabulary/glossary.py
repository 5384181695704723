"""Words of German, Spanish and French with their English: a list a language, its stemmer, compounds taken apart.

The lists (`glossaries/*.txt`) have the form of the lexicon: English, `|`, words of the language. A line without English
holds words that say nothing about a subject. Chinese and Japanese have no spaces, so that the lexicon reads
them itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from py_rust_stemmers import SnowballStemmer  # pyright: ignore[reportAttributeAccessIssue] - compiled, no stubs

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.text import ACCENTS, IDENTIFIER_SHAPE, STOPWORDS, terms_of_word, unique, word_runs, words

from .languages import table_of
from .lexicon import Concept, read_concepts, shipped_lexicon
from .words import RAREST, background_share

Glossed: TypeAlias = Literal["de", "es", "fr"]
STEMMERS: Final[Mapping[Glossed, str]] = {"de": "german", "es": "spanish", "fr": "french"}
"""Languages that are read by a glossary, and the Snowball algorithm of each."""

_TOKEN: Final = re.compile(r"`[^`]*`|[\w$./:#@\\+-]*\w(?:\(\))?|[^\s\w-]+")
_NAME: Final = re.compile(r"^`|^-|[_.:/\\#@$+]|\(\)$")
"""What is no word: a path, an option, a version, what is marked as code."""
_LEAST_PART: Final = 3
_LEAST_STEMMED: Final = 4
_LONGEST_PHRASE: Final = 4
_LONGEST_COMPOUND: Final = 60
"""Characters; what is longer is data."""
_ELISION: Final = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
"""`l'erreur` is two words."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class Rendering:
    """A question put into English, word by word."""

    english: str
    own: tuple[str, ...]
    """Its words that say something, as they were asked; names are among them."""
    unread: tuple[str, ...]
    """Those that the glossary does not have and English does not either; they stand in `english` too."""


class Glossary:
    """The words of one language; of two lines that claim a word, the first has it."""

    def __init__(self, concepts: Iterable[Concept], language: Glossed) -> None:
        self._stemmer = SnowballStemmer(STEMMERS[language])
        compounds = table_of(language).get("compounds", {})
        self._joints: tuple[str, ...] = tuple(compounds.get("joints", ()))
        self._prefixes = frozenset(compounds.get("prefixes", "").split())
        self._elides = language == "fr"
        self._words: dict[str, str] = {}
        self._stems: dict[str, str] = {}
        self._listed: dict[str, str] = {}
        """By stem the first word that has it."""
        self._phrases: dict[tuple[str, ...], str] = {}
        for concept in concepts:
            english = concept.english[0] if concept.english else ""
            for word in concept.foreign:
                parts = word_runs(word.lower())
                if len(parts) > 1:
                    self._phrases.setdefault(tuple(map(self._stem, parts)), english)
                for form in _forms(word.lower()) if len(parts) == 1 else ():
                    self._words.setdefault(form, english)
                    if english:  # a function word is listed in all of its forms: `andere` has the stem of `ändern`
                        stem = self._stemmer.stem_word(form)
                        self._stems.setdefault(stem, english)
                        self._listed.setdefault(stem, form)

    def lookup(self, word: str) -> str | None:
        """The English of a word, empty for one that says nothing, None for an unknown one."""
        forms = _forms(word.lower())
        for form in forms:
            if (found := self._words.get(form)) is not None:
                return found
        if len(word) < _LEAST_STEMMED:
            return None
        stems = (self._stemmer.stem_word(form) for form in forms)
        found = next((self._stems[one] for one in stems if len(one) >= _LEAST_PART and one in self._stems), None)
        if found or len(word) > _LONGEST_COMPOUND:
            return found
        return next(filter(None, map(self._taken_apart, forms)), None)

    def has(self, word: str) -> bool:
        """Whether the word is one of this language, and not put together of loan words only: `elementtree`."""
        found = self.lookup(word)
        return found is not None and found.replace(" ", "") != word.lower()

    def render(self, text: str) -> Rendering:
        """Put every known word into English; names, marked code and unknown words stay as they are."""
        tokens = self._joined(list(tokens_of(self._parted(text))))
        said: list[str] = []
        own: list[str] = []
        unread: list[str] = []
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if not is_word(token):
                said.append(token)
                own += words(token)
                place += 1
                continue
            size, english = self._phrase(tokens[place : place + _LONGEST_PHRASE])
            if size:
                own += [word for word in tokens[place : place + size] if self._words.get(word.lower()) != ""]
            else:
                size, found = 1, self.lookup(token)
                english = token if found is None else found
                own += [token] * (found is None or not set(found.split()) <= STOPWORDS)
                unread += [token] * (found is None and not is_english(token))
            said += [english] * bool(english)
            place += size
        return Rendering(" ".join(said), tuple(unique(own)), tuple(unique(unread)))

    def _parted(self, text: str) -> str:
        """French with blanks for its apostrophes, but not in marked code."""
        pieces = text.split("`")
        if self._elides:
            pieces[::2] = [_ELISION.sub(" ", piece) for piece in pieces[::2]]
        return "`".join(pieces)

    def _joined(self, tokens: list[str]) -> list[str]:
        """The prefix of a separable verb before its verb: `lade ich eine Datei hoch` is `hochladen ich eine Datei`."""
        if not self._prefixes:
            return tokens
        joined, begin = list(tokens), 0
        for end, token in enumerate([*tokens, "."]):
            if is_word(token):
                continue
            last = end - 1
            if last > begin and tokens[last] in self._prefixes:
                for place in range(begin, last):
                    if whole := self._separated(tokens[last], tokens[place]):
                        joined[place], joined[last] = whole, ""
                        break
            begin = end + 1
        return [token for token in joined if token]

    def _separated(self, prefix: str, verb: str) -> str:
        """The listed verb of this prefix that a finite form belongs to; empty where there is none."""
        if not is_word(verb):
            return ""
        stem: str = self._stemmer.stem_word(verb.lower())
        # The stemmer takes the umlauts off, so that `lädt` is `ladt`.
        whole = (prefix.replace("ü", "u") + form for form in unique((stem, stem.removesuffix("t"))))
        return next((self._listed[one] for one in whole if one in self._listed), "")

    def _phrase(self, tokens: list[str]) -> tuple[int, str]:
        """How many tokens the longest listed phrase takes that they begin with, and its English; 0 without one."""
        stems = [self._stem(token.lower()) if is_word(token) else "" for token in tokens]
        for size in range(len(stems), 1, -1):
            if (english := self._phrases.get(tuple(stems[:size]))) is not None:
                return size, english
        return 0, ""

    def _stem(self, lower: str) -> str:
        stemmed: str = self._stemmer.stem_word(_plain(lower))
        return stemmed

    @lru_cache(maxsize=4096)  # noqa: B019 - there are two glossaries, and they stay
    def _taken_apart(self, lower: str) -> str:
        """The English of a compound's parts, in their order; empty where they are not all known."""
        for end in range(len(lower) - _LEAST_PART, _LEAST_PART - 1, -1):
            head = self._part(lower[:end])
            if not head:
                continue
            for joint in self._joints:
                rest = lower[end + len(joint) :]
                if lower.startswith(joint, end) and len(rest) >= _LEAST_PART and (tail := self._tail(rest)):
                    return f"{head} {tail}"
        return ""

    def _part(self, form: str) -> str:
        """A part that others follow: as it is listed, or a loan word."""
        return self._words.get(form, "") or (form if form in _loan_words() else "")

    def _tail(self, form: str) -> str:
        return self._part(form) or self._stems.get(self._stemmer.stem_word(form), "") or self._taken_apart(form)


def tokens_of(text: str) -> Iterator[str]:
    """Words, names and what stands between; words with hyphens one by one."""
    for token in _TOKEN.findall(text):
        if _NAME.search(token) or IDENTIFIER_SHAPE.match(token):
            yield token
        else:
            yield from re.findall(r"\w+|[^\w-]+", token)


def is_word(token: str) -> bool:
    """Whether it is one of a language, and no name, number or mark."""
    return token.isalpha() and not IDENTIFIER_SHAPE.match(token)


def _plain(lower: str) -> str:
    """As it is typed without umlauts and accents."""
    if lower.isascii():
        return lower
    return ACCENTS.sub("", unicodedata.normalize("NFKD", lower.translate(_UMLAUTS)))


def _forms(lower: str) -> tuple[str, ...]:
    return (lower,) if lower.isascii() else tuple(unique((lower, _plain(lower))))


@cache
def _loan_words() -> frozenset[str]:
    known = (word.lower() for concept in shipped_lexicon().concepts for word in concept.english)
    return frozenset(word for word in known if len(word) > _LEAST_PART and word.isalpha())


def is_english(word: str) -> bool:
    """Whether software at large uses the word: then it needs no translation."""
    return word.lower() in STOPWORDS or any(background_share(term) > RAREST for term in terms_of_word(word))


@cache
def glossary_of(language: Glossed) -> Glossary:
    """The shipped one."""
    return Glossary(read_concepts(shipped_text("citeline.tools.question", f"glossaries/{language}.txt")), language)
