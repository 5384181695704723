"""Methods of traits that a file knows: in Rust a value has them whatever its type says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.model import HANDS_ON, SEVERAL

from .candidates import GUESS, Candidate, Resolved, resolved
from .documents import Document
from .hierarchy import outwards
from .members import Scopes
from .receiver import Receiver
from .receivers import Receivers


class Traits:
    """Looks for the trait where a value's type has no method of a name."""

    def __init__(self, scopes: Scopes, receivers: Receivers) -> None:
        self._scopes = scopes
        self._receivers = receivers

    def method(self, near: Document, name: str, value: Receiver) -> Sequence[Candidate]:
        """The method of the only trait with one that the file knows; nothing for a type that is not ours, which may
        have a method of the name itself.
        """
        if value.role != "value" or value.elements or not any(_is_known(c) for c in value.candidates):
            return ()
        methods = [c for c in self._scopes.definitions.in_family(name, near.family) if c.kind == "method"]
        found = [c for c in methods if not c.fulfils and self._knows_owner(near, c)]
        return found if len(found) == 1 else ()

    def asked(self, near: Document, scope: str, name: str) -> Sequence[Candidate]:
        """The methods of the name that type parameters around must have: one of these is what nobody knows else."""
        found: dict[int, Candidate] = {}
        for prefix in outwards(scope):
            for around in self._scopes.definitions.in_family(prefix.rpartition(".")[2], near.family):
                if around.document is near and around.qualified_name == prefix:
                    told = [self._receivers.find(near, prefix, path) for path in around.bounds.values()]
                    found.update((c.node, c) for one in told if one for c in self._receivers.members(one, name))
        return [c for c in found.values() if c.kind == "method"]

    def of_unknown(self, near: Document, scope: str, kind: str, name: str, qualifier: str) -> Resolved | None:
        """What a call on what nobody knows likely means: what a type parameter around must have."""
        if kind != "calls" or not near.reach.scoped_traits or qualifier[:1].isupper():
            return None
        asked = self.asked(near, scope, name)
        return resolved(asked, GUESS) if len(asked) == 1 else None

    def method_given(self, near: Document, scope: str, name: str, trait: str, given: str) -> Sequence[Candidate]:
        """The methods of a trait that `Trait::run(given)` means, when the given one is of a type of ours."""
        value = self._receivers.find(near, scope, given)
        found = self._receivers.members(value, name) if value is not None and value.role == "value" else ()
        return [c for c in found if c.fulfils == trait.rpartition(".")[2]]

    def of_block(self, near: Document, scope: str, found: list[Candidate], source: int) -> list[Candidate]:
        """Those in the block around the call, one of several that add to a type; all when none is.

        A method that calls one of its own name on `self` calls itself only where that cannot mean another: in a block
        for `&Type` or `Box<dyn Trait>` it hands on, in one of several for `Trait<Other>` it asks another of these, and
        a type that is not ours likely has the method itself.
        """
        named = self._scopes.definitions.named(scope.rpartition(".")[2]).get(near.id, ())
        caller = next((c for c in named if c.node == source), None)
        if caller is None:
            return found
        own = [c for c in found if c.block == caller.block]
        if not any(c.node == source for c in own) or not caller.fulfils:
            return own or found
        every = self._scopes.definitions.in_family(caller.owner, near.family)
        block = next((c for c in every if c.node == caller.block), None)
        others = [c for c in found if c.block != caller.block]
        if block is None or not block.extends:
            return own
        if SEVERAL in block.attributes and any(c.fulfils == caller.fulfils for c in others):
            return others
        is_ours = any(not c.extends for c in self._scopes.bases(near, scope, caller.owner, ""))
        if HANDS_ON not in block.attributes and is_ours:
            return own
        levels = self._scopes.levels_above(near, caller.prefix) if HANDS_ON in block.attributes and not others else ()
        methods = self._scopes.definitions.by_prefix(caller.name, near.family)
        above = ([c for base in level for c in methods.get(base.qualified_name, ())] for level in levels)
        return others or next(filter(None, above), [])

    def _knows_owner(self, near: Document, method: Candidate) -> bool:
        """Whether a method's owner is a trait that the file defines or imports."""
        if method.document is near:
            known: Sequence[Candidate] = self._scopes.definitions.named(method.owner).get(near.id, ())
        elif self._scopes.doors.binding(near, method.owner) is not None:
            known = self._scopes.bare(near, "", method.owner)
        else:
            known = self._scopes.doors.of_globs(near, method.owner)
        place = (method.document.id, method.prefix)
        return any(c.kind == "trait" and (c.document.id, c.qualified_name) == place for c in known)


def preferred(near: Document, found: list[Candidate]) -> list[Candidate]:
    """Of methods of one name a type's own that a file knows before those of traits."""
    found = [c for c in found if c.is_callable] or found
    known = [c for c in found if c.document is near or not c.is_private] or found
    return [c for c in known if not c.fulfils] or known


def _is_known(kind: Candidate) -> bool:
    """Whether it is a type itself: not a block for one that is not ours, nor a name that may stand for any."""
    return not kind.extends and kind.kind != "type"
