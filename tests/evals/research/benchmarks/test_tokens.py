"""The way that is compared with ours is the one that is published, and nobody's tokens are forgotten."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
from citeline.evals.research.benchmarks.tokens import WAYS, Grep, Question, measure, shown_in
from citeline.tools.compact import search_text
from citeline.tools.handle import IndexHandle


@pytest.fixture
def handle(shop: Path, home: Path) -> Iterator[IndexHandle]:
    with citeline.index(shop) as opened:
        yield opened


def _lines(path: str, *numbers: int) -> frozenset[tuple[str, int]]:
    return frozenset((path, number) for number in numbers)


def test_tokens_count_until_every_group_has_a_whole_place() -> None:
    question = Question("q", "", ((_lines("a.py", 1, 2), _lines("b.py", 7)), (_lines("c.py", 3),)))
    steps = [
        (10.0, _lines("a.py", 1)),
        (20.0, _lines("c.py", 3)),
        (30.0, _lines("b.py", 6, 7)),
        (40.0, _lines("a.py", 2)),
    ]
    assert question.tokens(iter(steps)) == 60
    assert question.tokens(iter(steps[:2])) == math.inf


def test_lines_that_a_result_shows_are_read_from_its_text(handle: IndexHandle, shop: Path) -> None:
    shown = shown_in(search_text(handle.search("total of the cart", single=True), max_tokens=500))
    assert ("src/shop/cart.py", 1) in shown
    assert all(number <= len((shop / path).read_text().split("\n")) for path, number in shown)
    assert shown_in("index shop\n[2] a b/c.md:4-5 (page 1) Title\n4| x\n5| y\n… 1 more line\nd.py:9\n") == _lines(
        "a b/c.md", 4, 5
    )


def test_grep_shows_what_it_has_found_before_it_reads_files(handle: IndexHandle) -> None:
    first, *_, last = Grep(handle).steps("total of the cart", whole=True)
    assert any(path == "src/shop/cart.py" for path, _ in first[1])
    assert first[0] > 0 and last[0] > 0


def test_every_way_is_measured_on_every_question(handle: IndexHandle, shop: Path) -> None:
    lines = (shop / "src/shop/cart.py").read_text().split("\n")
    place = _lines("src/shop/cart.py", *(at for at, line in enumerate(lines, 1) if "def total" in line))
    found = measure(
        handle, [Question("there", "total of the cart", ((place,),)), Question("no", "x", ((_lines("z", 1),),))]
    )
    assert set(found) == set(WAYS)
    assert all(0 < tokens["there"] < math.inf and tokens["no"] == math.inf for tokens in found.values())
