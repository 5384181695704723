"""The words of a text to search with: its terms, its identifiers, and the words that may be names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from citeline.dataclass import dataclass
from citeline.text import STOPWORDS, fold, identifiers_in, is_cjk, last_part, terms, unique, without_endings, words

from .vocabulary.lexicon import shipped_lexicon

_MAX_TERM_WEIGHT = 2
_MIN_WORD_NAME = 4
_MIN_JOINED = 4
_MAX_JOINED_WORDS = 3
_CHANGE_LOG = re.compile(
    r"(?:(?:^|/)(?:(?:19|20)\d\d[-_.])?(?:change|changes|changelogs?|history|news|release[-_]?notes|releases|whats?[-_]?new)(?![^\W_])(?![-_]and[-_])"
    r"|(?<![^\W_])version[-_]?history(?![^\W_])|(?<=[_-])change[-_]?log(?=\.(?:md|rst|txt|adoc)$))",
    re.IGNORECASE,
)
"""A file or a folder that is called so, and may say of which versions or year: `changelog_3x.md`, `2013-news.md`."""
_SYMBOL = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|/|\\)[A-Za-z_$][\w$]*)*(?:\(\))?[?!]?")


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a question says, before anything is known about the corpus."""

    terms: Mapping[str, int]
    """Search terms and how often they occur, at most 2."""
    identifiers: tuple[str, ...]
    """Words shaped like code, qualified ones followed by their last segment; case kept."""
    joined: tuple[str, ...]
    """Folded forms of two or three adjacent words and of the identifiers, longer than three characters:
    `rate limiter` may name `RateLimiter`."""
    words: tuple[str, ...]
    """Plain words of four letters or more and their singulars, folded."""
    stems: frozenset[str]
    """Folded single words, pairs and triples: what a file may be called."""
    related_stems: frozenset[str]
    """Folded words of the shipped lexicon that mean what a word or a pair of the question means."""
    is_symbol: bool
    """The question is one bare or qualified identifier with a capital, an underscore, a separator or `()`."""


def _singulars(word: str) -> list[str]:
    """The word, and every form that may be its singular: English spelling alone does not tell them apart."""
    forms = [word]
    if word.endswith("s") and not word.endswith("ss"):
        forms.append(word[:-1])
    if word.endswith("es") and len(word) > _MIN_WORD_NAME:
        forms.append(word[:-2])
    if word.endswith("ies") and len(word) > _MIN_WORD_NAME:
        forms.append(word[:-3] + "y")
    return forms


def _joins(folded: list[str]) -> list[str]:
    found = []
    for size in range(2, _MAX_JOINED_WORDS + 1):
        for start in range(len(folded) - size + 1):
            parts = folded[start : start + size]
            # `of the` joins nothing that anyone names a symbol.
            if parts[0] not in STOPWORDS and parts[-1] not in STOPWORDS:
                found.append("".join(parts))
    return [join for join in found if len(join) >= _MIN_JOINED]


@lru_cache(maxsize=256)
def analyse(question: str) -> Analysis:
    """Take a question apart. Pure and cached: every channel and the ranker ask for the same one."""
    question = without_endings(question)
    counted = Counter(terms(question))
    bare = question.strip()
    is_symbol = _SYMBOL.fullmatch(bare) is not None and re.search(r"[A-Z_$.:#>/\\]|\(\)", bare) is not None
    identifiers = identifiers_in(question)
    if is_symbol:
        # In Ruby and Swift `?` and `!` may belong to the name; elsewhere they end the sentence.
        identifiers = unique([bare.removesuffix("()"), bare.rstrip("?!").removesuffix("()"), *identifiers])
    identifiers = unique([name for whole in identifiers for name in (whole, last_part(whole))])
    latin = [word for word in words(question) if not is_cjk(word)]
    folded = [fold(word) for word in latin]
    joined = unique([*_joins(folded), *(fold(last_part(name)) for name in identifiers)])
    plain = [
        form for word in folded if len(word) >= _MIN_WORD_NAME and word not in STOPWORDS for form in _singulars(word)
    ]
    content = [word for word in folded if word not in STOPWORDS]
    said = [word for word in latin if word.lower() not in STOPWORDS]
    phrases = [*said, *(" ".join(pair) for pair in pairwise(said))]
    return Analysis(
        terms={term: min(count, _MAX_TERM_WEIGHT) for term, count in counted.items()},
        identifiers=tuple(identifiers),
        joined=tuple(name for name in joined if len(name) >= _MIN_JOINED),
        words=tuple(unique(plain)),
        stems=frozenset([*content, *(s for word in content for s in _singulars(word)), *joined]),
        related_stems=frozenset(fold(other) for phrase in phrases for other in shipped_lexicon().synonyms(phrase)),
        is_symbol=is_symbol,
    )


def is_change_log(path: str) -> bool:
    """Whether a file tells what was, not what is."""
    return _CHANGE_LOG.search(path) is not None
