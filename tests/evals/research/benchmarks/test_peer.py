"""semble beside Citeline: a stand-in for its environment notes what it is asked and answers from a script."""

import json
import sys
from pathlib import Path

import pytest

from citeline.errors import CitelineError
from citeline.evals.research.benchmarks.code_search import Target, ndcg_of_places
from citeline.evals.research.benchmarks.peer import Peer, run_peer, say_beside

PACKAGE = """
class Chunk:
    def __init__(self, path): self.file_path, self.start_line, self.end_line = path, 1, 9
class Hit:
    def __init__(self, path): self.chunk = Chunk(path)
class SembleIndex:
    @classmethod
    def from_path(cls, path, model_path=None):
        print("a line of its own"); cls.model = model_path; return cls()
    def search(self, question, top_k):
        return [Hit("src/other.py"), Hit(question + ".py")][:top_k]
"""


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    """A folder with a program and a Python that knows only the stand-in."""
    packages, folder = tmp_path / "packages", tmp_path / "bin"
    (packages / "semble-0.7.0.dist-info").mkdir(parents=True)
    (packages / "semble-0.7.0.dist-info" / "METADATA").write_text("Name: semble\nVersion: 0.7.0\n")
    (packages / "semble.py").write_text(PACKAGE)
    folder.mkdir()
    (folder / "semble").write_text("")
    (folder / "python").write_text(f'#!/bin/sh\nPYTHONPATH={packages} exec {sys.executable} -S "$@"\n')
    (folder / "python").chmod(0o755)
    return Peer(str(folder / "semble"), "some/model")


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    folder = tmp_path / "labels"
    (folder / "annotations").mkdir(parents=True)
    (tmp_path / "corpora" / "shop").mkdir(parents=True)
    (folder / "repos.json").write_text(json.dumps([{"name": "shop", "language": "python", "benchmark_root": None}]))
    rows = [
        {"query": "cart", "category": "symbol", "relevant": ["cart.py"], "secondary": []},
        {"query": "router", "category": "semantic", "relevant": ["src/other.py"], "secondary": []},
    ]
    (folder / "annotations" / "shop.json").write_text(json.dumps(rows))
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_it_is_asked_the_same_questions_and_judged_alike(peer: Peer, labels: Path, tmp_path: Path) -> None:
    said: list[str] = []
    version, found = run_peer(labels, tmp_path / "corpora", peer, said.append)
    second = ndcg_of_places([[("x.py", 1, 9)], [("cart.py", 1, 9)]], [Target("cart.py")])
    assert version == "0.7.0" and second < 1
    assert found["category/symbol"] == second and found["category/semantic"] == 1.0
    assert found["all"] == found["repository/shop"] == pytest.approx((1 + second) / 2)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_what_it_says_when_it_fails_is_told(peer: Peer, labels: Path, tmp_path: Path) -> None:
    (tmp_path / "packages" / "semble.py").write_text("raise OSError('no model here')")
    with pytest.raises(CitelineError, match="no model here"):
        run_peer(labels, tmp_path / "corpora", peer, lambda _: None)


def test_a_program_without_an_environment_is_told(tmp_path: Path) -> None:
    with pytest.raises(CitelineError, match="no Python beside"):
        _ = Peer(str(tmp_path / "semble")).python


def test_the_table_has_both_and_who_is_ahead_where() -> None:
    said: list[str] = []
    ours = {"all": 0.9, "category/symbol": 1.0, "repository/a": 0.9, "repository/b": 0.8, "repository/c": 0.5}
    theirs = {"all": 0.8, "category/symbol": 0.7, "repository/a": 0.5, "repository/b": 0.9, "repository/c": 0.5}
    say_beside(ours, "0.7.0", theirs, said.append)
    assert [line.split() for line in said] == [
        ["NDCG@10", "citeline", "semble", "0.7.0"],
        ["all", "0.9000", "0.8000"],
        ["category/symbol", "1.0000", "0.7000"],
        ["repositories", "ahead", "1", "1"],
    ]
