"""What an action is told of the run that asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from citeline.indexing.files.source_tree import Root, SourceTree
from citeline.state import RAGState
from citeline.visible import visible


class ActionError(Exception):
    """An action that cannot be done; the text says why, and what to change."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to."""

    question: str
    """As it was asked, with the part that asks for the action."""
    answer: str
    """With `[n]` marks; hidden characters are written out."""
    citations: tuple[str, ...]
    """`[n] path:first-last`, in order."""
    folder: Path
    """Where files are written."""
    sources: Root
    """The tree that was asked; nothing is ever written into any of its folders."""
    call: str = ""
    """Digest of the action, the same whenever it is run again; empty while it is proposed."""

    def writable(self) -> Path:
        """The folder, made if it is not there. Raises ActionError for one inside of the sources."""
        folder = self.folder.expanduser().resolve()
        tree = SourceTree.of(self.sources)
        read = (tree.root, *(Path(source.folder) for source in tree.mounted))
        if any(folder.is_relative_to(one.resolve()) for one in read):
            raise ActionError(
                f"{str(folder)!r} is in the sources, which are only read: set CITELINE_ACTIONS_FOLDER to another one"
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ActionError(f"{str(folder)!r} cannot be written: {error.strerror}") from error
        return folder


def outcome_of(state: RAGState, folder: Path, sources: Root) -> Outcome:
    """What a finished run came to; `folder` is where actions write, `sources` the tree that was asked."""
    citations = tuple(
        visible(f"[{piece['id']}] {piece['path']}:{piece['start_line']}-{piece['end_line']}")
        for piece in state.get("evidence", [])
        if state.get("claims")
    )
    asked = state["plan"].get("asked") or state["question"]
    return Outcome(asked, state.get("answer", ""), citations, folder, sources)
