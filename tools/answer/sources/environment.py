"""The environment variables that a program reads, of all its files one list: no passage has them together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fnmatch import fnmatch
from functools import cache, partial
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.indexing.reader import Index
from citeline.patterns import re
from citeline.text import is_cjk, split_identifier, stem, terms_of

from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names
from ..reading.documentation import REMARK
from ..reading.syntax import Source, source_of
from .listed import MOST, Item, listed_drafts, remarked, words_beside

_SHOWN: Final = (8, 1)
_NAMED: Final = "env"
"""What every line has that reads one, in small letters."""
_table: Final = partial(shipped_table, "citeline.tools.answer.sources", "environment.toml")


class _Group(NamedTuple):
    """What the lines of one file tell."""

    source: Source
    items: Sequence[Item]


class _Fit(NamedTuple):
    held: tuple[int, int]
    """How many terms of what it is for a name has, then of all that is said: `file`, of a password file."""
    others: int
    """How many others, the project's own apart."""


def environment_drafts(
    index: Index, question: Question, sources: Collection[str] = (), *, listed: bool
) -> tuple[list[Draft], int]:
    """A draft for each passage that reads some of the variables that a question asks for, and how many are not told.

    Where the question is not known to ask for a list (`listed`), only one for all of them: `which environment variables
    are required`.
    """
    asked = [*map(str.lower, question.english_words), *question.own_words]
    names = [*_table()["asked"], *_table()["alone"]]
    called = [words for words in map(str.split, names) if any(_is_at(words, asked, at) for at in range(len(asked)))]
    if not called and not any(name in " ".join(asked) for name in filter(is_cjk, names)):
        return [], 0
    project = project_names(index)
    asking = {word for word in asked if not is_cjk(word) and not is_asking(word)}
    own = terms_of(names)
    alone = {stem(word) for word in _table()["alone"]}
    rest = terms_of(asking) - own - terms_of([*words_beside(), *project])
    if rest and (not listed or all(" ".join(map(stem, words)) in alone for words in called)):
        return [], 0
    longest = max(called, key=len, default=[])
    is_one = any([*asked[at : at + len(longest)]] == longest for at in range(len(asked)))
    one = terms_of(asked) - own if rest and longest and is_one else frozenset[str]()
    groups = _read_everywhere(index, rest, sources, one)
    if rest and [len(items) for _, items in groups] == [1]:
        (source, (item,)), *_ = groups
        if told := remarked(source, item.text, item.line):
            return [told], 0
    drafts = [
        draft
        for source, items in groups
        for draft in listed_drafts(index, source, "reads", source.document.path, items[:MOST], shown=_SHOWN)
    ]
    return drafts, sum(max(0, len(items) - MOST) for _, items in groups)


def _is_at(wanted: Sequence[str], asked: Sequence[str], at: int) -> bool:
    return [stem(word) for word in asked[at : at + len(wanted)]] == [stem(word) for word in wanted]


def _read_everywhere(
    index: Index, rest: Collection[str], sources: Collection[str], one: Collection[str]
) -> list[_Group]:
    """What the lines of all code of the product tell, a group for each file, that with most first and those that
    build, check or release it last; comments tell nothing, and what several files tell is of the first. With `rest`
    those that have one of these terms in their name: `PASSPHRASE_FILE` of variables for a passphrase. Where one is
    asked for, those that have most of the terms of the question, `one`, and first a file with one that has no other
    word.
    """
    lines = list(_lines_that_tell(index, sources))
    fits = {item.text: _fit(item.text, rest, one, project_names(index)) for _, items in lines for item in items}
    least = max([(min(len(rest), 1), 0), *(fit.held for fit in fits.values() if one)])
    found: list[tuple[int, _Group]] = []
    for source, items in lines:
        asked = [item for item in items if fits[item.text].held >= least]
        others = min((fits[item.text].others for item in asked), default=0) if one else 0
        found += [(others, _Group(source, asked))] if asked else []
    told: set[str] = set()
    once: list[_Group] = []

    def order(one: tuple[int, _Group]) -> tuple[int, bool, int]:
        others, group = one
        return others, _is_tool(group.source.document.path), -len(group.items)

    for _, group in sorted(found, key=order):
        left = [one for one in group.items if one.text not in told]
        told.update(one.text for one in left)
        once += [_Group(group.source, left)] if left else []
    return once


def _is_tool(path: str) -> bool:
    *folders, name = path.lower().split("/")
    tools = _table()["tools"]
    return any(folder in tools["folders"] for folder in folders) or any(fnmatch(name, one) for one in tools["files"])


def _fit(name: str, rest: Collection[str], said: Collection[str], project: Collection[str]) -> _Fit:
    held, own = frozenset(map(stem, split_identifier(name))), terms_of(project)
    return _Fit((len(held.intersection(rest)), len(held.intersection(said))), len(held.difference(rest, said, own)))


def _lines_that_tell(index: Index, sources: Collection[str]) -> Iterator[_Group]:
    """Each name with the first line of its file that has it."""
    corpus = corpus_of(index)
    documents = dict.fromkeys(int(one) for one, _, text in index.structure.texts() if _NAMED.encode() in text.lower())
    for document in documents:
        is_own = corpus.is_in(document, sources) and not corpus.path_terms(document).is_aside
        source = source_of(index, document) if is_own else None
        if source is None or source.document.format != "code":
            continue
        items: dict[str, Item] = {}
        for number, line in enumerate(source.lines, 1):
            if _NAMED in line.lower() and not REMARK.match(line):
                for one in _reads().finditer(line):
                    items.setdefault(one["name"], Item(one["name"], number))
        yield _Group(source, [*items.values()])


@cache
def _reads() -> re.Pattern[str]:
    """What reads a variable, in any language."""
    return re.compile(_table()["reads"])
