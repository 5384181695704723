"""The whole labelled set: sentences at right and at wrong places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from .answers import answer_pairs
from .corpora import FITTED_ON, HELD_OUT, Repository, read_repositories
from .pairs import Pair, wrong_places
from .prose import docstring_pairs, documentation_pairs

ANSWERED: Final = ("sweqa-flask", "sweqa-requests")
"""Working trees at the commits that the answers of `repo-qa` are about."""


def build(corpora: Path, labels: Path) -> list[Pair]:
    """Of the working trees that are there; the same every time."""
    found: list[Pair] = []
    for repository in read_repositories(corpora, (*FITTED_ON, *HELD_OUT, *ANSWERED)):
        random = Random(repository.name)
        for pair in _right(repository, labels):
            found += [pair, *wrong_places(pair, repository, random)]
    return found


def _right(repository: Repository, labels: Path) -> Iterator[Pair]:
    if repository.name in ANSWERED:
        yield from answer_pairs(labels, repository)
    else:
        yield from docstring_pairs(repository)
        yield from documentation_pairs(repository)
