"""The labelled set and its figures on a tiny repository."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from citeline.evals.research.support.corpora import BM25, Repository, read_repositories
from citeline.evals.research.support.fit import auc, features_of, fit, precision
from citeline.evals.research.support.labelled_set import (
    answer_pairs,
    build,
    docstring_pairs,
    documentation_pairs,
    first_sentence,
)
from citeline.evals.research.support.pairs import wrong_places

SESSIONS = '''class Session(Base):
    """Keeps what several requests share with each other."""

    def send(self, request, timeout=30, retries=None) -> Response:
        """Sends one request through the adapter of its url."""
        retries = retries or 3
        if request is None:
            raise MissingRequest("none")
        return self.get_adapter(request.url).send(request)

    def get_adapter(self, url) -> Adapter:
        """Returns the adapter that was mounted for an url."""
        return self.adapters[url]
'''
OTHERS = '''class Adapter(Base):
    def send(self, request, timeout=5) -> Answer:
        """Writes one request to the socket of the pool."""
        return self.pool.write(request)
'''
TYPED = "export class Pool extends Base {\n  take(size: number = 3): Socket {\n    throw new Empty('x');\n  }\n}\n"
DOCS = "# Use\n\n`get_adapter` looks for the adapter of the longest prefix of the url.\n"
ANSWER = (
    "The method `Session.send` (lines 4-9 in `shop/sessions.py`) raises `MissingRequest` without a request.\n\n"
    "It is called in many other places of the library (line 3)."
)


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for name in ("requests", "flask", "sweqa-requests"):
        files = {"shop/sessions.py": SESSIONS, "shop/adapters.py": OTHERS, "web/pool.ts": TYPED, "docs/use.md": DOCS}
        for path, text in files.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text)
    labels = tmp_path / "labels" / "repo-qa"
    labels.mkdir(parents=True)
    (labels / "queries.jsonl").write_text(json.dumps({"repo": "requests", "answer": ANSWER}) + "\n")
    return tmp_path


@pytest.fixture
def repository(corpora: Path) -> Repository:
    (found,) = read_repositories(corpora, ["requests", "missing"])
    return found


def test_a_docstring_is_held_against_its_definition_without_the_docstring(repository: Repository) -> None:
    pairs = {pair.sentence: pair for pair in docstring_pairs(repository)}
    pair = pairs["Sends one request through the adapter of its url."]
    assert pair.passage.scope == "Session.send"
    assert "Sends one" not in pair.passage.text
    assert "MissingRequest" in pair.passage.text


def test_documentation_is_held_against_the_symbol_it_opens_with(repository: Repository) -> None:
    (pair,) = documentation_pairs(repository)
    assert pair.passage.scope == "Session.get_adapter"


def test_an_answer_loses_the_citation_that_it_is_held_against(corpora: Path) -> None:
    (repository,) = read_repositories(corpora, ["sweqa-requests"])
    first, second = answer_pairs(corpora / "labels", repository)
    assert first.sentence == "The method `Session.send` raises `MissingRequest` without a request."
    assert (first.passage.start_line, first.passage.end_line) == (4, 9)
    assert first.held_out
    # The only file that was named so far.
    assert second.passage.path == "shop/sessions.py"


def test_wrong_places_never_overlap_the_right_one_but_by_chance(repository: Repository) -> None:
    pair = next(pair for pair in docstring_pairs(repository) if pair.passage.scope == "Session.send")
    wrong = {other.wrong: other.passage for other in wrong_places(pair, repository, Random(0))}
    assert wrong["neighbour"].scope == "Session.get_adapter"
    assert wrong["same name"].scope == "Adapter.send"
    assert wrong["nearest"].path != pair.passage.path


def test_the_nearest_text_shares_the_rare_terms() -> None:
    assert BM25(["the common text", "the rare adapter", "the text"]).best("an adapter of the text")[0] == 1


@pytest.mark.parametrize(
    ("right", "wrong", "expected"), [([2.0, 3.0], [0.0, 1.0], 1.0), ([1.0], [1.0], 0.5), ([0.0], [1.0], 0.0)]
)
def test_auc_counts_ties_half(right: list[float], wrong: list[float], expected: float) -> None:
    assert auc(right, wrong) == expected


def test_precision_is_for_three_right_places_of_four() -> None:
    assert precision(1.0, 1.0) == 0.75
    assert precision(0.6, 0.0) == 1.0


def test_the_fit_prefers_right_places(corpora: Path) -> None:
    pairs = build(corpora, corpora / "labels")
    rows = np.asarray([list(features_of(pair).values()) for pair in pairs], np.float32)
    weights = fit(pairs, rows)
    scores = rows @ weights[:-1] + weights[-1]
    right = [score for score, pair in zip(scores.tolist(), pairs, strict=True) if pair.wrong is None]
    wrong = [score for score, pair in zip(scores.tolist(), pairs, strict=True) if pair.wrong]
    assert auc(right, wrong) > 0.7


def test_a_docstring_of_two_words_is_no_claim() -> None:
    assert first_sentence("Short one.") == ""
    assert first_sentence("Opens a file and reads it.\n\nMore.") == "Opens a file and reads it."


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "citeline.evals.research.support", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_prints_weights_and_figures(corpora: Path) -> None:
    done = _run("--corpora", str(corpora), "--labels", str(corpora / "labels"))
    assert done.returncode == 0, done.stderr
    for part in ('"found names":', "right place: precision", "score, AUC", "held out: requests"):
        assert part in done.stdout


def test_the_command_without_working_trees_says_so_and_ends_with_2(tmp_path: Path) -> None:
    done = _run("--corpora", str(tmp_path), "--labels", str(tmp_path))
    assert done.returncode == 2
    assert "no repositories" in done.stderr
