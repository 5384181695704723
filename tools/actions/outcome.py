"""What an action is told of the run that asks for it."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from citeline.dataclass import dataclass
from citeline.indexing.files.source_tree import Root, SourceTree
from citeline.state import Claim, Evidence, RAGState
from citeline.visible import visible

from ..question.question import Wish
from ..question.wishes import WhenAsked, when_asked


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
    wish: Wish | None = None
    """What the question says of the action; None where it says nothing."""
    when: WhenAsked = field(default_factory=lambda: when_asked(()))
    """Which date the question asks for."""
    claims: tuple[Claim, ...] = ()
    """Those of the answer, and those that are shown on request."""
    evidence: tuple[Evidence, ...] = ()
    """What these cite."""
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


def outcome_of(state: RAGState, folder: Path, sources: Root, action: str = "") -> Outcome:
    """What a finished run came to, for one of its actions.

    `folder` is where actions write, `sources` the tree that was asked.
    """
    pieces = state.get("evidence", [])
    citations = tuple(
        visible(f"[{piece['id']}] {piece['path']}:{piece['start_line']}-{piece['end_line']}")
        for piece in pieces
        if state.get("claims")
    )
    asked = state["plan"].get("asked") or state["question"]
    read = state.get("read")
    wishes = [Wish.of(wish) for wish in read["wishes"] if wish["action"] == action] if read else []
    return Outcome(
        asked,
        state.get("answer", ""),
        citations,
        folder,
        sources,
        next(iter(wishes), None),
        when_asked(read["parts"] if read else ()),
        (*state.get("claims", ()), *state.get("more", ())),
        tuple(pieces),
    )
