"""Opens the places of a pasted stack trace: the corpus' own lines that the program was at, the newest call first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, StoredDocument, StoredNode

from ...question.frames import Frame
from ..draft import Draft
from ..reading.syntax import Source, source_of
from .raised import draft_at

_MOST: Final = 3
"""Frames that are told: what lies further out only leads there."""
_AROUND: Final = 3
"""Lines above and below a place that are shown with it."""


def frame_drafts(index: Index, frames: Sequence[Frame], sources: Collection[str] = ()) -> list[Draft]:
    """What stands at the frames that lie in the corpus, in their order; those of libraries are passed over."""
    names = {PurePosixPath(frame.path).name for frame in frames}
    paths = [
        path for path in index.structure.paths() if PurePosixPath(path).name in names and index.is_in(path, sources)
    ]
    documents = list(filter(None, map(index.structure.document, paths)))
    found: dict[tuple[int, int], Draft] = {}
    for frame in frames:
        for draft in _drafts(index, frame, documents):
            found.setdefault((draft.document, draft.start_line), draft)
        if len(found) >= _MOST:
            break
    return list(found.values())


def _drafts(index: Index, frame: Frame, documents: Sequence[StoredDocument]) -> list[Draft]:
    """The draft of a frame, none where no file, or more than one, is meant."""
    placed = []
    for document in _files(frame, documents):
        source = source_of(index, int(document.id))
        if source is not None and (line := _line(source, frame)):
            placed.append((source, line))
    if len(placed) != 1:
        return []
    source, line = placed[0]
    return [draft_at(source, line, _AROUND)]


def _files(frame: Frame, documents: Sequence[StoredDocument]) -> list[StoredDocument]:
    """The files whose path agrees best with the frame's, counted from the end.

    A trace names files of another machine, and of other projects: the file's name alone is enough only where the frame
    or the corpus has no folder for it.
    """
    asked = [part for part in PurePosixPath(frame.path).parts if part not in ("/", ".", "..", "~")]
    best: list[StoredDocument] = []
    most = 0
    for document in documents:
        own = PurePosixPath(document.path).parts
        agree = 0
        for mine, yours in zip(reversed(own), reversed(asked), strict=False):
            if mine != yours:
                break
            agree += 1
        if agree and (agree > 1 or agree in (len(own), len(asked))) and agree >= most:
            best = [*best, document] if agree == most else [document]
            most = agree
    return best


def _line(source: Source, frame: Frame) -> int:
    """The line that is meant; the head of the function that the frame names where that stands elsewhere by now; 0 where
    the file has neither.
    """
    named = [node for node in source.nodes if node.kind in DEFINITION_KINDS and node.name in frame.names]
    named = [node for node in named if node.kind in CALLABLE_KINDS] or named
    if _runs(source, frame) and _is_within(frame.line, named):
        return frame.line
    functions = [node for node in named if node.kind in CALLABLE_KINDS]
    return functions[0].start_line if len(functions) == 1 else 0


def _runs(source: Source, frame: Frame) -> bool:
    """Whether a program can be at the line: no program is at a comment, which a person may ask about."""
    if frame.line > len(source.lines) or not source.lines[frame.line - 1].strip():
        return False
    node = source.node_of_line(frame.line)
    return not frame.names or node is None or "comment" not in node.type


def _is_within(line: int, named: Sequence[StoredNode]) -> bool:
    return not named or any(node.start_line <= line <= node.end_line for node in named)
