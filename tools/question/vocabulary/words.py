"""Words of questions: those that say what kind of answer is wanted, and ordinary ones, which name no thing that the
corpus should hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Final

from citeline.data_files import shipped_text, shipped_words
from citeline.indexing.embedding.word_tokenizer import bundled_vocabulary
from citeline.text import STOPWORDS, stem, terms_of_word, unique

_COMMON: Final = 2e-3
"""Of software's pieces of text: `deserialize` is said of any program, `redis` (1.6e-3) of those that use it."""
_LEAST_PART: Final = 3
_SUFFIXES: Final = (  # noqa: SIM905 - one word per quote and comma would be harder to check
    "able ably al ally ance ances ancy ation ations ative ed ence ency eous er ers es est ful fully ibility ible"
    " ical ically ication ify ing ingly ings ion ions ious isation ise ised ises ish ising ism ity ive ively"
    " ization ize ized izes izing less ly ment ments ness ous ously s ship tion tions uous wise"
).split()
_PREFIXES: Final = (  # noqa: SIM905
    "anti auto bi co counter cross de dis down extra fore hyper in inter intra macro mega meta micro mid mini mis"
    " mono multi non out over para poly post pre pro pseudo re semi sub super trans ultra un under up"
).split()
RAREST: Final = 3e-4
"""Added to every share: below it, how rare a term is cannot be told from how few projects were counted."""
_PER: Final = 100_000
_asking: Final = partial(shipped_words, "citeline.tools.question", "asking.txt")
_verbs: Final = partial(shipped_words, "citeline.tools.question", "verbs.txt")


def content_words(words: Iterable[str]) -> list[str]:
    """The words that say what a question is about, once each: without stop words, and without those that ask."""
    content = unique(word for word in words if word.lower() not in STOPWORDS)
    return [word for word in content if word.lower() not in _asking()] or content


def is_asking(word: str) -> bool:
    """Whether a word says what kind of answer is wanted, not what it is about."""
    return word.lower() in _asking()


@lru_cache(maxsize=4096)  # a question is graded up to three times
def is_ordinary(word: str, *, strict: bool = False) -> bool:
    """Whether general English or software at large uses the word: as it is, and unless `strict` also inflected or put
    together of two.
    """
    lower = word.lower()
    if is_common(word):
        return True
    return _is_english(lower) or (not strict and (_is_derived(lower) or _is_compound(lower)))


def is_common(word: str) -> bool:
    """Whether software at large is full of it: `URL`, `deserialize`."""
    return any(background_share(term) - RAREST >= _COMMON for term in terms_of_word(word))


def is_unheard_of(word: str) -> bool:
    """Whether none of software's pieces of text that were counted has the word."""
    return all(background_share(term) <= RAREST for term in terms_of_word(word))


_LEAST_MISSPELT: Final = 6
"""Letters; shorter words are one letter from too many."""


def is_misspelt(word: str) -> bool:
    """Whether a strange word is one slip of the finger from an English one: `defualt`, `configre`, `gracefuly`."""
    return len(word) >= _LEAST_MISSPELT and bool(meant_by(word))


@lru_cache(maxsize=4096)
def meant_by(word: str) -> frozenset[str]:
    """The English words, in lower case, that a strange one is a slip of the finger for; empty for one that is known."""
    lower = word.lower()
    if not lower.isascii() or not lower.isalpha() or is_ordinary(lower):
        return frozenset()
    return frozenset(filter(_is_whole, one_slip_from(lower)))


def one_slip_from(lower: str) -> frozenset[str]:
    """What a word in small letters may be a slip of the finger for, words or not."""
    cuts = [(lower[:place], lower[place:]) for place in range(len(lower) + 1)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    # Two letters swapped, or one left out: one too many, or another one, makes a name of a word (`xmonad`, `redux`),
    # unless it is one twice.
    near = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    near |= {left + letter + right for left, right in cuts for letter in letters}
    near |= {left + right[1:] for left, right in cuts if len(right) > 1 and right[0] == right[1]}
    return frozenset(near - {lower})


def _is_whole(word: str) -> bool:
    """Whether it is one of some 22,000 words that the tokeniser of the bundled model does not cut in pieces."""
    return word in bundled_vocabulary() and word.isascii() and word.isalpha()


def _is_english(lower: str) -> bool:
    forms = (lower, stem(lower), lower.removesuffix("s"), lower.removesuffix("d"))
    return any(map(_is_whole, forms)) or stem(lower) in _stems_of_verbs()


@cache
def _stems_of_verbs() -> frozenset[str]:
    """Of those that the tokeniser cuts in pieces."""
    return frozenset(map(stem, _verbs()))


def _is_derived(lower: str) -> bool:
    """`introspection`, `heterogeneous`: hardly a product is called so."""
    return any(lower.endswith(suffix) and len(lower) - len(suffix) >= 2 * _LEAST_PART for suffix in _SUFFIXES) or any(
        lower.startswith(prefix) and _is_english(lower[len(prefix) :])
        for prefix in _PREFIXES
        if len(lower) - len(prefix) > _LEAST_PART  # `redis` is no second `dis`
    )


def _is_compound(lower: str) -> bool:
    """`typeclass`, `entrypoint`: two words in one."""
    places = range(_LEAST_PART, len(lower) - _LEAST_PART + 1)
    return any(_is_english(lower[:place]) and _is_english(lower[place:]) for place in places)


def read_background(text: str) -> Mapping[str, float]:
    """Term to the share of pieces that hold it; `#` starts a comment line. Commit 02c17a6f had what counts them."""
    shares: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            number, *held = line.split()
            shares.update(dict.fromkeys(held, int(number) / _PER))
    return shares


@cache
def shipped_background() -> Mapping[str, float]:
    """The table in the package: 14,000 terms, read in some 5 ms."""
    return read_background(shipped_text("citeline.tools.question", "background.txt"))


def background_share(term: str) -> float:
    """Share of software's pieces of text that hold a term, never below `RAREST`."""
    return shipped_background().get(term, 0.0) + RAREST
