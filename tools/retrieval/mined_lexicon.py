"""Words that a corpus itself says mean the same: few, and only where it says so in as many words.

    Server-Sent Events (SSE)      SSE (server-sent events)      <abbr title="…">SSE</abbr>
    an environment variable (also called "env var")      <dfn title="also known as endpoints, routes">
    two terms above one definition, in a glossary of reStructuredText or a definition list of Markdown

They are synonyms of the third keyword level. A short form counts when its letters are the initials of its long one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from threading import Lock
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.text import STOPWORDS, fold, stem

from ..question.lexicon import Concept, Lexicon

Pair: TypeAlias = tuple[str, str]
"""Two words that mean the same."""

_MOST_CHARS: Final = 8_000_000
"""Of text that is looked through, documents first: a second's work, once for an open index and only when needed."""
_MOST_PAIRS: Final = 400
_BATCH: Final = 2_000

_NEAR: Final = 90
"""Characters before a bracket that may hold the long form of what is in it."""
_BRACKET: Final = re.compile(r"\((?:(?P<short>[A-Z][A-Z0-9]{1,7})s?\)|(?P<long>[A-Za-z][A-Za-z\s/-]{3,80})\))")
_SHORT_BEFORE: Final = re.compile(r"(?<!\w)([A-Z][A-Z0-9]{1,7})s?\s$")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z-]*")
_BETWEEN: Final = frozenset(" \t\r\n#*/>")
"""A line may end within a long form, and the next one of a comment begins with a mark."""
_SKIPPED: Final = frozenset({"of", "and", "the", "for", "to", "in", "on", "or", "with", "by", "from"})
_ABBR: Final = re.compile(r"<abbr title=[\"']([^\"'<>]{3,80})[\"']>\W*([A-Z][A-Z0-9]{1,7})s?\W*</abbr>")

_MARKED: Final = (
    r"(?:`{1,2}[^`\n]{2,30}`{1,2}|\*{1,2}[^*\n]{2,30}\*{1,2}|_[^_\n]{2,30}_|\"[^\"\n]{2,30}\"|“[^”\n]{2,30}”)"
)
_PLAIN: Final = r"(?:[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,2})"
_ALSO: Final = r"also (?:called|known as|referred to as):?\s+(?:an? |the )?"
_ALSO_CALLED: Final = re.compile(
    # Before: a marked word, or up to three words after an article. After: a marked word, or up to three to the bracket.
    rf"(?:(?P<marked>{_MARKED})|(?<![\w.])(?:[Aa]n?|[Tt]he) (?P<plain>{_PLAIN})),? \({_ALSO}"
    rf"(?P<other>{_MARKED}|{_PLAIN})[,.]?\)"
    rf"|(?P<marked2>{_MARKED}),? {_ALSO}(?P<other2>{_MARKED})"
)
_DFN: Final = re.compile(rf"<dfn title=[\"'']{_ALSO}([^\"'<>]{{2,120}})[\"'']>\W*({_PLAIN})\W*</dfn>")
_DEFINED_TOGETHER: Final = re.compile(rf"^({_PLAIN})\n({_PLAIN})\n:[ \t]+\S", re.MULTILINE)
_GLOSSARY: Final = re.compile(r"^\.\. glossary::[^\n]*\n(?P<body>(?:[ \t]+[^\n]*\n|\s*\n)+)", re.MULTILINE)
_LONGEST: Final = 40


def mined_lexicon(index: Index) -> Lexicon:
    """What the corpus of an open index says of its words; looked through on first use and dropped with the index."""
    with _LOCK:
        found = _MINED.get(index)
        if found is None:
            found = _MINED[index] = Lexicon([Concept(pair, ()) for pair in mine(_texts(index))])
        return found


_MINED: WeakKeyDictionary[Index, Lexicon] = WeakKeyDictionary()
_LOCK: Final = Lock()


def _texts(index: Index) -> Iterator[str]:
    """Texts of chunks, documents before code: they explain more words."""
    sql = (
        "SELECT chunks.text FROM chunks JOIN documents ON documents.id = chunks.doc_id"
        " ORDER BY documents.format NOT IN ('prose', 'text'), chunks.id LIMIT ? OFFSET ?"
    )
    read = start = 0
    while rows := index.structure.rows(sql, [_BATCH, start]):
        for (text,) in rows:
            read += len(text)
            if read > _MOST_CHARS:
                return
            yield from_column(text)
        start += _BATCH


def mine(texts: Iterable[str]) -> list[Pair]:
    """Pairs of words that mean the same, those said most often first, each once; a few hundred at most."""
    counted: Counter[Pair] = Counter()
    spelled: dict[Pair, Pair] = {}
    for text in texts:
        for left, right in _said_in(text):
            key = _key(left, right)
            if key is not None:
                counted[key] += 1
                spelled.setdefault(key, (left, right))
    return [spelled[key] for key, _ in counted.most_common(_MOST_PAIRS)]


def _key(left: str, right: str) -> Pair | None:
    """What makes two pairs the same; None for a pair that says nothing, as a word and its plural."""
    low, high = sorted(" ".join(stem(word) for word in _folded(side)) for side in (left, right))
    says = all(
        2 <= len(side) <= _LONGEST * 2 and not all(word in STOPWORDS for word in _folded(side))
        for side in (left, right)
    )
    return (low, high) if says and low and low != high else None


def _folded(text: str) -> list[str]:
    """The words of a name, each folded: `Server-Sent Events` and `server sent events` are alike."""
    return [fold(word) for word in re.split(r"[\s-]+", text) if word]


def _said_in(text: str) -> Iterator[Pair]:
    if "(" in text:
        yield from _short_forms(text)
    if "also " in text:
        for found in _ALSO_CALLED.finditer(text):
            yield _bare(found["marked"] or found["plain"] or found["marked2"]), _bare(found["other"] or found["other2"])
        for found in _DFN.finditer(text):
            yield from (
                (found[2], other.strip()) for other in found[1].split(",") if re.fullmatch(_PLAIN, other.strip())
            )
    if "<abbr" in text:
        yield from ((found[2], found[1]) for found in _ABBR.finditer(text) if is_short_for(found[2], found[1]))
    if "\n: " in text or "\n:\t" in text:
        yield from ((found[1], found[2]) for found in _DEFINED_TOGETHER.finditer(text))
    if ".. glossary::" in text:
        for found in _GLOSSARY.finditer(text):
            yield from _terms_together(found["body"])


def _bare(word: str) -> str:
    return word.strip('`*_"“” ')


def _short_forms(text: str) -> Iterator[Pair]:
    for found in _BRACKET.finditer(text):
        before = text[max(0, found.start() - _NEAR) : found.start()]
        if short := found["short"]:
            if long := _long_form(before, short):
                yield short, long
        elif (named := _SHORT_BEFORE.search(before)) and is_short_for(named[1], found["long"]):
            yield named[1], " ".join(found["long"].split())


def _long_form(before: str, short: str) -> str:
    """The last words before a bracket whose initials are the short form; empty when they are not."""
    words = list(_WORD.finditer(before))
    for count in range(2, len(words) + 1):
        tail = words[-count:]
        long = " ".join(word[0] for word in tail)
        if tail[0][0].lower() not in _SKIPPED and is_short_for(short, long):
            gaps = [before[left.end() : right.start()] for left, right in pairwise(tail)]
            held = all(_BETWEEN.issuperset(gap) for gap in [*gaps, before[tail[-1].end() :]])
            return long if held else ""
    return ""


def is_short_for(short: str, long: str) -> bool:
    """Whether the letters are the initials of the words, small ones of them left out or not."""
    words = [word for word in re.split(r"[\s/-]+", long.lower()) if word]
    initials = "".join(word[0] for word in words)
    content = "".join(word[0] for word in words if word not in _SKIPPED)
    return len(words) > 1 and short.lower() in (initials, content)


def _terms_together(body: str) -> Iterator[Pair]:
    """Terms above one definition: lines of the smallest indentation that follow each other."""
    lines = body.split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines if line.strip() and not line.lstrip().startswith(":")]
    least = min(indents, default=0)
    terms = [line.strip() if line.strip() and len(line) - len(line.lstrip()) == least else "" for line in lines]
    for first, second in pairwise(terms):
        if re.fullmatch(_PLAIN, first) and re.fullmatch(_PLAIN, second):
            yield first, second
