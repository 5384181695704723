"""What a folder holds one file of each is told as a list: adapters, drivers, integrations."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.sources.folder_lists import folder_drafts
from citeline.tools.question.read import read

from ..trees import indexed, place_of

FILES = {
    "shop/payments/adapters/__init__.py": "from .card import Card\n",
    "shop/payments/adapters/base.py": "class Adapter:\n    pass\n",
    "shop/payments/adapters/card.py": "LIMIT = 3\n\n\nclass Card:\n    pass\n",
    "shop/payments/adapters/gift_voucher.py": "def helper():\n    pass\n\n\nclass GiftVoucher:\n    pass\n",
    "shop/payments/adapters/invoice/client.py": "class Invoice:\n    pass\n",
    "shop/payments/adapters/invoice/errors.py": "class Unpaid(Exception):\n    pass\n",
    "shop/cart.py": "class Cart:\n    pass\n",
    "tests/payments/adapters/test_card.py": "def test_card():\n    pass\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("folder_lists"), FILES)


def test_each_file_of_the_folder_that_is_asked_for_is_told_with_what_it_defines(opened: Index) -> None:
    """Which one `shop/payments/adapters` has was answered with a line of one of them."""
    drafts, left = folder_drafts(opened, read("which payment adapters are there?"))
    assert [(place_of(opened, one), one.fact["object"]) for one in drafts] == [
        ("shop/payments/adapters/card.py:4-4", "`Card`"),
        ("shop/payments/adapters/gift_voucher.py:5-5", "`GiftVoucher`"),
        ("shop/payments/adapters/invoice/client.py:1-1", "`Invoice`"),
    ]
    assert left == 0


@pytest.mark.parametrize(
    "question",
    [
        "which payment adapters are slow?",  # one of them, and not all
        "which carts are there?",  # a file alone
        "which payments are there?",  # the folder holds one folder
    ],
)
def test_what_no_folder_is_called_is_not_told_by_one(opened: Index, question: str) -> None:
    assert folder_drafts(opened, read(question)) == ([], 0)


def test_a_long_list_is_one_line_for_each_and_all_of_it_is_cited(tmp_path: Path) -> None:
    for name in ("card", "cash", "gift", "invoice", "points"):
        path = tmp_path / "shop" / "drivers" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"class {name.title()}Driver:\n    pass\n", encoding="utf-8")
    handle = citeline.index(tmp_path / "shop", settings=Settings(home=tmp_path / "home"))
    answer = citeline.ask("list all drivers", handle, no_model=True)
    assert [claim["text"].split(" defines ")[0] for claim in answer.claims] == [
        f"`drivers/{name}.py`" for name in ("card", "cash", "gift", "invoice", "points")
    ]
    assert all(
        one["supports"] in ("place", "supported") for claim in answer.claims for one in claim["verdicts"].values()
    )
