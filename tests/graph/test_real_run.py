"""The machine on a real index of a small tree: nothing is played."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import citeline
from citeline.graph.answer import Answer
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

TREE = {
    "shop/cart.py": '''"""A shopping cart."""


def add_item(cart: list[str], item: str) -> list[str]:
    """Put an item into the cart and return the cart."""
    return [*cart, item]


def total_price(cart: list[str], prices: dict[str, float]) -> float:
    """Sum of the prices of the items in the cart."""
    return sum(prices[item] for item in cart)
''',
    "shop/checkout.py": '''"""Paying."""

from shop.cart import total_price


def pay(cart: list[str], prices: dict[str, float], wallet: float) -> float:
    """Take the total price of the cart from the wallet; what is left."""
    return wallet - total_price(cart, prices)
''',
    "docs/returns.md": "# Returns\n\n## Deadline\n\nGoods can be returned within 30 days of delivery.\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("real") / "shop"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


def cited_paths(answer: Answer) -> set[str]:
    by_id = {piece["id"]: piece["path"] for piece in answer.evidence}
    return {by_id[identity] for claim in answer.claims for identity in claim["evidence"]}


def test_a_question_about_code_is_answered_from_the_definition(shop: IndexHandle) -> None:
    answer = citeline.ask("where is the total price of a cart computed?", shop)
    assert answer.status == "answered"
    assert "shop/cart.py" in cited_paths(answer)
    assert all(claim["evidence"] for claim in answer.claims)
    assert all(
        verdict["resolves"] and verdict["unchanged"] == "unchanged"
        for claim in answer.claims
        for verdict in claim["verdicts"].values()
    )


def test_a_question_about_documents_is_answered_from_them(shop: IndexHandle) -> None:
    answer = citeline.ask("within how many days can goods be returned?", shop)
    assert "docs/returns.md" in cited_paths(answer)


def test_what_the_sources_do_not_say_is_not_found(shop: IndexHandle) -> None:
    answer = citeline.ask("how does the KubernetesAutoscaler evict idle pods?", shop)
    assert (answer.status, answer.claims) == ("not_found", ())
    assert "KubernetesAutoscaler" in answer.answer


def test_the_same_question_gets_the_same_answer(shop: IndexHandle) -> None:
    answers = {citeline.ask("what does pay return?", shop).answer for _ in range(3)}
    assert len(answers) == 1


def test_questions_asked_at_once_do_not_mix(shop: IndexHandle) -> None:
    questions = ["where is total_price defined?", "within how many days can goods be returned?", "hello"] * 3
    alone = [citeline.ask(question, shop).answer for question in questions]
    together = [""] * len(questions)

    def ask(number: int) -> None:
        together[number] = citeline.ask(questions[number], shop).answer

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(questions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


@pytest.mark.parametrize(
    "question", ["", "\x00\x1b", "🎉🎉", "where is total_price? " * 5000, "\ud800total_price", "购物车"]
)
def test_odd_questions_end_in_an_answer_or_a_refusal(shop: IndexHandle, question: str) -> None:
    assert citeline.ask(question, shop).status in ("answered", "not_found")


def test_a_tiny_budget_ends_soon_and_says_so(shop: IndexHandle) -> None:
    answer = citeline.ask("where is the total price computed?", shop, budget_s=1e-6)
    assert answer.status in ("partial", "not_found")
    assert any(note["why"].startswith("out of time") for note in answer.degradations)


def test_a_folder_is_indexed_on_first_use(tmp_path: Path) -> None:
    tree = tmp_path / "notes"
    tree.mkdir()
    (tree / "a.md").write_text("# Tea\n\nGreen tea is brewed at 80 degrees.\n")
    answer = citeline.ask("how hot is green tea brewed?", tree, settings=Settings(home=tmp_path / "home"))
    assert cited_paths(answer) == {"a.md"}


def test_a_slip_of_the_finger_is_mended_and_told(shop: IndexHandle) -> None:
    answer = citeline.ask("when is the deadline for returns after delivry?", shop)
    assert "docs/returns.md" in cited_paths(answer)
    assert [(note["from"], note["to"]) for note in answer.to_json()["degradations"]] == [("delivry", "delivery")]
