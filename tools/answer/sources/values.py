"""Values that a question asks for: literals, defaults and settings in the best passages.

A name in the place of a literal is followed to that, across files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, VALUE_KINDS, StoredChunk
from citeline.state import Fact
from citeline.text import fold, terms

from ...citations.passage import last_part
from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ...retrieval.signals import term_weights
from ..draft import Draft
from ..reading.bindings import Binding, Kind, bindings_of
from ..reading.syntax import Source, source_of
from .scored import ScoredDraft

_MOST_NAMES: Final = 3
"""Names between the place that is asked about and the literal."""
_MOST_CHUNKS: Final = 20
_MOST_FILES: Final = 8
"""Whose constants are read beside those in the chunks."""
_MOST_DRAFTS: Final = 20
_NAMESAKES: Final = 12
_ABOVE: Final = 3
"""Lines of comment above a binding that are read with it."""
_COMMENT: Final = re.compile(r"^\s*(?:#|//|/?\*|--|;|%)+!?\s?(.*)$")
_CONSTANT: Final = re.compile(r"\b(?:const|final|static|readonly|val|define)\b|\b[A-Z][A-Z\d_]{2,}\b")
_EMPTY: Final = frozenset({"", "0", "null", "None", "nil", "undefined", "false", "False", "[]", "{}"})
_TRAILING: Final = re.compile(r"\s(?:#|//|--)\s(.*)$")

# Figures: `share` is 0 … 1; a literal of the asked kind is worth a third of a full match, the first chunk a fifth.
_FITS: Final = 0.3
_RANK: Final = 0.2
_BESIDE: Final = 0.5
"""Of a word that only what is around holds."""
_NAMED: Final = 0.2
_FIXED: Final = 0.15
_EXAMPLE: Final = -0.15
"""A block of code in a document."""
_ELSEWHERE: Final = 20
"""Ranks that a constant loses outside the chunks that were found."""
_OTHER_CODE: Final = -0.5
"""Tests, examples, change logs."""


@dataclass(frozen=True, slots=True)
class Found:
    """A binding with the names that led to it."""

    source: Source
    binding: Binding
    first: Binding
    """The binding that was followed; itself where that has a literal."""
    names: tuple[str, ...]


def value_drafts(
    index: Index, question: Question, chunks: Sequence[StoredChunk], sources: Collection[str] = ()
) -> list[ScoredDraft]:
    """Values in the best chunks whose names and comments meet the question, best first."""
    weights = term_weights(corpus_of(index), question.english_analysis)
    asked = question.literal
    best: dict[tuple[int, int, str], ScoredDraft] = {}
    for source, found, rank in _candidates(index, chunks, weights, sources):
        scored = _scored(index, found, source, weights, asked, rank)
        key = (scored.draft.document, scored.draft.start_line, scored.draft.fact["object"])
        if scored.why["share"] > 0 and (key not in best or best[key].score < scored.score):
            best[key] = scored
    return sorted(best.values(), key=lambda one: -one.score)[:_MOST_DRAFTS]


def _candidates(
    index: Index, chunks: Sequence[StoredChunk], weights: Mapping[str, float], sources: Collection[str]
) -> Iterator[tuple[Source, Found, int]]:
    """Bindings of the chunks with the chunk's rank; then constants of their files that are named like the question."""
    ranks: dict[int, int] = {}
    for rank, chunk in enumerate(chunks[:_MOST_CHUNKS], 1):
        source = source_of(index, int(chunk.document))
        if source is not None and index.is_in(chunk.path, sources):
            ranks.setdefault(int(chunk.document), rank)
            for found in _found(index, source, chunk.start_line, chunk.end_line):
                yield source, found, rank
    corpus = corpus_of(index)
    product = [
        document for document in ranks if not (path := corpus.path_terms(document)).is_test and not path.is_example
    ]
    for document in product[:_MOST_FILES]:
        source, rank = source_of(index, document), ranks[document]
        for binding in bindings_of(source) if source is not None else ():
            if source is not None and weights.keys() & set(terms(binding.name)) and _is_fixed(source, binding):
                followed = _with_literal(index, source, binding)
                if followed is not None:
                    yield source, followed, rank + _ELSEWHERE


def _found(index: Index, source: Source, start_line: int, end_line: int) -> Iterator[Found]:
    for binding in bindings_of(source):
        if start_line <= binding.line <= end_line and (found := _with_literal(index, source, binding)) is not None:
            yield found


def _with_literal(index: Index, source: Source, binding: Binding) -> Found | None:
    if binding.kind == "name":
        return follow(index, source, binding)
    return Found(source, binding, binding, (binding.name,))


def follow(index: Index, source: Source, binding: Binding) -> Found | None:
    """The literal behind a name, through at most three names; None when none is known."""
    here, now = source, binding
    names = [binding.name]
    for _ in range(_MOST_NAMES):
        name = last_part(now.value.strip("&*;"))
        step = _defined(index, here, now, name)
        if step is None:
            return None
        here, now = step
        names.append(now.name)
        if now.kind not in ("name", "other"):
            return Found(here, now, binding, tuple(names))
    return None


def _defined(index: Index, source: Source, binding: Binding, name: str) -> tuple[Source, Binding] | None:
    """Where a name is given its value: in the same file, else where the index defines it, the nearest file first."""
    if len(name) < 2:
        return None
    inside = [one for one in bindings_of(source) if one.name == name and one.role == "value" and one != binding]
    if inside:
        scope = source.enclosing(binding.line, callable_only=True)
        # A variable of the same function, or what stands at the top of the file; not one of another function.
        visible = [
            one
            for one in inside
            if (around := source.enclosing(one.line, callable_only=True)) is None or around == scope
        ]
        return (source, visible[0]) if visible else None
    nodes = [
        node for node in index.structure.nodes_folded([fold(name)]) if node.kind in VALUE_KINDS and node.name == name
    ]
    if len(nodes) > _NAMESAKES:
        return None
    nodes.sort(key=lambda node: (-_near(node.path, source.document.path), node.path, node.start_line))
    for node in nodes:
        there = source_of(index, int(node.document))
        for one in bindings_of(there) if there is not None else ():
            if (
                there is not None
                and one.name == name
                and node.start_line <= one.line <= node.end_line
                and one != binding
            ):
                return there, one
    return None


def _near(path: str, other: str) -> int:
    """How many folders two paths share."""
    pairs = zip(PurePosixPath(path).parts[:-1], PurePosixPath(other).parts[:-1], strict=False)
    shared = 0
    for left, right in pairs:
        if left != right:
            break
        shared += 1
    return shared


def _scored(
    index: Index, found: Found, source: Source, weights: Mapping[str, float], asked: Kind | None, rank: int
) -> ScoredDraft:
    named = set(terms(" ".join(found.names)))
    around = set(terms(_around(source, found.first.line))) | set(terms(_around(found.source, found.binding.line)))
    total = sum(weights.values()) or 1.0
    met = sum(
        weight * (1.0 if term in named else _BESIDE) for term, weight in weights.items() if term in named | around
    )
    path = corpus_of(index).path_terms(int(found.source.document.id))
    whole = [_owned(*step) for step in ((source, found.first), (found.source, found.binding))]
    fits = 1.0 if found.binding.kind == asked else _BESIDE if found.binding.kind == "nothing" else 0.0
    why = {
        "share": met / total,
        "fits": _FITS * fits * (asked is not None),
        "named": _NAMED * max(_met(set(terms(name)), weights) for name in (*whole, *found.names[1:-1])),
        "fixed": _FIXED * _is_fixed(found.source, found.binding),
        "rank": _RANK / rank,
        "place": _OTHER_CODE * (path.is_test or path.is_example or path.is_change_log)
        + _EXAMPLE * (found.source.document.format == "prose"),
    }
    return ScoredDraft(_draft(found), sum(why.values()), why)


def _met(named: set[str], weights: Mapping[str, float]) -> float:
    """Share of the words of a name that the question has."""
    return len(named & weights.keys()) / len(named) if named else 0.0


def _owned(source: Source, binding: Binding) -> str:
    """The name of a binding; one of a single word, as `default`, says something with the type that it belongs to."""
    around = source.enclosing(binding.line)
    if around is None or len(set(terms(binding.name))) > 1:
        return binding.name
    if around.kind in VALUE_KINDS and around.name == binding.name:
        return around.qualified_name
    return f"{around.qualified_name}.{binding.name}" if around.kind in TYPE_KINDS else binding.name


def _is_fixed(source: Source, binding: Binding) -> bool:
    """Set once: a constant, a setting, the default of a parameter; not a variable of a function, nor the empty start of
    a field that changes.
    """
    if binding.role in ("default", "return") or source.document.format == "data":
        return True
    around = source.enclosing(binding.line)
    if around is not None and around.kind in CALLABLE_KINDS:
        return False
    held = around is not None and around.kind in TYPE_KINDS | VALUE_KINDS
    return (
        not held or binding.value.strip("\"'") not in _EMPTY or bool(_CONSTANT.search(source.lines[binding.line - 1]))
    )


def _around(source: Source, line: int) -> str:
    """What surrounds a line and says what it is about: the enclosing definition, the file, the comment."""
    enclosing = source.enclosing(line)
    stem = PurePosixPath(source.document.path).stem
    return f"{enclosing.qualified_name if enclosing else ''} {stem} {_comment(source, line)}"


def _comment(source: Source, line: int) -> str:
    parts = [found[1]] if (found := _TRAILING.search(source.lines[line - 1])) else []
    for number in range(line - 1, max(0, line - 1 - _ABOVE), -1):
        above = _COMMENT.match(source.lines[number - 1])
        if above is None:
            break
        parts.append(above[1])
    return " ".join(parts)


def _draft(found: Found) -> Draft:
    binding, first = found.binding, found.first
    subject = _owned(found.source, binding)
    role = first.role if first is binding else binding.role
    if role == "default":
        owner = found.source.enclosing(binding.line, callable_only=True) or found.source.enclosing(binding.line)
        subject = f"{owner.qualified_name}({binding.name})" if owner is not None else binding.name
    fact: Fact = {"relation": "default" if role == "default" else "value", "subject": subject, "object": binding.value}
    return Draft(fact, int(found.source.document.id), binding.line, binding.end_line)
