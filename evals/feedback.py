"""Thumbs and corrected lines as rows of a person's own labelled set, a file beside the index.

They change no answer: `citeline eval run` asks them again, and `citeline eval weights` fits the ranking to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from citeline.errors import UsageError
from citeline.indexing.generations.location import Location
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.handle import IndexHandle

from .case import Case, Gold
from .dataset import read_dataset
from .labelling import NONE, make_case, read_places

Thumb: TypeAlias = Literal["good", "bad"]
TAG: Final = "feedback"
_FILE: Final = "feedback.jsonl"


def feedback_file(location: Location) -> Path:
    """Where the rows about an index are kept; it survives a rebuild of the index."""
    return location.directory / _FILE


def cited_places(answer: Mapping[str, Any]) -> tuple[Gold, ...]:
    """What the sentences of an answer cite, each place once."""
    cited = {identity for claim in answer["claims"] for identity in claim["evidence"]}
    pieces = (piece for piece in answer["evidence"] if piece["id"] in cited)
    places = (Gold(path=one["path"], start_line=one["start_line"], end_line=one["end_line"]) for one in pieces)
    return tuple(dict.fromkeys(places))


def right_places(typed: str) -> tuple[Gold, ...]:
    """The places of `path:12-20, other.md`; none for `none`. Raises UsageError for what is no place."""
    if typed.strip() == NONE:
        return ()
    try:
        places = read_places(typed, ())
    except ValueError as error:
        raise UsageError(str(error), remedy="write path:12-20, commas between, or none") from error
    if not places:
        raise UsageError("no place is named", remedy="write path:12-20, commas between, or none")
    return places


def keep_feedback(handle: IndexHandle, question: str, places: Sequence[Gold], *, tags: Sequence[str]) -> Case:
    """Add the row, in place of an earlier one about the same question; without places it has no answer here.

    Raises UsageError for a place that is not there.
    """
    path = feedback_file(handle.reader.location)
    rows = [case for case in read_dataset(path).cases if case.question != question] if path.is_file() else []
    try:
        case = make_case(
            question,
            (tuple(places),) if places else (),
            WorkingTree(handle.reader.tree),
            corpus="",
            tags=(TAG, *tags),
            taken={row.id for row in rows},
        )
    except ValueError as error:
        raise UsageError(str(error), remedy="name lines as they are now, path:12-20") from error
    half = path.with_suffix(".half")
    half.write_text("".join(f"{row.model_dump_json(exclude_defaults=True)}\n" for row in (*rows, case)), "utf-8")
    half.replace(path)
    return case
