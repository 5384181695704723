"""Steps along the graph of symbols and headings, from whatever items there are to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from citeline.model import DEFINITION_KINDS, PROSE_ENTITY_KINDS

from ..language.plan import FUNCTIONS_OF_ITEMS
from .conditions import Sql
from .corpus import Corpus
from .selection import Selection, nodes

_INNER: Final = tuple(sorted({*DEFINITION_KINDS, "heading", "codeblock", "table"}))
_EDGES: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "callers": ("src", "dst", ("calls",)),
    "callees": ("dst", "src", ("calls",)),
    "tests": ("src", "dst", ("tests",)),
    "references": ("src", "dst", ("references", "mentions", "imports", "inherits", "calls")),
    "parents": ("dst", "src", ("inherits",)),
}
"""Function to the wanted and the given end of edges, and their kinds."""
_OUTLINED: Final = (*sorted(DEFINITION_KINDS), "heading")


def step(name: FUNCTIONS_OF_ITEMS, ids: Sql, *, of_toc: bool) -> Selection:
    """What is one step away from the nodes that the subquery gives. Headings, and what else an outline has, lead to
    their like.
    """
    if name in {"members", "parents"} and of_toc:
        return nodes("toc", _OUTLINED, _STEPS[name](ids))
    if name == "source":
        return nodes("chunks", (), _within(ids))
    if name == "outline":
        return nodes("toc", _INNER, _below(ids))
    # Modules import and test files test as a whole: files take part in the graph, and are no entities otherwise.
    return nodes("entities", (*_OUTLINED, *PROSE_ENTITY_KINDS, "file"), _STEPS[name](ids))


def uncertain(corpus: Corpus, name: FUNCTIONS_OF_ITEMS, ids: Sql) -> frozenset[int]:
    """Of the nodes one step away, those that another one of the same name may be meant instead of: the text does not
    say which.
    """
    if name not in _EDGES:
        return frozenset()
    wanted, given, kinds = _EDGES[name]
    # Not grouped by SQL: of a store that has changed, SQLite would read every edge.
    sql = f"SELECT e.{wanted}, e.weight FROM edges e WHERE e.{given} IN ({ids.expression})"
    heaviest: dict[int, float] = {}
    for node, weight in corpus.rows(f"{sql} AND e.type IN ({_marks(kinds)})", ids.parameters):
        heaviest[node] = max(weight, heaviest.get(node, weight))
    return frozenset(node for node, weight in heaviest.items() if weight < 1)


def _within(ids: Sql) -> Sql:
    return Sql(f"n.id IN ({ids.expression})", ids.parameters, selective=True)


def _along(name: str) -> Callable[[Sql], Sql]:
    """Nodes at the other end of an edge of the function's kinds."""
    wanted, given, kinds = _EDGES[name]
    marks = _marks(kinds)

    def condition(ids: Sql) -> Sql:
        sql = f"n.id IN (SELECT e.{wanted} FROM edges e WHERE e.{given} IN ({ids.expression}) AND e.type IN ({marks}))"
        return Sql(sql, ids.parameters, selective=True)

    return condition


def _marks(kinds: tuple[str, ...]) -> str:
    return ",".join(f"'{kind}'" for kind in kinds)


def _parents(ids: Sql) -> Sql:
    """What encloses the nodes, files left out, the types that they are added to, and the classes that they inherit."""
    bases = _along("parents")(ids)
    enclosing = f"n.id IN (SELECT p.parent_id FROM nodes p WHERE p.id IN ({ids.expression}))"
    of_types = f"n.id IN (SELECT e.dst FROM edges e WHERE e.src IN ({ids.expression}) AND e.type = 'extends')"
    return Sql(
        f"(({enclosing} AND n.kind <> 'file') OR {of_types} OR {bases.expression})",
        (*ids.parameters, *ids.parameters, *bases.parameters),
        selective=True,
    )


def _members(ids: Sql) -> Sql:
    """What is directly inside, and what stands elsewhere and belongs to a type: methods of Go, `impl` blocks."""
    outside = f"SELECT e.src FROM edges e WHERE e.dst IN ({ids.expression}) AND e.type = 'extends'"
    either = f"(n.parent_id IN ({ids.expression}) OR n.id IN ({outside}))"
    return Sql(either, (*ids.parameters, *ids.parameters), selective=True)


def _below(ids: Sql) -> Sql:
    """Everything inside the nodes, however deep."""
    # Each step in a query of its own, kept apart by a limit: of a store that has changed, SQLite would otherwise read
    # every node to find children.
    first = f"SELECT c.id FROM nodes c WHERE c.parent_id IN ({ids.expression}) LIMIT -1"
    then = "SELECT c.id FROM nodes c WHERE c.parent_id = below.id LIMIT -1"
    sql = (
        f"n.id IN (WITH RECURSIVE below(id) AS (SELECT id FROM ({first}) UNION SELECT child.value"
        f" FROM below JOIN json_each((SELECT json_group_array(id) FROM ({then}))) child) SELECT id FROM below)"
    )
    return Sql(sql, ids.parameters, selective=True)


_STEPS: Final[Mapping[str, Callable[[Sql], Sql]]] = {
    **{name: _along(name) for name in ("callers", "callees", "tests", "references")},
    "members": _members,
    "parents": _parents,
}
