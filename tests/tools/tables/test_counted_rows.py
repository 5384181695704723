"""How many rows a table has is computed where all of them are, or told as "n / m"; never counted in a sample."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.indexing.parsers.records import table_rows
from citeline.indexing.reader import open_index
from citeline.settings import Settings
from citeline.tools.answer.lookup import tables_of
from citeline.tools.answer.lookup.tables_of import shelf_of
from citeline.tools.tables import rows
from citeline.tools.tables.catalog import TableCatalog
from citeline.tools.tables.counted_rows import count_rows

CITIES = ("Oslo", "Rome", "Bonn")
ROWS = 3_000


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    (root / "tests" / "fixtures").mkdir(parents=True)
    written = (f'{at};{CITIES[at % 3]};"a note; {at}";{at % 7}\n' for at in range(ROWS))
    (root / "tests" / "fixtures" / "orders.csv").write_text("order_id;city;note;amount\n" + "".join(written))
    (root / "planets.csv").write_text("planet,radius\nMars,3390\nVenus,6052\nEarth,6371\n")
    (root / "tests" / "fixtures" / "boats.csv").write_text("boat,berth\r\n" + "Ida,1\r\n\r\n" * 9_000)
    (root / "user_roles.csv").write_text("role,level\nadmin,1\nguest,2\n")
    return root


def asked(tree: Path, question: str) -> tuple[str, str]:
    """The first sentence, and the verdict."""
    answer = citeline.ask(question, citeline.index(tree, settings=Settings(home=tree.parent / "home")), no_model=True)
    assert answer.answers is not None
    return answer.claims[0]["text"], answer.answers["verdict"]


@pytest.mark.parametrize(
    "question",
    [
        "how many orders are not in Oslo?",
        "wie viele Bestellungen sind nicht in Oslo?",
        "Oslo以外の注文は何件ですか？",
        "how many orders are in neither Oslo nor Rome?",
    ],
)
def test_rows_that_are_not_so_are_not_counted_as_those_that_are(tree: Path, question: str) -> None:
    """`1,000 rows match … Oslo` was told, with `yes`, where the 2,000 others were asked for."""
    told, verdict = asked(tree, question)
    assert verdict != "yes"
    assert "rows match" not in told and "1,000" not in told


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many rows does orders.csv have?", "3,000 rows match: tests/fixtures/orders.csv"),
        ("how many orders are in Oslo?", "1,000 rows match: tests/fixtures/orders.csv · Oslo"),
        ("orders.csv 有多少行？", "符合的有 3,000 行：tests/fixtures/orders.csv"),
        ("wie viele Zeilen hat orders.csv?", "3.000 Zeilen passen: tests/fixtures/orders.csv"),
        ("how many records are in boats.csv?", "9,000 rows match: tests/fixtures/boats.csv"),
        ("how many rows does planets.csv have?", "3 rows match: planets.csv"),
        ("how many planets are there?", "3 rows match: planets.csv"),
    ],
)
def test_rows_are_counted_where_all_of_them_are(tree: Path, question: str, expected: str) -> None:
    """Of 3,000 rows in the tests of a project the index has the first 150, and no answer gave any number."""
    told, verdict = asked(tree, question)
    assert told.replace("3.000", "3,000") == expected.replace("3.000", "3,000")
    assert verdict == "yes"


def test_what_is_not_counted_in_the_file_is_told_as_a_part_of_it(tree: Path) -> None:
    told, verdict = asked(tree, "what is the average amount of the orders in Oslo?")
    assert told.startswith("Of tests/fixtures/orders.csv only ") and told.endswith(" / 3,000 rows are in the index")
    assert verdict == "not_stated"


def test_a_table_is_counted_that_is_too_large_to_be_looked_up(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a CSV of 100 MB no cell is looked for, and its rows were not counted either."""
    monkeypatch.setattr(tables_of, "_MOST_CELLS", 10)
    told, verdict = asked(tree, "how many orders are there in orders.csv?")
    assert (told, verdict) == ("3,000 rows match: tests/fixtures/orders.csv", "yes")


def test_rows_that_are_not_called_like_their_file_are_not_counted(tree: Path) -> None:
    assert "rows match" not in asked(tree, "how many users are there?")[0]


def test_a_file_that_has_changed_is_not_counted(tmp_path: Path, tree: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy)
    settings = Settings(home=tmp_path / "home")
    citeline.index(copy, settings=settings).close()
    index = open_index(copy, settings)
    catalog = shelf_of(index).catalog
    entry = next(one for one in catalog.entries if one.path.endswith("orders.csv"))
    assert count_rows(index, catalog, entry) == ROWS
    with (copy / "tests" / "fixtures" / "orders.csv").open("a") as file:
        file.write("3000;Oslo;late;1\n")
    assert count_rows(index, catalog, entry) is None
    (copy / "tests" / "fixtures" / "orders.csv").unlink()
    assert count_rows(index, catalog, entry) is None
    index.close()


@pytest.mark.parametrize("mark", ['"', "", "short"], ids=["quoted", "plain", "short rows"])
def test_rows_with_a_name_are_counted_in_a_file_that_is_too_large_to_be_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    """Of a CSV of 100 MB `how many orders are in the city Lima?` was answered with one of its rows."""
    quote = mark.removeprefix("short")
    written = (f"{at},Lima Ltd,{quote}{('Lima', 'Rome', 'Bonn')[at % 3]}{quote},{at % 7}\n" for at in range(600))
    late = "600\n601,Ann\n" if mark == "short" else ""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "orders.csv").write_text("order_id,customer,city,amount\n" + "".join(written) + late)
    monkeypatch.setattr(tables_of, "_MOST_CELLS", 10)
    monkeypatch.setattr(tables_of, "_HEAD_LINES", 20)
    monkeypatch.setattr(TableCatalog, "sampled", lambda *_: "20")
    told, verdict = asked(tmp_path / "tree", "how many orders are in the city Lima?")
    assert (told, verdict) == ("200 rows match: orders.csv · Lima", "yes")


@pytest.mark.parametrize("sample", [400, 60], ids=["table", "file"])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many orders have product ember slate?", "40 rows match: orders.csv · ember slate"),
        ("how many orders with the customer Ember Slate?", "50 rows match: orders.csv · Ember Slate"),
        ("how many orders are in Lima?", "80 rows match: orders.csv · Lima"),
        ("how many orders of ember slate are there?", ""),  # of customers, or of products
    ],
)
def test_a_name_of_several_words_is_counted_in_one_cell_of_one_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str, expected: str, sample: int
) -> None:
    """Orders of a customer Ember River of a slate stone were counted with those of ember slate, `answers: yes`."""
    orders = [
        *([("Ember River", "slate stone", "Oslo")] * 70),
        *([("Slate Ember", "slate ember", "Oslo")] * 60),
        *([("Ember Slate", "river stone", "Oslo")] * 50),
        *([("Lima Stone", "ember slate", "Oslo")] * 40),
        *([("River Stone", "ember river", "Lima")] * 80),
    ]
    shuffled = [orders[at * 7 % len(orders)] for at in range(len(orders))]
    written = (f"{at},{','.join(order)}\n" for at, order in enumerate(shuffled))
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "orders.csv").write_text("order_id,customer,product,city\n" + "".join(written))
    if sample < len(orders):
        monkeypatch.setattr(tables_of, "_MOST_CELLS", 10)
        monkeypatch.setattr(tables_of, "_HEAD_LINES", sample)
        monkeypatch.setattr(TableCatalog, "sampled", lambda *_: str(sample))
    told, verdict = asked(tmp_path / "tree", question)
    assert (told, verdict) == (expected, "yes") if expected else "rows match" not in told


def test_a_claim_on_a_long_file_of_records_reads_the_rows_of_its_chunk(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question on a CSV of 100 MB parsed all of its sample, which took three seconds."""
    monkeypatch.setattr(rows, "_LONG", 100)
    monkeypatch.setattr(tables_of, "_MOST_CELLS", 10)
    read: list[int] = []

    def counted(lines: Sequence[str], data: Mapping[str, Any], language: str) -> list[Any]:
        read.append(len(lines))
        return table_rows(lines, data, language)

    monkeypatch.setattr("citeline.tools.tables.rows.table_rows", counted)
    told, _ = asked(tree, "what is the note of order 7 in orders.csv?")
    assert "a note; 7" in told
    assert max(read) < 100


def test_rows_within_lines_are_those_of_the_whole_table_there(tree: Path) -> None:
    """A cell in quotes may begin above the lines, or end below them: what is left of it is no row."""
    root = tree.parent / "quoted"
    root.mkdir()
    (root / "a.csv").write_text('a,b,c\n1,"x\ny",2\n3,z,4\n5,"v\nw",6\n7,u,8\n')
    settings = Settings(home=tree.parent / "home")
    citeline.index(root, settings=settings).close()
    index = open_index(root, settings)
    entry = shelf_of(index).catalog.entries[0]
    whole = rows.read_cells(index.structure, entry.node)
    assert (len(whole.rows), whole.lines[1]) == (4, (4, 4))
    part = rows.read_cells(index.structure, entry.node, (3, 5))
    assert (part.rows, part.lines) == ([["3", "z", "4"]], [(4, 4)])
    index.close()
