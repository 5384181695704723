"""Whether the right places of a case are still what was labelled: a case whose corpus has changed is not judged."""

from __future__ import annotations

from collections.abc import Iterator

from citeline.tools.citations.anchors import text_sha256
from citeline.tools.citations.working_tree import Absence, WorkingTree

from .case import Case, Gold


def problems_of(case: Case, tree: WorkingTree) -> list[str]:
    """Why the case cannot be judged on this tree: a file that is not there, lines it has not, lines that changed."""
    return list(_problems(case, tree))


def _problems(case: Case, tree: WorkingTree) -> Iterator[str]:
    for place in case.places:
        lines = tree.lines(place.path)
        if isinstance(lines, Absence):
            yield lines.detail.replace(" no longer exists", " does not exist")
        elif place.end_line > len(lines):
            yield f"{place}: the file has {len(lines)} lines"
        elif place.sha256 and place.sha256 != _hash(place, lines):
            yield f"{place} has changed since it was labelled"


def hashed(case: Case, tree: WorkingTree) -> Case:
    """The case with the hash of each right place as it is now; those that cannot be read stay without."""
    return case.model_copy(
        update={
            "gold": tuple(_hashed(place, tree) for place in case.gold),
            "needs": tuple(tuple(_hashed(place, tree) for place in group) for group in case.needs),
            "also": tuple(_hashed(place, tree) for place in case.also),
        }
    )


def _hashed(place: Gold, tree: WorkingTree) -> Gold:
    lines = tree.lines(place.path)
    if isinstance(lines, Absence) or place.end_line > len(lines):
        return place
    return place.model_copy(update={"sha256": _hash(place, lines)})


def _hash(place: Gold, lines: tuple[str, ...]) -> str:
    chosen = lines[place.start_line - 1 : place.end_line] if place.start_line else lines
    return text_sha256("\n".join(chosen))
