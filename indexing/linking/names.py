"""Which definitions a name means, seen from the place that uses it.

Nearest first: what the file defines, what it imports, its folder, the corpus; `reach.py` says what a bare name cannot
reach. More than three candidates at the nearest place give none: a wrong edge misleads, a missing one only says less.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from citeline.model import LEADS, MADE, MAYBE, OR, TAKEN, TYPE_KINDS, VALUE_KINDS
from citeline.remembering import remembered, remembered_up_to

from .candidates import (
    FITTING,
    GUESS,
    MEMBERS,
    NOTHING,
    Candidate,
    Resolved,
    built_with,
    chosen,
    innermost,
    is_behind,
    is_fixture,
    is_reachable,
    led_to,
    merged,
    resolved,
    without_tests,
)
from .definitions import Definitions
from .documents import Document
from .doors import Doors
from .guesses import EVERYDAY, of_unknown
from .hierarchy import Hierarchy, is_member, outwards
from .imports import Binding, Imports
from .members import has_own
from .overloads import NULL, fitting_overloads, may_take, type_names
from .receivers import Receivers
from .traits import Traits, preferred
from .values import Values, is_value

_MACRO: Final = "!"
"""Qualifier of a macro's name, which reaches everywhere."""
_GIVEN: Final = re.compile(r"#(?=\d+:)")
"""Between a qualifier and the arguments of a call; Rust's `r#type` has the sign, too."""
_RUST_ROOTS: Final = frozenset({"crate", "self", "super", "Self"})
_MAX_KNOWN: Final = 100_000
"""Answers that are kept."""


class Names:
    """Resolves names; remembers answers, for the same call comes often in one file."""

    def __init__(self, definitions: Definitions, imports: Imports, hierarchy: Hierarchy) -> None:
        self.definitions = definitions
        self.doors = Doors(definitions, imports)
        self._hierarchy = hierarchy
        self._known: dict[tuple[int, str, str, str, str], Resolved] = {}
        self._receivers = Receivers(self)
        self._traits = Traits(self, self._receivers)
        self._values = Values(self.doors, self._receivers)
        self._given = ""
        """What the call in question is given, where there are overloads; looking up types asks for no calls."""
        self._place: tuple[Document, str] | None = None
        self._source = 0

    def resolve(self, near: Document, scope: str, kind: str, target: str, qualifier: str, source: int = 0) -> Resolved:
        """The definitions that the name means; `scope` is the qualified name of the user, `source` its node."""
        by_document = self.definitions.named(target)
        is_ours = by_document or self.doors.binding(near, target) or target.isdigit()
        if not is_ours and not (kind == "calls" and self.doors.may_name_others(near, qualifier)):
            return NOTHING  # nor does a module give something else that name
        written = qualifier
        if kind == "calls":
            qualifier, self._given = [*_GIVEN.split(qualifier.removesuffix(MADE), 1), ""][:2]
            self._place, self._source = (near, scope), source
        here = near.id in by_document
        reach = near.reach
        own = not qualifier and kind != "inherits" and reach.members == "own"
        if here or own or qualifier in reach.selves or qualifier in reach.bases:
            means = self._search(near, scope, kind, target, qualifier)
            return self._values.called(near, means) if kind == "calls" else means
        # Where a path begins depends on the place.
        key = (near.id, scope if kind == "calls" and written else "", kind, target, written)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MAX_KNOWN:
                self._known.clear()
            means = self._search(near, scope, kind, target, qualifier)
            found = self._known[key] = self._values.called(near, means) if kind == "calls" else means
        return found

    def _search(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> Resolved:
        if not near.is_code:
            return resolved(self.doors.mentioned(kind, target, qualifier))
        if qualifier.startswith(_MACRO):
            root = qualifier.removeprefix(_MACRO)
            binding = self.doors.binding(near, root)
            if root and not (binding.documents if binding else self._is_known(near, scope, root)):
                return NOTHING
            found = [c for c in self._fitting(near, kind, target) if c.type == _MACRO]
            return resolved(self.doors.nearest(near, kind, self.doors.macros(near, scope, target, found)))
        if qualifier.startswith(TAKEN):
            taken = self._of_receiver(near, scope, target, qualifier.removeprefix(TAKEN)) or NOTHING
            return taken if all(c.kind == "function" and not c.keyed for c in taken.candidates) else NOTHING
        if qualifier == MAYBE:
            return resolved(self._bare(near, scope, kind, target), GUESS)
        if qualifier.startswith("?"):
            return self._of_variable(near, scope, kind, target, qualifier[1:])
        if qualifier:
            if kind == "calls" and (told := self._of_receiver(near, scope, target, qualifier)) is not None:
                return told
            qualifier = qualifier.partition("%")[0]
            if qualifier.partition(".")[0] in near.reach.outside:
                return NOTHING
            if "(:" in qualifier:
                return self._of_variable(near, scope, kind, target, qualifier)
            if OR in qualifier:
                return self._of_variable(near, scope, kind, target, qualifier.partition(OR)[0])
            return self._qualified(near, scope, kind, target, qualifier)
        return resolved(self._bare(near, scope, kind, target))

    @remembered_up_to(_MAX_KNOWN)
    def bare(self, near: Document, scope: str, name: str) -> Sequence[Candidate]:
        """What a name alone means: in the file, by an import, or in the folder or corpus where that is enough."""
        found = self._bare(near, scope, "references", name)
        # An interface and a value of one name stand side by side in TypeScript.
        places = {(c.document.id, c.prefix) for c in found}
        beside = (
            [c for c in self.definitions.in_family(name, near.family) if (c.document.id, c.prefix) in places]
            if found
            else ()
        )
        if any(c.is_everywhere for c in found):
            every = [c for c in self.definitions.in_family(name, near.family) if c.is_everywhere]
            return merged(sorted(every, key=lambda c: c.document is not near))
        doubtful = any(c.is_doubtful for c in found)
        found = list(beside) or found  # a name that an import gives has none beside it
        found = [c._replace(is_doubtful=True) for c in found] if doubtful else found
        reach = near.reach
        if reach.only_bound or self.doors.binding(near, name) is not None or any(c.document is near for c in found):
            return found
        visible = self.doors.visible(near)
        if reach.calls == "imported":
            return [c for c in found if c.document.id in visible]
        return [c for c in found if c.kind in TYPE_KINDS or c.document.directory == near.directory]

    def bases(self, near: Document, scope: str, target: str, qualifier: str) -> Sequence[Candidate]:
        """What a type's name means."""
        return self.resolve(near, scope, "inherits", target, qualifier).candidates

    def _of_receiver(self, near: Document, scope: str, target: str, qualifier: str) -> Resolved | None:
        """The members of what stands before the dot; None when nobody can tell what that is."""
        qualifier, _, given = qualifier.partition("%")
        receiver = self._receivers.find(near, scope, qualifier)
        if given and (told := self._traits.method_given(near, scope, target, qualifier, given)):
            return resolved(told)
        if receiver is not None and (added := self._receivers.added(near, receiver, target)):
            return resolved(chosen("calls", self._fitting_arguments([*added])), GUESS if receiver.is_partial else 1.0)
        if receiver is not None and receiver.role == "function":
            receiver = self._receivers.property(receiver)
        if receiver is None:
            return None
        reach = near.reach
        if has_own(receiver, target):
            return NOTHING
        members = self._receivers.members(receiver, target, self._given)
        if not members and (held := self._receivers.held_by(receiver, target)) is not None:
            members, receiver = held.candidates, receiver._replace(is_partial=receiver.is_partial or held.is_partial)
        fitting = self._values.known(near, [c for c in members if c.kind in FITTING["calls"]])
        found = self._fitting_arguments(fitting)
        if given and len(found) > 1:
            found = fitting_overloads(found, f"1:{given}", self._names_of)
        if len(found) > 1 and reach.split_types:
            found = preferred(near, found)
        is_own = bool(found) and reach.scoped_traits and qualifier.removesuffix(f".{LEADS}") in reach.selves
        if is_own and not (found := self._traits.of_block(near, scope, found, self._source)):
            return NOTHING
        if not found and reach.scoped_traits and (of_trait := self._traits.method(near, target, receiver)):
            return resolved(of_trait)
        is_open = reach.extended or receiver.role == "files" or qualifier in reach.selves | reach.bases
        if not found and is_open:
            return None
        return resolved(chosen("calls", found), GUESS if receiver.is_partial else 1.0)

    def _bare(self, near: Document, scope: str, kind: str, target: str) -> list[Candidate]:
        reach = near.reach
        found = self._fitting(near, kind, target)
        found = [c for c in found if not c.keyed]
        if not found and self.doors.binding(near, target) is None:
            return []
        here = [c for c in found if c.document is near]
        opened = self.doors.opened(near)
        if opened and (bare := [c for c in here if c.in_type and c.owner in opened]):
            return chosen(kind, bare)
        # A block that adds to a type says only that it is defined somewhere.
        added = [c for c in here if c.extends]
        nested = [c for c in here if c.is_nested and not c.extends and (reach.members != "no" or c.kind not in MEMBERS)]
        if (around := innermost(nested, scope)) and (kind != "calls" or may_take(around, self._given)):
            return chosen(kind, around)
        if reach.members == "own" and kind != "inherits" and (own := self._of_own_type(near, scope, kind, found)):
            return own
        if around:
            return chosen(kind, around)
        top = [c for c in here if not c.prefix and not c.extends]
        binding = self.doors.binding(near, target)
        if top and (binding is None or not all(c.is_excluded for c in top)):
            return self._values.doubted((near,), target, chosen(kind, top))
        if binding is not None:
            bound = self._values.doubted((near,), target, self._bound(near, kind, target, binding))
            if top and not binding.documents:
                return []  # what the file defines for builds that lack what it imports
            return bound or self._values.held_in((near,), kind, target) or top or added
        if reach.only_bound:
            starred = Binding((*self.doors.starred(near),), target)
            fixtures = [c for c in found if kind == "calls" and not c.prefix and is_fixture(c.document, near)]
            return self._values.held_in((near,), kind, target) or self._bound(near, kind, target, starred) or fixtures
        if reach.module_paths and (globbed := self.doors.of_globs(near, target)):
            fitting = {c.node for c in found}
            if globbed := [c for c in globbed if c.node in fitting]:
                return chosen(kind, globbed)
        visible = self.doors.visible(near)
        if reach.everywhere and (everywhere := [c for c in found if c.is_everywhere]):
            return self.doors.nearest(near, kind, everywhere)
        foreign = [c for c in found if not c.prefix or is_reachable(c, reach) or c.owner in opened]
        foreign = [c for c in foreign if c not in added] if added else foreign
        if kind == "calls" and reach.calls != "anywhere":
            folder = near.directory if reach.calls == "folder" else None
            foreign = [
                c
                for c in foreign
                if c.document.id in visible or c.document.directory == folder or is_fixture(c.document, near)
            ]
        return self.doors.nearest(near, kind, foreign) or added

    def _of_own_type(
        self, near: Document, scope: str, kind: str, found: list[Candidate], *, inherited: bool = False
    ) -> list[Candidate]:
        """Members of the types around the user and, where those have none that takes what is given, of their bases."""
        reach, given = near.reach, self._given if kind == "calls" else ""
        nearest: list[Candidate] = []
        members = [c for c in found if c.prefix and (c.kind in MEMBERS or reach.objects)]
        for prefix in outwards(scope) if members else ():
            own = [c for c in members if c.prefix == prefix and (c.document is near or reach.split_types)]
            if own and not inherited:
                if may_take(own, given):
                    return self.doors.nearest(near, kind, own)
                nearest = nearest or own
            for level in self.levels_above(near, prefix):
                above = [c for c in members if any(is_member(c, base, split=reach.split_types) for base in level)]
                if above and may_take(above, given):
                    return self.doors.nearest(near, kind, above)
                nearest = nearest or above
        return self.doors.nearest(near, kind, nearest)

    @remembered
    def levels_above(self, near: Document, scope: str) -> list[list[Candidate]]:
        """The bases of a type, level by level."""
        return list(self._hierarchy.levels_above(near, scope, self._ancestors))

    def _ancestors(self, near: Document, scope: str, target: str, qualifier: str) -> Sequence[Candidate]:
        """What a type inherits from under a name: of an alias what is behind it, `type Both = One & Other`."""
        return [one for base in self.bases(near, scope, target, qualifier) for one in self._receivers.behind(base)]

    def _qualified(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> Resolved:
        parts = [part for part in qualifier.split(".") if part]
        first, last = (parts[0], parts[-1]) if parts else ("", "")
        found = self._fitting(near, kind, target)
        reach = near.reach
        if qualifier in reach.selves or qualifier in reach.bases:
            return self._of_self(near, scope, kind, target, found, inherited=qualifier in reach.bases)
        binding = self.doors.binding(near, qualifier) or self.doors.binding(near, first)
        if binding is not None:
            if not binding.documents:
                return NOTHING
            among = [c for c in found if c.document in binding.documents]
            owned = [c for c in among if c.owner in {last, binding.original}]
            for some in (owned, [c for c in among if not c.prefix], among):
                if picked := chosen(kind, some):
                    return resolved(picked)
            if passed_on := [c for c in self.doors.handed_on(binding.documents, target)[0] if c.kind in FITTING[kind]]:
                return resolved(chosen(kind, passed_on))
            if self.doors.leads_out(binding.documents, target):
                return NOTHING
            last = binding.original if binding.original != "*" and len(parts) == 1 else last
        elif (
            reach.module_paths
            and (len(parts) > 1 or first[:1].islower())
            and first not in _RUST_ROOTS
            and not self._is_known(near, scope, first)
        ):
            if first.isidentifier():
                return NOTHING  # `indexmap::map::Entry`: another crate's
            return self._traits.of_unknown(near, scope, kind, target, qualifier) or NOTHING
        elif (
            reach.module_paths
            and kind != "calls"
            and (told := self._receivers.find(near, scope, qualifier)) is not None
            and told.role == "files"
        ):
            fitting = [c for c in self._receivers.members(told, target) if c.kind in FITTING[kind]]
            return resolved(chosen(kind, fitting))
        folded = last.lower().lstrip("_")
        tests: tuple[tuple[Callable[[Candidate], bool], float], ...] = (
            (lambda c: c.owner == last, 1.0),
            (lambda c: not c.prefix and last in {c.document.stem, c.document.directory.rpartition("/")[2]}, 1.0),
            (lambda c: bool(folded) and c.owner.lower().lstrip("_") == folded, GUESS),
        )
        for test, certainty in tests:
            if fitting := list(filter(test, found)):
                return resolved(self.doors.nearest(near, kind, fitting), certainty)
        return self._traits.of_unknown(near, scope, kind, target, qualifier) or of_unknown(
            self.doors, near, scope, kind, target, found, folded
        )

    def _is_known(self, near: Document, scope: str, name: str) -> bool:
        return self.doors.module(near, name) is not None or bool(self.bare(near, scope, name))

    def _of_self(
        self, near: Document, scope: str, kind: str, target: str, found: list[Candidate], *, inherited: bool
    ) -> Resolved:
        if own := self._of_own_type(near, scope, kind, found, inherited=inherited):
            return resolved(own)
        if inherited or target in EVERYDAY:
            return NOTHING
        # A mixin's host or a subclass may have it; only a name that no other type has tells which.
        others = [c for c in found if c.kind in MEMBERS]
        if near.reach.objects:
            # JavaScript says nowhere what `this` is in a function of an object: most likely a type of the file.
            others = [c for c in others if c.document is near] or others
        others = others if near.is_test else without_tests(others)
        return resolved(others, GUESS) if len(others) == 1 else NOTHING

    def _of_variable(self, near: Document, scope: str, kind: str, target: str, qualifier: str) -> Resolved:
        """A member of what a variable holds, of which only the name is known: often that of its type."""
        last = qualifier.rpartition(".")[2].lower().lstrip("_")
        found = self._fitting(near, kind, target)
        if not qualifier:
            # The variable itself is called.
            return resolved([c for c in found if not c.prefix and is_fixture(c.document, near)])
        if named := [c for c in found if c.prefix and c.owner.lower().lstrip("_") == last]:
            return resolved(self.doors.nearest(near, kind, named), GUESS)
        return self._traits.of_unknown(near, scope, kind, target, qualifier) or of_unknown(
            self.doors, near, scope, kind, target, found, last
        )

    def _bound(self, near: Document, kind: str, target: str, binding: Binding) -> list[Candidate]:
        name = target if binding.original in {"*", "default"} else binding.original
        found = self._fitting(near, kind, name)
        in_types = near.reach.in_types
        among = [c for c in found if c.document in binding.documents and (in_types or c.kind not in MEMBERS)]
        top = [c for c in among if not c.prefix]
        counting = [c for c in top if not c.is_excluded]
        # Beside a value an import of the file may give what is called.
        if counting and (kind != "calls" or not all(is_value(near, c) for c in counting)):
            return self._values.doubted(binding.documents, name, chosen(kind, counting))
        names = dict.fromkeys((binding.original, name)) if binding.original == "default" else (name,)
        passed_on = (self.doors.handed_on(binding.documents, one)[0] for one in names)
        if handed := next(filter(None, (led_to(kind, found) for found in passed_on)), None):
            handed = chosen(kind, self._values.known(near, handed) if kind == "calls" else handed)
            return self._values.doubted(binding.documents, name, handed)
        if held := self._values.held_in(binding.documents, kind, name):
            return held
        if top or among:
            return chosen(kind, top or among)
        if self.doors.leads_out(binding.documents, name):
            return []
        return self.doors.nearest(near, kind, [c for c in found if not c.prefix and is_behind(c, binding.documents)])

    def _fitting(self, near: Document, kind: str, target: str) -> list[Candidate]:
        wanted, every = FITTING[kind], self.definitions.in_family(target, near.family)
        found = built_with(near, led_to(kind, every))
        if kind == "inherits" and not found:
            # `Response = BaseResponse`; what a type holds is no name in a file, and looks up what that inherits from
            values = [c for c in every if c.type and c.kind in VALUE_KINDS and not c.in_type]
            held = [one for c in values for one in self._receivers.held(c) or ()]
            return [one for one in held if one.kind in wanted and not one.is_doubtful]
        return self._fitting_arguments(self._values.known(near, found)) if kind == "calls" else found

    def _fitting_arguments(self, found: list[Candidate]) -> list[Candidate]:
        """Of overloads those that the call in question means."""
        if not self._given or len(found) < 2:
            return found
        return fitting_overloads(found, self._given, self._names_of)

    def _names_of(self, path: str) -> Sequence[frozenset[str]]:
        """Names of an argument's type in the call in question, `[]Type` of many, and of its bases, level by level."""
        assert self._place is not None
        near, scope = self._place
        if path == NULL:
            return (frozenset({NULL}),) if near.language == "java" else ()
        return type_names(self._receivers.find(near, scope, path), self.levels_above)
