"""Steps along the graph of symbols and headings, from whatever items there are to others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from citeline.model import DEFINITION_KINDS, PROSE_ENTITY_KINDS

from .conditions import Sql
from .plan import FUNCTIONS_OF_ITEMS
from .selection import Selection, nodes

_INNER: Final = tuple(sorted({*DEFINITION_KINDS, "heading", "codeblock", "table"}))
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


def _within(ids: Sql) -> Sql:
    return Sql(f"n.id IN ({ids.expression})", ids.parameters, selective=True)


def _sources(*kinds: str) -> Callable[[Sql], Sql]:
    """Nodes with an edge of the kinds to one of the nodes."""
    return _along("src", "dst", kinds)


def _targets(*kinds: str) -> Callable[[Sql], Sql]:
    """Nodes to which one of the nodes has an edge of the kinds."""
    return _along("dst", "src", kinds)


def _along(wanted: str, given: str, kinds: tuple[str, ...]) -> Callable[[Sql], Sql]:
    marks = ",".join(f"'{kind}'" for kind in kinds)

    def condition(ids: Sql) -> Sql:
        sql = f"n.id IN (SELECT e.{wanted} FROM edges e WHERE e.{given} IN ({ids.expression}) AND e.type IN ({marks}))"
        return Sql(sql, ids.parameters, selective=True)

    return condition


def _parents(ids: Sql) -> Sql:
    """What encloses the nodes, files left out, and the classes that they inherit."""
    bases = _targets("inherits")(ids)
    enclosing = f"n.id IN (SELECT p.parent_id FROM nodes p WHERE p.id IN ({ids.expression}))"
    return Sql(
        f"(({enclosing} AND n.kind <> 'file') OR {bases.expression})",
        (*ids.parameters, *bases.parameters),
        selective=True,
    )


def _members(ids: Sql) -> Sql:
    return Sql(f"n.parent_id IN ({ids.expression})", ids.parameters, selective=True)


def _below(ids: Sql) -> Sql:
    """Everything inside the nodes, however deep."""
    sql = (
        f"n.id IN (WITH RECURSIVE below(id) AS (SELECT c.id FROM nodes c WHERE c.parent_id IN ({ids.expression})"
        " UNION SELECT c.id FROM nodes c JOIN below ON c.parent_id = below.id) SELECT id FROM below)"
    )
    return Sql(sql, ids.parameters, selective=True)


_STEPS: Final[Mapping[str, Callable[[Sql], Sql]]] = {
    "callers": _sources("calls"),
    "callees": _targets("calls"),
    "tests": _sources("tests"),
    "references": _sources("references", "mentions", "imports", "inherits", "calls"),
    "members": _members,
    "parents": _parents,
}
