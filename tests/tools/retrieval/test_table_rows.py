"""Tables are found by their captions, headers and rows, and code questions are left alone."""

from __future__ import annotations

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import CHANNELS
from citeline.tools.retrieval.query import first_query

TABLES = next(channel for channel in CHANNELS if channel.name == "tables")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Index:
    root = tmp_path_factory.mktemp("rows") / "tree"
    root.mkdir()
    cities = "".join(f"town{n},{n * 100},region{n % 7}\n" for n in range(300))
    (root / "cities.csv").write_text("City,Inhabitants,Region\n" + cities + "Zürich,434335,alps\n", "utf-8")
    (root / "plans.md").write_text(
        "# Plans\n\nTable 1: Limits of each plan\n\n| Plan | Calls | Support |\n|---|---|---|\n"
        "| Free | 100 | forum |\n| Pro | 5000 | mail |\n| Enterprise | none | telephone |\n",
        "utf-8",
    )
    (root / "parse.py").write_text('def parse_region(text):\n    """Parse the region of a text."""\n', "utf-8")
    return citeline.index(root, settings=Settings(home=root.parent / "home")).reader


def asked(index: Index, question: str) -> list[tuple[str, str, str]]:
    hits = TABLES.find(index, first_query(index, read(question))).hits(5)
    chunks = index.structure.chunks([hit["chunk_id"] for hit in hits])
    found = [(chunks[hit["chunk_id"]], hit["why"]) for hit in hits]  # type: ignore[index]  # ids are ints in the state
    return [(chunk.path, chunk.text, why) for chunk, why in found]


def test_a_row_far_below_its_headers_is_found_and_named(tables: Index) -> None:
    path, text, why = asked(tables, "how many inhabitants has the city Zürich?")[0]
    assert path == "cities.csv" and "Zürich,434335" in text
    assert why == "row 302 of its table matches"


def test_a_row_is_found_by_words_of_two_of_its_cells(tables: Index) -> None:
    path, _, why = asked(tables, "telephone support for Enterprise")[0]
    assert (path, why) == ("plans.md", "row 9 of its table matches")


def test_a_caption_and_two_headers_find_the_table(tables: Index) -> None:
    assert asked(tables, "limits")[0][0] == "plans.md"
    assert asked(tables, "calls and support")[0][0] == "plans.md"


def test_one_word_that_stands_above_many_tables_finds_none_of_them(tables: Index) -> None:
    assert asked(tables, "where is the region parsed") == []


def test_it_still_only_adds_to_the_other_channels() -> None:
    assert TABLES.weight == 0.3
