"""A sentence, lines, and whether the lines are the right ones for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from citeline.text import last_part
from citeline.tools.citations.passage import Passage

from .corpora import Definition, Repository, neighbour, random_range

Group: TypeAlias = Literal["answers", "docstrings", "documentation"]
Wrong: TypeAlias = Literal["random", "neighbour", "same name", "nearest"]
WRONG: tuple[Wrong, ...] = ("random", "neighbour", "same name", "nearest")


@dataclass(frozen=True, slots=True)
class Pair:
    """One labelled example."""

    repository: str
    language: str
    held_out: bool
    group: Group
    sentence: str
    passage: Passage
    wrong: Wrong | None = None
    """How the lines were chosen that are not the right ones; None for the right ones."""


def wrong_places(pair: Pair, repository: Repository, random: Random) -> Iterator[Pair]:
    """The same sentence at lines that look more or less alike: up to four."""
    passage = pair.passage
    length = passage.end_line - passage.start_line + 1
    yield replace(pair, passage=random_range(repository, length, random), wrong="random")
    own = [d for d in repository.definitions if d.document.source.path == passage.path]
    here = _definition_around(own, passage)
    beside = neighbour(here, own) if here else None
    if beside is not None:
        yield replace(pair, passage=beside.undocumented, wrong="neighbour")
    named = repository.by_name.get(last_part(passage.scope), ()) if passage.scope else ()
    same = next((d for d in named if d.document.source.path != passage.path), None)
    if same is not None:
        yield replace(pair, passage=same.undocumented, wrong="same name")
    ranked = (repository.definitions[number] for number in repository.bm25.best(pair.sentence))
    nearest = next((d for d in ranked if d.document.source.path != passage.path), None)
    if nearest is not None:
        yield replace(pair, passage=nearest.undocumented, wrong="nearest")


def _definition_around(definitions: Sequence[Definition], passage: Passage) -> Definition | None:
    around = [d for d in definitions if d.node.start_line <= passage.start_line <= d.node.end_line]
    return min(around, key=lambda d: d.node.end_line - d.node.start_line, default=None)
