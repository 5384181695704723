"""Things of a well-known kind that a corpus names: who asks which databases are supported looks for SQLite and MySQL,
and few lines that list them say `database`.

The kinds and their members are a table, `kinds.toml`. What is told is which of them some lines name, and no more: a
program may name a database that it only watches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from citeline.indexing.reader import Index
from citeline.markup import plain_text
from citeline.model import StoredChunk
from citeline.patterns import re
from citeline.text import terms, terms_of

from ...evidence.term_weights import chunks_holding
from ...question.kinds import Kind, kinds_asked, terms_in_row
from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names

_MOST_CHUNKS: Final = 20
"""For each member."""
_MOST_OF_ALL: Final = 60
_MOST_PLACES: Final = 4
_GAP: Final = 5
"""Lines between two that name members, up to which they are one list."""
_LONGEST: Final = 40
"""Lines of it."""
_SHOWN: Final = 14
"""Of these."""
_MOST_FIRST: Final = 8
"""Documents at the root, which are read in any case: a long page is seldom found by one word of it."""
_LONGEST_LINE: Final = 400
_LEAST_PLAIN: Final = 3
"""Members of a kind of everyday words that have to stand together."""
_MOST_COUNTED, _BEYOND = 4, 0.25
_SAID, _NEAR, _TOGETHER, _DOCUMENT, _DEPTH, _HIDDEN = 1.0, 1.5, 1.5, 1.0, 0.4, 2.0
"""What it counts, in members, that lines say that something is used; that they, what they stand in or its path name the
kind; that one line says that it supports some of the kind; that they are no code; each folder that they lie deeper; and
that a folder is hidden, which is for those who work on the program, or that a page is about earlier versions.
"""
_ADDRESS: Final = re.compile(r"(?:https?://)?[\w.-]+\.(?:com|org|io|net|dev|in)\b[^\s)>\]\"'`]*")
"""What names its host, and not what is supported: `github.com/lib/pq`."""
_LONGEST_SENTENCE: Final = 240
_BULLET: Final = re.compile(r"^\s*(?:[-*+>#]|\d+\.)+\s+")
_LEAST: Final = 2.0
_LEAST_FURTHER: Final = 0.75
"""Share of the first place's score."""


class _Place(NamedTuple):
    chunk: StoredChunk
    first_line: int
    last_line: int
    named: Mapping[int, str]
    score: float
    is_hidden: bool
    is_of_kind: bool
    """Whether anything beside one name says so."""


def kind_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> list[Draft]:
    """The places that name most members of the kind that a question asks for, and nothing else beside it; or the one
    member of which it asks whether it is supported.
    """
    asked = kinds_asked(question, project_names(index))
    found = [(wanted, list(_places(index, kind, wanted, sources))) for kind, wanted in asked]
    each_kind = (_sorted(places, wanted) for wanted, places in found)
    places = max(each_kind, key=lambda one: one[0].score if one else 0.0, default=[])
    is_named = any(not one.is_hidden for _, each in found for one in each)
    if not places and len(asked) == 1 and not is_named:
        # What there is instead comes closest: what a document says, a list of them, and no comment that has one's name.
        near = _sorted(_places(index, asked[0][0], frozenset(), sources))
        places = [one for one in near if len(one.named) > 1 or one.chunk.kind == "prose"]
    told: set[int] = set()
    drafts: list[Draft] = []
    for one in places:
        is_new = not told or not told.issuperset(one.named)
        if is_new and len(drafts) < _MOST_PLACES and one.score >= _LEAST_FURTHER * places[0].score:
            told.update(one.named)
            drafts.append(_draft(one))
    return drafts


def _sorted(places: Iterable[_Place], wanted: Collection[int] = ()) -> list[_Place]:
    """Those that say enough, best first; who asks for one of them is not answered by what is for those who work on the
    program.
    """
    enough = (one for one in places if one.is_of_kind and one.score >= _LEAST and not (wanted and one.is_hidden))
    return sorted(enough, key=lambda one: -one.score)


def _draft(place: _Place) -> Draft:
    """One line of a document says it in its own words."""
    document, relation = int(place.chunk.document), "named_kind"
    said = ", ".join(f"`{spelt}`" for spelt in place.named.values())
    if place.chunk.kind == "prose" and place.first_line == place.last_line:
        line = place.chunk.text.split("\n")[place.first_line - place.chunk.start_line]
        is_cut = line.lstrip()[:1].islower() or line.endswith(",")  # a line of a wrapped sentence
        if len(line) <= _LONGEST_SENTENCE and not (is_cut or line.lstrip().startswith(("|", "<"))):
            relation, said = "quoted", plain_text(_BULLET.sub("", line)).strip()
    lines = place.chunk.text.split("\n")[place.first_line - place.chunk.start_line :]
    shown = "\n".join(lines[: min(_SHOWN, place.last_line - place.first_line + 1)])
    return replace(Draft.of(relation, "", said, document, place.first_line, place.last_line), quote=shown)


def _places(index: Index, kind: Kind, wanted: frozenset[int], sources: Collection[str]) -> Iterator[_Place]:
    corpus, may_be = corpus_of(index), index.structure.may_be_in_a_text
    called = {term for one in kind.called for term in one}
    every = terms_of(name.replace("|", " ") for name in kind.members)
    found = {int(one.id): one for one in chunks_holding(index, every, _MOST_OF_ALL, sources)}
    for at in sorted(wanted) or range(len(kind.members)):
        spellings = kind.members[at].split("|")
        if any(all(map(may_be, spelling.split(" "))) for spelling in spellings):
            spelled = terms_of(spellings)
            for words in (spelled, spelled | called):
                found.update((int(one.id), one) for one in chunks_holding(index, words, _MOST_CHUNKS, sources))
    roots = (index.structure.document(path) for path in index.structure.paths() if "/" not in path)
    pages = [int(one.id) for one in roots if one and one.format == "prose"]
    found.update((int(one.id), one) for one in index.structure.chunks_of(pages[:_MOST_FIRST]))
    for chunk in found.values():
        path = corpus.path_terms(int(chunk.document))
        if path.is_test or path.is_vendor or path.is_change_log or chunk.id in corpus.inline_tests:
            continue
        is_code = corpus.documents[int(chunk.document)].format not in ("prose", "data")
        for one in _lists_in(chunk, kind, wanted, is_code=is_code):
            is_enough = len(one.named) >= (_LEAST_PLAIN if kind.is_plain else 1)
            if is_enough and wanted.issubset(one.named):
                yield one


def _lists_in(chunk: StoredChunk, kind: Kind, wanted: frozenset[int], *, is_code: bool) -> Iterator[_Place]:
    lines = [line[:_LONGEST_LINE] for line in chunk.text.split("\n")]
    by_line = {at: named for at, line in enumerate(lines) if (named := kind.named_in(_ADDRESS.sub(" ", line)))}
    runs: list[list[int]] = []
    for at in by_line:
        if runs and at - runs[-1][-1] <= _GAP and at - runs[-1][0] < _LONGEST:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        first, last = run[0], run[-1]
        named = dict[int, str]()
        for at in run:
            named |= {one: spelt for one, spelt in by_line[at].items() if one not in named}
        heads = (chunk.breadcrumb.replace("›", " "), chunk.path)
        around = [frozenset(terms(line)) for line in (*lines[max(0, first - 2) : last + 2], *heads)]
        is_near = any(one <= held for one in kind.called for held in around)
        is_said = any(not held.isdisjoint(terms_in_row("says")) for held in around)
        stating = [held for held in around if not held.isdisjoint(terms_in_row("states"))]
        is_together = any(one <= held for one in kind.called for held in stating)
        score = min(len(named), _MOST_COUNTED) + _BEYOND * len(named)
        score += _NEAR * is_near + _SAID * is_said + _TOGETHER * is_together + _DOCUMENT * (not is_code)
        is_hidden = "/." in f"/{chunk.path.rpartition('/')[0]}"
        is_past = not terms_in_row("past").isdisjoint(terms(chunk.path))
        score -= _DEPTH * min(chunk.path.count("/"), 4) + _HIDDEN * (is_hidden or is_past)
        score += _NEAR * bool(not is_code and kind.named_in(heads[0]).keys() & wanted)
        is_of_kind = is_near or (len(named) > 1 and not kind.is_plain)
        sentence = _stating(lines, run, by_line, wanted) if chunk.kind == "prose" else None
        if sentence is not None:
            first = last = sentence
            named, score, is_of_kind = by_line[sentence], score + _TOGETHER, True
        yield _Place(chunk, chunk.start_line + first, chunk.start_line + last, named, score, is_hidden, is_of_kind)


def _stating(
    lines: Sequence[str], run: Sequence[int], by_line: Mapping[int, Mapping[int, str]], wanted: frozenset[int]
) -> int | None:
    """The first line of a document that says of all that are wanted that they are supported."""
    held = (at for at in run if wanted and wanted.issubset(by_line[at]))
    return next((at for at in held if not terms_in_row("supports").isdisjoint(terms(lines[at]))), None)
