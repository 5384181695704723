"""What an agent reads: places that it can cite as they stand, and nothing that a prompt must not hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
from citeline.tools.compact import answer_text, estimated_tokens, indexed_lines, search_text
from citeline.tools.handle import IndexHandle


@pytest.fixture
def handle(shop: Path, home: Path) -> Iterator[IndexHandle]:
    (shop / "secret.py").write_text('PASSWORD_OF_THE_SHOP = "hunter2-Kd93jfQ-x81"\nAWS = "AKIAIOSFODNN7EXAMPLE"\n')
    (shop / "min.js").write_text(f"var coupons = [{'1,' * 3000}0];\n")
    with citeline.index(shop) as opened:
        yield opened


def test_hits_are_numbered_as_the_file_numbers_them(handle: IndexHandle, shop: Path) -> None:
    text = search_text(handle.search("total of the cart", single=True))
    lines = (shop / "src/shop/cart.py").read_text().split("\n")
    cited = [line.split("| ", 1) for line in text.split("src/shop/cart.py:", 1)[1].split("\n")[1:3]]
    assert all(lines[int(number) - 1] == line for number, line in cited)


def test_a_search_without_a_hit_says_so(tmp_path: Path, home: Path) -> None:
    (tmp_path / "tree").mkdir()
    with citeline.index(tmp_path / "tree") as empty:
        assert search_text(empty.search("anything")).endswith("nothing matches")


def test_secrets_and_endless_lines_stay_out(handle: IndexHandle) -> None:
    text = search_text(handle.search("PASSWORD_OF_THE_SHOP AWS coupons", single=True), max_tokens=20_000)
    assert "secret.py:" in text and "AKIAIOSFODNN7EXAMPLE" not in text
    assert max(map(len, text.split("\n"))) < 500


def test_an_answer_says_of_each_sentence_whether_it_was_checked(handle: IndexHandle) -> None:
    answer = citeline.ask("what does the cart do?", handle, no_model=True).to_json()
    text = answer_text(answer)
    assert answer["claims"] and f"answers: {answer['answers']['verdict'].replace('_', ' ')}" in text
    assert all(f"[{identity}: " in text for claim in answer["claims"] for identity in claim["evidence"])
    assert all(f"{piece['path']}:" in text for piece in answer["evidence"])


def test_an_answer_fits_and_keeps_its_sentences(handle: IndexHandle) -> None:
    answer = citeline.ask("what does the cart do?", handle, no_model=True).to_json()
    text = answer_text(answer, max_tokens=150, notes=["3 files have changed"])
    assert estimated_tokens(text) <= 150
    assert "3 files have changed" in text and "\n- " in text


def test_what_was_not_found_names_where_it_looked(handle: IndexHandle) -> None:
    answer = citeline.ask("who is the emperor of Mongolia?", handle, no_model=True).to_json()
    assert answer["answer"].split("\n")[0] in answer_text(answer)


def test_lines_of_a_file_are_those_of_the_file(handle: IndexHandle, shop: Path) -> None:
    lines = (shop / "src/shop/cart.py").read_text().split("\n")
    shown = indexed_lines(handle.reader, "src/shop/cart.py", 3, 12)
    assert shown and all(lines[int(number) - 1] == line for number, line in (one.split("| ", 1) for one in shown))
    assert {int(line.split("|")[0]) for line in shown} <= set(range(3, 13))
    assert indexed_lines(handle.reader, "no/such.py", 1, 9) == []
