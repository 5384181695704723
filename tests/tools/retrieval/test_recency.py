"""The newest document leads where the question asks for it, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from citeline.indexing.reader import Index
from citeline.tools.question.read import read
from citeline.tools.retrieval.recency import date_in
from citeline.tools.retrieval.search import search
from tests.indexing.small_index import build_small, open_small

_MINUTES = "# Minutes of the harbour board\n\nThe board talked about the crane fees and the budget. {}\n"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("recency")
    root = folder / "tree"
    (root / "minutes").mkdir(parents=True)
    for day, told in (("2024-02-01", "Fees stay."), ("2026-03-05", "Fees rise."), ("2025-11-30", "Fees fall.")):
        (root / "minutes" / f"{day}.md").write_text(_MINUTES.format(told))
    (root / "leave.md").write_text("---\nupdated: 2026-09-01\n---\n\n# Leave\n\nTwenty days of holiday a year.\n")
    (root / "cranes.md").write_text("# Cranes\n\nCrane fees are told by the board of the harbour.\n")
    os.utime(root / "cranes.md", (1_000_000_000, 1_000_000_000))
    build_small(root, folder / "home")
    opened = open_small(root, folder / "home")
    yield opened
    opened.close()


def paths(index: Index, question: str) -> list[str]:
    return list(dict.fromkeys(hit.chunk.path for hit in search(index, read(question), style="prose").hits))


@pytest.mark.parametrize(
    "question",
    [
        "What did the harbour board say about crane fees in the latest minutes?",
        "crane fees in the most recent minutes of the harbour board",
        "最新 harbour board minutes crane fees",
    ],
)
def test_the_newest_of_like_documents_leads_when_it_is_asked_for(index: Index, question: str) -> None:
    assert paths(index, question)[0] == "minutes/2026-03-05.md"


def test_a_newer_document_about_something_else_does_not(index: Index) -> None:
    assert paths(index, "latest minutes of the harbour board about crane fees")[0] != "leave.md"


def test_without_such_a_word_the_order_is_that_of_the_words(index: Index) -> None:
    question = "minutes of the harbour board about crane fees: fees stay"
    assert paths(index, question)[0] == "minutes/2024-02-01.md"


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("minutes/2026-03-05.md", "2026-03-05"),
        ("report_20250131.pdf", "2025-01-31"),
        ("2024/annual-2025-Q3.pdf", "2025-07"),
        ("3M_2018_10K.pdf", "2018"),
        ("2026/02/notes.md", "2026"),
        ("issue-12345.md", ""),
        ("rfc2119.md", ""),
    ],
)
def test_dates_of_paths(path: str, date: str) -> None:
    assert date_in(path) == date
