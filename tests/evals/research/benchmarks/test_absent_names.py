"""Names that are said to be absent must be: a false one would be counted as an untold name for ever."""

from pathlib import Path

import pytest

from citeline.evals.research.benchmarks.absent_names import (
    KINDS,
    Names,
    absent_questions,
    present_questions,
    read_names,
)

ASKED = ["how does the cart charge", "where is Cart.checkOut defined?"]


def tree(root: Path, files: dict[str, str]) -> Names:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return read_names(root)


@pytest.fixture
def shop(tmp_path: Path) -> Names:
    code = "class Cart:\n    def checkOut(self): pay_cents(SHOP_API_KEY)  # as `--dry-run`, and redis\n"
    return tree(tmp_path / "shop", {"src/cart.py": code})


@pytest.fixture
def bank(tmp_path: Path) -> Names:
    code = "def openAccount(): PayCents(BANK_API_KEY)  # with --overdraft\n"
    return tree(tmp_path / "bank", {"account.py": code, "src/cart.py": "checkOut = 1\n", "README.md": "x\n"})


def test_names_are_read_from_the_files_by_what_they_are(shop: Names) -> None:
    assert shop.by_kind == {
        "symbol": ["checkOut", "pay_cents"],
        "variable": ["SHOP_API_KEY"],
        "option": ["--dry-run"],
        "file": ["cart.py"],
        "product": ["Redis"],
    }


def test_no_absent_name_is_there_in_any_spelling(shop: Names, bank: Names) -> None:
    asked = list(absent_questions(shop, [bank], ASKED, 5, seed=1))
    assert {one.name for one in asked if one.kind != "product"} == {
        "openAccount",
        "BANK_API_KEY",
        "--overdraft",
        "account.py",
    }
    assert {one.kind for one in asked} == set(KINDS)
    assert not any(shop.hold(one.name) for one in asked)
    assert shop.hold("PayCents") and not shop.hold("openAccount")


def test_every_question_has_its_name(shop: Names, bank: Names) -> None:
    made = [*absent_questions(shop, [bank], ASKED, 5, seed=1), *present_questions(shop, ASKED, 5, seed=1)]
    assert made and all(one.name in one.text for one in made)
    assert made == [*absent_questions(shop, [bank], ASKED, 5, seed=1), *present_questions(shop, ASKED, 5, seed=1)]


def test_a_name_of_the_question_gives_its_place_to_another(shop: Names, bank: Names) -> None:
    symbols = [one for one in absent_questions(shop, [bank], ASKED[1:], 5, seed=1) if one.kind == "symbol"]
    assert symbols[0].text.replace(symbols[0].name, "…") == "where is Cart.… defined?"
