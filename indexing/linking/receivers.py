"""Finds the types of what stands before a call, along a path as `parsers.programs.receivers` writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Final, TypeVar

from citeline.model import AND, BESIDE, CALLABLE_KINDS, LEADS, OR, RECEIVED, TAKES_ONE, TYPE_KINDS

from .candidates import Candidate
from .documents import Document
from .held import CHANNEL, OPTIONAL, DeclaredTypes, family_of, handed_by, inside, method_of, result_of
from .hierarchy import outwards
from .members import Members, Scopes, bound_of_block, kinds_of, own_method
from .reach import reach_of
from .receiver import (
    ITSELF,
    OUTSIDE,
    KnownPaths,
    Receiver,
    after_outside,
    filled,
    given_to,
    giving,
    joined,
    outside,
    several,
)

_STEP: Final = re.compile(r"\(<[^>]*>\)|<[^>]*>|\[\w*\]|(?:\(:\d+\))+|\(\)|[^.<>()\[\]]+")
_ONLY_TYPES: Final = frozenset({"interface", "type"})
_FAILING: Final = Receiver("value", inner=OUTSIDE, is_optional=True)
_MAX_LED: Final = 4
"""Wrappers that lead to one another."""

T = TypeVar("T", Receiver, Receiver | None)


class Receivers(DeclaredTypes):
    """Follows paths; remembers where they lead."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._members = Members(scopes)
        self._known = KnownPaths()
        self._closing: set[tuple[int, str, str]] = set()
        """Type parameters whose bounds are being read: document, definition, name."""

    def find(self, near: Document, scope: str, path: str) -> Receiver | None:
        """What the path stands for, seen from a definition; None when nobody can tell."""
        return self._closed(near, scope, self._found(near, scope, path))

    def _found(self, near: Document, scope: str, path: str) -> Receiver | None:
        """As `find`, a type parameter as such."""
        if AND in path or OR in path:
            return self._known.get((near.id, scope, path), lambda: several(path, partial(self.find, near, scope)))
        return self._known.get((near.id, scope, path), lambda: self._follow(near, scope, path))

    def _follow(self, near: Document, scope: str, path: str) -> Receiver | None:
        found: Receiver | None = None
        is_partial, steps = False, _STEP.findall(path)
        module, used = self._module(near, scope, steps)
        for place, step in enumerate(steps):
            if place < used:
                found = module
                continue
            then = "" if place + 1 == len(steps) else steps[place + 1]
            is_called = then.startswith("(")
            if place == 0:
                found = self._start(near, scope, step, then)
            else:
                is_named = found is not None and not found.elements and step.startswith("[")
                if step.startswith("[") and step not in TAKES_ONE:
                    step = step if is_named and self._members.is_named(near, scope, step[1:-1]) else "[]"
                if step in TAKES_ONE:
                    found = self._one_of(found, step)
                elif found is not None and (added := self._members.of_others(near, found, step)):
                    found = self._said_of(added, None, is_called=is_called)
                elif found is not None and is_called and (own := self._own_result(near, found, step)) is not None:
                    found = giving(own)
                else:
                    found = self._next(found, "()" if step.startswith("(<") else step, is_called=is_called)
                if step.startswith("(<") and found is not None:
                    found = given_to(found, self._declared(near, scope, step[2:-2]))
            if found is None or found is ITSELF:
                return found
            if place < len(steps) - 1:
                found = self._closed(near, scope, found)
            is_partial |= found.is_partial
        return found._replace(is_partial=is_partial) if found and is_partial else found

    def _one_of(self, many: Receiver | None, step: str) -> Receiver | None:
        """What one takes where a collection is gone through; None where a map or list gives a key or a number."""
        if step == RECEIVED and (many is None or many.name != CHANNEL):
            return None
        one = many if step == BESIDE else self._next(many, "[]", is_called=False)
        if step == RECEIVED or one is None or one.role != "value" or one.elements:
            return one
        return self._next(one, "1", is_called=False) or one

    def _module(self, near: Document, scope: str, steps: Sequence[str]) -> tuple[Receiver | None, int]:
        """The module that a path begins with, and how many steps name it."""
        names = list(takewhile(str.isidentifier, steps))
        for length in range(len(names), 1, -1):
            # Python's `import a.b` is called by its whole path.
            if (binding := self._scopes.doors.binding(near, ".".join(names[:length]))) is not None:
                return Receiver("files", documents=binding.documents) if binding.documents else OUTSIDE, length
        for own in near.reach.exported:
            parts = own.split(".")
            if names[: len(parts)] == parts and self._scopes.doors.binding(near, parts[0]) is None:
                return Receiver("files", documents=(near,)), len(parts)
        if not near.reach.module_paths or not steps[0].isidentifier() or steps[0] in {"self", "Self"}:
            return None, 0
        if self._scopes.doors.binding(near, steps[0]) is not None or self._scopes.bare(near, scope, steps[0]):
            return None, 0
        for length in range(len(names), 0, -1):
            if (document := self._scopes.doors.module(near, ".".join(names[:length]))) is not None:
                return Receiver("files", documents=(document,)), length
        # `mio::net::TcpListener`: another crate's, which nothing here need name.
        is_outside = steps[0][0].islower() and any(name[0].isupper() for name in names[1:])
        return (OUTSIDE, len(steps)) if is_outside else (None, 0)

    def _closed(self, near: Document, scope: str, parameter: T) -> T | Receiver:
        """What a type parameter must be for whoever stands there: `impl<R: Read> Reader<R>`; anything else itself."""
        if parameter is None or parameter.role != "open":
            given = parameter.argument if parameter is not None else None
            if parameter is None or given is None or given.role != "open":
                return parameter
            bound = self._closed(near, scope, given)
            return parameter._replace(argument=bound) if bound.role == "value" else parameter
        for prefix in outwards(scope):
            around = self._scopes.definitions.in_family(prefix.rpartition(".")[2], near.family)
            around = [c for c in around if c.document is near and c.qualified_name == prefix]
            said = dict.fromkeys(c.bounds[parameter.name] for c in around if parameter.name in c.bounds)
            if (own := (near.id, prefix, parameter.name)) in self._closing:
                break  # `Kind: Mixed<Kind>` says nothing more of itself
            self._closing.add(own)
            told = [one for path in said if (one := self.find(near, prefix, path)) is not None]
            self._closing.discard(own)
            if told:
                whole = joined(told)
                return whole._replace(elements=parameter.elements) if whole else OUTSIDE
        return OUTSIDE._replace(elements=parameter.elements)

    def members(self, receiver: Receiver, name: str, given: str = "") -> Sequence[Candidate]:
        """The members of that name; those of the nearest bases when the types have none, or none that takes what a call
        is given.
        """
        if receiver.role == "files" and not receiver.candidates:
            return self._members.top(receiver.documents, name)
        if receiver.elements:
            return ()
        found: dict[int, Candidate] = {c.node: c for c in self._members.top(receiver.documents, name)}
        found.update((m.node, m) for c in receiver.candidates for m in self._members.of(c, name, given))
        found = receiver.own(found)
        if found or receiver.is_optional or receiver.role == "function":
            return list(found.values())
        behind = receiver.inner or self._led_to(receiver)
        return self.members(behind, name, given) if behind is not None else ()

    def _own_result(self, near: Document, value: Receiver, name: str) -> Receiver | None:
        """What a method of the language's own types gives."""
        kinds = kinds_of(value, near.reach.many) if near.reach.many else ()
        if value.role == "value" and value.candidates and all(c.extends for c in value.candidates):
            kinds = (value.candidates[0].name,)
        given = next(filter(None, (own_method(kind, name) for kind in kinds)), "")
        if given == "Self":
            return value
        return self._declared(near, "", given) if given else None

    def added(self, near: Document, value: Receiver, name: str) -> Sequence[Candidate]:
        """Members that blocks of ours give to a type that is not."""
        return self._members.of_others(near, value, name)

    def _led_to(self, value: Receiver, by: str = LEADS) -> Receiver | None:
        """What a wrapper of ours leads to: `impl Deref for Guard`; by `[]` what `impl Index` gives."""
        if value.role != "value" or value.depth > _MAX_LED:
            return None
        for candidate in value.candidates:
            own = (candidate,) if by in candidate.attributes else ()
            for block in own or self._members.blocks_with(candidate, by):
                told = self._found(block.document, block.qualified_name, block.attributes[by])
                told = self._closed(block.document, block.qualified_name, filled(told, value.argument))
                if told is not None and told.role == "value":
                    return told._replace(depth=value.depth + 1)
        return None

    def held_by(self, receiver: Receiver, name: str) -> Receiver | None:
        """The functions that a member of that name holds."""
        told = self._next(receiver, name, is_called=True) if receiver.candidates and not receiver.elements else None
        return told if told is not None and told.role in {"function", "type"} else None

    def property(self, function: Receiver) -> Receiver | None:
        """What a method that is not called gives: it has no members itself, so it is a property."""
        return None if function.name else self._result([c for c in function.candidates if c.kind == "method"])

    def held(self, value: Candidate) -> Sequence[Candidate] | None:
        """The types or functions that a value stands for, or a property; None when that is anything else."""
        if value.in_type and value.type.isidentifier():
            # `file = open` in a class
            types = self._members.around(value.document, value.prefix)
            own = [c for one in types for c in self._members.of(one, value.type) if c.kind in CALLABLE_KINDS]
            if own:
                return own
        told = self._typed(value) if value.type else None
        if told is None or told.role not in {"type", "function"}:
            return None
        return [c._replace(is_doubtful=True) for c in told.candidates] if told.is_partial else told.candidates

    def behind(self, alias: Candidate) -> Sequence[Candidate]:
        """The types that an alias stands for; any other definition itself."""
        told = self._typed(alias) if alias.kind == "type" and alias.type and not alias.extends else None
        return told.candidates if told is not None else (alias,)

    def _start(self, near: Document, scope: str, step: str, then: str) -> Receiver | None:
        """Where a path begins, of which `then` is the next step, if any."""
        reach, is_called = near.reach, then.startswith("(")
        if step.startswith("<"):
            return self._declared(near, scope, step[1:-1])
        if step in reach.selves:
            own = self._members.around(near, scope)
            if own and own[0].extends and (bound := bound_of_block(own[0])):
                # `impl<T: Bound> Trait for T`, or for `Box<T>`: a value of the bound.
                told, above = self.find(near, scope, bound), next(iter(self._members.levels(own[0])), ())
                own = (*(told.candidates if told else ()), *above)
            return Receiver("type" if step in {"cls", "Self", "static"} else "value", own) if own else None
        if step in reach.bases:
            around = self._members.around(near, scope)
            bases = next((tuple(level) for one in around for level in self._members.levels(one)), ())
            return Receiver("value", bases) if bases else None
        binding = self._scopes.doors.binding(near, step)
        found = () if binding and reach.calls == "folder" else self._scopes.bare(near, scope, step)
        if binding is not None and binding.documents and not is_called:
            # `memchr::memchr`: a module and a function in it may share a name.
            is_file = binding.is_module or binding.original == "*"
            found = () if is_file or (then and all(c.kind in CALLABLE_KINDS for c in found)) else found
        if binding is not None and not found:
            if not binding.documents:
                return outside(step)
            if module := self._scopes.doors.handed_on(binding.documents, binding.original)[1]:
                return Receiver("files", documents=tuple(module))
            is_file = binding.is_module or binding.original in {"*", "default", step}
            return Receiver("files", documents=binding.documents) if is_file else None
        if not found and binding is None and near.language in reach.binds and not self._members.may_reach(near, step):
            return outside(step)
        said = self._said_of(found, None, is_called=is_called)
        return said._replace(is_partial=True) if said and any(c.is_doubtful for c in found) else said

    def _next(self, before: Receiver | None, step: str, *, is_called: bool) -> Receiver | None:
        if before is None:
            return None
        if before.role == "outside":
            return after_outside(before, step)
        if step.startswith("(:"):
            return self._given(before, step)
        if step == "()":
            if before.role == "type":
                return Receiver("value", before.candidates)
            if before.role == "method of many":
                return result_of(before)
            if before.role not in {"value", "function"}:
                return None
            given = before.inner if before.role == "function" else None
            return given or self._called(before)
        if step == "!":
            failed = before.argument if before.is_optional else None
            return (
                failed
                if failed is not None and (failed.role == "value" or (failed.role == "outside" and failed.name))
                else None
            )
        if step in {"[]", OPTIONAL}:
            found = inside(before, step)
            return self._led_to(before, step) if found is None and step == "[]" else found
        if step == LEADS:
            is_led = any([*self._members.blocks_with(c, LEADS)] for c in before.candidates)
            return (self._led_to(before) or OUTSIDE) if is_led else before
        if before.role == "function":
            before = self.property(before)
        if before is None or before.role in {"function", "outside", "method of many"}:
            return before if before is not None and before.role == "outside" else None
        if before.elements or before.is_optional:
            return method_of(before, step)
        return self._member_step(before, step, is_called=is_called)

    def _member_step(self, before: Receiver, step: str, *, is_called: bool) -> Receiver | None:
        """Where a name leads from a value, a type or files."""
        reach = reach_of(family_of(before))
        if before.inner is not None and step in reach.unwraps:
            return giving(before.inner)
        found = self.members(before, step)
        if not found and before.role == "files" and not before.candidates:
            documents = self._scopes.doors.handed_on(before.documents, step)[1]
            if documents:
                return Receiver("files", documents=tuple(documents))
            return outside(step) if self._scopes.doors.leads_out(before.documents, step) else None
        if found:
            # A field and a method may share a name: `options.width` is a number, `options.width(80)` are options.
            found = [c for c in found if c.is_callable == is_called] or found
            if before.role == "value" and any(c.type in {"<Self>", "<this>"} for c in found):
                return giving(before)._replace(candidates=tuple(found))
            return self._said_of(found, before.argument, is_called=is_called)
        for candidate in before.candidates:
            if step in candidate.attributes:
                path = candidate.attributes[step]
                return self._told(candidate.document, candidate.qualified_name, path, before.argument)
            for level in self._members.levels(candidate):
                for base in level:
                    if step in base.attributes:
                        return self.find(base.document, base.qualified_name, base.attributes[step])
                    if base.name == step and before.role == "value":
                        return Receiver("value", (base,))  # Go's embedded fields are called like their types
        if (behind := before.inner or self._led_to(before)) is not None:
            return self._next(behind, step, is_called=is_called)
        if (step in reach.unwraps or step.isdigit()) and (wrapped := self._wrapped(before)) is not None:
            return wrapped if step.isdigit() else giving(wrapped)
        if step in reach.unwraps and step != "into":
            # `Some(x).unwrap()`: wrappers stand for what is in them, so they have no members that we know.
            return giving(before)
        if not (is_called and before.role == "value" and reach.unwraps):
            return None
        element = self._led_to(before, "[]")  # of an iterator of ours, or else of a wrapper
        return method_of(element._replace(elements=1) if element is not None else before, step)

    def _wrapped(self, value: Receiver) -> Receiver | None:
        """What must be in a wrapper that is not ours where a block adds to it: `impl<C: Clock> Clock for Mutex<C>`."""
        if not value.candidates or not all(c.extends and c.document.reach.scoped_traits for c in value.candidates):
            return None
        found: list[Receiver] = []
        for block in value.candidates:
            own = [path for name, path in block.bounds.items() if not name.startswith("^")]
            told = self.find(block.document, block.qualified_name, own[0]) if len(own) == 1 and own[0] else None
            if told is None or told.role != "value":
                return None
            found.append(told)
        return joined(found)

    def _called(self, before: Receiver) -> Receiver | None:
        """What calling a value or functions gives; of a function that gives another one, `(a) => (b) => …`, that."""
        key = f"{before.name}()" if before.role == "function" else "()"
        if any(said.startswith(f"{key}(") for c in before.candidates for said in c.attributes):
            return before._replace(role="function", name=key)
        if key == "()":
            return self._result(before.candidates, before.argument)
        told = [
            self._told(c.document, c.qualified_name, c.attributes[key], before.argument)
            for c in before.candidates
            if key in c.attributes
        ]
        return joined([one for one in told if one is not None])

    def _result(self, functions: Sequence[Candidate], argument: Receiver | None = None) -> Receiver | None:
        """What calling the functions gives; the argument is that of the type that they are methods of."""
        found: list[Receiver] = []
        for function in functions:
            if function.kind == "constructor":
                own = self._members.around(function.document, function.prefix)
                if own:
                    found.append(Receiver("value", own))
            elif "()" in function.attributes:
                told = self._told(function.document, function.qualified_name, function.attributes["()"], argument)
                found += [told] if told is not None else []
            elif (function.type or "!" in function.attributes) and function.kind not in TYPE_KINDS:
                told = self._typed(function, argument) if function.type else None
                if "!" in function.attributes:
                    told = told if told is not None and told.is_optional else _FAILING
                    path = function.attributes["!"]
                    failed = self._told(function.document, function.qualified_name, path, argument)
                    told = told._replace(argument=failed)
                if told is not None:
                    found.append(told)
        return joined(found)

    def _given(self, before: Receiver, step: str) -> Receiver | None:
        """What the function before gives to the functions that it takes, or one of its type takes."""
        if before.role == "method of many":
            return handed_by(before, step)
        functions = before.candidates
        by = before.name if before.role == "function" else ""
        if before.role == "type":
            functions = tuple(self.members(before, "constructor"))
        found: list[Receiver] = []
        for function in functions:
            taken, _, behind = step.partition(")")
            path = function.attributes.get(by + step, "")
            if not path and behind and (whole := function.attributes.get(f"{by}{taken})")):
                path = f"{whole}{behind}"
            near, scope = function.document, function.qualified_name
            if path and (told := self._told(near, scope, path, before.argument)) is not None:
                found.append(told)
        return joined(found)

    def _said_of(self, found: Sequence[Candidate], argument: Receiver | None, *, is_called: bool) -> Receiver | None:
        """What definitions stand for when they are named; one name may be a field and a method."""
        if found and all(c.in_type and c.kind == "constant" and (is_called or not c.type) for c in found):
            # A variant of an enumeration: called with what it holds, or taken apart into its own fields.
            own = tuple(one for c in found for one in self._members.around(c.document, c.prefix))
            value = Receiver("value", own if is_called else (*found, *own))
            return value if not is_called else Receiver("function", inner=value) if own else None
        found = [c for c in found if c.is_callable == is_called] or found
        if any(c.kind not in _ONLY_TYPES for c in found):
            # One name may be an interface and a value, which is what an expression means.
            found = [c for c in found if c.kind not in _ONLY_TYPES]
        types = [c for c in found if c.kind in TYPE_KINDS]
        if types:
            return Receiver("type", tuple(c for one in types for c in self.behind(one)))
        functions = tuple(c for c in found if c.is_callable or c.takes_something)
        if functions:
            return Receiver("function", functions, argument=argument)
        return joined([told for c in found if c.type and (told := self._typed(c, argument)) is not None])

    def _typed(self, candidate: Candidate, argument: Receiver | None = None) -> Receiver | None:
        scope = candidate.prefix if candidate.kind not in CALLABLE_KINDS else candidate.qualified_name
        return self._told(candidate.document, scope, candidate.type, argument)

    def _told(self, near: Document, scope: str, path: str, argument: Receiver | None) -> Receiver | None:
        """What a path stands for in a type whose only type parameter stands for the argument."""
        told = filled(self._found(near, scope, path), argument)
        closed = self._closed(near, scope, told)
        # Where the type is declared nothing may be asked of its parameter, but where it is used.
        is_asked = closed is None or closed.role != "outside"
        return closed if is_asked or told is None or told.role != "open" else told
