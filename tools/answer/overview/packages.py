"""How a project is installed whose documents do not say it: by the name of the package in its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .manifests import Stated
from .model import ProjectFact
from .texts import depth

_RANK: Final = 0.5
"""Behind the sentences of a section about it, which may say where to download it, and before those of other ones."""


def package_facts(stated: Sequence[Stated], name: str) -> Iterator[ProjectFact]:
    """The commands that install what the manifests of the project itself name; whether that is published they do not
    say.
    """
    named = {int(one.document.id) for one in stated if one.kind == "name" and one.value.lower() == name.lower()}
    told: set[str] = set()
    for one in stated:
        is_own = not depth(one.document.path) or int(one.document.id) in named
        if one.kind == "package" and is_own and one.call not in told:
            told.add(one.call)
            rank = _RANK + 0.01 * len(told)
            lines = (one.start_line, one.end_line)
            yield ProjectFact.of("install", "to_install_named", name, one.call, one.document, *lines, rank)
