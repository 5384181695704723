"""From the matches of a query to what the code names: calls, imports, base types, types in use."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final

import numpy as np
from tree_sitter import Node as SyntaxNode

from citeline.model import MADE, MAYBE, OR, SEVERAL, TAKEN, TYPE_KINDS, EdgeKind, Reference
from citeline.patterns import re

from .arguments import argument_path
from .bindings import Bindings
from .chains import Chains
from .definition_tree import Definition
from .definitions import ByRole, Captures, Match
from .grammars import LoadedGrammar
from .receivers import Ranges, expression_path
from .scoped_calls import ON, chain_in_tokens, first_argument, is_call_in_tokens, type_before
from .signatures import last_identifier, simple_type
from .type_paths import expand_braces, type_path

_MAX_QUALIFIER: Final = 400
_MAX_CHAIN: Final = 120
_MAX_TARGET: Final = 300
_MAX_TYPE: Final = 1_000
# Both read backwards, from the name towards the start of its line: forwards, every start would have to be tried.
_CHAIN: Final = re.compile(rb"(?:(?:\s*(?:\.[?!]?|\.!!|::|\\)\s*|>-\??)(?:[?!]?[\w$@\x80-\xff]+#?|\)))+")
_COLON_CHAIN: Final = re.compile(rb"(?:\s*[.:]\s*(?:[\w$@\x80-\xff]+|\)))+")
_NEAR: Final = 16
"""Bytes before a name that tell of most that nothing leads to it."""
_LINKS: Final = (b".", b":", b">", b"\\")
_SEPARATORS: Final = re.compile(r"\s*(?:\?\.|!!\.|!\.|\?->|::|->|\.|\\|:)\s*")
_SUPER: Final = re.compile(rb"\bsuper\((?:\s*\w+\s*,\s*\w+\s*,?\s*)?\)\s*\.$")
"""Python's `super()` and, as it had to be written once, `super(Type, self)`."""
_TRIED: Final = "\0"
"""Stands for the `?` behind an optional value while a path is taken apart."""
_CAST_TO_OBJECT: Final = re.compile(r"\}\s*\)[?!]*\.?\s*$")
"""The end of `(shape as { draw(): void }).`, whose members stand in the tree."""
_NAMELESS: Final = "()"
"""Qualifier of a name that belongs to the result of a call, or to a literal."""
_GIVEN: Final = "#"
"""Between a qualifier and the arguments of a call, where a language has overloads: `#2:<String>,`."""
_SELVES: Final = frozenset({"self", "this"})
_CLASS_METHOD: Final = re.compile(r"\w\(\s*cls\b")
"""What the signature of one has in it, or that of Python's `__new__`."""
_COMMENTS: Final = frozenset({"comment", "line_comment", "block_comment", "multiline_comment"})
_MACRO: Final = "!"
"""Qualifier of a macro."""
_NAME: Final = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|\\)[^\W\d][\w$]*)*")
_PROSE: Final = re.compile(
    r"(?:\"\"\"|''').*?(?:\"\"\"|'''|$)|\"[^\"]*\w \w[^\"]*(?:\"|$)|'[^']*\w \w[^']*(?:'|$)", re.S
)
"""Strings of words inside a type, as in `Annotated[str, Doc("the name of …")]`; short ones are types in quotes."""
_BASIC_TYPES: Final = frozenset(
    "int str bool float bytes None object Any Optional Union list dict tuple set type Self"  # noqa: SIM905
    " string number boolean void null undefined any unknown never true false".split()
)
_BASE: Final = re.compile(r"\W*((?:[^\W\d]|[$\\:.])[\w$:.\\]*)")
_IMPORT_QUOTES: Final = "\"'`<>"


class ReferenceReader:
    """Collects the references of one file, each (source, kind, target, qualifier) once, with its first line."""

    def __init__(
        self,
        text: bytes,
        definitions: Sequence[Definition],
        owner_at: Callable[[int], int | None],
        loaded: LoadedGrammar,
        excluded: Ranges,
    ) -> None:
        self._text = text
        self._loaded = loaded
        self._excluded = excluded
        self._imported: set[str] = set()
        """What imports that are in a build are called here."""
        self._bindings = Bindings(text, definitions, owner_at, loaded)
        self._definitions = definitions
        self._owner_at = owner_at
        self._name_starts = {d.name_start for d in definitions}.union(*(d.clause_names for d in definitions))
        self._line_ends: list[int] = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")).tolist()
        self._found: dict[tuple[int, EdgeKind, str, str], int] = {}
        self._called: set[tuple[int, str, str]] = set()
        self._imports_by_name: set[tuple[int, str]] = set()
        self._types = _positions_of_types(definitions)
        # Where all that binds a name is read, one of a single letter, or that of a basic type, which is bound in no
        # function is what the file defines or imports.
        self._own = {d.name for d in definitions if _is_own(d)} if loaded.grammar.hoists else set()
        self._several: set[str] = set()
        """Methods of several blocks for one trait, `impl Compare<u8> for A`, `impl Compare<&str> for A`."""
        self._comment_ends: list[int] = []
        self._chains = Chains()

    def read(
        self, matches: Sequence[Match], roles: ByRole, macros: Iterable[tuple[int, str]] = ()
    ) -> tuple[Reference, ...]:
        """References by line; sources are positions in the document's nodes, where node 0 is the file.

        `macros` are calls of macros that are not in the tree: position and name. The definitions get the types
        that bindings give them.
        """
        loaded = self._loaded
        self._comment_ends = sorted(
            captures["skip"][0].end_byte for captures in roles["skip"] if captures["skip"][0].type in _COMMENTS
        )
        chain = _COLON_CHAIN if loaded.grammar.colon_calls else _CHAIN
        self._bindings.bind(roles)
        self._several = {d.name for d in self._definitions if _is_of_several(d, self._definitions)}
        for captures in roles["import"] if loaded.grammar.hoists else ():
            self._own.add(self._part(captures, "alias") or self._part(captures, "imported"))
        for position, name in macros:
            self._add(position, "calls", name, _MACRO)
        if any(self._excluded.has(_named_at(captures)) for captures in (*roles["import"], *roles["imports"])):
            matches = sorted(matches, key=lambda match: self._is_excluded_import(*match))
        for pattern, captures in matches:
            role = loaded.roles[pattern]
            if role == "call" or role == "reference":
                self._add_name(role, captures, chain)
            elif role == "types":
                self._add_types(captures)
            elif role == "base":
                self._add_base(captures)
            elif role == "import":
                self._add_import(captures)
            elif role == "imports":
                self._add_imports(captures)
            elif role == "export":
                said = f"{self._part(captures, 'export')} as {self._part(captures, 'alias') or 'default'}"
                self._add(captures["export"][0].start_byte, "imports", "", said, source=0)
        found = sorted((line, key) for key, line in self._found.items() if not self._is_said_better(*key))
        return tuple(Reference(source, kind, target, line, by) for line, (source, kind, target, by) in found)

    def _is_said_better(self, source: int, kind: EdgeKind, target: str, qualifier: str) -> bool:
        """Whoever inherits or makes a type also uses it; an import that names things is also one of the module."""
        if kind == "references":
            return (source, "inherits", target, qualifier) in self._found or (source, target, qualifier) in self._called
        return kind == "imports" and not qualifier and (source, target) in self._imports_by_name

    def _add(self, position: int, kind: EdgeKind, target: str, qualifier: str = "", source: int | None = None) -> None:
        if source is None:
            owner = self._owner_at(position)
            source = 0 if owner is None else owner + 1
        key = (source, kind, target[:_MAX_TARGET], qualifier[:_MAX_QUALIFIER])
        line = bisect_left(self._line_ends, position) + 1
        if line < self._found.get(key, line + 1):
            self._found[key] = line
        if kind == "calls":
            named = key[3]
            if _GIVEN in named or ON in named:
                named = named.partition(_GIVEN)[0].partition(ON)[0]
            self._called.add((source, key[2], named))

    def _add_name(self, role: str, captures: Captures, chain: re.Pattern[bytes]) -> None:
        start, end = captures[role][0].byte_range
        name = self._text[start:end].decode("utf-8", "replace").strip("`").removeprefix("#")
        if start in self._name_starts:
            return
        qualifier = self._qualifier_before(start, chain)
        if role != "call" and len(name) < 2:
            return
        is_common = len(name) < 2 or name in _BASIC_TYPES
        if is_common and not qualifier and (role != "call" or name not in self._own):
            return
        if not name.isidentifier() and len(path := simple_type(name).rsplit(".", 1)) == 2:
            qualifier, name = path
        if role == "call":
            self._add_call(captures["call"][0], start, name, qualifier)
        else:
            self._add(start, "references", name, qualifier)

    def _add_call(self, node: SyntaxNode, start: int, name: str, qualifier: str) -> None:
        if self._text[node.end_byte : node.end_byte + 1] == b"!" and self._loaded.grammar.item_macros:
            # A macro is no member of what its path names: the crate that it begins with is enough.
            self._add(start, "calls", name, _MACRO + qualifier.partition(".")[0])
            return
        # Asked of few, for the library finds a parent by going down from the root.
        around = node.parent if qualifier == _NAMELESS or self._loaded.grammar.item_macros else None
        kind = around.type if around is not None else ""
        if qualifier == _NAMELESS and around is not None and around.start_byte < start:
            first = chain_in_tokens(node) if kind == "token_tree" else around.start_byte
            if kind == "token_tree" and self._text[first : first + 1] == b"." and around.start_byte < first:
                return  # `either!(self.inner => .run())`: what the macro puts before it
            before = self._text[first:start].decode("utf-8", "replace")
            qualifier = expression_path(before, self._loaded.grammar, self._chains.at(first)) or qualifier
            is_cast = self._loaded.grammar.computed and _CAST_TO_OBJECT.search(before, max(0, len(before) - _NEAR))
            if is_cast and (whole := around.child_by_field_name("object")) is not None:
                qualifier = self._bindings.cast(whole) or qualifier
        if kind == "token_tree" and not is_call_in_tokens(node):
            return
        scoped = around if kind == "scoped_identifier" else None
        if scoped is not None:
            qualifier = type_before(scoped, self._bindings, self._loaded.grammar) or qualifier
        if not qualifier and (name == "Self" or (name == "cls" and self._is_class_method(start))):
            name = next((d.name for d in self._bindings.around(start) if d.kind in TYPE_KINDS), name)
        if not qualifier:
            held = None if self._loaded.grammar.own_variables else self._bindings.locals.find(start, name)
            if held is not None:
                if not self._add_held(node, start, held):
                    self._add_named(node, start, name, "?")
                return
        elif qualifier in _SELVES and self._add_held(node, start, self._bindings.held_by_own(start, name)):
            return  # `self.shape_class = Shape`
        elif qualifier != _NAMELESS:
            if not self._loaded.grammar.tries or self._text[start - 2 : start] != b"::" or not qualifier[0].islower():
                qualifier = self._bindings.locals.resolve(start, qualifier)  # no variable stands before `::`
            elif qualifier == "self":
                qualifier = ""  # `self::run()` is in the file
            if scoped is not None and self._loaded.grammar.tries:
                qualifier += first_argument(scoped, self._bindings, self._loaded.grammar)
        self._add_named(node, start, name, qualifier)

    def _add_named(self, node: SyntaxNode, start: int, name: str, qualifier: str) -> None:
        """A call of a name, with what tells of several which one is meant."""
        if self._loaded.grammar.overloads:
            qualifier += self._arguments(node)
        elif name in self._several and self._text[start - 1 : start] == b".":
            qualifier += self._arguments(node, of_value=True)
        elif (
            self._loaded.grammar.converts
            and self._text[node.end_byte : node.end_byte + 1] != b"("
            and _is_literal(node)
        ):
            qualifier += MADE
        self._add(start, "calls", name, qualifier)

    def _add_held(self, node: SyntaxNode, start: int, held: str) -> bool:
        """Calls of the functions and types that a variable or field holds; false where nobody knows any."""
        is_one_of = OR in held
        called = [one for one in held.split(OR) if one and one[0] != "?" and one[-1] not in ")]>"]
        # Where variables have types, theirs tells which of several is called.
        is_told = is_one_of and self._loaded.grammar.contexts is not None
        if not called or is_told or (held in self._bindings.taken and "." not in held):
            return False
        for one in called:
            qualifier, _, name = one.rpartition(".")
            qualifier = TAKEN + qualifier if one in self._bindings.taken else qualifier
            self._add_named(node, start, name, qualifier + MAYBE if is_one_of else qualifier)
        return True

    def _is_class_method(self, position: int) -> bool:
        """Whether a method around takes its type as its first parameter."""
        methods = takewhile(lambda d: d.kind not in TYPE_KINDS, self._bindings.around(position))
        return any(_CLASS_METHOD.search(one.signature) for one in methods)

    def _arguments(self, node: SyntaxNode, *, of_value: bool = False) -> str:
        """`#`, the number of arguments and the paths of those that are known; empty where no arguments are found.
        `of_value`: what the method is called on is the first of its parameters.
        """
        around: SyntaxNode | None = node
        for _ in range(3):
            around = around.parent if around is not None else None
            given = around.child_by_field_name("arguments") if around is not None else None
            if given is not None:
                break
        else:
            return ""
        paths = [""] * of_value
        for one in given.named_children if given is not None else ():
            if one.type not in _COMMENTS:
                path = argument_path(one, self._path_of)
                paths.append("" if "," in path or path.startswith("?") or OR in path else path)
        whole = f"{_GIVEN}{len(paths)}:" + ",".join(paths)
        return whole if len(whole) < _MAX_CHAIN // 2 else f"{_GIVEN}{len(paths)}:"

    def _path_of(self, node: SyntaxNode) -> str:
        path = expression_path(self._bindings.read(node), self._loaded.grammar)
        return self._bindings.locals.resolve(node.start_byte, path)

    def _qualifier_before(self, start: int, chain: re.Pattern[bytes]) -> str:
        near = self._text[max(0, start - _NEAR) : start].rstrip()
        if near and not near.endswith(_LINKS):
            return ""  # of most names, without a look at the comments before them
        first = max(0, start - _MAX_CHAIN)
        if (place := bisect_left(self._comment_ends, start)) and (end := self._comment_ends[place - 1]) > first:
            # A comment that ends with a dot is no part of the path below it, but may stand within one.
            first = first if self._text[end:start].lstrip().startswith(_LINKS) else end
        before = self._text[first:start]
        if not before.rstrip().endswith(_LINKS):
            return ""
        match = chain.match(before[::-1])
        if match is None:
            # `foo(x)[0].bar`, `"text".bar`: something, but nothing with a name.
            dotted = before.rstrip()
            nameless = (dotted.endswith(b".") and not dotted.endswith(b"..")) or before.endswith(b"->")
            return _NAMELESS if nameless else ""
        left = before[: -len(match[0])].rstrip() if self._loaded.grammar.tries else b""
        if left.endswith(b".") and not left.endswith(b".."):
            return _NAMELESS  # `self.shapes[0].side.draw()`: what stands before `side` has no name
        written = match[0][::-1].decode("utf-8", "replace").strip()
        if self._loaded.grammar.tries:
            written = written.replace("?", f".{_TRIED}")
        parts = _SEPARATORS.split(written)[:-1]
        if ")" in parts:
            return "super" if parts == [")"] and _SUPER.search(before) else _NAMELESS
        marks = "?!@# " if self._loaded.grammar.dollar_names else "?!$@# "
        return ".".join("?" if part == _TRIED else part.strip(marks) for part in parts)

    def _add_types(self, captures: Captures) -> None:
        start, end = captures["types"][0].byte_range
        if start in self._name_starts:
            return  # the left side of Python's `type Name = …`
        text = self._text[start : min(end, start + _MAX_TYPE)].decode("utf-8", "replace")
        for match in _NAME.finditer(_PROSE.sub("", text)):
            name = match[0]
            if name.isidentifier():
                if name not in _BASIC_TYPES and len(name) > 1:
                    self._add(start, "references", name)
                continue
            name = simple_type(name)
            self._add(start, "references", last_identifier(name), name.rpartition(".")[0])

    def _add_base(self, captures: Captures) -> None:
        start, end = captures["base"][0].byte_range
        match = _BASE.match(self._text[start : min(end, start + _MAX_TARGET)].decode("utf-8", "replace"))
        name = simple_type(match[1]) if match else ""
        names = [name]
        if self._loaded.grammar.wrappers.get(name) == "same":  # `extends Omit<Base, "key">`
            written = self._text[start : min(end, start + _MAX_TYPE)].decode("utf-8", "replace")
            names = type_path(written, self._loaded.grammar).strip("<>").split("|")
        for one in filter(None, names):
            self._add_base_named(start, one)

    def _add_base_named(self, start: int, name: str) -> None:
        owner = self._owner_at(start)
        source = None if owner is None else owner + 1
        if owner is not None and self._definitions[owner].extends:
            self._definitions[owner].fulfils = last_identifier(name)
            # What `impl Trait for Type` says is said of the type, where it is defined in this file.
            source = self._types.get(self._definitions[owner].name, owner) + 1
        self._add(start, "inherits", last_identifier(name), name.rpartition(".")[0], source)

    def _add_import(self, captures: Captures) -> None:
        start, end = captures["import"][0].byte_range
        target = self._text[start:end].decode("utf-8", "replace").strip().strip(_IMPORT_QUOTES)
        imported = "default" if "default" in captures else self._part(captures, "imported")
        alias = self._part(captures, "alias")
        if alias and alias not in (imported, target):
            imported = f"{imported or '*'} as {alias}"
        if target and self._is_first(_named_at(captures), alias or target):
            target = " ".join(target.split())
            self._add(start, "imports", target, imported)
            if imported:
                owner = self._owner_at(start)
                self._imports_by_name.add((0 if owner is None else owner + 1, target))

    def _add_imports(self, captures: Captures) -> None:
        start, end = captures["imports"][0].byte_range
        for path, alias in expand_braces(self._text[start:end].decode("utf-8", "replace")):
            if self._is_first(_named_at(captures), alias or path.rpartition("::")[2]):
                self._add(start, "imports", path, f"* as {alias}" if alias else "")

    def _is_excluded_import(self, pattern: int, captures: Captures) -> bool:
        role = self._loaded.roles[pattern]
        return role in {"import", "imports"} and self._excluded.has(_named_at(captures))

    def _is_first(self, start: int, name: str) -> bool:
        """Whether an import counts; of one that is in no build a name is not known that another one brings."""
        if self._excluded.has(start):
            return name not in self._imported
        self._imported.add(name)
        return True

    def _part(self, captures: Captures, part: str) -> str:
        if part not in captures:
            return ""
        start, end = captures[part][0].byte_range
        return self._text[start:end].decode("utf-8", "replace").strip(_IMPORT_QUOTES)


def _is_literal(name: SyntaxNode) -> bool:
    """Whether a value of the type is made in place: `Type{…}`, `pkg.Type{…}`, `Type[int]{…}`."""
    around = name.parent
    while around is not None and around.type in {"qualified_type", "generic_type"}:
        around = around.parent
    return around is not None and around.type == "composite_literal"


def _is_of_several(definition: Definition, definitions: Sequence[Definition]) -> bool:
    return definition.parent is not None and SEVERAL in definitions[definition.parent].attributes


def _is_own(definition: Definition) -> bool:
    """Whether a call of a name that says little may mean the definition."""
    return len(definition.name) == 1 or (definition.parent is None and definition.name in _BASIC_TYPES)


def _named_at(captures: Captures) -> int:
    """Where an import says what it is called here."""
    return next(captures[part][0].start_byte for part in ("alias", "import", "imports") if part in captures)


def _positions_of_types(definitions: Sequence[Definition]) -> dict[str, int]:
    found: dict[str, int] = {}
    for position, definition in enumerate(definitions):
        if definition.kind in {"class", "interface", "struct", "enum", "trait", "type"} and not definition.extends:
            found.setdefault(definition.name, position)
    return found
