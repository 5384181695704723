"""Do the names that a text puts in back quotes exist in the index?"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from citeline.dataclass import dataclass
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.indexing.stores.text_columns import to_column
from citeline.model import DEFINITION_KINDS, TYPE_KINDS
from citeline.remembering import remembered
from citeline.text import fold, last_part

from ..citations.passage import contains_name

_NEAREST = 3
_SHORTEST_SLIP = 5
_ALIKE = 0.6
"""From here on a name is a suggestion."""
_SLIP = 0.87
"""One letter of five left out gives 0.89. On the documentation of three libraries 0.6, which is enough for a
suggestion, called 60 foreign names wrong."""


@dataclass(frozen=True, slots=True)
class SymbolCheck:
    """What the index says about a name."""

    known: bool
    why: str
    nearest: tuple[str, ...] = ()
    certain: bool = False
    """Whether an unknown name is surely wrong: it says that it belongs to a type of this repository, or differs by a
    slip from what is there. Else it may be foreign, or of an older version."""


class Symbols:
    """Looks names up, each once. `in_changed_files` tells whether a file that the index has not seen yet holds one."""

    def __init__(self, structure: StructureReader, in_changed_files: Callable[[str], bool]) -> None:
        self._structure = structure
        self._in_changed_files = in_changed_files

    @remembered
    def check(self, name: str) -> SymbolCheck:
        """Whether a name is defined, or at least used, in anything but prose."""
        tail = last_part(name)
        owner = last_part(name.removesuffix(tail).rstrip(".:#->")) if tail != name else ""
        defined = [node for node in self._structure.nodes_named([tail]) if node.name == tail]
        if defined:
            return SymbolCheck(True, f"`{tail}` is defined at {defined[0].path}:{defined[0].start_line}")
        if self._is_used(tail) or self._in_changed_files(tail):
            return SymbolCheck(True, f"`{tail}` is used, and defined elsewhere")
        nearest = self._nearest(tail)
        owners = [
            node
            for node in (self._structure.nodes_named([owner]) if owner else ())
            if node.name == owner and node.kind in TYPE_KINDS
        ]
        why = f"nothing here is called `{tail}`"
        if owners:
            why += f", though `{owner}` is defined at {owners[0].path}:{owners[0].start_line}"
        return SymbolCheck(False, why, nearest, certain=bool(owners) or any(_is_slip(tail, near) for near in nearest))

    def _nearest(self, name: str) -> tuple[str, ...]:
        """Names of definitions that are much like it; a heading is no name to write instead."""
        near = self._structure.suggest_names(name, 2 * _NEAREST)
        defined = {node.name for node in self._structure.nodes_named(near) if node.kind in DEFINITION_KINDS | {"api"}}
        return tuple(other for other in near if other in defined and _likeness(name, other) >= _ALIKE)[:_NEAREST]

    def _is_used(self, name: str) -> bool:
        """In code, configuration or plain text: what only prose names may be what is wrong."""
        if not self._structure.may_be_in_a_text(name):
            return False
        wanted = to_column(name).encode()
        documents = [row[0] for row in self._structure.rows("SELECT id FROM documents WHERE format <> 'prose'")]
        held = (text for _, _, text in self._structure.texts(documents) if wanted in text)
        return any(contains_name(text.decode(), name) for text in held)


def _is_slip(name: str, near: str) -> bool:
    """Whether a name is another but for a letter or two. One that differs in case or underscores alone may be foreign:
    `RegexSet` is a class of one library and `regex_set` a function of another.
    """
    written, there = fold(name), fold(near)
    if written == there or len(written) < _SHORTEST_SLIP:
        return False
    return _likeness(name, near) >= _SLIP


def _likeness(name: str, near: str) -> float:
    """From 0 to 1, case and underscores aside."""
    return SequenceMatcher(None, fold(name), fold(near), autojunk=False).ratio()
