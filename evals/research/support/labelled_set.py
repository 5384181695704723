"""The whole labelled set: right and wrong places, and generated claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from citeline.tools.citations.atoms import read_atoms

from .answers import answer_pairs
from .claims import Claim, generated_claims
from .corpora import FITTED_ON, HELD_OUT, Repository, read_repositories
from .pairs import Pair, rename, wrong_places
from .prose import docstring_pairs, documentation_pairs

ANSWERED: Final = ("sweqa-flask", "sweqa-requests")
"""Working trees at the commits that the answers of `repo-qa` are about."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Everything that is measured; `renamed` are true sentences with a name that their lines hold or do not hold."""

    pairs: list[Pair]
    claims: list[Claim]
    renamed: dict[bool, list[Pair]]
    """By whether the lines hold the new name."""


def build(corpora: Path, labels: Path) -> LabelledSet:
    """Of the working trees that are there; the same every time."""
    found = LabelledSet([], [], {True: [], False: []})
    for repository in read_repositories(corpora, (*FITTED_ON, *HELD_OUT, *ANSWERED)):
        random = Random(repository.name)
        right = list(_right(repository, labels))
        for pair in right:
            found.pairs.append(pair)
            found.pairs.extend(wrong_places(pair, repository, random))
        names = sorted({name for pair in right for name in read_atoms(pair.sentence).names})
        for present, renamed in found.renamed.items():
            for pair in right if repository.name in ANSWERED else ():
                random.shuffle(names)
                edited = rename(pair, read_atoms(pair.sentence).names, names, present=present)
                renamed.extend([edited] if edited else [])
        if repository.name not in ANSWERED:
            found.claims.extend(generated_claims(repository, random))
    return found


def _right(repository: Repository, labels: Path) -> Iterator[Pair]:
    if repository.name in ANSWERED:
        yield from answer_pairs(labels, repository)
    else:
        yield from docstring_pairs(repository)
        yield from documentation_pairs(repository)
