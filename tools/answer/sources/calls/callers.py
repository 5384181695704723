"""Who calls, inherits, imports or uses a definition, and what it calls: from the graph, each once, with the total.

An edge says only that names agree; the line must show it too (`call_sites.py`). Tests are counted apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from string import ascii_letters, digits
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, TYPE_KINDS, Edge, EdgeKind, StoredNode
from citeline.patterns import re
from citeline.state import Fact
from citeline.text import fold, last_part, name_terms, parts_of

from ....citations.passage import contains_name
from ....retrieval.corpus import corpus_of
from ...draft import Draft
from ...reading.guards import guard_at, is_block, statement_of
from ...reading.syntax import Source, ancestors, lines_of, source_of
from .call_sites import EdgeRelation, relation_of, settled, stated

Direction: TypeAlias = Literal["in", "out"]
CALLS: Final[tuple[EdgeKind, ...]] = ("calls",)
USES: Final[tuple[EdgeKind, ...]] = ("calls", "inherits", "imports", "references")
MOST_SHOWN: Final = 20
"""As many as one screen holds; a longer list is for the query language."""
_MARKS: Final = ("!", "?")
"""Ends of names in Ruby and Elixir, which a question is read without: who calls `valid?`."""
_NAMESAKES: Final = 40
"""Definitions of one name, such as the overrides of a method; with more, the name says nothing."""
_MOST_READ: Final = 300
"""Edges whose lines are read; nobody reads a longer list, and its total is "300 and more"."""
_MOST_LINES: Final = 6
"""From the condition of a call to the call."""
_MOST_AGAIN: Final = 4
"""Further calls by one caller that are cited beside its first one."""
_OF_OBJECTS: Final = f"{ascii_letters}{digits}_$@.:>?!-"
"""What an object is written with that a method is called of: `self.`, `Shop::`, `card->`."""
_IMPLEMENTS: Final = re.compile(r"\bimplements\b")
_TESTS, _EXAMPLES = 2, 1


@dataclass(frozen=True, slots=True)
class Callers:
    """Relations at a definition."""

    name: str
    """Of the names given the one that is known; empty when none is."""
    drafts: tuple[Draft, ...]
    """Those shown, product code first."""
    total: int
    """Callers outside tests, shown or not."""
    tests: int
    """Callers in tests."""

    @property
    def shown(self) -> int:
        """How many of all callers have a draft."""
        return len(self.drafts)


@dataclass(frozen=True, slots=True)
class _Relation:
    edge: Edge
    source: StoredNode
    target: StoredNode
    rank: int


_Told: TypeAlias = tuple[_Relation, str, Sequence[_Relation]]
"""A relation, how its line names the near end, and those that say the same."""


def caller_drafts(
    index: Index,
    names: Sequence[str],
    sources: Collection[str] = (),
    *,
    direction: Direction = "in",
    kinds: tuple[EdgeKind, ...] = CALLS,
    limit: int = MOST_SHOWN,
    of_tests: bool = False,
    around: Collection[str] = (),
    without: Collection[str] = (),
) -> Callers:
    """What the index knows at the first of the names that it defines; `direction` "out" for what that calls itself.
    `around`: search terms of the question; relations whose ends, or the files of these, are called so come first.
    `without`: the same of a part that is left out; those from there are not told.

    A definition without callers has a name and no drafts; names without a definition have neither. Tests are shown
    when nothing else calls, or `of_tests` alone.
    """
    for name in names:
        if nodes := definitions_of(index, name, kinds):
            told = _outside(_told(index, nodes, sources, direction, kinds), direction, without)
            others = [one for one in told if one[0].rank < _TESTS]
            if named := frozenset(around).difference(without, name_terms(last_part(name))):
                others.sort(key=lambda one: _strays(one[0], named))
            if of_tests:
                own = fold(last_part(name))  # `TestPutMessage` is about it, others only use it
                told = [one for one in told if one[0].rank >= _TESTS]
                told, others = sorted(told, key=lambda one: own not in fold(one[0].source.qualified_name)), []
            drafts = tuple(_draft(index, *one) for one in (others or told)[:limit])
            return Callers(name, drafts, len(others), len(told) - len(others))
    return Callers("", (), 0, 0)


def heir_drafts(index: Index, names: Sequence[str], sources: Collection[str] = ()) -> Callers:
    """The same of what inherits from a type of a library: it has no definition here, and heads of types name it."""
    for name in map(last_part, names):
        rows = index.structure.bases_named(name)
        lines = dict(reversed(rows))  # of each the first line
        nodes = [one for one in index.structure.nodes([*lines]) if index.is_in(one.path, sources)]
        placed = sorted((_rank(index, node, lines[node.id]), node.path, lines[node.id], node.id) for node in nodes)
        heirs = {node.id: node for node in nodes}
        product = [one for one in placed if one[0] < _TESTS]
        if drafts := [_heir(index, heirs[one[-1]], one[2], name) for one in (product or placed)[:MOST_SHOWN]]:
            return Callers(name, tuple(drafts), len(product), len(placed) - len(product))
    return Callers("", (), 0, 0)


def _heir(index: Index, node: StoredNode, line: int, name: str) -> Draft:
    source = source_of(index, int(node.document))
    head = _head_of(source, node, line, name)
    before = source.text(head, line).rpartition(name)[0] if source and head else ""
    relation = "implements" if _IMPLEMENTS.search(before) else "inherits" if head else "includes"
    return Draft.of(relation, node.qualified_name, name, node.document, head or line, line)


def _outside(told: Sequence[_Told], direction: Direction, without: Collection[str]) -> list[_Told]:
    """Those whose far end has not all terms of the part that is left out, of which other ends have one: a definition of
    that name, else a file or folder.
    """
    ends = [one.source if direction == "in" else one.target for one, *_ in told]
    far = [_called(one) for one in ends]
    known = frozenset(without).intersection(frozenset().union(*far))
    called = [frozenset(name_terms(one.name)) for one in ends]
    far = called if known in called else far
    return [one for one, said in zip(told, far, strict=True) if not known or not known <= said]


def _strays(relation: _Relation, named: frozenset[str]) -> tuple[int, int]:
    """Product before examples, and then by how many of the terms stand in the path and the name of neither end."""
    return relation.rank, len(named - _called(relation.source) - _called(relation.target))


def _called(node: StoredNode) -> frozenset[str]:
    """The terms of the path and the name of a definition."""
    return frozenset().union(*map(name_terms, (*PurePosixPath(node.path).parts, node.qualified_name)))


def relation_drafts(index: Index, node: StoredNode, direction: Direction, kind: EdgeKind, limit: int) -> list[Draft]:
    """The first relations of a kind at one definition, those of tests only where it has no other."""
    told = _told(index, [node], (), direction, (kind,))
    return [_draft(index, *one) for one in ([one for one in told if one[0].rank < _TESTS] or told)[:limit]]


def edge_draft(index: Index, edge: Edge, source: StoredNode, target: StoredNode) -> Draft | None:
    """One edge at its line; None where the line does not show it."""
    said = stated(index, edge, source, target)
    return _draft(index, _Relation(edge, source, target, 0), said, ()) if said else None


def definitions_of(index: Index, name: str, kinds: Collection[EdgeKind] = CALLS) -> list[StoredNode]:
    """What a name may mean: definitions that it spells out in full, else all of that last name, but of no member of a
    type that is not here; callables first where calls are asked for, files where imports are.
    """
    last = last_part(name)
    found = [node for node in index.structure.nodes_folded([fold(last)]) if node.kind in DEFINITION_KINDS]
    if not found and "calls" in kinds and not name.endswith(_MARKS):
        return [node for mark in _MARKS for node in definitions_of(index, name + mark, kinds)]
    whole = _spelled(found, parts_of(name))
    if not whole and _is_of_absent_type(index, name):
        return []
    chosen = [node for node in whole or found if node.name == last] or whole or found
    if "calls" in kinds:
        called = [node for node in chosen if node.kind in CALLABLE_KINDS or node.kind in TYPE_KINDS]
        chosen = called or chosen
    if "imports" in kinds:
        chosen = [*_files(index, name), *chosen]
    product = [node for node in chosen if _rank(index, node) == 0]
    chosen = product or chosen
    return chosen if len(chosen) <= _NAMESAKES else []


def _is_of_absent_type(index: Index, name: str) -> bool:
    """Whether `Services.get` is none of ours, for nothing is called `Services`; `app.get` may be of any variable."""
    *_, owner = parts_of(name)[:-1] or [""]
    return owner[:1].isupper() and not index.structure.nodes_folded([fold(owner)])


def members_of_others(index: Index, names: Sequence[str]) -> list[str]:
    """Of names beside each other the member with its type: who calls `Cart` and `add` of it is asked of `Cart.add`."""
    pairs = (f"{owner}.{last_part(name)}" for owner in names for name in names if owner != name)
    return [pair for pair in pairs if any(_is_called(node, pair) for node in definitions_of(index, pair))]


def _is_called(node: StoredNode, name: str) -> bool:
    return f".{node.qualified_name}".endswith(f".{name}")


def _spelled(nodes: Sequence[StoredNode], asked: Sequence[str]) -> list[StoredNode]:
    """Those whose owner or file agrees with what stands before the last part of a name.

    What agrees to the letter goes first, and before the path what is around the definition: in the folder `huey` of
    the class `Huey` no other `enqueue` is `Huey.enqueue`.
    """
    for spell, with_path in ((str, False), (str, True), (fold, True)):
        wanted = {spell(part) for part in asked}
        if found := [node for node in nodes if wanted <= {spell(part) for part in _around(node, with_path=with_path)}]:
            return found
    return []


def _around(node: StoredNode, *, with_path: bool) -> list[str]:
    path = PurePosixPath(node.path)
    return [*parts_of(node.qualified_name), *((*path.parts[:-1], path.name.split(".", 1)[0]) if with_path else ())]


def _files(index: Index, name: str) -> list[StoredNode]:
    """Files that a name means: `helpers.py`, `src/flask/helpers.py`, `flask.helpers` or `helpers`."""
    wanted = (f"/{name.lower()}", f"/{name.lower().replace('.', '/')}")
    paths = [
        path
        for path in index.structure.paths()
        if any(tail in (f"/{path.lower()}"[-len(tail) :], _bare(path)[-len(tail) :]) for tail in wanted)
    ]
    documents = filter(None, map(index.structure.document, paths[:_NAMESAKES]))
    nodes = (node for document in documents for node in index.structure.nodes_of(document.id))
    return [node for node in nodes if node.kind == "file"]


def _bare(path: str) -> str:
    return f"/{path.lower()}".rpartition(".")[0]


def _told(
    index: Index,
    nodes: Sequence[StoredNode],
    sources: Collection[str],
    direction: Direction,
    kinds: tuple[EdgeKind, ...],
) -> list[_Told]:
    """The relations at the definitions that their lines show, one for each far end, each as its line names that.

    Product before examples and tests, what a definition or its overload calls itself with behind what others do, then
    by place; an import uses nothing yet.
    """
    ids = [node.id for node in nodes]
    inward = direction == "in"
    edges = index.structure.edges_to(ids, kinds) if inward else index.structure.edges_from(ids, kinds)
    here = {node.id: node for node in nodes}
    far = index.structure.nodes([edge.source if inward else edge.target for edge in edges])
    there = {node.id: node for node in far if node.kind in DEFINITION_KINDS or node.kind == "file"}
    known: list[EdgeRelation] = []
    for edge in edges:
        source = (there if inward else here).get(edge.source)
        target = (here if inward else there).get(edge.target)
        if source is None or target is None or not index.is_in(source.path, sources):
            continue
        if source.id != target.id or edge.kind == "calls":  # recursion; a type that names itself says nothing
            known.append((edge, source, target))
    found = [_Relation(*one, _rank(index, one[1], one[0].line)) for one in settled(known)]
    # The import of a whole file says the imports of single names from it too.
    files = {(one.source.id, one.target.document) for one in found if one.target.kind == "file"}
    said = [
        one
        for one in found
        if one.edge.kind != "imports" or one.target.kind == "file" or (one.source.id, one.target.document) not in files
    ]
    read = ((one, stated(index, one.edge, one.source, one.target)) for one in sorted(said, key=_place)[:_MOST_READ])
    return _once(((one, line) for one, line in read if line), direction)


def _place(one: _Relation) -> tuple[int, bool, bool, str, int]:
    is_own = one.source.path == one.target.path and one.source.qualified_name == one.target.qualified_name
    return one.rank, one.edge.kind == "imports", is_own, one.source.path, one.edge.line


def _rank(index: Index, node: StoredNode, line: int = 0) -> int:
    corpus = corpus_of(index)
    path = corpus.path_terms(int(node.document))
    inline = corpus.chunk_at(int(node.document), line or node.start_line) in corpus.inline_tests
    return _TESTS if path.is_test or inline else _EXAMPLES if path.is_example or path.is_vendor else 0


def _once(told: Iterable[tuple[_Relation, str]], direction: Direction) -> list[_Told]:
    """One relation for each far end, with those of its overloads and namesakes."""
    found: dict[tuple[str, str], tuple[_Relation, str, list[_Relation]]] = {}
    for relation, said in told:
        end = relation.source if direction == "in" else relation.target
        found.setdefault((end.path, end.qualified_name), (relation, said, []))[2].append(relation)
    return list(found.values())


def _draft(index: Index, relation: _Relation, said: str, alike: Sequence[_Relation]) -> Draft:
    """The relation at its line, with the condition of a call where that stands near enough to be cited with it, and the
    lines where the same caller calls again.
    """
    edge, line = relation.edge, relation.edge.line
    source = source_of(index, int(relation.source.document))
    head = _head_of(source, relation.source, line, relation.target.name) if edge.kind == "inherits" else line
    fact: Fact = {
        "relation": relation_of(edge, relation.source, relation.target) if head else "includes",
        "subject": relation.source.qualified_name or relation.source.path,
        "object": said,
    }
    start, end, condition = _place_of(source, relation, line)
    if condition:
        fact["condition"] = condition
    calls = {one: relation for relation in alike if edge.kind == "calls" for one in _calls_of(index, relation)}
    again = [_place_of(source, calls[one], one)[:2] for one in sorted(calls) if not start <= one <= end]
    if head and head < line:
        start, again = (head, again) if _length(head, line) <= _MOST_LINES else (start, [*again, (head, head)])
    return Draft(fact, int(relation.source.document), start, end, also=tuple(again[:_MOST_AGAIN]))


def _head_of(source: Source | None, node: StoredNode, line: int, base: str) -> int:
    """The line with the name of a type that names a base on a `line`; 0 where it does so inside of its body, as with a
    mixin or an embedded type.
    """
    if source is None:
        return line
    above = range(line, node.start_line - 1, -1)
    head = next((one for one in above if contains_name(source.lines[one - 1], node.name)), node.start_line)
    column = max(source.lines[line - 1].find(base), 0)
    around = ancestors(source.node_at(line, column, line, column + len(base)))
    return 0 if head < line and any(is_block(one) and lines_of(one)[0] >= node.start_line for one in around) else head


def _place_of(source: Source | None, relation: _Relation, line: int) -> tuple[int, int, str]:
    """First and last line of a call, with its condition where that stands near; of any other relation its line."""
    start = end = line
    if relation.edge.kind != "calls" or source is None:
        return start, end, ""
    column = max(source.lines[line - 1].find(relation.target.name), 0)
    node = source.node_at(line, column, line, column + len(relation.target.name))
    statement, guard = statement_of(node), guard_at(source, node, line)
    if statement is not None and _length(*lines_of(statement)) <= _MOST_LINES:
        start, end = lines_of(statement)
    if guard is not None and _length(guard.head_line, end) <= _MOST_LINES:
        return guard.head_line, end, guard.condition
    return start, end, ""


def _calls_of(index: Index, relation: _Relation) -> Iterator[int]:
    """The lines of a caller that call the same: an edge has the first of them."""
    edge, caller, target = relation.edge, relation.source, relation.target
    yield edge.line
    source = source_of(index, int(caller.document))
    if source is None or caller.kind not in CALLABLE_KINDS:
        return
    called = re.compile(rf"(?<![\w$]){re.escape(target.name)}\s*\(")

    def place_in(text: str) -> tuple[int, str] | None:
        """Where a line calls, and of what object: `other.show()` is no call of `show()`."""
        found = called.search(text)
        head = text[: found.start()] if found else ""
        return (found.start(), head[len(head.rstrip(_OF_OBJECTS)) :]) if found else None

    first = place_in(source.lines[edge.line - 1])
    for line in range(edge.line + 1, caller.end_line + 1) if first else ():
        found = place_in(source.lines[line - 1])
        if first is None or found is None or found[1] != first[1]:
            continue
        node = source.node_at(line, found[0], line, found[0] + len(target.name))
        if node is not None and not any(word in node.type for word in ("comment", "string")):
            yield line


def _length(first: int, last: int) -> int:
    return last - first + 1
