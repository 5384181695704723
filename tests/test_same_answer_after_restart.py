"""The same question has the same answer in the next process, where sets have another order: sums of weights would
differ in the last digit, and of two that are as good another one would come first.
"""

import ast
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from citeline.tools.citations.atoms import _share
from citeline.tools.retrieval.features import _weight_share

ROOT = Path(__file__).parents[1]
ROOMS = ("citeline", "indexing", "tools", "nodes", "graph", "cli")
WEIGHTS = {"restart": 0.1, "seed": 0.2, "order": 0.3}


def test_a_share_of_the_question_is_the_same_in_any_order_of_its_words() -> None:
    orders = list(permutations(WEIGHTS))
    assert len({_weight_share(order, WEIGHTS, 1.0) for order in orders}) == 1
    assert len({_share(order, {term: WEIGHTS[term] for term in order}) for order in orders}) == 1
    assert len({sum(WEIGHTS[term] for term in order) for order in orders}) > 1


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_added_up_or_chosen_in_the_order_of_a_set(room: str) -> None:
    read = ((path, ast.parse(path.read_text("utf-8"))) for path in sorted((ROOT / room).rglob("*.py")))
    assert [f"{path.relative_to(ROOT)}:{line}" for path, tree in read for line in _follow_a_set(tree)] == []


def _follow_a_set(tree: ast.AST) -> Iterator[int]:
    """Lines that add up what a set has, and those that choose of one by a key that two may share."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            of = node.args[0]
            value = of.elt if isinstance(of, ast.GeneratorExp) else of
            of = of.generators[0].iter if isinstance(of, ast.GeneratorExp) else of
            counts = isinstance(value, ast.Compare | ast.Constant)
            adds = node.func.id == "sum" and not counts
            chooses = node.func.id in ("max", "min", "sorted") and any(_may_tie(one) for one in node.keywords)
            if (adds or chooses) and _is_set(of):
                yield node.lineno


def _may_tie(keyword: ast.keyword) -> bool:
    """A key of several parts is taken to end in what sets the items apart."""
    return keyword.arg == "key" and not (
        isinstance(keyword.value, ast.Lambda) and isinstance(keyword.value.body, ast.Tuple)
    )


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub):
        return any(_is_set(side) or _is_of_keys(side) for side in (node.left, node.right))
    is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Set | ast.SetComp) or is_made


def _is_of_keys(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("keys", "items")
