"""All members of what code lists: an enum, a union, a constant list, a run of constants.

The list is told where its name is what is asked for; a sentence beside it has the same words and names one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from functools import partial
from itertools import chain
from math import log
from operator import itemgetter
from typing import Final

from citeline.data_files import shipped_table, shipped_terms
from citeline.indexing.reader import Index
from citeline.model import TYPE_KINDS, StoredChunk, StoredNode
from citeline.patterns import re
from citeline.text import fold, stem, terms, terms_of

from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names
from ..reading.syntax import Source, source_of
from .listed import MOST, Item, code_near, listed_drafts, words_beside
from .listings import Listing, is_enum, listings_of

_MOST_OWNERS: Final = 3
"""Types of one name whose fields are told."""
_HELD: Final = 0.75
"""Share of the words of the question that the list, its owner and its path must have."""
_OWN: Final = 0.6
"""Share of the words of its name that must be asked for: `DIRTY_STATES` are not the states."""
_MOST_WORDS: Final = 8
"""Words that the name of a type has."""
_MOST_TERMS: Final = 3 * _MOST_WORDS
"""Of such a name: a word may be taken apart."""
_PLURAL: Final = 2
"""Letters at most that a plural has more: `providers`, `classes`."""
_CONSTANT: Final = re.compile(r"\s*[A-Z\d_]+\s*=|.*\b(?:static|const|final|Final|readonly|ClassVar)\b")
"""A line that sets what stands beside what each object has, where its name is in capital letters."""


def member_drafts(
    index: Index, question: Question, chunks: Sequence[StoredChunk], sources: Collection[str] = ()
) -> tuple[list[Draft], int]:
    """The list that is asked for, a draft for each passage that holds some of it, and how many are not told."""
    asked = listed_terms(index, question)
    if not asked:
        return [], 0
    found: list[tuple[float, Source, Listing]] = []
    said = _names_said(question, least=2)
    corpus = corpus_of(index)
    states = _row("states")
    for source in code_near(index, asked | (states if asked & states else set()), chunks, sources):
        path = terms(source.document.path)
        worths = ((_worth(one, asked, path, said), one) for one in listings_of(source))
        found += [
            (worth, source, one)
            for worth, one in worths
            if worth and not corpus.is_tested(int(source.document.id), one.items[0].line)
        ]
    if not found:
        return [], 0
    _, source, best = max(found, key=lambda one: (one[0], one[1].document.pagerank))
    known = {*best.named, *best.around, *best.alike, *(states if states & best.named else ())}
    if any(term in terms(item.text) for item in best.items for term in asked - known):
        return [], 0  # one of them is asked for, and not all
    told = listed_drafts(index, source, "members", best.subject, best.items[:MOST])
    return list(told), max(0, len(best.items) - MOST)


def _worth(listing: Listing, asked: Collection[str], path: Collection[str], said: Collection[str]) -> float:
    """How well a list is what is asked for; 0 where it is something else. `said`: names of several words that the
    question has as they are, folded: `which mutation types can a callback get` has all of `MutationType`.
    """
    named = listing.named - _row("kinds").difference(asked) or listing.named  # `NodeStateType` has the states of a node
    said_so = named.intersection(asked)
    in_one_word = _in_one_word if _row("states").isdisjoint(said_so) else frozenset
    sought, called = in_one_word(asked), in_one_word(named)
    held = in_one_word({*listing.named, *listing.around, *path, *listing.alike})
    share = 1.0 if fold(listing.subject) in said else len(held & sought) / len(sought)
    own = len(called & sought) / max(len(called), 1)
    if share < _HELD or own < _OWN:
        return 0.0
    return share + own + 0.5 * len(said_so) / len(asked) + 0.1 * log(len(listing.items))


def owned_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> tuple[list[Draft], int]:
    """What a type has that the question names, where nothing but that is asked: its fields, or the members of an enum
    inside of it for one of the states that it can be in. As `member_drafts` gives it.
    """
    held = _held(question)
    said = terms_of(question.english_words) & held  # also words that ask, as `contain` does
    asked = (listed_terms(index, question) | said) - _row("types")
    if not 0 < len(asked) <= _MOST_TERMS or asked.isdisjoint(held | _row("states") | _row("values")):
        return [], 0
    corpus = corpus_of(index)
    found: list[tuple[tuple[bool, float], Source, str, list[Item]]] = []
    for node in index.structure.nodes_folded(list(_names_said(question))):
        rest = asked.difference(terms(node.name))
        is_other = node.kind not in TYPE_KINDS or not rest or corpus.path_terms(int(node.document)).is_aside
        source = None if is_other or not index.is_in(node.path, sources) else source_of(index, int(node.document))
        if source is not None and (owner := _owner(source, node, rest, held)) is not None:
            worth = (node.qualified_name == node.name, source.document.pagerank)
            found.append((worth, source, owner.qualified_name, _held_by(source, owner)))
    found = [one for one in found if one[-1]]
    if not found:
        return [], 0
    outer = [one for one in found if one[0][0]] or found
    outer = sorted(outer, key=itemgetter(0), reverse=True)[:_MOST_OWNERS]
    lists = (listed_drafts(index, source, "members", subject, items[:MOST]) for _, source, subject, items in outer)
    return [*chain.from_iterable(lists)], sum(max(0, len(items) - MOST) for *_, items in outer)


def _held_by(source: Source, owner: StoredNode) -> list[Item]:
    """What a type declares and what its methods set of it, each at its first line; of an enumeration its values."""
    from ..reading.attributes import attributes_set  # few questions ask for fields

    kind = "constant" if owner.kind == "enum" else "field"
    found = {one.name: one.start_line for one in source.nodes if one.parent == owner.id and one.kind == kind}
    for name, line in () if is_enum(owner) else attributes_set(source, owner):
        found[name] = min(found.get(name, line), line)
    own = [name for name in found if not name.isupper() or not _CONSTANT.match(source.lines[found[name] - 1])] or found
    return [Item(name, found[name]) for name in sorted(own, key=found.__getitem__)]


def _held(question: Question) -> frozenset[str]:
    """Terms by which a question asks for all that a type has: none of `how do I store a Cart`, `who keeps a Cart`."""
    verbs, words = _row("verbs"), [word.lower() for word in question.english_words]
    if not question.asks_for("list", "definition") and not set(words[:1]) <= {*_plain_row("openers")}:
        return frozenset()
    at = max((at for at, word in enumerate(words) if not verbs.isdisjoint(terms(word))), default=None)
    if at is not None and words[at] not in _plain_row("verbs"):
        return frozenset()  # it is kept, or something keeps it
    if at is not None and not terms_of(words[at + 1 :]) <= _row("fields") | _row("types"):
        return frozenset()
    is_listed = at is not None or question.asks_for("list")
    return _row("fields") | verbs | (_row("things") if is_listed else frozenset())


def _owner(source: Source, node: StoredNode, rest: Set[str], held: Set[str]) -> StoredNode | None:
    """The type whose values are asked for by what the question has beside the name of one."""
    if is_enum(node):
        return node if rest <= held | _row("values") | _row("types") | _row("fields") else None
    if rest <= held:
        return node
    inner = [one for one in source.nodes if one.kind == "enum" and one.parent == node.id]
    states = [one for one in inner if rest <= _row("states") and not _row("states").isdisjoint(terms(one.name))]
    return states[0] if len(states) == 1 else None


_row: Final = partial(shipped_terms, "citeline.tools.answer.sources", "members.toml")


def _in_one_word(found: Collection[str]) -> frozenset[str]:
    """The terms with one in place of those for what something is in: the states of a job are a `JobStatus`."""
    states = _row("states")
    return frozenset(found) if states.isdisjoint(found) else frozenset(found) - states | {min(states)}


def _plain_row(row: str) -> Collection[str]:
    table: Mapping[str, Collection[str]] = shipped_table("citeline.tools.answer.sources", "members.toml")
    return table[row]


def listed_terms(index: Index, question: Question) -> frozenset[str]:
    """The terms that say what is listed."""
    beside = {stem(word) for word in words_beside()} | terms_of(project_names(index))
    asked = [word for word in question.english_words if not is_asking(word)]
    return terms_of(asked) - beside


def types_called(index: Index, question: Question) -> list[str]:
    """Types that are called like what is listed, those with most of the words first: `NotificationProvider`."""
    listed = listed_terms(index, question)
    if not 0 < len(listed) <= _MOST_TERMS:
        return []
    called = _names_said(question, listed)  # `providers` is no word of `listed`
    nodes = [node for node in index.structure.nodes_folded(list(called)) if node.kind in TYPE_KINDS]
    return sorted({node.name for node in nodes}, key=lambda name: (-called[fold(name)], name))


def _names_said(question: Question, held: Set[str] = frozenset(), least: int = 1) -> dict[str, int]:
    """Neighbouring words of a question that hold some terms, as the names that they may be, folded and without the
    plural, each with how many there are.
    """
    words = [word for word in question.english_words if terms(word) and (least > 1 or not is_asking(word))]
    runs = [words[at : at + size] for size in range(least, _MOST_WORDS + 1) for at in range(len(words) - size + 1)]
    called = {fold("".join(run)): len(run) for run in runs if held <= set(terms(" ".join(run)))}
    return called | {name[:-cut]: size for name, size in called.items() for cut in range(1, _PLURAL + 1)}
