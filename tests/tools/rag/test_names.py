from __future__ import annotations

import pytest

from citeline.tools.rag.names import missing_names

from .fakes import fake_index


def missing(question: str) -> list[str]:
    return [str(name) for name in missing_names(fake_index(), question)]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How does the cart talk to Kafka?", "Kafka"),
        ("the cart 怎么连接 kafka？", "kafka"),
        ("where is the SMTP server of the shop", "SMTP"),
    ],
)
def test_a_proper_name_that_occurs_nowhere_is_missing(question: str, name: str) -> None:
    assert missing(question) == [name]


@pytest.mark.parametrize(
    "question",
    [
        "Vouchers: how do they work?",
        "Explain the checkout",
        "How does the Cart charge Vouchers?",
        "How Do Robots Lift Pallets",
        "cart 的 total 怎么计算",
    ],
)
def test_capitals_of_sentences_titles_and_known_words_name_nothing(question: str) -> None:
    assert missing(question) == []


def test_a_path_that_does_not_exist_is_told_with_the_nearest() -> None:
    assert missing("what is in shop/carts.py?") == ["shop/carts.py (nearest: shop/cart.py)"]
    assert missing("what is in shop/cart.py?") == []


def test_a_misspelt_name_is_told_with_the_right_one() -> None:
    assert missing("where is GiftCrt used") == ["GiftCrt (nearest: GiftCart)"]
