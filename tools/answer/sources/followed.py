"""Names in the place of a literal, followed to that across files: a constant, a field, a setting of an object."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import PurePosixPath
from typing import Final

from citeline.data_files import shipped_table, shipped_terms, shipped_words
from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, VALUE_KINDS, StoredNode
from citeline.state import Fact
from citeline.text import fold, last_part, split_identifier, terms, terms_of

from ...evidence.term_weights import chunks_holding
from ...question.question import Question
from ...question.vocabulary.lexicon import shipped_lexicon
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..reading.bindings import Binding, Role, bindings_of
from ..reading.documentation import remarks_above
from ..reading.guards import Guard, guard_at
from ..reading.syntax import Source, source_of

NAMESAKES: Final = 12
"""Definitions of one name that are looked at; of more none is the one that is meant."""
_MOST_NAMES: Final = 3
"""Names between the place that is asked about and the literal."""
_MOST_CHUNKS: Final = 20
_MOST_OF_THING: Final = 4
"""Words of a question that names what it wants the value of, beside those of `measures.txt`."""
_NEAR_LINES: Final = 10
"""Between a condition and the value below it, from which on each is cited by itself."""
_RELATIONS: Final[Mapping[Role, str]] = {"default": "default", "return": "returns"}
"""What is said of a binding; of the others that they are that value."""
_SET: Final = ("value", "member")
CONSTANT: Final = re.compile(r"\b(?:const|final|static|readonly|val|define)\b|\b[A-Z][A-Z\d_]{2,}\b")
EMPTY: Final = frozenset({"", "0", "null", "None", "nil", "undefined", "false", "False", "[]", "{}"})
DEFAULT: Final = frozenset(terms("default"))
_CODES: Final = terms_of(("code", "errno"))
"""`ERR_CODE_LOCKED = 1026` is no amount."""
_ASKS_CODE: Final = _CODES | terms_of(("status", "exit"))
_HOLDS: Final = re.compile(r"(?:new\s+)?([A-Za-z_][\w.:]*)(?:<[^<>]*>)?!?\(")
"""A call by which a value is held."""
_ZERO: Final = re.compile(r"0(?:\.0*)?_?(?:[uif]\d+|[ui]size|[lfdu])?", re.IGNORECASE)
_UNIT: Final = re.compile(r"(?<![\w.])\d+(?:ns|us|µs|ms|s|m|h|d|w)(?!\w)")
_SELF: Final = frozenset({"self", "this", "cls"})


@dataclass(frozen=True, slots=True)
class Found:
    """A binding with the names that led to it."""

    source: Source
    binding: Binding
    first: Binding
    """The binding that was followed; itself where that has a literal."""
    names: tuple[str, ...]
    start: Source
    """Where the first one stands."""


def follow(index: Index, source: Source, binding: Binding) -> Found | None:
    """The literal behind a name, through at most three names; None when none is known."""
    here, now = source, binding
    names = [binding.name]
    for _ in range(_MOST_NAMES):
        name = last_part(now.value.strip("&*;"))
        step = _owned_by(index, here, now, name) or _defined(index, here, now, name)
        if step is None and binding.role == "default" and name != now.value:
            step = _set_elsewhere(index, here, name)
        if step is None:
            return None
        here, now = step
        names.append(now.name)
        if now.kind not in ("name", "other"):
            return Found(here, now, binding, tuple(names), source)
    return None


def _defined(index: Index, source: Source, binding: Binding, name: str) -> tuple[Source, Binding] | None:
    """Where a name is given its value: in the same file, else where the index defines it, the nearest file first."""
    if len(name) < 2:
        return None
    # `self.owner.email` is no field `email` of another type.
    owner = _owner_of(binding, name)
    of_another = bool(owner) and owner not in _SELF
    inside = [one for one in bindings_of(source) if one.name == name and one.role in _SET and one != binding]
    inside = [one for one in inside if not of_another or _is_of(source, one, owner)]
    if inside:
        scope = source.enclosing(binding.line, callable_only=True)
        # A variable of the same function, or what stands at the top of the file; not one of another function.
        visible = [
            one
            for one in inside
            if (around := source.enclosing(one.line, callable_only=True)) is None or around == scope
        ]
        return (source, visible[0]) if visible else None
    nodes = [
        node for node in index.structure.nodes_folded([fold(name)]) if node.kind in VALUE_KINDS and node.name == name
    ]
    nodes = [node for node in nodes if not owner or _is_member(node, owner)]
    return _inside(index, source, nodes, name, binding)


def _is_member(node: StoredNode, owner: str) -> bool:
    """Whether a definition is one of a type, or of the file or folder that is called so: `monitor.interval` is no
    constant `interval` of just any file.
    """
    if around := _type_around(node):
        return fold(owner) == fold(around)
    path = PurePosixPath(node.path)
    return owner in _SELF or fold(owner) in (fold(path.stem), fold(path.parent.name))


def _owned_by(index: Index, source: Source, binding: Binding, name: str) -> tuple[Source, Binding] | None:
    """What `defaults.timeout` is given where `defaults`, or the type of that name, is defined."""
    owner = _owner_of(binding, name)
    if not owner or owner == name:
        return None
    kinds = VALUE_KINDS | TYPE_KINDS
    nodes = [one for one in index.structure.nodes_folded([fold(owner)]) if one.kind in kinds and one.name == owner]
    return _inside(index, source, nodes, name, binding, others=False)


def _inside(
    index: Index, source: Source, nodes: Sequence[StoredNode], name: str, binding: Binding, *, others: bool = True
) -> tuple[Source, Binding] | None:
    """The first binding of a name but this one in one of a few definitions, its own file first; `others`: it may be
    something else than a literal or a name.
    """
    own = source.document.id
    ordered = sorted(nodes, key=lambda node: (node.document != own, node.path, node.start_line))
    for node in ordered if len(nodes) <= NAMESAKES else ():
        there = source_of(index, int(node.document))
        for one in bindings_of(there) if there is not None else ():
            fits = one.name == name and node.start_line <= one.line <= node.end_line and one != binding
            if there is not None and fits and (others or one.kind != "other"):
                return there, one
    return None


def _is_of(source: Source, binding: Binding, owner: str) -> bool:
    """Whether a binding is one of a type."""
    around = source.enclosing(binding.line)
    return around is not None and fold(owner) in (fold(_type_around(around)), fold(around.name))


def _owner_of(binding: Binding, name: str) -> str:
    """`defaults` of a value `settings.defaults.timeout`; empty for a bare name."""
    return last_part(binding.value.strip("&*;").removesuffix(name).rstrip(".:->"))


def _type_around(node: StoredNode) -> str:
    """What a field or constant is one of; empty at the top of a file."""
    return last_part(node.qualified_name.removesuffix(node.name).rstrip(".:->#"))


def _set_elsewhere(index: Index, source: Source, name: str) -> tuple[Source, Binding] | None:
    """What a field is given where an object is made: `Options{MaxSize: 1024}` in another file, by one of them alone, or
    by the file that defines the field.
    """
    corpus = corpus_of(index)
    fields = {int(node.document) for node in index.structure.nodes_folded([fold(name)]) if node.name == name}
    holding = chunks_holding(index, terms(name), _MOST_CHUNKS)
    near = [int(one.document) for one in holding if one.kind == "code"]
    found: list[tuple[Source, Binding]] = []
    for document in dict.fromkeys([*sorted(fields), *near]):
        path = corpus.path_terms(document)
        there = None if path.is_test or path.is_example else source_of(index, document)
        set_there = [one for one in bindings_of(there) if one.name == name and one.role in _SET] if there else []
        if there is not None:
            found += [(there, one) for one in set_there if last_part(one.value) != name and one.kind != "nothing"]
    of_field = [one for one in found if int(one[0].document.id) in fields]
    for some in (of_field, found):
        if len({one.value for _, one in some}) == 1:
            return some[0]
    return None


def owned(source: Source, binding: Binding) -> str:
    """The name of a binding; one of a single word, as `default`, says something with the type that it belongs to."""
    if binding.within:
        return ".".join((*binding.within, binding.name))
    around = source.enclosing(binding.line)
    if around is None or len(set(terms(binding.name))) > 1:
        return binding.name
    if around.kind in VALUE_KINDS and around.name == binding.name:
        return around.qualified_name
    return f"{around.qualified_name}.{binding.name}" if around.kind in TYPE_KINDS else binding.name


def is_fixed(source: Source, binding: Binding) -> bool:
    """Set once: a constant, a setting, the default of a parameter; not a variable of a function, nor the empty start of
    a field that changes.
    """
    if binding.role in ("default", "return") or source.document.format == "data":
        return True
    around = source.enclosing(binding.line)
    if around is not None and around.kind in CALLABLE_KINDS:
        return False
    held = around is not None and around.kind in TYPE_KINDS | VALUE_KINDS
    return not held or binding.value.strip("\"'") not in EMPTY or bool(CONSTANT.search(source.lines[binding.line - 1]))


def is_of_asked(found: Found, asked: Collection[str], held: Collection[str]) -> bool:
    """Whether something beside a name of a single word says whose it is, where that is asked for: of the interval of
    monitors `interval = 20` says nothing in a function that is about something else.
    """
    own = terms_of(found.names) | DEFAULT
    others = set(asked) - own
    return len(own - DEFAULT) > 1 or not others or not others.isdisjoint(held)


@cache
def _measures() -> frozenset[str]:
    words = shipped_words("citeline.tools.answer.sources", "measures.txt")
    return terms_of(words)


def thing_asked(question: Question) -> frozenset[str]:
    """Terms of what a short question wants the value of; a long one describes it in words that no name has."""
    said = terms_of(word for word in question.english_words if not is_asking(word)) - _measures()
    return frozenset(said if len(said) <= _MOST_OF_THING else ())


def is_of_another(found: Found, thing: Collection[str], short: Mapping[str, str], around: str) -> bool:
    """Whether names have a word that is not asked for, and what is asked for is nowhere near: `maxConcurrentWrites` of
    concurrent scans. `short`: what names write for a word; `around`: what is said of the value.
    """
    names = " ".join(part for name in found.names for part in split_identifier(name))
    own = {short.get(term, term) for term in terms(names)} - _measures()
    near = (around, found.first.of, found.binding.of, owned(found.source, found.binding), found.source.document.path)
    held = own.union(terms(" ".join(near)))
    alike = shipped_lexicon().synonyms
    return not own.issubset(thing) and any(
        term not in held and held.isdisjoint(chain.from_iterable(map(terms, alike(term)))) for term in thing
    )


def short_forms(asked: Iterable[str]) -> Mapping[str, str]:
    """What names of code write for a word of the question, to its term: `max` for maximum, `env` for environment."""
    lexicon = shipped_lexicon()
    return {
        short: term for term in asked for other in lexicon.synonyms(term) if _shortens(short := other.lower(), term)
    }


def _shortens(short: str, word: str) -> bool:
    """Whether the letters of a shorter word stand in another in this order, from its first on."""
    letters = iter(word)
    return len(short) < len(word) and short[:1] == word[:1] and all(letter in letters for letter in short)


def is_start(found: Found) -> bool:
    """Whether a variable of a function is merely set up: `count = 0`, or `attempt = 1` above `attempt += 1`; or what
    holds one that changes: `new AtomicLong(0)`.
    """
    source, binding = found.source, found.binding
    if _holds_start(binding.value, is_set_once=is_fixed(source, binding)):
        return True
    if is_fixed(source, binding) or binding.is_part or not DEFAULT.isdisjoint(terms(binding.name)):
        return False
    around = source.enclosing(binding.line, callable_only=True)
    below = source.text(binding.line + 1, around.end_line) if around and around.end_line > binding.line else ""
    name = re.escape(binding.name)
    counted = rf"(?<![\w.]){name}\s*(?:[-+*/]=|\+\+|--)|(?:\+\+|--){name}(?!\w)"
    return binding.value.strip("\"'") in EMPTY or re.search(counted, below) is not None


def _holds_start(value: str, *, is_set_once: bool) -> bool:
    """Whether a value is held by what changes it: of what is set once only where it begins at nothing, as in
    `AtomicUsize::new(0)`; `new AtomicInteger(200)` may be a limit.
    """
    held = _HOLDS.match(value)
    if held is None:
        return False
    *around, last = re.findall(r"\w+", held[1])
    types = [part for part in around if part[0].isupper()]  # `AtomicUsize::new`, and not `state.limit`
    words = chain.from_iterable(map(split_identifier, (*types, last)))
    if _words("holders").isdisjoint(map(str.lower, words)):
        return False
    given = value[held.end() :].rstrip("; ").removesuffix(")").strip()
    return not is_set_once or given in EMPTY or _ZERO.fullmatch(given) is not None


def is_length(found: Found, question: Question) -> bool:
    """Whether a value is one by its unit, or by a word of its names, of its line or of the comment above it; an extent
    such as `width` is one where the question names an extent, and `min` of `pool_min` is minimum.
    """
    source, binding = found.source, found.binding
    lines = (*remarks_above(source, binding.line), source.lines[binding.line - 1], binding.value)
    said = " ".join((*found.names, binding.of, owned(source, binding), *lines))
    is_minutes = any(split_identifier(name)[-1:] == [unit] for name in found.names for unit in _words("last"))
    words = _terms("lengths")
    if not _terms("extents").isdisjoint(terms_of(question.english_words)):
        words |= _terms("extents")
    return is_minutes or _UNIT.search(binding.value) is not None or not words.isdisjoint(terms(said))


_TABLE: Final = ("citeline.tools.answer.sources", "lasting.toml")
_terms: Final = partial(shipped_terms, *_TABLE)


def _words(row: str) -> frozenset[str]:
    return frozenset(shipped_table(*_TABLE)[row])


def is_asked_to(found: Found) -> bool:
    """Whether somebody asks for a value, by a call of what sets it or inside of that: `max_width(100)`."""
    around = found.source.enclosing(found.binding.line, callable_only=True)
    is_inside = around is not None and fold(found.binding.name) in fold(around.name)
    return found.first.role == "call" or (is_inside and not is_fixed(found.source, found.binding))


def is_known_by(found: Found, question: Question, *, by_default: bool) -> bool:
    """Whether a value is merely what a member of an enum or an error is known by: nobody's default, and no amount
    behind a name.
    """
    is_amount = question.literal == "number"
    is_behind = found.first is not found.binding and is_amount
    is_code = is_amount and not _CODES.isdisjoint(terms(found.binding.name))
    return (
        (by_default and found.first.role == "member")
        or (is_behind and found.binding.role == "member")
        or (is_code and _ASKS_CODE.isdisjoint(terms_of(question.english_words)))
    )


def draft_of(found: Found) -> Draft:
    """The value with its names, its condition, and the places that lead to it."""
    binding, first = found.binding, found.first
    # With the names around it in its literal, as far as these stand near.
    near = [at for at, line in enumerate(binding.begins) if binding.line - line < _NEAR_LINES]
    subject = ".".join((*(binding.within[at] for at in near), binding.name)) if binding.within else ""
    subject = subject or owned(found.source, binding)
    if binding.of and binding.of in found.source.lines[binding.line - 1]:
        subject = f"{subject} ({binding.of})"
    role = first.role if first is binding else binding.role
    owner = found.source.enclosing(binding.line, callable_only=True) or found.source.enclosing(binding.line)
    if owner is not None and role == "default":
        subject = f"{owner.qualified_name}({binding.name})"
    elif owner is not None and role == "return":
        subject = owner.qualified_name
    fact: Fact = {"relation": _RELATIONS.get(role, "value"), "subject": subject, "object": binding.value}
    first_line = binding.begins[near[0]] if near else binding.line
    also: tuple[tuple[int, int], ...] = ()
    if guard := _guard(found):
        fact["condition"] = guard.condition
        is_near = binding.end_line - guard.head_line < _NEAR_LINES
        first_line = min(first_line, guard.head_line) if is_near else first_line
        also = () if is_near else ((guard.head_line, guard.head_line),)
    # Through two names the line that begins it holds neither the last name nor the value.
    is_shown = len(found.names) == 2 and (found.start, first.line) != (found.source, binding.line)
    led_from = ((int(found.start.document.id), first.line, first.end_line),) if is_shown else ()
    document = int(found.source.document.id)
    return Draft(fact, document, first_line, binding.end_line, also=also, elsewhere=led_from)


def _guard(found: Found) -> Guard | None:
    """The condition under which a variable of a function gets its value: `if limit <= 0 { limit = 1 }`."""
    source, line = found.source, found.binding.line
    is_variable = found.binding.role == "value" and not is_fixed(source, found.binding)
    return guard_at(source, source.node_of_line(line), line) if is_variable else None
