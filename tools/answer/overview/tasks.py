"""The task of a manifest that a question names: `how do I reset the password` is `npm run reset-password`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from posixpath import dirname
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.text import STOPWORDS, split_identifier, terms, unique

from ...evidence.term_weights import plain_terms
from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ..draft import Draft
from .manifests import Stated, manifests_of
from .texts import Texts, depth

_CUES: Final = frozenset({"how_to", "task"})
_LEAST_NAMED: Final = 2
"""Words of the question that the name of a task has to have: `make run` runs no migrations."""
_LEAST_HELD: Final = 0.4
"""Share of the question that its name, its commands and its folder hold."""


@dataclass(frozen=True, slots=True)
class _Task:
    stated: Stated
    named: frozenset[str]
    """Terms of its name."""
    beside: frozenset[str]
    """Terms of its commands, and of the folder that it is run in."""


def task_drafts(index: Index, question: Question) -> list[Draft]:
    """The one task of the project whose name a question for how to do something says in full, in its own words: with
    synonyms `make test-container` would verify its signature.
    """
    if question.denies_something or not (question.asks_for("how") or _CUES.intersection(question.cues)):
        return []
    said = (word for word in question.english_words if word.lower() not in STOPWORDS and not is_asking(word))
    words = unique(_plain(said))
    kept = frozenset(_plain({*question.own}.intersection(question.english_words)))
    best: tuple[tuple[int, int, int, int], Stated] | None = None
    for task in _tasks(index) if len(words) >= _LEAST_NAMED else ():
        held = (task.named | task.beside).intersection(words)
        if len(task.named) < _LEAST_NAMED or not task.named <= held or len(held) < _LEAST_HELD * len(words):
            continue
        if kept and held.isdisjoint(kept):  # of `怎么打 jar 包` it has only what is translated
            continue
        # `test the container after building it` is no `build-container`.
        first = min(map(words.index, task.named))
        rank = (len(task.named), -first, len(held), -depth(task.stated.document.path))
        if best is None or rank > best[0]:
            best = rank, task.stated
    if best is None:
        return []
    one = best[1]
    draft = Draft.of("to_do", one.name, one.call, one.document.id, one.start_line, one.end_line)
    folder = dirname(one.document.path)
    return [replace(draft, fact={**draft.fact, "condition": folder}) if folder else draft]


@cache_per_object
def _tasks(index: Index) -> list[_Task]:
    stated = (one for _, values in manifests_of(Texts(index.structure)) for one in values)
    return [
        _Task(
            one,
            frozenset(_plain(split_identifier(one.name))),
            frozenset(terms(f"{one.value} {dirname(one.document.path)}")),
        )
        for one in stated
        if one.kind == "tasks" and not one.together
    ]


def _plain(words: Iterable[str]) -> list[str]:
    return [term for word in words for term in plain_terms(word)]
