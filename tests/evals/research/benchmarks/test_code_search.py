"""The score of `code-search`, against values worked out by hand."""

import json
from math import log2
from pathlib import Path

import pytest

from citeline.evals.research.benchmarks.code_search import Target, ndcg, repositories, target

from .samples import hit


@pytest.mark.parametrize(
    ("path", "prefix", "labelled", "matches"),
    [
        ("src/app.py", "", "src/app.py", True),
        ("app.py", "src", "src/app.py", True),
        ("src/app.py", "", "app.py", True),
        ("src/myapp.py", "", "app.py", False),
        ("app.py", "lib", "src/app.py", False),
    ],
)
def test_a_label_matches_whole_parts_of_a_path_from_its_end(
    path: str, prefix: str, labelled: str, matches: bool
) -> None:
    assert Target(labelled).holds((path, 1, 10), prefix) is matches


@pytest.mark.parametrize(("lines", "matches"), [((1, 9), False), ((1, 10), True), ((20, 30), True), ((21, 30), False)])
def test_a_label_with_lines_must_overlap_both_ends_included(lines: tuple[int, int], matches: bool) -> None:
    assert Target("a.py", 10, 20).holds(("a.py", *lines), "") is matches


def test_labels_are_paths_or_paths_with_lines() -> None:
    assert target("a.py") == Target("a.py")
    assert target({"path": "a.py", "start_line": 3, "end_line": 5}) == Target("a.py", 3, 5)


def test_ndcg_discounts_by_rank_and_divides_by_the_ideal() -> None:
    targets = [Target("a.py"), Target("b.py")]
    ideal = 1 + 1 / log2(3)
    assert ndcg([hit("a.py"), hit("b.py")], targets) == pytest.approx(1.0)
    assert ndcg([hit("x.py"), hit("a.py")], targets) == pytest.approx((1 / log2(3)) / ideal)
    assert ndcg([hit("a.py"), hit("a.py", 20, 30), hit("b.py")], targets) == pytest.approx(1.5 / ideal)
    assert ndcg([], targets) == ndcg([hit("a.py")], []) == 0.0


def test_only_ten_hits_count() -> None:
    hits = [hit(f"x{number}.py") for number in range(10)]
    assert ndcg([*hits, hit("a.py")], [Target("a.py")]) == 0.0
    assert ndcg([*hits[:9], hit("a.py")], [Target("a.py")]) == pytest.approx(1 / log2(11))


def test_repositories_without_a_working_tree_are_left_out(tmp_path: Path) -> None:
    labels, corpora = tmp_path / "labels", tmp_path / "corpora"
    (labels / "annotations").mkdir(parents=True)
    (corpora / "here" / "src").mkdir(parents=True)
    entries = [
        {"name": "here", "language": "go", "benchmark_root": "src"},
        {"name": "gone", "language": "go", "benchmark_root": None},
    ]
    (labels / "repos.json").write_text(json.dumps(entries), "utf-8")
    row = {"query": "q", "category": "symbol", "relevant": ["src/a.go"], "secondary": [{"path": "b.go"}]}
    (labels / "annotations" / "here.json").write_text(json.dumps([row]), "utf-8")
    (found,) = repositories(labels, corpora)
    assert (found.name, found.prefix, found.root) == ("here", "src", corpora / "here" / "src")
    assert found.samples[0].targets == (Target("src/a.go"), Target("b.go"))
