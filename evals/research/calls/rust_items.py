"""What a crate defines: functions, types and macros by name and path, and its `impl` blocks, as syntax trees say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tree_sitter import Node, Parser
from tree_sitter_language_pack import get_language

from citeline.indexing.parsers.programs.macro_rules import written_items

_REFERENCE: Final = re.compile(r"^(?:&\s*(?:'\{?\w+\}?\s+)?(mut\b\s*)?|\*(const|mut)\s+)")
_INNER: Final = re.compile(r"^(?:&\s*(?:'\{?\w+\}?\s+)?(?:mut\b\s*)?|std::boxed::Box<)")
_LIBRARY: Final = frozenset({"std", "core", "alloc"})
_NAMED: Final = frozenset(
    {
        "function_item",
        "function_signature_item",
        "struct_item",
        "union_item",
        "enum_item",
        "trait_item",
        "enum_variant",
        "macro_definition",
    }
)
_OF_TESTS: Final = re.compile(rb"\bcfg\((?:all\()?test\b|\btest\s*\]")
_OPEN: Final = re.compile(r"^(?:dyn\b|Alias\(|\w+/#\d|impl\b|Closure|Coroutine|\{)")


class Item(NamedTuple):
    """A definition; its path ends with its name."""

    path: str
    line: int
    kind: str
    within: tuple[str, ...]


class Implementation(NamedTuple):
    """A method in an `impl Trait for Type`."""

    path: str
    line: int
    trait: str
    for_type: str
    """As written."""
    parameters: frozenset[str]


class Items:
    """The definitions of a crate's files; a file goes by the name that the compiler has for it."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._parser = Parser(get_language("rust"))
        self._texts = {path: file.read_bytes() for path, file in files.items()}
        self._lines = {path: text.decode("utf-8", "replace").split("\n") for path, text in self._texts.items()}
        self._trees = {path: self._parser.parse(text).root_node for path, text in self._texts.items()}
        self._named: dict[str, list[Item]] = defaultdict(list)
        self._impls: dict[tuple[str, str], list[Implementation]] = defaultdict(list)
        for path, tree in self._trees.items():
            module = tuple(p for p in Path(path).with_suffix("").parts if p not in {"src", "mod", "lib", "main"})
            self._add(path, tree, module)
            if (written := written_items(self._texts[path])) is not None:
                self._add(path, self._parser.parse(written.text).root_node, module)

    def writes_macro(self, name: str) -> bool:
        """Whether a macro of the crate defines another of that name."""
        return any(re.search(rb"\bmacro_rules!\s*%s\b" % name.encode(), text) for text in self._texts.values())

    def tree(self, path: str) -> Node:
        """The syntax tree of a file."""
        return self._trees[path]

    def point(self, path: str, place: tuple[int, int]) -> tuple[int, int]:
        """Where the compiler says that a node is."""
        row, column = place
        line = self._lines[path][row].encode()[:column]
        return row + 1, len(line.decode("utf-8", "replace")) + 1

    def named(self, name: str, kinds: tuple[str, ...] = ()) -> list[Item]:
        """All of a name."""
        return [one for one in self._named.get(name, ()) if not kinds or one.kind in kinds]

    def at_path(self, path: str) -> list[Item]:
        """Those that a path of the compiler may mean: as many of its last parts are around them as around any other."""
        around = path.removesuffix("::{constructor#0}").split("::")
        name = around.pop()

        def nearness(one: Item) -> tuple[int, int]:
            return sum(part in around for part in one.within), -len(one.within)

        found = self.named(name)
        best = max(map(nearness, found), default=(0, 0))
        return [one for one in found if nearness(one) == best]

    def function_before(self, name: str, path: str, place: tuple[int, int]) -> tuple[str, int]:
        """The line that names the function whose body begins at a place."""
        if path not in self._lines:
            return path, place[0]
        for line in range(place[0], max(0, place[0] - 60), -1):
            text = self._lines[path][line - 1]
            text = text[: place[1] - 1] if line == place[0] else text
            if re.search(rf"\bfn\s+(?:r#)?{re.escape(name)}\b", text):
                return path, line
        return path, place[0]

    def impls(self, trait: str, method: str, types: str) -> list[Implementation]:
        """The methods of the crate's blocks for a type: `types` are those that the compiler tells, that one first."""
        given = _split(types)
        found = self._fitting(trait, method, given)
        # What a block for any reference hands on to is said as well; of a trait of others that is all there is.
        while given and (inner := _INNER.match(given[0])) and all(_is_for_any(one) for one in found):
            given[0] = given[0][inner.end() :].removesuffix(">" if inner[0].endswith("<") else "")
            found = [*found, *self._fitting(trait, method, given)]
        return found

    def _fitting(self, trait: str, method: str, given: list[str]) -> list[Implementation]:
        found = self._impls.get((trait, method), [])
        if not found or not given or _OPEN.match(_bare(given[0])):
            return []
        if _bare(given[0]).split("::")[0] in _LIBRARY:
            found = [one for one in found if head(one.for_type) not in self._named]
        fitting = [one for one in found if _fits(given[0], one.for_type, one.parameters)]
        if len(fitting) > 1:
            exact = [one for one in fitting if head(one.for_type) not in one.parameters]
            fitting = exact or fitting
        fitting = [one for one in fitting if _all_fit(given[1:], _arguments(one.trait), one.parameters)]
        if len(fitting) > 1:
            same = [one for one in fitting if _all_fit(_arguments(given[0]), _arguments(one.for_type), one.parameters)]
            fitting = same or fitting
        around = _bare(given[0]).split("<")[0].split("::")[:-1]
        best = max((_shared(around, one) for one in fitting), default=0)
        return [one for one in fitting if _shared(around, one) == best]

    def _add(self, path: str, node: Node, within: tuple[str, ...]) -> None:
        for one in node.named_children:
            if one.type == "impl_item":
                self._add_impl(path, one)
            if one.type == "macro_definition" and is_of_tests(one):
                continue
            if one.type in _NAMED and (name := one.child_by_field_name("name")) is not None:
                self._named[text_of(name)].append(Item(path, name.start_point.row + 1, one.type, within))
                self._add(path, one, (*within, text_of(name)))
            elif one.type == "mod_item" and (name := one.child_by_field_name("name")) is not None:
                self._add(path, one, (*within, text_of(name)))
            elif one.type == "macro_invocation" and not _is_in_function(one):
                for group in one.named_children:
                    if group.type == "token_tree":
                        self._add(path, self._again(path, group), within)
            else:
                self._add(path, one, within)

    def _again(self, path: str, group: Node) -> Node:
        """The arguments of a macro read as items, at the same places."""
        text = self._texts[path]
        before = re.sub(rb"[^\n]", b" ", text[: group.start_byte + 1])
        return self._parser.parse(before + text[group.start_byte + 1 : group.end_byte - 1]).root_node

    def _add_impl(self, path: str, block: Node) -> None:
        trait, kind = block.child_by_field_name("trait"), block.child_by_field_name("type")
        body = block.child_by_field_name("body")
        if trait is None or kind is None or body is None:
            return
        given = block.child_by_field_name("type_parameters")
        written = [re.match(r"(?:const\s+)?(\w+)", text_of(one)) for one in (given.named_children if given else ())]
        parameters = frozenset(match[1] for match in written if match)
        for method in body.named_children:
            name = method.child_by_field_name("name") if method.type == "function_item" else None
            if name is not None:
                told = Implementation(path, name.start_point.row + 1, text_of(trait), text_of(kind), parameters)
                self._impls[head(text_of(trait)), text_of(name)].append(told)


def is_of_tests(node: Node) -> bool:
    """Whether an attribute around it says that only tests have it."""
    around: Node | None = node
    while around is not None:
        before = around.prev_named_sibling
        while before is not None and before.type in {"attribute_item", "line_comment", "block_comment"}:
            if before.type == "attribute_item" and _OF_TESTS.search(before.text or b""):
                return True
            before = before.prev_named_sibling
        around = around.parent
    return False


def parts(path: str) -> tuple[str, str]:
    """The last two parts of a path."""
    around = path.removesuffix("::{constructor#0}").split("::")
    return (around[-2] if len(around) > 1 else ""), around[-1]


def text_of(node: Node) -> str:
    """What a node says."""
    return (node.text or b"").decode("utf-8", "replace")


def head(kind: str) -> str:
    """The name of a type without what refers to it, its path and its arguments; what is no name is told by its sign."""
    plain = _bare(kind)
    if plain.startswith("["):
        return "[;" if _has_length(plain) else "["
    if plain.startswith("("):
        return "()" if plain == "()" else "("
    return re.split(r"[<({\[ ]", plain)[0].rstrip(":>").rpartition("::")[2].strip() or plain


def _is_for_any(one: Implementation) -> bool:
    return head(one.for_type) in one.parameters


def _shared(modules: list[str], one: Implementation) -> int:
    """How many of the modules of a type are in the path of a file or the type that a block writes."""
    known = {*Path(one.path).with_suffix("").parts, *_bare(one.for_type).split("::")}
    return sum(part in known for part in modules)


def _has_length(kind: str) -> bool:
    depth = 0
    for sign in kind:
        depth += (sign in "[(<") - (sign in "])>")
        if sign == ";" and depth == 1:
            return True
    return False


def _fits(kind: str, written: str, parameters: frozenset[str]) -> bool:
    """Whether a type that the compiler tells is one that a block is written for."""
    told, asked = kind.strip(), written.strip()
    while (match := _REFERENCE.match(asked)) is not None:
        same = _REFERENCE.match(told)
        if same is None or bool(same[1]) != bool(match[1]) or same[2] != match[2]:
            return False
        told, asked = told[same.end() :], asked[match.end() :]
    if head(asked) in parameters and "<" not in asked:
        return True
    if _REFERENCE.match(told):
        return False
    return head(told) == head(asked)


def _all_fit(told: list[str], asked: list[str], parameters: frozenset[str]) -> bool:
    told = [one for one in told if not one.startswith("'")]
    asked = [one for one in asked if not one.startswith("'")]
    return all(_fits(one, other, parameters) for one, other in zip(told, asked, strict=False))


def _arguments(kind: str) -> list[str]:
    start = kind.find("<")
    return _split(kind[start + 1 : kind.rfind(">")]) if start >= 0 else []


def _split(types: str) -> list[str]:
    """What commas part at the outermost level."""
    found, depth, start = [], 0, 0
    for place, sign in enumerate(types):
        depth += (sign in "[(<{") - (sign in "])}" or (sign == ">" and types[place - 1 : place] != "-"))
        if sign == "," and not depth:
            found.append(types[start:place].strip())
            start = place + 1
    return [*found, types[start:].strip()] if types[start:].strip() else found


def _bare(kind: str) -> str:
    plain = kind.strip()
    while (match := _REFERENCE.match(plain)) is not None:
        plain = plain[match.end() :].strip()
    return plain


def _is_in_function(node: Node) -> bool:
    around = node.parent
    while around is not None:
        if around.type == "function_item":
            return True
        around = around.parent
    return False
