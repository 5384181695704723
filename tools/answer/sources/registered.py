"""All that a program registers one call after the other: routes, flags, commands, events, as they stand in the code.

A list of calls is a list as much as one between brackets, but comments, conditions and the ends of passages divide it.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from math import log
from typing import Any, Final, NamedTuple

from tree_sitter import Node

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.text import ascii_names, is_cjk, split_identifier, stem, terms

from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names
from ..reading.syntax import Source, source_of, text_of
from .listed import MOST, Item, code_near, is_text, listed_drafts, unquoted

# Of 207 questions for lists to 23 repositories 47 get one; 24 chunks lose five of them, and 12 documents four.
_CHUNKS: Final = 60
_DOCUMENTS: Final = 24
"""That are read: 5 ms each."""
_LEAST: Final = 3
"""Calls from which on they are a list."""
_MOST_GROUPS: Final = 3
_ALIKE: Final = 0.8
"""Of the best: what else fits so well is told too, for nothing tells which one is meant. The best alone leaves out a
part of 9 of the 207; .5 tells more of 6."""
_LENGTH: Final = 0.2
"""Without it the options of one command stand before those of all, and examples before the code: 15 of the 207."""
_SHOWN: Final = (8, 1)
_CHAIN: Final = 2_000
"""Bytes of either end of a chain that are read: each call of a generated one has all before it."""
_CALL: Final = re.compile(r".*call.*|.*invocation.*|command|new_expression|object_creation_expression")
_NESTED: Final = re.compile(r".*(?:function|lambda|closure|arrow|block|body).*")
_ENVIRONMENT: Final = b"env"
_REMARK: Final = re.compile(r"\s*(?:#(?!\[)|//|/?\*|--|;|%)")
_GIVEN: Final = re.compile(r"\([^()]*\)")
_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^'\n]*'|`[^`]*`")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing that programs register; a table of `registered.toml`."""

    asked: tuple[str, ...]
    calls: frozenset[str]
    literal: re.Pattern[str]
    never: frozenset[str]
    rather: frozenset[str]
    reads: re.Pattern[str] | None
    """What a line has that tells one, its name in the group `name`."""


@dataclass(frozen=True, slots=True)
class _Group:
    source: Source
    owner: str
    """The definition that they stand in, or the file."""
    around: frozenset[str]
    """Terms of what is called, of the definition and of the path."""
    items: tuple[Item, ...]

    @property
    def is_of_file(self) -> bool:
        """Whether several definitions of the file hold it."""
        return self.owner == self.source.document.path

    def is_part_of(self, other: _Group) -> bool:
        """Whether another list has some of its items."""
        return self.source is other.source and not {*self.items}.isdisjoint(other.items)

    def worth(self, wanted: Collection[str]) -> float:
        """How well it fits: the share of the wanted terms around it, what is called, and its length."""
        share = len(self.around & set(wanted)) / len(wanted) if wanted else 1.0
        return share * (1.0 + _LENGTH * log(len(self.items)))


def registered_drafts(
    index: Index,
    question: Question,
    chunks: Sequence[StoredChunk],
    sources: Collection[str] = (),
    *,
    listed: bool = True,
) -> tuple[list[Draft], int]:
    """The list that a question asks for, a draft for each passage that holds some of it, and how many are not told.

    Where the question is not known to ask for a list (`listed`), only one of what lines tell, and of nothing else:
    `which environment variables are required`.
    """
    asked = [*map(str.lower, question.english_words), *question.own_words]
    kind = _kind(asked)
    if kind is None or not (listed or kind.reads):
        return [], 0
    rest = _rest(asked, project_names(index))
    if kind.reads:
        if rest and not listed:
            return [], 0
        said = {term for word in asked for term in terms(word)}
        own = {term for word in kind.asked for term in terms(word)}
        one = said - own if rest and _asks_for_one(kind, asked) else ()
        return _told(index, _read_everywhere(index, kind.reads, rest, sources, one))
    groups = list(_groups(index, kind, rest, chunks, sources))
    told = {term for group in groups for term in rest & group.around}
    if any(term in terms(one.text) for group in groups for one in group.items for term in rest - told):
        return [], 0  # one of them is asked for, and not all
    if not any(2 * len(rest & group.around) >= len(rest) for group in groups):
        return [], 0
    ranked = sorted(((group.worth(rest), group) for group in groups), key=lambda one: (-one[0], one[1].is_of_file))
    chosen: list[_Group] = []
    for worth, group in ranked:
        if worth >= _ALIKE * ranked[0][0] and not any(group.is_part_of(other) for other in chosen):
            chosen.append(group)
    return _told(index, chosen[:_MOST_GROUPS])


def _told(index: Index, groups: Sequence[_Group]) -> tuple[list[Draft], int]:
    drafts = [
        draft
        for one in groups
        for draft in listed_drafts(index, one.source, "part_defines", one.owner, one.items[:MOST], shown=_SHOWN)
    ]
    return drafts, sum(max(0, len(group.items) - MOST) for group in groups)


@cache
def kinds() -> tuple[Kind, ...]:
    """All of the tables, in their order."""
    return tuple(
        Kind(
            tuple(one["asked"]),
            frozenset(one["calls"]),
            re.compile(one["literal"]),
            frozenset(one.get("never", ())),
            frozenset(one.get("rather", ())),
            re.compile(one["reads"]) if "reads" in one else None,
        )
        for one in _tables().values()
        if isinstance(one, dict)
    )


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(files("citeline.tools.answer.sources").joinpath("registered.toml").read_text("utf-8"))


def words_beside() -> Collection[str]:
    """Words of questions for all of something that say nothing of which ones."""
    return frozenset(_tables()["beside"])


def _kind(asked: Sequence[str]) -> Kind | None:
    """The kind that the question asks for first; in Chinese and Japanese what is asked for stands last."""
    text = " ".join(asked)
    found: list[tuple[int, Kind]] = []
    for kind in kinds():
        if any(word in (text if is_cjk(word) else asked) for word in kind.rather):
            continue
        for word in kind.asked:
            if is_cjk(word):
                found += [(-text.rfind(word), kind)] if word in text else []
            elif places := [at for at in range(len(asked)) if _is_at(word.split(), asked, at)]:
                found.append((places[0], kind))
    return min(found, key=lambda one: one[0])[1] if found else None


def _asks_for_one(kind: Kind, asked: Sequence[str]) -> bool:
    """Whether the question has the singular of the kind, by which the table names it, in the longest of its names."""
    named = [
        (words, at) for words in map(str.split, kind.asked) for at in range(len(asked)) if _is_at(words, asked, at)
    ]
    words, at = max(named, key=lambda one: len(one[0]), default=((), 0))
    return bool(words) and [*asked[at : at + len(words)]] == words


def _is_at(wanted: Sequence[str], asked: Sequence[str], at: int) -> bool:
    return [stem(word) for word in asked[at : at + len(wanted)]] == [stem(word) for word in wanted]


def _rest(asked: Sequence[str], project: Collection[str]) -> frozenset[str]:
    """The terms that say of what: none of a kind, nor what the project is called."""
    said = [word for kind in kinds() for word in [*kind.asked, *kind.rather]]
    nothing = {term for word in [*said, *_tables()["beside"], *project] for term in terms(word)}
    asking = [word for word in asked if not is_cjk(word) and not is_asking(word)]
    return frozenset(term for word in asking for term in terms(word)) - nothing


def _groups(
    index: Index, kind: Kind, rest: Collection[str], chunks: Sequence[StoredChunk], sources: Collection[str]
) -> Iterator[_Group]:
    wanted = {**{term: 0.5 for call in kind.calls for term in terms(call)}, **dict.fromkeys(rest, 1.0)}
    for source in code_near(index, wanted, chunks, sources, most_chunks=_CHUNKS, most=_DOCUMENTS):
        yield from _in_source(source, kind)


def _read_everywhere(
    index: Index, reads: re.Pattern[str], rest: Collection[str], sources: Collection[str], one: Collection[str] = ()
) -> list[_Group]:
    """What the lines of all code of the product tell, a group for each file, that with most first; comments tell
    nothing, and what several files tell is of the first. With `rest` those that have one of these terms in their name:
    `PASSPHRASE_FILE` of variables for a passphrase. Where one is asked for, those that have most of the terms of the
    question, `one`, and first a file with one that has no other word.
    """
    lines = [(source, items) for source, items in _lines_that_tell(index, reads, sources)]
    fits = {item.text: _fit(item.text, rest, one, project_names(index)) for _, items in lines for item in items}
    least = max([(min(len(rest), 1), 0), *(fit.held for fit in fits.values() if one)])
    found: list[tuple[int, _Group]] = []
    for source, items in lines:
        asked = tuple(item for item in items if fits[item.text].held >= least)
        others = min((fits[item.text].others for item in asked), default=0) if one else 0
        found += [(others, _Group(source, source.document.path, frozenset(), asked))] if asked else []
    told: set[str] = set()
    once: list[_Group] = []
    for _, group in sorted(found, key=lambda one: (one[0], -len(one[1].items))):
        left = tuple(one for one in group.items if one.text not in told)
        told.update(one.text for one in left)
        once += [replace(group, items=left)] if left else []
    return once


class _Fit(NamedTuple):
    held: tuple[int, int]
    """How many terms of what it is for a name has, then of all that is said: `file`, of a password file."""
    others: int
    """How many others, the project's own apart."""


def _fit(name: str, rest: Collection[str], said: Collection[str], project: Collection[str]) -> _Fit:
    held = frozenset(map(stem, split_identifier(name)))
    own = {term for word in project for term in terms(word)}
    return _Fit((len(held.intersection(rest)), len(held.intersection(said))), len(held.difference(rest, said, own)))


def _lines_that_tell(
    index: Index, reads: re.Pattern[str], sources: Collection[str]
) -> Iterator[tuple[Source, Sequence[Item]]]:
    """Each name with the first line of its file that has it."""
    corpus = corpus_of(index)
    documents = dict.fromkeys(int(one) for one, _, text in index.structure.texts() if _ENVIRONMENT in text.lower())
    for document in documents:
        is_own = corpus.is_in(document, sources) and not corpus.path_terms(document).is_aside
        source = source_of(index, document) if is_own else None
        if source is None or source.document.format != "code":
            continue
        lines = ((text, line) for line, text in enumerate(source.lines, 1) if not _REMARK.match(text))
        found = [(one["name"], line) for text, line in lines for one in reads.finditer(text)]
        items = {name: Item(name, line) for name, line in reversed(found)}
        yield source, sorted(items.values(), key=lambda one: one.line)


def _in_source(source: Source, kind: Kind) -> Iterator[_Group]:
    groups: defaultdict[tuple[str, str], list[tuple[Item, list[str]]]] = defaultdict(list)
    """By what they stand in and what they are called on; each with the names that are called."""
    for node in _calls(source.root):
        item = next((one for one in _literals(node) if kind.literal.fullmatch(one.text)), None)
        names = _callee(node)
        if item and names and _says(names, kind):
            around = source.enclosing(item.line)
            # A function for each of them, or one for all: the longer list is the whole one.
            for owner in {around.qualified_name if around else source.document.path, source.document.path}:
                groups[owner, names[0]].append((item, names))
    for (owner, _), found in groups.items():
        items = {item.text: item for item, _ in sorted(found, key=lambda one: one[0].line, reverse=True)}
        if len(items) >= _LEAST:
            called_so = {name for _, called in found for name in called}
            beside = frozenset(terms(" ".join([*called_so, owner, source.document.path])))
            yield _Group(source, owner, beside, tuple(sorted(items.values(), key=lambda one: one.line)))


def _says(names: Sequence[str], kind: Kind) -> bool:
    """Whether what is called says the kind, by the last of its names that says any: `cmd.Flags().String` is a flag."""
    if names[-1].lower() in kind.never:
        return False
    said = ([one for one in kinds() if _parts([name]) & one.calls] for name in reversed(names))
    return kind in next(filter(None, said), [])


def _parts(names: Iterable[str]) -> set[str]:
    return {part.lower() for name in names for part in [name, *split_identifier(name)]}


def _calls(root: Node | None) -> Iterator[Node]:
    waiting = [root] if root is not None else []
    while waiting:
        node = waiting.pop()
        if node.is_named and _CALL.fullmatch(node.type):
            yield node
        waiting.extend(node.named_children)


def _arguments(node: Node) -> Node | None:
    found = node.child_by_field_name("arguments")
    return found or next((one for one in node.named_children if "argument" in one.type), None)


def _callee(node: Node) -> list[str]:
    """The names that say what is called, of a chain all of them."""
    arguments = _arguments(node)
    text = node.text or b""
    called = text[: arguments.start_byte - node.start_byte] if arguments is not None else text.split(b"\n", 1)[0]
    if len(called) > 2 * _CHAIN:
        called = called[:_CHAIN] + b" " + called[-_CHAIN:]
    whole = _TEXT.sub(" ", called.decode("utf-8", "replace"))
    while (bare := _GIVEN.sub(" ", whole)) != whole:
        whole = bare
    return ascii_names(whole)


def _literals(node: Node) -> list[Item]:
    """The texts that a call is given, conversions looked through, functions not."""
    arguments = _arguments(node)
    found: list[Item] = []
    waiting = list(reversed(arguments.named_children)) if arguments is not None else []
    while waiting:
        one = waiting.pop()
        if is_text(one):
            found.append(Item(unquoted(text_of(one)), one.start_point.row + 1))
        elif not _NESTED.fullmatch(one.type):
            waiting.extend(reversed(one.named_children))
    return found
