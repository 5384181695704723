"""The public sets are searched on what is there, in an order that two runs share."""

import json
import shutil
from pathlib import Path
from typing import Any

from citeline.evals.research.ablation.public_sets import public_sets
from citeline.settings import Settings
from tests.conftest import FIXTURES


def write(path: Path, value: Any, *, lines: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in value) if lines else json.dumps(value), "utf-8")


def test_every_question_of_every_set_has_a_score(tmp_path: Path) -> None:
    corpora, labels = tmp_path / "corpora", tmp_path / "labels"
    for name in ("shop", "octocode"):
        shutil.copytree(FIXTURES / "shop", corpora / name)
    asked = {"query": "how is a card charged?", "category": "semantic", "relevant": ["src/shop/payment.py"]}
    write(labels / "code-search/annotations/shop.json", [{**asked, "secondary": []}])
    repositories = [{"name": name, "language": "python", "benchmark_root": None} for name in ("shop", "missing")]
    write(labels / "code-search/repos.json", repositories)
    both = {"id": "shop-1", "query_en": "how is a payment charged?", "query_zh": "payment 怎么扣款？"}
    chinese = {"repo": "shop", **both, "relevant": ["src/shop/payment.py"], "secondary": []}
    write(labels / "code-search/zh.jsonl", [chinese, {**chinese, "repo": "missing"}], lines=True)
    span = {"file": "src/shop/payment.py", "start_line": 18, "end_line": 30, "grade": 2}
    spans = [{"query": "how is a card charged?", "kind": "code", "relevant": [span]}]
    write(labels / "line-spans/queries.jsonl", spans, lines=True)
    with public_sets(labels, corpora, Settings(home=tmp_path / "home")) as sets:
        scores = sets.scores()
        assert sets.scores() == scores
    assert {name: len(values) for name, values in scores.items()} == {
        "code-search": 1,
        "code-search, in Chinese": 1,
        "line-spans, code": 1,
    }
    assert scores["code-search"] == [1.0]
    with public_sets(tmp_path / "nowhere", corpora, Settings(home=tmp_path / "home")) as sets:
        assert sets.scores() == {}
