"""Values that a question asks for: literals, defaults and settings in the best passages and the files around them.

A name in the place of a literal is followed to that, across files. A linear model over readable features says which
value is asked for, and how likely any of them is (`evals/research/claims.py` fits it beside the ranker;
docs/answers_log.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, permutations
from math import fsum
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import numpy as np

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.model import VALUE_KINDS
from citeline.protocols import FloatMatrix
from citeline.text import split_identifier, stem, terms, terms_of, unique, words

from ...citations.said import vocabulary
from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ...retrieval.signals import term_weights
from ..draft import Draft
from ..overview.facts import project_names
from ..ranking.candidates import Passage
from ..ranking.features import scored, similarity_to
from ..ranking.features import weights as fitted
from ..ranking.ranker import Chosen
from ..reading.bindings import Binding, bindings_of
from ..reading.documentation import remarks_at
from ..reading.literals import Kind
from ..reading.syntax import Source, source_of
from .followed import (
    CONSTANT,
    DEFAULT,
    EMPTY,
    NAMESAKES,
    Found,
    draft_of,
    follow,
    is_asked_to,
    is_fixed,
    is_known_by,
    is_length,
    is_of_another,
    is_of_asked,
    is_start,
    owned,
    short_forms,
    thing_asked,
)

FEATURES: Final = (
    *("coverage_all", "coverage_best", "name_asked", "name_told", "similarity"),
    *("fits", "nothing", "fixed", "constant", "default", "followed", "whole"),
    *("document", "test", "example", "changelog", "none"),
)
"""Every feature of a value, in the order of `weights.json`; the last is that of the row for none of them."""

LEAST: Final = 0.15
"""The chance from which on a value is stated: half of such values are right, by weights that never saw their corpus."""
SURE: Final = 0.3
"""The chance from which on an answer rests on a value: three of four are right."""
_TELLING: Final = 3
"""Best spans whose words a value may be named with, beside those of the question."""
BESIDE: Final = 0.1
"""The chance from which on a value stands beside the likeliest one."""
_NEAR: Final = 10
"""Lines between the two at most."""
_MOST_BESIDE: Final = 2
_AS_MUCH: Final = 0.8
"""Share of the words of the question around a value from which on another one may be meant as well."""
_SECRET: Final = "[secret:"
"""What stands for one in an index."""
_MOST: Final = 60
"""Values that are ranked, those with most words of the question in their names and around them first."""
_MOST_CHUNKS: Final = 20
_MOST_FILES: Final = 8
"""Whose constants are read beside those in the chunks."""
_MOST_SAID: Final = 5
"""Words of a question of which names are made: sixty of five words and their stems."""
_NAME_WORDS: Final = (2, 3)
_WHOLE: Final = 0.6
"""Share of the question that a value has to hold beside names without another word, to be the one that is asked for."""


class Values(NamedTuple):
    """Values that may be meant, with what is known of each."""

    drafts: Sequence[Draft]
    values: FloatMatrix
    """Shape (drafts + 1, FEATURES); the last row stands for none of them."""
    asked: Sequence[frozenset[str]]
    """Terms of the question that the names of each have."""
    others: Collection[int] = ()
    """Which of them are named after another thing than a short question, or no length where one is asked for."""


class LikeliestValue(NamedTuple):
    """The value that fits best."""

    draft: Draft
    chance: float
    """0 to 1, among the values and none of them."""
    is_whole: bool = False
    """Whether its names have no word that is not asked for, and with what stands around it most of those that are."""
    is_named: bool = False
    """Whether its names have a word of the question: no answer rests on any other."""
    is_open: bool = False
    """Whether another thing of this name has another value, and about as much of the question around it."""
    is_other: bool = False
    """Whether it is named after another thing than a short question, of which nothing around it tells, or no length."""
    beside: tuple[Draft, ...] = ()
    """Those other values; and others next to it, each with words of the question that the names of those before lack:
    its size, its age.
    """

    @property
    def is_sure(self) -> bool:
        """Whether an answer rests on it, where it comes first."""
        return self.is_named and not self.is_other and self.chance >= SURE


def likeliest_value(found: Values, known: Mapping[str, float] | None = None) -> LikeliestValue | None:
    """The value that is asked for, if there is any; by other weights than the shipped ones where some are given."""
    if not found.drafts:
        return None
    scores = scored(found.values, FEATURES, known or fitted("values"))
    chances = np.exp(scores - scores.max())
    best = int(scores[:-1].argmax())
    chances /= chances.sum()
    rivals = _rivals(found, best)
    return LikeliestValue(
        found.drafts[best],
        float(chances[best]),
        bool(found.values[best, FEATURES.index("whole")]),
        bool(found.asked[best]),
        bool(rivals),
        best in found.others,
        tuple([*rivals[:_MOST_BESIDE], *_beside(found, best, chances)][:_MOST_BESIDE]),
    )


def _rivals(found: Values, best: int) -> list[Draft]:
    """Of each other value that a thing of the same name has, and of which about as much is around, the first."""
    fact, coverage = found.drafts[best].fact, found.values[:-1, FEATURES.index("coverage_all")]
    near = coverage >= _AS_MUCH * coverage[best]
    of_name = [one for at, one in enumerate(found.drafts) if near[at] and one.fact["subject"] == fact["subject"]]
    others = {one.fact["object"]: one for one in reversed(of_name) if one.fact["object"] != fact["object"]}
    return [*others.values()][::-1]


def _beside(found: Values, best: int, chances: FloatMatrix) -> Iterator[Draft]:
    told = [best]
    for place in np.argsort(-chances[:-1]).tolist():
        draft, first = found.drafts[place], found.drafts[best]
        is_near = draft.document == first.document and abs(draft.start_line - first.start_line) <= _NEAR
        is_other = all(found.asked[place] - found.asked[one] and found.asked[one] - found.asked[place] for one in told)
        if chances[place] >= BESIDE and is_near and is_other and len(told) <= _MOST_BESIDE:
            told.append(place)
            yield draft


class _Candidate(NamedTuple):
    found: Found
    source: Source
    """Where the first name stands."""
    passage: Passage
    """That holds it, or the best one of its file."""


def values_asked(
    index: Index,
    question: Question,
    passages: Sequence[Passage],
    shown: Sequence[Chosen] = (),
    sources: Collection[str] = (),
) -> Values:
    """Values in the passages, and constants of their files that are named like the question or like the lines that
    answer best by their words, which are `shown`.
    """
    weights = term_weights(corpus_of(index), question.english_analysis)
    short = short_forms(weights)
    by_default = not DEFAULT.isdisjoint(weights)
    told = terms_of(one.candidate.text for one in shown[:_TELLING])
    described = [
        (candidate, _describe(index, candidate, weights, question.literal, told, short))
        for candidate in chain(
            _candidates(index, passages, {*weights, *short, *told}, sources),
            _named(index, question, {*weights, *short}, passages, sources),
        )
        if not is_start(candidate.found) and not is_known_by(candidate.found, question, by_default=by_default)
    ]
    best: dict[tuple[int, int, str], tuple[_Candidate, dict[str, float]]] = {}
    for candidate, row in described:
        draft = draft_of(candidate.found)
        key = (draft.document, draft.start_line, draft.fact["object"])
        says = _says_something(candidate.found.binding, row["name_asked"]) and _SECRET not in draft.fact["object"]
        if not says or _is_example(candidate.found):
            continue
        is_of_case = row["test"] and "tests" not in question.cues
        if is_of_case or (by_default and (_is_chosen(index, candidate.found) or is_asked_to(candidate.found))):
            continue
        if row["coverage_all"] + row["name_told"] > 0 and (key not in best or _hope(row) > _hope(best[key][1])):
            best[key] = (candidate, row)
    kept = sorted(best.values(), key=lambda one: (one[1]["nothing"], -_hope(one[1])))[:_MOST]
    top = max((row["coverage_all"] for _, row in kept), default=0.0) or 1.0
    rows: list[Mapping[str, float]] = [{**row, "coverage_best": row["coverage_all"] / top} for _, row in kept]
    values = np.array([[row.get(name, 0.0) for name in FEATURES] for row in [*rows, {"none": 1.0}]], np.float32)
    if kept:
        texts = [_text(candidate) for candidate, _ in kept]
        values[:-1, FEATURES.index("similarity")] = similarity_to(index, texts, question.wordings)
    asked = [_asked_of(candidate.found, weights, short) for candidate, _ in kept]
    thing = thing_asked(question)
    said = [f"{_text(one)} {_around(one.found.source, one.found.binding.line)}" for one, _ in kept if thing]
    others = {at for at, text in enumerate(said) if is_of_another(kept[at][0].found, thing, short, text)}
    if "lasting" in question.cues:
        others.update(at for at, (one, _) in enumerate(kept) if not is_length(one.found, question))
    return Values([draft_of(candidate.found) for candidate, _ in kept], values, asked, others)


def _asked_of(found: Found, weights: Mapping[str, float], short: Mapping[str, str]) -> frozenset[str]:
    names = terms_of(found.names)
    names |= terms_of([owned(found.source, found.binding)] if names <= DEFAULT else ())
    return frozenset(short.get(term, term) for term in names) & weights.keys()


def _says_something(binding: Binding, asked: float) -> bool:
    """Whether a number is a value of what it stands beside. `add(1)` and `return 0` are none, but of what the question
    names: `asked` is the share of the words of the name that it has.
    """
    if binding.role == "return":
        return asked == 1 or binding.value.split(",")[0].strip("\"'") not in EMPTY
    return binding.role != "call" or asked > 0


def _is_example(found: Found) -> bool:
    """Whether the comment of a setting tells another default: `# Seconds to wait, defaults to 30` above `wait: 10`."""
    comment = remarks_at(found.source, found.binding.line) if found.source.document.format == "data" else ""
    return not DEFAULT.isdisjoint(terms(comment)) and found.binding.value.strip("\"'") not in words(comment)


def _is_chosen(index: Index, found: Found) -> bool:
    """Whether a value is what somebody has set to run the program, which says nothing of what it is by default."""
    document = found.source.document
    return document.format == "data" and corpus_of(index).path_terms(int(document.id)).is_deployment


def _hope(row: Mapping[str, float]) -> float:
    return row["coverage_all"] + row["name_asked"] + row["name_told"]


def _candidates(
    index: Index, passages: Sequence[Passage], words: Collection[str], sources: Collection[str]
) -> Iterator[_Candidate]:
    """Bindings of the passages; then constants of their files whose names have one of the words."""
    best: dict[int, Passage] = {}
    for passage in passages[:_MOST_CHUNKS]:
        chunk = passage.chunk
        source = source_of(index, int(chunk.document))
        if source is not None and index.is_in(chunk.path, sources):
            best.setdefault(int(chunk.document), passage)
            for found in _found(index, source, chunk.start_line, chunk.end_line):
                yield _Candidate(found, source, passage)
    corpus = corpus_of(index)
    product = [one for one in best if not (path := corpus.path_terms(one)).is_test and not path.is_example]
    for document in product[:_MOST_FILES]:
        source = source_of(index, document)
        for binding in bindings_of(source) if source is not None else ():
            if source is not None and not set(terms(binding.name)).isdisjoint(words) and is_fixed(source, binding):
                followed = _with_literal(index, source, binding)
                if followed is not None:
                    yield _Candidate(followed, source, best[document])


def _named(
    index: Index,
    question: Question,
    words: Collection[str],
    passages: Sequence[Passage],
    sources: Collection[str],
) -> Iterator[_Candidate]:
    """Constants of any file of the product that are called by two or three words of the question: `DEFAULT_GRACE` of
    the grace time by default.
    """
    measured = map(str.lower, question.without_measures(question.english_words))
    said = [word for word in measured if not set(terms(word)).isdisjoint(words)]
    asked = unique([*said, *map(stem, said)]) if len(said) <= _MOST_SAID else []
    names = {"".join(some) for count in _NAME_WORDS for some in permutations(asked, count)}
    nodes = [node for node in index.structure.nodes_folded(names) if node.kind in VALUE_KINDS] if names else []
    corpus = corpus_of(index)
    for node in nodes[:NAMESAKES] if passages else ():
        path = corpus.path_terms(int(node.document))
        source = source_of(index, int(node.document)) if not (path.is_test or path.is_example) else None
        if source is not None and index.is_in(node.path, sources):
            for found in _found(index, source, node.start_line, node.end_line):
                if found.first.name == node.name:
                    yield _Candidate(found, source, passages[0])


def _found(index: Index, source: Source, start_line: int, end_line: int) -> Iterator[Found]:
    for binding in bindings_of(source):
        if start_line <= binding.line <= end_line and (found := _with_literal(index, source, binding)) is not None:
            yield found


def _with_literal(index: Index, source: Source, binding: Binding) -> Found | None:
    if binding.kind == "name":
        return follow(index, source, binding)
    return Found(source, binding, binding, (binding.name,), source)


def _describe(
    index: Index,
    candidate: _Candidate,
    weights: Mapping[str, float],
    asked: Kind | None,
    told: Collection[str],
    short: Mapping[str, str],
) -> dict[str, float]:
    """The features of one value but for those that compare it with the others."""
    found, source, passage = candidate
    whole = [owned(*step) for step in ((source, found.first), (found.source, found.binding))]

    def read(text: str) -> set[str]:
        return {short.get(term, term) for term in terms(text)}

    named = read(" ".join((*found.names, *whole)))
    around = read(
        f"{_around(source, found.first.line)} {found.first.of}\n"
        f"{_around(found.source, found.binding.line)} {found.binding.of}"
    )
    is_default = "default" in (found.first.role, found.binding.role)
    if is_default or found.source.document.format == "data":  # what a file of settings says holds by default
        around.update(DEFAULT)
    total = sum(weights.values()) or 1.0
    path = corpus_of(index).path_terms(int(found.source.document.id))
    names = [read(name) for name in (*whole, *found.names[1:-1])]
    line = found.source.lines[found.binding.line - 1]
    coverage = fsum(weights[term] for term in weights.keys() & (named | around)) / total
    return {
        "coverage_all": coverage,
        "name_asked": max(_met(name, weights) for name in names),
        "name_told": max(_met(name, told) for name in names),
        "fits": float(found.binding.kind == asked),
        "nothing": float(found.binding.kind == "nothing"),
        "fixed": float(is_fixed(found.source, found.binding)),
        "constant": float(CONSTANT.search(line) is not None),
        "default": float(is_default),
        "followed": float(len(found.names) > 1),
        "whole": float(
            coverage >= _WHOLE
            and found.source.document.format != "prose"  # an example there shows any value
            and found.binding.kind != "nothing"
            and (asked != "number" or found.binding.kind in ("number", "string"))
            and all(_is_asked(name, {*weights, *short}, _said_anyway(index)) for name in _telling_names(found))
            and is_of_asked(found, weights, named | around)
        ),
        "document": float(found.source.document.format == "prose"),
        "test": float(path.is_test or passage.inline_test),
        "example": float(path.is_example),
        "changelog": float(path.is_change_log),
    }


def _text(candidate: _Candidate) -> str:
    """What a value says in words: where it stands, its names, the comment, the line."""
    found, source = candidate.found, candidate.source
    names = " ".join(dict.fromkeys(found.names))
    line = found.source.lines[found.binding.line - 1].strip()
    return f"{_around(source, found.first.line)}\n{found.first.of} {names}\n{line}"


def _telling_names(found: Found) -> Sequence[str]:
    """All names on the way, one of a single word with those around it; of an option that is called by several words
    these alone: `worker_type=WORKER_THREAD`.
    """
    first = found.names[0]
    is_option = found.first.role == "default" and len(split_identifier(first)) > 1
    names = [first] if is_option else found.names
    around = [one.within for one in (found.first, found.binding) if len(set(terms(one.name))) == 1]
    return [*names, *chain.from_iterable(around)]


def _is_asked(name: str, asked: Collection[str], beside: Collection[str]) -> bool:
    """Whether every word of a name is asked for, but those `beside`: the timeout of a worker is no `dirty_timeout`."""
    said = {*terms(" ".join(split_identifier(name)))}.difference(DEFAULT, beside)
    return bool(said) and said.issubset(asked)


@cache_per_object
def _said_anyway(index: Index) -> frozenset[str]:
    """Terms of a name that do not tell which thing it is: of units, and of what the project is called."""
    return terms_of((*vocabulary().units, *project_names(index)))


def _met(named: set[str], words: Collection[str]) -> float:
    """Share of the words of a name that are among others."""
    return len(named.intersection(words)) / len(named) if named else 0.0


def _around(source: Source, line: int) -> str:
    """What surrounds a line and says what it is about: the enclosing definition, the file, the comment."""
    enclosing, path = source.enclosing(line), PurePosixPath(source.document.path)
    return f"{enclosing.qualified_name if enclosing else ''} {path.stem} {remarks_at(source, line)}"
