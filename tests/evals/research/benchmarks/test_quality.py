"""The runner of the labelled sets, on a set of one repository."""

import json
import shutil
from pathlib import Path

import pytest

from citeline.evals.research.benchmarks.quality import (
    run_code_search,
    run_line_spans,
    run_repo_qa,
    run_web_queries,
)
from citeline.settings import Settings
from tests.conftest import FIXTURES


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURES / "shop", tmp_path / "corpora" / "octocode")
    return tmp_path / "corpora"


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    folder = tmp_path / "labels"
    (folder / "annotations").mkdir(parents=True)
    entry = {"name": "octocode", "language": "python", "benchmark_root": None}
    (folder / "repos.json").write_text(json.dumps([entry]), "utf-8")
    row = {"query": "PaymentGateway", "category": "symbol", "relevant": ["src/shop/payment.py"], "secondary": []}
    (folder / "annotations" / "octocode.json").write_text(json.dumps([row]), "utf-8")
    span = {"file": "src/shop/payment.py", "start_line": 12, "end_line": 13, "grade": 2}
    sample = {"query": "PaymentGateway", "kind": "code", "relevant": [span]}
    (folder / "queries.jsonl").write_text(json.dumps(sample) + "\n", "utf-8")
    return folder


def test_every_set_reports_its_means_and_how_many_it_asked(labels: Path, corpora: Path, home: Path) -> None:
    said: list[str] = []
    settings = Settings(home=home)
    assert run_code_search(labels, corpora, settings, said.append)["all"] == 1.0
    assert run_line_spans(labels, corpora, settings, said.append)["code Hit@5"] == 1.0
    assert sum("n=1" in line for line in said) >= 2


def test_of_loose_functions_each_is_a_file_and_the_first_right_one_counts(tmp_path: Path, home: Path) -> None:
    pool = {
        "7": 'def paste(board):\n    """Text of the system clipboard."""\n    return board.read()\n',
        "1207": 'def is_iterable(value):\n    """Whether it can be iterated."""\n    return hasattr(value, "iter")\n',
    }
    rows = [{"id": name, "text": text} for name, text in pool.items()]
    asked = [
        {"query": "python check whether a value can be iterated", "relevant": [{"file": "1207"}]},
        {"query": "text of the clipboard", "relevant": [{"file": "9"}]},
    ]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked), "utf-8")
    said: list[str] = []
    assert run_web_queries(tmp_path, tmp_path, Settings(home=home), said.append) == {"MRR@10": 0.5, "Hit@10": 0.5}


def test_of_long_questions_the_files_found_and_the_lines_cited_count(tmp_path: Path, home: Path) -> None:
    shutil.copytree(FIXTURES / "shop", tmp_path / "sweqa-shop")
    place = {"file": "src/shop/payment.py", "start_line": 12, "end_line": 13}
    question = {"repo": "shop", "usable": True, "query": "What does PaymentGateway do?"}
    rows = [
        {**question, "relevant": [place]},
        {**question, "relevant": [{"file": "src/shop/nowhere.py", "start_line": None, "end_line": None}]},
        {**question, "relevant": []},
    ]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    said: list[str] = []
    found = run_repo_qa(tmp_path, tmp_path, Settings(home=home), said.append)
    assert found["file Hit@10"] == found["cites a right file"] == 0.5 and found["refused"] == 0.0
    assert found["line recall"] == 1.0 and 0 < found["line precision"] <= 0.5
    assert any("line recall" in line and "n=1" in line for line in said)


def test_a_missing_corpus_is_said_and_skipped(labels: Path, tmp_path: Path, home: Path) -> None:
    said: list[str] = []
    assert run_code_search(labels, tmp_path, Settings(home=home), said.append) == {}
    assert run_line_spans(labels, tmp_path, Settings(home=home), said.append) == {}
    (tmp_path / "queries.jsonl").write_text("", "utf-8")
    assert run_repo_qa(tmp_path, tmp_path, Settings(home=home), said.append) == {}
    assert len(said) == 3 and all("skipped" in line for line in said)
