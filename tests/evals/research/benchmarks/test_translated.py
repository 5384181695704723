"""The same questions in five languages: the files that go with the labels, and what is made of them."""

import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from citeline.evals.research.benchmarks.translated import LANGUAGES, TRANSLATIONS, read_translated, run_languages
from citeline.settings import Settings
from citeline.tools.question.vocabulary.language import language_of
from tests.conftest import FIXTURES

ROW = {"id": "octocode-1", "repo": "octocode", "query_en": "how is a card charged?", "query_zh": "怎么给 card 扣款？"}
TARGETS = {"relevant": ["src/shop/payment.py"], "secondary": []}


def write(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    folder = tmp_path / "labels" / "code-search"
    write(folder / "zh.jsonl", [{**ROW, **TARGETS}, {**ROW, **TARGETS, "repo": "missing"}])
    entry = {"name": "octocode", "language": "python", "benchmark_root": None}
    (folder / "repos.json").write_text(json.dumps([entry]), "utf-8")
    (folder / "annotations").mkdir()
    (folder / "annotations" / "octocode.json").write_text("[]", "utf-8")
    return folder


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURES / "shop", tmp_path / "corpora" / "octocode")
    return tmp_path / "corpora"


def test_translations_go_with_their_question(labels: Path, tmp_path: Path) -> None:
    write(
        tmp_path / "more.jsonl", [{"id": "octocode-1", "de": "Wie wird eine Karte belastet?"}, {"id": "x", "de": "?"}]
    )
    found = read_translated(labels, tmp_path / "more.jsonl")
    assert [dict(one.questions).keys() for one in found] == [{"en", "zh", "de"}] * 2
    assert [dict(one.questions).keys() for one in read_translated(labels)] == [{"en", "zh"}] * 2
    assert read_translated(tmp_path) == []


def test_each_language_has_a_figure_and_its_difference_to_english(labels: Path, corpora: Path, home: Path) -> None:
    said: list[str] = []
    assert run_languages(labels, corpora, Settings(home=home), said.append) == {"en": 1.0, "zh": 1.0}
    assert "n=1" in said[0] and "English +0.000" in said[1]


def test_our_translations_are_in_their_language_and_of_every_question_once() -> None:
    rows = [json.loads(line) for line in TRANSLATIONS.read_text("utf-8").splitlines()]
    assert max(Counter(row["id"] for row in rows).values()) == 1 and len(rows) == 120
    for code in LANGUAGES.keys() - {"en", "zh"}:
        # A bare phrase of loan words, `Middleware-Stack und CORS`, is taken for English.
        assert sum(language_of(row[code]) == code for row in rows) >= 0.96 * len(rows)
