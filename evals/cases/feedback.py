"""Thumbs and corrected lines as rows of a person's own labelled set, a file beside the index.

They change no answer: `citeline eval run` asks them again, and `citeline eval weights` fits the ranking to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from filelock import FileLock

from citeline.errors import UsageError
from citeline.indexing.generations.location import Location
from citeline.indexing.stores.sparse_files import sync_file
from citeline.pages import place
from citeline.tools.citations.anchors import check_evidence
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.handle import IndexHandle

from .case import Case, Gold
from .dataset import read_dataset
from .labelling import NONE, make_case, read_places

TAG: Final = "feedback"
_FILE: Final = "feedback.jsonl"


def feedback_file(location: Location) -> Path:
    """Where the rows about an index are kept; it survives a rebuild of the index."""
    return location.directory / _FILE


def cited_places(answer: Mapping[str, Any], tree: WorkingTree) -> tuple[Gold, ...]:
    """What the sentences of a kept answer cite, each place once, where its lines stand now.

    Raises UsageError for lines that do not say any more what they said.
    """
    cited = {identity for claim in answer["claims"] for identity in claim["evidence"]}
    places = [_place_now(piece, tree) for piece in answer["evidence"] if piece["id"] in cited]
    return tuple(dict.fromkeys(places))


def _place_now(piece: Mapping[str, Any], tree: WorkingTree) -> Gold:
    anchor = check_evidence(piece, tree)
    if anchor.unchanged not in ("unchanged", "moved") or anchor.place is None:
        raise UsageError(f"{place(piece)} has changed since it was cited", remedy="say which lines are right")
    return Gold(path=piece["path"], start_line=anchor.place[0], end_line=anchor.place[1])


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
    try:
        with FileLock(path.with_suffix(".lock")):  # of two who say something at once, both are kept
            return _kept(path, handle, question, places, tags)
    except ValueError as error:
        raise UsageError(str(error), remedy="name lines as they are now, path:12-20") from error


def _kept(path: Path, handle: IndexHandle, question: str, places: Sequence[Gold], tags: Sequence[str]) -> Case:
    rows = [case for case in read_dataset(path).cases if case.question != question] if path.is_file() else []
    case = make_case(
        question,
        (tuple(places),) if places else (),
        WorkingTree(handle.reader.tree),
        corpus="",
        tags=(TAG, *tags),
        taken={row.id for row in rows},
    )
    half = path.with_suffix(".half")
    half.write_text("".join(f"{row.model_dump_json(exclude_defaults=True)}\n" for row in (*rows, case)), "utf-8")
    sync_file(half)  # else a loss of power may leave an empty file in place of all rows
    half.replace(path)
    return case
