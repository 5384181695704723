"""What a script of a shell runs, in its order."""

from __future__ import annotations

from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS

from ..draft import Draft
from ..reading.syntax import source_of, text_of
from .listed import Item, listed_drafts

_MOST: Final = 12
_SHELL: Final = "bash"
_SILENT: Final = frozenset({"cd", "echo", "exit", "set", "true"})
"""Commands that do nothing to what the script is for."""
_LONGEST: Final = 80
"""Characters of a command that is told."""


def script_drafts(index: Index, document: int) -> list[Draft]:
    """What a script of a shell runs in its order; empty for one of functions, and for any other file."""
    source = source_of(index, document)
    if source is None or source.document.language != _SHELL or any(one.kind in CALLABLE_KINDS for one in source.nodes):
        return []
    waiting, found = [source.root] if source.root is not None else [], dict[str, Item]()
    while waiting:
        node = waiting.pop()
        if node.type != "command":
            waiting.extend(reversed(node.named_children))
            continue
        text = " ".join(text_of(node).split())
        if len(text) <= _LONGEST and text.split()[0] not in _SILENT:
            found.setdefault(text, Item(text, node.start_point.row + 1))
    return [*listed_drafts(index, source, "steps", source.document.path, [*found.values()][:_MOST])]
