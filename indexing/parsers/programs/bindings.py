"""What variables, fields and functions of a file hold or give: `@binding`, `@bound` and `@fields` of a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tree_sitter import Node as SyntaxNode

from citeline.model import CALLABLE_KINDS, OR, TYPE_KINDS

from .definition_tree import Definition
from .definitions import Captures, Match
from .grammars import LoadedGrammar
from .receivers import NOTHING, Locals, Ranges, expression_path, type_path

_MAX_VALUE: Final = 2_001
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
        self._has_bounds = False
        self.locals = Locals(definitions, owner_at, Ranges(()), Ranges(()))

    def bind(self, matches: Sequence[Match]) -> None:
        """Note what variables hold, and give definitions their types."""
        grammar, roles = self._loaded.grammar, self._loaded.roles
        named = {definition.name_start: definition for definition in self._definitions}
        found = [captures for pattern, captures in matches if roles[pattern] == "binding"]
        inner: dict[str, list[tuple[int, int]]] = {"scope": [], "branch": []}
        aliases: set[int] = set()
        self._bind_types(captures for pattern, captures in matches if roles[pattern] == "bound")
        for pattern, captures in matches:
            if (role := roles[pattern]) in inner:
                inner[role].append(captures[role][0].byte_range)
            elif role == "import":
                aliases |= {captures[part][0].start_byte for part in ("alias", "imported") if part in captures}
        scopes, branches = Ranges(inner["scope"]), Ranges(inner["branch"])
        self.locals = Locals(self._definitions, self._owner_at, scopes, branches, hoists=grammar.hoists)
        for around in self._definitions:
            for name, bound in around.bounds.items():
                # `T::new()` is called on what the parameter must be.
                said = bound.strip("<>").replace("|", OR)
                start = around.start
                self.locals.add(start, name, said, end=start, is_declared=True, again=False)
        types: dict[str, str] = {}
        best: dict[int, Captures] = {}
        for captures in found:
            start = captures["name"][0].start_byte
            if start not in best or len(captures) > len(best[start]):
                best[start] = captures
        self._bind_fields(captures for pattern, captures in matches if roles[pattern] == "fields")
        for start, captures in sorted(best.items(), key=lambda item: item[0]):
            if start in aliases:
                continue
            path, declared = "", False
            if "declared" in captures:
                written = self.read(captures["declared"][0])
                if (known := types.get(written)) is None:
                    known = types[written] = type_path(written, grammar)
                path = self.bounded(start, known)
                declared = bool(path)
            value = captures.get("value") or captures.get("element") or captures.get("inside")
            definition = named.get(start)
            is_callable = definition is not None and definition.kind in CALLABLE_KINDS
            if not path and value and not is_callable:
                path = self.locals.resolve(start, expression_path(self.read(value[0]), grammar))
                path = "" if path.startswith("?") else path
            if "collection" in captures:
                path = f"<[]{path.strip('<>[]')}>"
            elif path and ("element" in captures or "inside" in captures):
                path = path + ("[]" if "element" in captures else ".?") if OR not in path else ""
            name = self.read(captures["name"][0]).strip("`")
            if definition is not None:
                definition.type = definition.type or (path if path not in NOTHING else "")
            elif (member := _SELF_MEMBER.match(name)) is not None:
                self._add_attribute(start, member[1], path)
            elif name.replace("$", "_").isidentifier() and (
                name not in grammar.selves or (declared and not self._in_type(start))
            ):
                end = max(start, value[0].end_byte) if value else start
                end = scopes.around(start)[0] if "early" in captures else end
                self.locals.add(start, name, path, end=end, is_declared=declared, again="again" in captures)

    def _bind_fields(self, found: Iterable[Captures]) -> None:
        """Note the types of fields that are no definitions."""
        for captures in found:
            if "name" in captures:
                fields = {self.read(captures["name"][0]): captures["declared"][0]}
            else:
                fields = {str(n): one for n, one in enumerate(captures["fields"][0].children_by_field_name("type"))}
            for name, written in fields.items():
                path = type_path(self.read(written), self._loaded.grammar)
                self._add_attribute(written.start_byte, name, self.bounded(written.start_byte, path))

    def _bind_types(self, found: Iterable[Captures]) -> None:
        """Note the type parameters of definitions."""
        for captures in sorted(found, key=lambda captures: captures["name"][0].start_byte):
            name = captures["name"][0]
            owner = self._owner_at(name.start_byte)
            if owner is None:
                continue
            bounds, key = self._definitions[owner].bounds, self.read(name)
            path = type_path(self.read(captures["declared"][0]), self._loaded.grammar) if "declared" in captures else ""
            if "again" not in captures:
                bounds[key] = path
            elif key in bounds and path:
                bounds[key] = f"{bounds[key][:-1]}|{path[1:]}" if bounds[key] else path
            self._has_bounds = True

    def bounded(self, position: int, path: str) -> str:
        """A declared type with type parameters as what they must be, or as `^Name` where that is not said here."""
        if not self._has_bounds or not path.startswith("<") or len(path) < 3:
            return path
        many = "[]" if path.startswith("<[]") else ""
        names = [self._bound_of(position, name) for name in path[1:-1].removeprefix("[]").split("|")]
        return f"<{many}{'|'.join(names)}>"

    def _bound_of(self, position: int, name: str) -> str:
        guard, tilde, name = name.rpartition("~")
        if tilde:
            return f"{guard}~{self._bound_of(position, name)}"
        first, dot, rest = name.partition(".")
        bound = next((d.bounds[first].strip("<>") for d in self.around(position) if first in d.bounds), None)
        if bound is None or (dot and not bound):
            return name
        return "|".join(f"{one}.{rest}" for one in bound.split("|")) if dot else bound or f"^{name}"

    def _add_attribute(self, start: int, name: str, path: str) -> None:
        around = next((d for d in self.around(start) if d.kind in TYPE_KINDS), None)
        if around is not None and path and path not in NOTHING:
            around.attributes.setdefault(name, path)

    def around(self, position: int) -> Iterator[Definition]:
        """The definitions around a position, the innermost first."""
        owner = self._owner_at(position)
        while owner is not None:
            yield self._definitions[owner]
            owner = self._definitions[owner].parent

    def _in_type(self, position: int) -> bool:
        return any(around.kind in TYPE_KINDS for around in self.around(position))

    def read(self, node: SyntaxNode) -> str:
        """The text of a node, cut where it is too long to be a path."""
        start, end = node.byte_range
        return self._text[start : min(end, start + _MAX_VALUE)].decode("utf-8", "replace")
