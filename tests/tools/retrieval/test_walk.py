"""The way between two definitions, on graphs that are drawn by hand: which one is taken, and what it costs to look."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from citeline.indexing.reader import Index
from citeline.model import Edge, EdgeKind, NodeId
from citeline.tools.retrieval.walk import MAX_NODES, STEPS_FROM_EACH, ways

Drawn = tuple[int, EdgeKind, int, float]


def index_with(*edges: Drawn) -> tuple[Index, list[int]]:
    """An index of edges alone, and how many nodes it was asked for each time."""
    built = [Edge(NodeId(source), kind, NodeId(target), 1, weight) for source, kind, target, weight in edges]
    asked: list[int] = []

    def found(end: str, ids: Any, kinds: Any) -> list[Edge]:
        asked.append(len(ids))
        return [edge for edge in built if getattr(edge, end) in set(ids) and edge.kind in kinds]

    structure: Any = SimpleNamespace(
        edges_from=lambda ids, kinds: found("source", ids, kinds),
        edges_to=lambda ids, kinds: found("target", ids, kinds),
    )
    return cast(Index, SimpleNamespace(structure=structure)), asked


def taken(*edges: Drawn, start: int = 1, end: int = 9) -> list[list[int]]:
    index, _ = index_with(*edges)
    return [[int(edge.target) for edge in way] for way in ways(index, [NodeId(start)], [NodeId(end)])]


def test_the_shortest_way_comes_first_and_the_others_after_it() -> None:
    found = taken((1, "calls", 2, 1), (2, "calls", 3, 1), (3, "calls", 9, 1), (1, "calls", 4, 1), (4, "calls", 9, 1))
    assert found == [[4, 9], [2, 3, 9]]


def test_sure_calls_win_over_guesses_and_uses() -> None:
    assert taken((1, "calls", 2, 0.2), (2, "calls", 9, 1), (1, "calls", 3, 1), (3, "calls", 9, 1))[0] == [3, 9]
    assert taken((1, "references", 2, 1), (2, "calls", 9, 1), (1, "calls", 3, 1), (3, "calls", 9, 1))[0] == [3, 9]


def test_of_several_edges_between_two_the_surest_is_told() -> None:
    index, _ = index_with((1, "references", 9, 1), (1, "calls", 9, 1), (1, "references", 9, 0.5))
    (way,) = ways(index, [NodeId(1)], [NodeId(9)])
    assert [edge.kind for edge in way] == ["calls"]


def test_folders_imports_and_the_wrong_direction_are_no_way() -> None:
    assert taken((1, "contains", 9, 1)) == taken((1, "imports", 9, 1)) == taken((9, "calls", 1, 1)) == []


def test_an_end_that_is_a_start_needs_no_way() -> None:
    assert taken((1, "calls", 1, 1), end=1) == []


@pytest.mark.parametrize(("length", "count"), [(2 * STEPS_FROM_EACH, 1), (2 * STEPS_FROM_EACH + 1, 0)])
def test_a_way_has_as_many_steps_as_are_followed_from_both_ends(length: int, count: int) -> None:
    chain: list[Drawn] = [(step, "calls", step + 1, 1.0) for step in range(1, length + 1)]
    assert len(taken(*chain, end=length + 1)) == count


def test_what_everything_uses_is_not_followed_without_end() -> None:
    hub: list[Drawn] = [(1, "calls", number, 1.0) for number in range(10, 3 * MAX_NODES)]
    index, asked = index_with(*hub)
    assert list(ways(index, [NodeId(1)], [NodeId(9)])) == []
    assert max(asked) <= MAX_NODES
