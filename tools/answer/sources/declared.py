"""The command, the option or the environment variable that does what a question asks for, by what its help says: who
forgot a password is told the subcommand that changes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from math import fsum
from typing import Final, NamedTuple

from citeline.data_files import shipped_table, shipped_terms
from citeline.indexing.reader import Index
from citeline.text import split_identifier, stem, terms, terms_of

from ...question.cues import denies
from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ...retrieval.signals import term_weights
from ..draft import Draft
from ..overview.facts import project_names
from ..ranking.candidates import Passage
from ..reading.declared import Declared, declared_in
from ..reading.syntax import Source
from .listed import code_near, remarked
from .settings import SettingTold, alike_terms

_CUES: Final = frozenset({"how_to", "task"})
_ALIKE: Final = 0.6
"""What a word that means nearly the same counts of the one that is asked."""
_LEAST: Final = 0.69
"""The share of a question that its name and its help have to hold."""
_LEAST_WORDS: Final = 2
"""Words of the question that it has to hold."""
_MOST_OTHERS: Final = 4
"""Words that are not asked for, of one whose name has none that is: `NoPortProbing` changes no address."""
_EACH: Final = 4
"""Of so many words of the question one may be missing where there are others: `remove old cache directories` removes
no old snapshots.
"""
_SHORTEST: Final = 4
"""Letters of a beginning that stands for a word: `thumbs`."""
_table: Final = partial(shipped_table, "citeline.tools.answer.sources", "declared.toml")
_terms_in_row: Final = partial(shipped_terms, "citeline.tools.answer.sources", "declared.toml")


class _Fit(NamedTuple):
    share: float
    named: float
    others: int
    """Its words that are not asked for, negative."""


def declared_asked(
    index: Index, question: Question, passages: Sequence[Passage], sources: Collection[str] = ()
) -> SettingTold | None:
    """The one that holds most of what is asked, and nearly all of it; None where several hold as much."""
    is_other = question.is_denied or question.asks_for("why", "error") or "tests" in question.cues
    said = terms_of(question.english_words)
    is_asked = not _CUES.isdisjoint(question.cues) or not said.isdisjoint(_terms_in_row("named"))
    is_asked = is_asked and not question.asks_for("definition") and "default" not in said
    if is_other or question.definition or not is_asked:
        return None
    about = {*_table()["alike"], *_table()["things"]}
    asking = (word for word in question.english_words if is_asking(word) and word.lower() not in about)
    beside = _terms_in_row("beside") | terms_of((*asking, *project_names(index)))
    weights = term_weights(corpus_of(index), question.english_analysis)
    weights = {term: weight for term, weight in weights.items() if term not in beside}
    if len(weights) < _LEAST_WORDS:
        return None
    total = fsum(weights.values())
    alike = alike_terms(weights, {stem(word): others for word, others in _table()["alike"].items()})
    chunks = [one.chunk for one in passages]
    near = [
        *code_near(index, {*weights, *alike}, chunks, sources),
        *code_near(index, {*weights, *alike, *_terms_in_row("marks")}, (), sources),
    ]
    every = ((source, one) for source in {id(one): one for one in near}.values() for one in declared_in(source))
    is_variable = not said.isdisjoint(_terms_in_row("variables"))
    declared = [row for row in every if row[1].is_variable or not is_variable]
    off = said & _terms_in_row("off")
    fits = list[tuple[_Fit | None, Source, Declared]]()
    for source, one in declared:
        is_denied = denies(f"{' '.join(split_identifier(one.name))} {one.said}", "en")
        # What does not do it says its words too, and what turns it off is no other that has them.
        is_meant = is_denied or not off.isdisjoint(terms(one.said)) if off else not is_denied
        if one.is_variable or question.denies_something or is_meant:
            fits.append((_fit(one, weights, alike, total, off if is_denied else ()), source, one))
    found = [(fit, source, one) for fit, source, one in fits if fit is not None]
    if not found:
        return None
    best, source, one = max(found, key=lambda row: row[0])
    if best.share < _LEAST or len({row[2].name.lower() for row in found if row[0] == best}) > 1:
        return None
    document = int(source.document.id)
    if one.is_variable:
        told = remarked(source, one.name, one.first_line) or Draft.of(
            "reads", source.document.path, f"`{one.name}`", document, one.first_line, one.last_line
        )
    elif one.said:
        told = Draft.of("shown", one.name, one.said, document, one.first_line, one.last_line)
    else:
        line = source.lines[one.first_line - 1].strip()
        told = Draft.of("code", one.name, line, document, one.first_line, one.last_line)
    return SettingTold(told, "declared")


def _fit(
    one: Declared, weights: Mapping[str, float], alike: Mapping[str, str], total: float, also: Collection[str]
) -> _Fit | None:
    """`also`: terms of the question that it means in words of its own, as `no` does `off`."""
    name = frozenset(terms(" ".join(split_identifier(one.name))))
    said = frozenset(terms(one.said)).union(also)

    def worth(there: Collection[str]) -> tuple[float, int]:
        own = {term for term in weights if term in there or any(_begins(other, term) for other in there)}
        near = {alike[term] for term in there if term in alike} - own
        return fsum((*(weights[term] for term in own), *(_ALIKE * weights[term] for term in near))), len(own | near)

    every, count = worth(name | said)
    named, _ = worth(name)
    others = sum(term not in weights and term not in alike for term in name | said)
    is_other = others > 0 and (len(weights) - count) * _EACH > len(weights)
    if count < _LEAST_WORDS or is_other or (not named and others > _MOST_OTHERS):
        return None
    return _Fit(round(every / total, 6), round(named / total, 6), -others)


def _begins(short: str, word: str) -> bool:
    return len(short) >= _SHORTEST and word.startswith(short)
