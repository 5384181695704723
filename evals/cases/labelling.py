"""Making a labelled set by hand: lines to ask about, what a person says is right, and the row that comes of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from pydantic import ValidationError

from citeline.model import StoredChunk
from citeline.tools.citations.anchors import text_sha256
from citeline.tools.citations.working_tree import Absence, WorkingTree
from citeline.tools.handle import IndexHandle
from citeline.tools.question.vocabulary.language import language_of

from .case import Case, Gold

NONE: Final = "none"
"""Typed for a question that the corpus does not answer."""
_LEAST_LINES: Final = 4
_LONGEST_ID: Final = 40
_PLACE: Final = re.compile(r"(?P<path>.+?)(?::(?P<start>\d{1,9})(?:-(?P<end>\d{1,9}))?)?")


def lines_to_ask_about(handle: IndexHandle, seed: int) -> Iterator[StoredChunk]:
    """One piece of code or prose of each document, in an order that the seed decides and the search does not."""
    random = Random(seed)
    documents = sorted(handle.reader.structure.documents(), key=lambda document: document.path)
    random.shuffle(documents)
    for document in documents:
        pieces = [
            piece
            for piece in handle.reader.structure.chunks_of([document.id])
            if piece.kind in ("code", "prose") and piece.end_line - piece.start_line + 1 >= _LEAST_LINES
        ]
        if pieces:
            yield random.choice(pieces)


def read_places(typed: str, hits: Sequence[StoredChunk]) -> tuple[Gold, ...]:
    """The places that a person typed: numbers of hits, from 1 on, `path`, `path:12` or `path:12-20`; commas between.

    Raises ValueError, which says what is wrong with which of them.
    """
    places = [_place(part.strip(), hits) for part in typed.split(",") if part.strip()]
    return tuple(dict.fromkeys(places))


def read_groups(typed: str, hits: Sequence[StoredChunk]) -> tuple[tuple[Gold, ...], ...]:
    """Groups of places, semicolons between; within a group, and in its errors, as `read_places`."""
    return tuple(group for part in typed.split(";") if (group := read_places(part, hits)))


def read_patterns(typed: str) -> tuple[tuple[str, ...], ...]:
    """Groups of one pattern each, semicolons between: `|` in a pattern makes alternatives."""
    return tuple((part.strip(),) for part in typed.split(";") if part.strip())


def _place(part: str, hits: Sequence[StoredChunk]) -> Gold:
    if part.isdecimal():
        if not 1 <= int(part) <= len(hits):
            raise ValueError(f"there is no hit number {part}")
        hit = hits[int(part) - 1]
        return Gold(path=hit.path, start_line=hit.start_line, end_line=hit.end_line)
    found = _PLACE.fullmatch(part)
    assert found  # anything that is not empty has a path
    start = int(found["start"] or 0)
    try:
        return Gold(path=found["path"], start_line=start, end_line=int(found["end"] or start))
    except ValidationError as error:
        raise ValueError(f"{part}: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from error


def make_case(
    question: str,
    groups: tuple[tuple[Gold, ...], ...],
    tree: WorkingTree,
    *,
    says: tuple[tuple[str, ...], ...] = (),
    corpus: str,
    tags: tuple[str, ...],
    taken: Collection[str],
) -> Case:
    """A row with an id of its own and the hash of each place; without places it is unanswerable.

    With `says` its places are `needs`, a group for each point that a full answer makes; without, they are `gold`.
    Raises ValueError when a place is not there, a pattern is wrong, or there are several groups and nothing to say.
    """
    if len(groups) > 1 and not says:
        raise ValueError("several groups of places need what the answer must say; commas make one group of them")
    try:
        case = Case(
            id=_new_id(question, taken),
            corpus=corpus,
            question=question,
            language=language_of(question),
            answerable=bool(groups),
            gold=() if says else tuple(place for group in groups for place in group),
            needs=groups if says else (),
            says=says,
            tags=tags,
        )
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"].removeprefix("Value error, ")) from error
    if problems := problems_of(case, tree):
        raise ValueError("; ".join(problems))
    return hashed(case, tree)


def append_case(path: Path, case: Case) -> None:
    """Append the row; a last line without a line feed gets one first."""
    before = path.read_bytes() if path.is_file() else b""
    row = case.model_dump_json(exclude_defaults=True)
    with path.open("ab") as file:
        file.write((b"\n" if before and not before.endswith(b"\n") else b"") + row.encode() + b"\n")


def _new_id(question: str, taken: Collection[str]) -> str:
    words = re.findall(r"\w+", question.lower())
    stem = "-".join(words)[:_LONGEST_ID].strip("-") or "question"
    number = 1
    while (identity := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return identity


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
