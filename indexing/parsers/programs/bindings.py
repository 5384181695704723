"""What variables, fields and functions of a file hold or give: `@binding`, `@bound` and `@fields` of a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.model import AND, CALLABLE_KINDS, HANDS_ON, LEADS, MAYBE, OR, SEVERAL, TYPE_KINDS, VALUE_KINDS

from .assigned import TAKEN_BY, Assigned, one_of
from .conditions import SIDES, is_condition, may_be_first, may_tell, path_let_through, reaches
from .contexts import PATTERNS, Contexts, signature_of
from .definition_tree import Definition
from .definitions import ByRole, Captures
from .grammars import LoadedGrammar
from .receivers import NOTHING, Held, Locals, Ranges, expression_path
from .shapes import Shapes
from .type_paths import split, type_path

_MAX_VALUE: Final = 2_001
_EITHER: Final = frozenset({"conditional_expression", "ternary_expression", "binary_expression"})
"""Expressions of Python and TypeScript whose value may be that of one of their parts."""
_SAME: Final = frozenset({"parenthesized_expression", "as_expression", "non_null_expression"})
"""Expressions of one child, `as const` among them, that are that."""
_CASTS: Final = frozenset({"as_expression", "satisfies_expression"})
_POSITION: Final = itemgetter(0)
_HELD: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
"""A path that names a type or function; what is made or given by a call is neither."""
_RESULT: Final = r"(?:\w+::)*Result\s*<(.*)>"
_SELF_MEMBER: Final = re.compile(r"(?:self|this)\.#?(\w+)$")


class Bindings:
    """Fills `locals`, and gives the definitions their types."""

    def __init__(
        self,
        text: bytes,
        definitions: Sequence[Definition],
        owner_at: Callable[[int], int | None],
        loaded: LoadedGrammar,
    ) -> None:
        self._text = text
        self._loaded = loaded
        self._definitions = definitions
        self._owner_at = owner_at
        self._has_bounds = any(one.bounds for one in definitions)
        self.taken: set[str] = set()
        """Paths of what is taken out of objects into variables of its own."""
        self._types: dict[str, str] = {}
        self._handing: set[str] = set()
        """Types of the file that may be the first type that they are given."""
        self.locals = Locals(definitions, owner_at, Ranges(()), Ranges(()))
        self._contexts: Contexts | None = None
        if loaded.grammar.contexts is not None:
            self._contexts = Contexts(
                self.read,
                lambda node: self._value(node, with_spread=False),
                self._declared,
                lambda position: next(self.around(position), None),
                loaded.grammar.contexts,
            )

    def bind(self, found: ByRole) -> None:
        """Note what variables hold, and give definitions their types."""
        grammar = self._loaded.grammar
        named = {definition.name_start: definition for definition in self._definitions}
        named |= {start: one for one in self._definitions for start in one.clause_names if start not in named}
        inner: dict[str, list[tuple[int, int]]] = {"scope": [], "branch": []}
        aliases: set[int] = set()
        self._bind_types(found["bound"])
        for role, ranges in inner.items():
            ranges += [captures[role][0].byte_range for captures in found[role]]
        for captures in found["import"]:
            aliases |= {captures[part][0].start_byte for part in ("alias", "imported") if part in captures}
        scopes, branches = Ranges(inner["scope"]), Ranges(inner["branch"])
        self.locals = Locals(self._definitions, self._owner_at, scopes, branches, hoists=grammar.hoists)
        for around in self._definitions:
            for name, bound in around.bounds.items():
                if name.startswith("^"):
                    continue
                # `T::new()` is called on what the parameter must be.
                said = OR.join(one.partition("~")[0] for one in bound.strip("<>").split("|"))
                start = around.start
                bounded = self.locals.value(start, said, end=start, is_declared=True)
                self.locals.add(start, name, bounded, again=False)
        self._handing = {
            self.read(captures["name"][0]) for captures in found["chosen"] if may_be_first(captures, self.read)
        }
        if grammar.contexts:
            self._bind_signatures(found["signature"], named, grammar.contexts)
        best: dict[int, Captures] = {}
        for captures in found["binding"]:
            start = captures["name"][0].start_byte
            if start not in best or _tells_more(captures, best[start]):
                best[start] = captures
        guards = {self.read(one["name"][0]): self._declared(one["predicate"][0]) for one in found["predicate"]}
        asked = [(one["name"][0].start_byte, one) for one in found["asked"] if may_tell(one, guards, self.read)]
        self._bind_fields(found["fields"])
        assigned = Assigned(self._definitions, keeps_first=grammar.contexts is not None)
        variables = {(d.parent, d.name): d for d in self._definitions if d.kind in VALUE_KINDS}
        outer = {
            (self._owner_at(one.start_byte), self.read(one)) for captures in found["outer"] for one in captures["name"]
        }
        for start, captures in sorted([*best.items(), *asked], key=_POSITION):
            if start in aliases:
                continue
            if asked and is_condition(captures):
                self._narrow(captures, guards)
                continue
            path, declared = "", False
            if "declared" in captures:
                path = self._declared(captures["declared"][0])
                declared = bool(path)
                if grammar.contexts and not path.startswith("<"):
                    self.taken.add(path)  # `make: typeof Shape` may be made by an heir
            value = captures.get(kind := next((one for one in TAKEN_BY if one in captures), ""))
            definition = named.get(start)
            is_callable = definition is not None and definition.kind in CALLABLE_KINDS
            if is_callable and declared and _is_of_variable(captures["declared"][0]):
                path = f"{path}()"
            if not path and value and not is_callable:
                path = self._value(value[0], with_spread=True)
                if getattr(value[0].parent, "type", "") == "tuple_struct_pattern":
                    self.taken.add(path)  # what `Custom(run)` takes out is called by `run()`, and no `Custom`
            elif not path and "default" in captures:
                default = self._value(captures["default"][0], with_spread=False)
                path = f"{default.removesuffix(MAYBE)}{MAYBE}" if default and default not in NOTHING else ""
            elif not path and not value and self._contexts is not None and definition is None:
                path = self._contexts.of(captures["name"][0])
                if path and getattr(captures["name"][0].parent, "type", "") in PATTERNS:
                    self.taken.add(path)
            if "collection" in captures:
                path = f"<[]{path.strip('<>')}>"
            elif path and not declared and TAKEN_BY.get(kind):
                path = path + TAKEN_BY[kind] if OR not in path and path != "<[]>" else ""
            name = self.read(captures["name"][0]).strip("`")
            if "again" in captures and grammar.keeps_types and (not path or self.locals.find(start, name)):
                continue
            if "again" in captures and not value and self.locals.is_function(start, name):
                continue  # `now: Callable[[], datetime]` above the functions of that name
            if (
                is_callable
                and definition is not None
                and grammar.tries
                and (failed := self._error(captures["declared"][0]))
            ):
                definition.attributes["!"] = failed
            if definition is not None and definition.kind not in VALUE_KINDS:
                definition.type = definition.type or (path if path not in NOTHING else "")
                continue
            if (member := _SELF_MEMBER.match(name)) is not None and definition is None:
                if (holder := self._type_around(start)) is not None:
                    assigned.add_member(holder, member[1], path, is_declared="declared" in captures)
                continue
            end = max(start, value[0].end_byte) if value else start
            end = scopes.around(start)[0] if "early" in captures else end
            owner = self._owner_at(start)
            is_outer = (owner, name) in outer
            is_declared = declared or (definition is not None and "declared" in captures)
            held = self.locals.value(start, path, end=end, is_declared=is_declared, owner=owner if is_outer else None)
            if definition is None and "again" in captures:
                definition = variables.get((None if is_outer else owner, name))
            if definition is not None:
                values = assigned.add(definition, held)
                if definition.parent is not None or len(values) == 1:
                    continue  # what it holds is found where it is defined
                if len(values) == 2:
                    self.locals.add(definition.name_start, name, values[0], again=False, is_outer=True)
            if name.replace("$", "_").isidentifier() and (
                name not in grammar.selves or (declared and not self._in_type(start))
            ):
                self.locals.add(start, name, held, again="again" in captures, is_outer=is_outer)
        assigned.settle()
        self._bind_results(found["result"], named)

    def _narrow(self, captures: Captures, guards: Mapping[str, str]) -> None:
        """Note what a variable is where a condition holds, if that tells more than was known."""
        name = captures["name"][0]
        path = path_let_through(captures, guards, self.read, lambda node: self._value(node, with_spread=False))
        if not path or self.read(name) in self._loaded.grammar.selves:
            return
        for one in reaches(name):
            if one.start is None:
                held = self.locals.value(name.start_byte, path, end=one.end, is_declared=False)
            else:
                within = one.start, one.end
                held = Held(one.start - 1, path, False, within, within)
            self.locals.add(name.start_byte, self.read(name), held, again=True)

    def _bind_signatures(self, found: Iterable[Captures], named: Mapping[int, Definition], shapes: Shapes) -> None:
        """Note what functions and their types take and give."""
        for captures in found:
            if (told := signature_of(captures["signature"][0], named, self._declared, shapes)) is not None:
                definition, said = told
                for key, path in said.items():
                    definition.attributes.setdefault(key, path)

    def _bind_results(self, found: Iterable[Captures], named: Mapping[int, Definition]) -> None:
        """Note what functions give that do not declare it."""
        given: dict[int, list[str]] = {}
        for captures in found:
            result = captures["result"][0]
            if "name" in captures:
                definition = named.get(captures["name"][0].start_byte)
                if definition is not None and definition.kind in CALLABLE_KINDS:
                    definition.type = definition.type or self._given(result)
            elif (owner := self._owner_at(result.start_byte)) is not None and not self._definitions[owner].type:
                given.setdefault(owner, []).append(self._value(result, with_spread=False))
        for owner, paths in given.items():
            if self._definitions[owner].kind in CALLABLE_KINDS:
                self._definitions[owner].type = one_of(paths)

    def _declared(self, node: SyntaxNode) -> str:
        """The path of a type; known by its text, for most come often."""
        while self._handing and node.type == "generic_type" and self.read(node.named_children[0]) in self._handing:
            given = node.named_children[-1].named_children
            if not given:
                break
            node = given[0]
        written = self.read(node)
        if (known := self._types.get(written)) is None:
            known = type_path(written, self._loaded.grammar)
            if "{" not in written and not ("[" in written and "," in written):
                self._types[written] = known
            elif self._contexts is not None and (
                objects := self._contexts.declared(node, self._loaded.grammar.wrappers)
            ):
                if not known.strip("<[]>") or "{" in known:
                    known = objects
                else:
                    known = f"{known[:-1]}|{objects[1:]}" if known.endswith(">") else f"{known}{AND}{objects}"
        if known and not known.startswith("<"):  # `typeof shape`
            parts = [self.locals.resolve(node.start_byte, part) for part in known.split(AND)]
            return AND.join(part for part in parts if not part.startswith("?"))
        return self.bounded(node.start_byte, known)

    def _error(self, result: SyntaxNode) -> str:
        """The path of the error in Rust's `Result<Value, Error>`."""
        match = re.fullmatch(_RESULT, self.read(result), re.S) if result.type == "generic_type" else None
        given = split(match[1], ",") if match is not None else ()
        path = self.bounded(result.start_byte, type_path(given[1], self._loaded.grammar)) if len(given) == 2 else ""
        return "" if path == "<>" else path

    def _value(self, node: SyntaxNode, *, with_spread: bool) -> str:
        """The path of an expression; empty when it begins with what nobody knows."""
        while node.type in _SAME and node.named_child_count == 1:
            node = node.named_children[0]
        if node.type in _CASTS and node.named_child_count > 1:
            written = node.named_children[-1]
            if written.type == "function_type":
                return self._value(node.named_children[0], with_spread=with_spread)  # it is the same function
            if "{" in self.read(written):
                return self._declared(written)
        while node.type == "assignment" and (right := node.child_by_field_name("right")) is not None:
            node = right  # `a = b = Shape()`
        if node.type == "object" and self._contexts is not None:
            return self._contexts.object(node, with_spread=with_spread)
        if node.type == "new_expression" and (made := self._collection(node)):
            return made
        if node.type == "call" and (bound := self._bound_by_call(node)):
            return bound
        if node.type in _EITHER and (parts := _parts(node)):
            return one_of([self._value(part, with_spread=with_spread) for part in parts], empty="<[]>")
        path = self.locals.resolve(node.start_byte, expression_path(self.read(node), self._loaded.grammar))
        return "" if path.startswith("?") else path

    def cast(self, node: SyntaxNode) -> str:
        """The path of a value that is cast to an object's type in place; empty for any other."""
        while node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
        return self._value(node, with_spread=False) if node.type in _CASTS else ""

    def _bound_by_call(self, node: SyntaxNode) -> str:
        """What Python's `TypeVar("T", bound=Shape)` must be, or one of `TypeVar("T", One, Other)`."""
        called, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None or given is None or self.read(called).rpartition(".")[2] != "TypeVar":
            return ""
        types = [one for one in given.named_children[1:] if one.type not in {"keyword_argument", "comment"}]
        for one in given.named_children:
            name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
            if one.type == "keyword_argument" and name is not None and value is not None and self.read(name) == "bound":
                types.append(value)
        paths = [type_path(self.read(one), self._loaded.grammar) for one in types]
        return OR.join(name for path in paths for name in path.strip("<>").split("|") if _HELD.fullmatch(name))

    def _given(self, result: SyntaxNode) -> str:
        """The path of what a function gives; `[one, two]` of parts by their places."""
        whole = result
        while whole.type in _SAME and whole.named_child_count == 1:
            whole = whole.named_children[0]
        if whole.type == "array" and self._contexts is not None and whole.named_child_count > 1:
            return self._contexts.tuple(whole, lambda part: self._value(part, with_spread=False))
        return self._value(result, with_spread=True)

    def _collection(self, node: SyntaxNode) -> str:
        """The path of `new Map<string, Shape>()`; empty for what holds no elements."""
        name, given = node.child_by_field_name("constructor"), node.child_by_field_name("type_arguments")
        if name is None or given is None or self.read(name) not in self._loaded.grammar.wrappers:
            return ""
        path = type_path(self.read(name) + self.read(given), self._loaded.grammar)
        return self.bounded(node.start_byte, path)

    def _bind_fields(self, found: Iterable[Captures]) -> None:
        """Note the types of fields that are no definitions."""
        for captures in found:
            start = captures["fields"][0].start_byte
            if "several" in captures or "pointer" in captures:
                if (block := self._type_around(start)) is not None:
                    self._definitions[block].attributes[SEVERAL if "several" in captures else HANDS_ON] = "1"
                continue
            if "inside" in captures:
                fields = {LEADS: captures["inside"][0]}
            elif "element" in captures:
                fields = {"[]": captures["element"][0]}
            elif "name" in captures:
                fields = {self.read(captures["name"][0]): captures["declared"][0]}
            else:
                fields = {str(n): one for n, one in enumerate(captures["fields"][0].children_by_field_name("type"))}
            for name, written in fields.items():
                path = type_path(self.read(written), self._loaded.grammar)
                self._add_attribute(start, name, self.bounded(written.start_byte, path))

    def _bind_types(self, found: Iterable[Captures]) -> None:
        """Note the type parameters of definitions."""
        for captures in sorted(found, key=lambda captures: captures["name"][0].start_byte):
            name = captures["name"][0]
            owner = self._owner_at(name.start_byte)
            if owner is None:
                continue
            bounds, key = self._definitions[owner].bounds, self.read(name)
            path = type_path(self.read(captures["declared"][0]), self._loaded.grammar) if "declared" in captures else ""
            if "::" in key:  # `<T as Trait>::Part`
                named = self.bounded(name.start_byte, type_path(key, self._loaded.grammar))[1:-1].split("|")
                bounds.update((f"^{one}", path) for one in named if "." in one and path)
                continue
            if "again" not in captures:
                bounds[key] = path
            elif key in bounds and path:
                bounds[key] = f"{bounds[key][:-1]}|{path[1:]}" if bounds[key] else path
            self._has_bounds = True
        types = {one.name: one for one in self._definitions if one.kind in TYPE_KINDS and not one.extends}
        for block in (one for one in self._definitions if one.given and one.name in types):
            # A field of `Map<I, F>` is an `F`, which `impl<I, R: Read> Map<I, R>` calls `R`.
            own = [one for one in types[block.name].bounds if not one.startswith("^")]
            for outer, here in zip(own, block.given, strict=False) if len(own) == len(block.given) else ():
                if block.bounds.get(here):
                    block.bounds.setdefault(outer, block.bounds[here])

    def bounded(self, position: int, path: str) -> str:
        """A declared type with type parameters as what they must be, or as `^Name` where that is not said here, and
        `^^Name` where only a call can tell.
        """
        if not self._has_bounds or not path.startswith("<") or len(path) < 3:
            return path
        name = path[1:-1].lstrip("[]")
        many = path[1 : -1 - len(name)]
        names = name.split("|")
        if len(names) == 1:
            names = [self._bound_of(position, names[0])]
        else:
            bound = [self._bound_of(position, name.partition("~~")[0], alone=False) for name in names]
            names = [name for name in bound if not name.startswith("^")] or bound[:1]
        return f"<{many}{'|'.join(names)}>"

    def _bound_of(self, position: int, name: str, *, alone: bool = True) -> str:
        guard, tilde, name = name.rpartition("~")
        bare = name.lstrip("[]")
        if tilde:
            return f"{guard}~{name[: len(name) - len(bare)]}{self._bound_of(position, bare)}"
        first, dot, rest = name.partition(".")
        owner = next((d for d in self.around(position) if first in d.bounds), None)
        bound = owner.bounds[first].strip("<>") if owner is not None else ""
        if owner is None or (dot and not bound):
            return name
        if dot:
            return "|".join(f"{one}.{rest}" for one in bound.split("|"))
        if owner.kind in CALLABLE_KINDS:
            return bound or f"^^{name}"
        if bound == owner.name and self._loaded.grammar.overloads:
            return "this"  # `class Builder<B extends Builder<B>>`, of which heirs give themselves
        # Other blocks may ask more of it, and whoever holds the type may say what it is.
        return f"^{name}" if not bound or (alone and self._loaded.grammar.arguments) else bound

    def _add_attribute(self, start: int, name: str, path: str) -> None:
        around = self._type_around(start)
        if around is not None and path and path not in NOTHING:
            self._definitions[around].attributes.setdefault(name, path)

    def _type_around(self, position: int) -> int | None:
        owner = self._owner_at(position)
        while owner is not None and self._definitions[owner].kind not in TYPE_KINDS:
            owner = self._definitions[owner].parent
        return owner

    def around(self, position: int) -> Iterator[Definition]:
        """The definitions around a position, the innermost first."""
        owner = self._owner_at(position)
        while owner is not None:
            yield self._definitions[owner]
            owner = self._definitions[owner].parent

    def held_by_own(self, position: int, name: str) -> str:
        """The types or functions that a field of the type around holds, which its methods have assigned."""
        around = self._type_around(position)
        held = self._definitions[around].attributes.get(name, "") if around is not None else ""
        every = held.split(OR)
        known = [one for one in every if _HELD.fullmatch(one)]
        return OR.join([*known, "?"] if known and len(known) < len(every) else known)

    def _in_type(self, position: int) -> bool:
        return self._type_around(position) is not None

    def read(self, node: SyntaxNode) -> str:
        """The text of a node, cut where it is too long to be a path."""
        start, end = node.byte_range
        return self._text[start : min(end, start + _MAX_VALUE)].decode("utf-8", "replace")


def _tells_more(captures: Captures, others: Captures) -> bool:
    """Whether a match has more parts, or as many and a declared type: `const f = (): Shape => …`."""
    return (len(captures), "declared" in captures) > (len(others), "declared" in others)


def _parts(node: SyntaxNode) -> Sequence[SyntaxNode]:
    """The expressions of which one is the value of the whole; none for operators that make another value."""
    if node.type == "conditional_expression":
        return node.named_children[::2]
    operator = node.child_by_field_name("operator")
    if operator is not None and (operator.text or b"").decode() not in {"||", "??"}:
        return ()
    names = ("left", "right") if operator is not None else SIDES
    return [part for name in names if (part := node.child_by_field_name(name)) is not None]


def _is_of_variable(declared: SyntaxNode) -> bool:
    """Whether a type is that of a variable which holds a function, not that of the function's result."""
    around = declared.parent.parent if declared.parent is not None else None
    return around is not None and around.type in {"variable_declarator", "public_field_definition"}
