"""Cited lines as ground for a fact: what they define, and what encloses each thing that they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import product
from textwrap import dedent
from typing import Final, Literal, TypeAlias

from tree_sitter import Node as SyntaxNode

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.programs.grammars import load_grammar
from citeline.model import TYPE_KINDS, Node
from citeline.patterns import re
from citeline.text import last_part, names_in, parts_of

from ..passage import Passage
from .branches import Under
from .keyed import tell_keys
from .node_types import ENTRIES, ENTRY_FIELDS, VALUE_FIELDS, field_of, name_of, owner_of, text_of
from .reading import Chain, Reading, brackets_of, left_open, read_code
from .walking import Told

_PATH_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_CALL: Final = re.compile(r"(?:await |new )?([\w.:>-]+?)\(.*\)\??", re.DOTALL)
_GIVEN_ERROR: Final = re.compile(r"(\w*[eE]rr(?:or)?) (!=|==) nil")
"""Go: whether a call gave an error back."""
_NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")
_BOUND: Final = (
    r"(?<![\w.]){name}\b[^=\n;(]*?(?<![=!<>])=(?![=>])|\bfor\b[^\n]*?(?<![\w.]){name}\b[^\n]*?\b(?:in|of)\b"
    r"|\bfor\s*\([^\n)]*\b{name}\s*:|\bas\s+{name}\b|\bcatch\s*\([^)\n]*\b{name}\b|\brescue\b[^\n]*=>\s*{name}\b"
)
"""What gives a variable a value: an assignment, a loop, a handler."""
_MADE: Final = re.compile(r"(?:new )?((?:\w+(?:\.|::))*[A-Z]\w*)\s*[({]")
"""A call of a type, which makes one."""
MAKERS: Final = frozenset({"__init__", "__new__", "constructor", "new", "initialize", "__construct"})
"""What makes an object of a type; in others it has the name of the type."""
_BODIES: Final = {"python": ": ...", "ruby": "\nend"}
"""Make a definition of a signature; `{}` everywhere else."""
_AROUND: Final = "Around_"
_HEADS: Final = ("", _AROUND, f"{_AROUND} = ", f"const x = {_AROUND}", f"new {_AROUND} ", f"class {_AROUND}")
_OPENS: Final = {"}": "{", ")": "(", "]": "["}
Finding: TypeAlias = Literal["proved", "contradicted", "unknown"]
Found: TypeAlias = tuple[Finding, str]
"""With how the lines say it."""
UNKNOWN: Final[Found] = ("unknown", "")


class Ground:
    """One passage, read as code. `reading` is None for prose, data, and languages without a grammar."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self.reading: Reading | None = read_code(passage.path, passage.text, passage.behind)
        self.scope = tuple(parts_of(passage.scope))
        """What encloses the lines as a whole, or is the definition that they are known by."""
        self._bound_otherwise: dict[str, bool] = {}

    @property
    def is_inner(self) -> bool:
        """Whether the lines come from the inside of their scope, whose own first line is not among them."""
        return bool(self.scope) and self.scope[-1] not in self._outermost

    def full(self, chain: Chain) -> Chain:
        """The definitions around something, with those that enclose the lines as a whole.

        Where the lines hold the very definition that they are known by, others beside it are not inside of it.
        """
        scope = self.scope
        if scope and scope[-1] in self._outermost:
            scope = scope[:-1]
        if chain[: len(scope)] == scope:
            return chain
        return (*scope, *chain)

    @cached_property
    def _outermost(self) -> frozenset[str]:
        if self.reading is None:
            return frozenset()
        least = min((len(chain) for chain, _ in self.reading.definitions), default=0)
        return frozenset(chain[-1] for chain, _ in self.reading.definitions if len(chain) == least)

    @cached_property
    def _path_words(self) -> frozenset[str]:
        return frozenset(_PATH_WORD.findall(self.passage.path))

    def is_named(self, name: str, chain: Chain) -> bool:
        """Whether the innermost definition has a name; its qualifiers must enclose it or stand in the path."""
        return bool(chain) and bare(chain[-1]) == bare(last_part(name)) and self._qualifies(name, chain)

    def is_inside(self, name: str, chain: Chain) -> bool:
        """Whether a definition of that name is, or encloses, the innermost one."""
        return bare(last_part(name)) in map(bare, chain) and self._qualifies(name, chain)

    def _qualifies(self, name: str, chain: Chain) -> bool:
        return all(part in chain or part in self.scope or part in self._path_words for part in parts_of(name)[:-1])

    def definitions(self, name: str) -> Iterator[tuple[Chain, Node]]:
        """Those of a name that the lines hold, with what encloses them."""
        for chain, node in self.reading.definitions if self.reading else ():
            if self.is_named(name, self.full(chain)):
                yield self.full(chain), node

    def types(self, name: str) -> list[Node]:
        """Types of a name whose heads the lines hold."""
        return [node for _, node in self.definitions(name) if node.kind in TYPE_KINDS]

    @cached_property
    def _told(self) -> list[Told]:
        if self.reading is None:
            return list(tell_keys(self.passage.path, self.passage.text))
        told = [replace(t, chain=self.full(t.chain)) for t in self.reading.told]
        found = [self._by_type(one, told) for one in told]
        if self.is_inner:
            found += self._signature_told
        if self.reading.has_errors and not any(one.saying == "value" for one in found):
            found += [Told("value", self.scope, name, value, end=1) for of, name, value in self._entries if not of]
        return found

    @property
    def _entries(self) -> list[tuple[str, str, str]]:
        return entries_of(self.passage.path, self.passage.text)

    def told(self) -> list[Told]:
        """What the lines tell, chains in full; for a definition whose head is not among them, its signature too."""
        return self._told

    def around(self, name: str) -> list[Told]:
        """What stands in a definition of that name, also in functions inside of it; everything for an empty name."""
        return [told for told in self.told() if not name or self.is_inside(name, told.chain)]

    def inside(self, name: str) -> list[Told]:
        """What a definition of that name says and does itself; everything for an empty name."""
        return [
            told
            for told in self.around(name)
            if not name or not (told.run.closed or not self.is_inside(name, self.doers(told.chain)))
        ]

    def doers(self, chain: Chain) -> Chain:
        """The definitions that do what stands in the innermost one: it, and the types around it, up to a callable."""
        inner = next((place for place in reversed(range(len(chain))) if self._is_callable(chain[place])), 0)
        while inner and not self._is_callable(chain[inner - 1]):
            inner -= 1
        return chain[inner:]

    def _is_callable(self, name: str) -> bool:
        """Of what is not among the lines, a type is told by its signature or its capital."""
        if name in self._names_of_types:
            return False
        if name in self._outlined:
            return name in self._names_of_callables
        return name[:1].islower() or name.startswith("_")

    @cached_property
    def _names_of_types(self) -> frozenset[str]:
        types = (
            {node.name for _, node in self.reading.definitions if node.kind in TYPE_KINDS} if self.reading else set()
        )
        return frozenset(types | {told.name for told in self.told() if told.saying == "type"})

    @cached_property
    def _names_of_callables(self) -> frozenset[str]:
        return frozenset(told.name for told in self.told() if told.saying == "callable")

    @cached_property
    def _outlined(self) -> frozenset[str]:
        chains = [chain for chain, _ in self.reading.definitions] if self.reading else []
        return frozenset(name for chain in chains for name in chain) | self._names_of_callables

    def is_of_callable(self, *, makes: bool) -> bool:
        """Whether what the lines are known by is a function and no type, and if `makes`, one that makes an object."""
        own = self.scope[-1] if self.scope else ""
        made = own in MAKERS or own in self.scope[-2:-1]
        return own not in self._names_of_types and bool(self.heads(self.passage.scope)) and (made or not makes)

    def is_single(self, name: str) -> bool:
        """Whether the lines hold exactly one callable of that name, from its head on."""
        return len(self._callables(name)) == 1

    def is_whole(self, name: str) -> bool:
        """Whether the lines hold exactly one callable of that name, from its head to its end."""
        if self.reading is None or self.reading.has_errors or not self.is_single(name):
            return False
        if self.reading.language != "python":
            return True  # a closing mark tells
        ends = [node.end_line for _, node in self.definitions(name)]
        lines = self.passage.text.rstrip().split("\n")
        behind = [line for line in lines[max(ends, default=0) :] if line.strip() and not line.lstrip().startswith("#")]
        return len(ends) == 1 and (bool(behind) or self.passage.ended or self._leaves(name))

    def _leaves(self, name: str) -> bool:
        """Whether the last thing that a definition does ends it."""
        last = max((one for one in self.inside(name) if one.end), key=lambda one: one.end, default=None)
        return last is not None and last.saying in ("returns", "raises") and not last.under.guards

    def lacks(self, name: str, inside: str) -> bool:
        """Whether no name in a whole definition is this one, whatever its case and the marks around it."""
        wanted = last_part(name).strip("_$@?!").lower()
        words = names_in(self.text_of(inside))
        return bool(wanted) and wanted not in {word.strip("_").lower() for word in words}

    def text_of(self, name: str) -> str:
        """The lines of the definitions of a name; all lines where they hold none."""
        lines = self.passage.text.split("\n")
        found = [lines[node.start_line - 1 : node.end_line] for _, node in self.definitions(name)] or [lines]
        return "\n".join(line for part in found for line in part)

    def sets(self, name: str, value: str) -> bool:
        """Whether the lines set a name to a value, as an assignment, an argument or a field does.

        What they set is a part of a call, of a type, of another entry, or else of what encloses the lines.
        """
        *owners, own = parts_of(name)
        return any(
            bare(found) == bare(own)
            and given == " ".join(value.split())
            and (not owners or owner == owners[-1] or (not owner and owners[-1] in self.scope))
            for owner, found, given in self._entries
        )

    def spelled(self, value: str) -> str:
        """What a constant stands for, where the file of the lines says it; anything else as it is."""
        return dict(self.passage.constants).get(last_part(value), value)

    def spelled_out(self, told: Told) -> Under:
        """What must hold for a statement, with the calls that the tested variables got their values from.

        Where an error that a call gave back is there, that call has failed.
        """
        guards, passed = (
            tuple(self._called(text, holds, told) for text, holds in tests)
            for tests in (told.under.guards, told.under.passed)
        )
        return replace(told.under, guards=guards, passed=passed)

    def _called(self, text: str, holds: bool, told: Told) -> tuple[str, bool]:
        error = _GIVEN_ERROR.fullmatch(text)
        for name in [error[1]] if error else dict.fromkeys(_NAME.findall(text)):
            given = [one for one in self._given.get((told.chain, name), ()) if one.end < told.end]
            given = [one for one in given if (text, holds) not in one.under.guards]
            last = max(given, key=lambda one: one.end, default=None)
            if last is None or not _is_above(last, told) or self._is_bound_otherwise(name, self.told()):
                continue
            if call := _CALL.fullmatch(last.value):
                if error:
                    return f"{call[1]} is Err(_)", holds == (error[2] == "!=")
                text = _NAME.sub(partial(_renamed, name, f"{call[1]}()"), text)
        return text, holds

    @cached_property
    def _given(self) -> dict[tuple[Chain, str], list[Told]]:
        """What variables are given, by definition and name."""
        found: dict[tuple[Chain, str], list[Told]] = {}
        for one in self.told():
            if one.saying == "value":
                found.setdefault((one.chain, one.name), []).append(one)
        return found

    def _is_bound_otherwise(self, name: str, told: Iterable[Told]) -> bool:
        """Whether a variable gets values that nothing told spells out: of a loop, a handler, several at once."""
        if name not in self._bound_otherwise:
            code = self.reading.code if self.reading else ""
            spelled = sum(one.name == name and one.saying in ("value", "default") for one in told)
            found = re.findall(_BOUND.format(name=re.escape(name)), code)
            self._bound_otherwise[name] = len(found) > spelled
        return self._bound_otherwise[name]

    def _by_type(self, raised: Told, told: list[Told]) -> Told:
        """What is raised by the name of a variable, by the type that the same definition has made it of."""
        if raised.saying != "raises" or not raised.value:
            return raised
        given = {
            one.value
            for one in told
            if one.saying == "value" and one.name == raised.value and one.chain == raised.chain
        }
        made = {_MADE.match(value) for value in given}
        types = {last_part(found[1]) for found in made if found}
        is_one = len(types) == 1 and None not in made and not self._is_bound_otherwise(raised.value, told)
        return replace(raised, value=types.pop()) if is_one else raised

    def heads(self, name: str) -> list[tuple[str, str]]:
        """Names and heads of the callables and types of that name; of every callable for an empty name."""
        return [(told.name, told.value) for told in self._callables(name)]

    def _callables(self, name: str) -> list[Told]:
        return [
            told
            for told in self.told()
            if told.saying == "callable" and (not name or self.is_named(name, (*told.chain, told.name)))
        ]

    @cached_property
    def _signature_told(self) -> list[Told]:
        passage = self.passage
        body = _BODIES.get(language_of(passage.path, ""), " {}")
        head = read_code(passage.path, f"{passage.signature}{body}") if passage.signature else None
        around = self.scope[:-1]
        return [replace(t, chain=(*around, *t.chain)) for t in head.told] if head else []


def _renamed(name: str, other: str, found: re.Match[str]) -> str:
    return other if found[0] == name else found[0]


def _is_above(value: Told, told: Told) -> bool:
    """Whether a variable is given a value under no other branch than what follows."""
    above = value.under.guards
    return above == told.under.guards[: len(above)]


@lru_cache(maxsize=64)
def ground_of(passage: Passage) -> Ground:
    """The lines, read once: several sentences, and several readings of one, are about the same ones."""
    return Ground(passage)


def bare(name: str) -> str:
    """Without the marks that some languages put on names, and writers leave out."""
    return name.lstrip("$@").rstrip("!?")


# What lines set that are a part of something longer: fields of a literal, arguments, defaults of a head. Alone they
# are no code that a grammar understands, so they are read as what stands in a call, a literal or a head.
@lru_cache(maxsize=64)
def entries_of(path: str, text: str) -> list[tuple[str, str, str]]:
    """Owner, name and value of what the lines set, but for a value that ends with them: it may go on."""
    language, body = language_of(path, text), dedent(text).rstrip()
    loaded = load_grammar(language)
    opened = "".join(_OPENS[body[place]] for place in reversed(brackets_of(body)[1]))
    for start, head, end in product([opened] if opened else ("", "(", "{", "["), _HEADS, ("", ";")):
        before = f"{'<?php ' if language == 'php' else ''}{head}{start}"
        whole = before + (body.removesuffix(",") if start == "(" else body)
        tree = loaded.parser.parse(f"{whole}{left_open(whole)}{end}\n".encode("utf-8", "replace")) if loaded else None
        if tree is not None and not tree.root_node.has_error:
            found = list(_entries(tree.root_node, len(f"{before}{body}".encode("utf-8", "replace"))))
            if found or not (head or start):
                return found
    return []


def _entries(root: SyntaxNode, end: int) -> Iterator[tuple[str, str, str]]:
    waiting = [root]
    while waiting:
        waiting += (node := waiting.pop()).named_children
        value = field_of(node, VALUE_FIELDS) or (node.named_children[-1] if node.named_child_count > 1 else None)
        if node.type in ENTRIES and value is not None and value.end_byte < end:
            name = field_of(node, ENTRY_FIELDS)
            *owners, own = parts_of(text_of(name) if name else name_of(node) or text_of(node.named_children[0])) or [""]
            is_own = not owners or owners[-1] in ("self", "this", "cls")
            owner = owner_of(node).removeprefix(_AROUND) if is_own else owners[-1]
            yield owner, own.strip("\"'`:"), text_of(value)
