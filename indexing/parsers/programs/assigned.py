"""What variables of a file and fields of types hold that are bound more than once: one of all that they may."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from citeline.model import OR, PAIRED, RECEIVED, TYPE_KINDS, VALUE_KINDS

from .definition_tree import Definition
from .receivers import END, MAX_PATH, NOTHING, Held, values_at

TAKEN_BY: Final = {"value": "", "element": "[]", "inside": ".?", "pair": PAIRED, "received": RECEIVED}
"""Steps from what a variable is made of to what it holds, by how the query calls the former."""


class Assigned:
    """Gathers what is assigned, and gives definitions their types when all is known."""

    def __init__(self, definitions: Sequence[Definition], *, keeps_first: bool) -> None:
        """`keeps_first`: the value that a field is declared with says of what type all others are."""
        self._definitions = definitions
        self._keeps_first = keeps_first
        self._values: dict[int, list[Held]] = defaultdict(list)
        self._members: dict[tuple[int, str], list[tuple[str, bool]]] = defaultdict(list)

    def add(self, definition: Definition, value: Held) -> Sequence[Held]:
        """A value of a variable or field where that is defined, or bound again; all so far."""
        values = self._values[id(definition)]
        values.append(value)
        return values

    def add_member(self, owner: int, name: str, path: str, *, is_declared: bool) -> None:
        """What a method of the type at that position assigns to `self.name`; the path is empty for what is unknown."""
        self._members[owner, name].append((path, is_declared))

    def settle(self) -> None:
        """Give values their types, and types their attributes."""
        for (owner, name), assigned in self._members.items():
            declared = [path for path, is_declared in assigned if is_declared and path not in NOTHING]
            path = declared[0] if declared else one_of(path for path, _ in assigned)
            if path:
                self._definitions[owner].attributes.setdefault(name, path)
        for definition in self._definitions:
            if definition.kind not in VALUE_KINDS:
                continue
            values, outer = self._values.get(id(definition), ()), definition.parent
            if declared := [value.path for value in values if value.is_declared and value.path not in NOTHING]:
                definition.type = definition.type or declared[0]
                continue
            around = self._definitions[outer] if outer is not None else None
            paths = values_at(values, around.start if around is not None else END)
            if outer is not None and around is not None and around.kind in TYPE_KINDS:
                assigned = self._members.get((outer, definition.name), [])
                if assigned and not (self._keeps_first and one_of(paths)):
                    paths = [*paths, *(path for path, _ in assigned)]
                    if path := one_of(paths):
                        around.attributes[definition.name] = path
            definition.type = definition.type or one_of(paths)


def one_of(paths: Iterable[str], *, empty: str = "") -> str:
    """The path of what has one of several, where what is `empty` stands for any: `shapes or []`; empty when nothing is
    known of any.
    """
    every = dict.fromkeys(one for path in paths for one in path.split(OR) if one not in NOTHING)
    if len(every) > 1 and empty:
        every.pop(empty, None)
    if any(one.startswith("<[]") for one in every if one != "<[]>"):
        every.pop("<[]>", None)  # an empty list says nothing of what is in it
    known = [one for one in every if one not in {"", "?"}]
    whole = OR.join(known + ["?"] * (len(known) < len(every)))
    return whole if known and len(whole) <= MAX_PATH else ""
