from __future__ import annotations

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.explore import Desk
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read

TREE = {
    "shop/cart.py": '''from shop.prices import price_of


def total_price(cart: list[str]) -> float:
    """Sum of the prices of the items in the cart."""
    return sum(price_of(item) for item in cart)
''',
    "shop/prices.py": '''DISCOUNT = 0.1


def price_of(item: str) -> float:
    """Price of one item, a discount taken off."""
    return len(item) * (1 - DISCOUNT)
''',
    "shop/checkout.py": '''from shop.cart import total_price


def pay(cart: list[str], wallet: float) -> float:
    """Take the total price of the cart from the wallet; what is left."""
    return wallet - total_price(cart)
''',
    "docs/returns.md": "# Returns\n\n## Deadline\n\nGoods can be returned within 30 days of delivery.\n",
    "docs/long.md": "# Long\n\n" + "\n\n".join(f"## Part {n}\n\nPart {n} tells something." for n in range(60)) + "\n",
    "empty.md": "",
}


@pytest.fixture(scope="session")
def shop_handle(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("explored") / "shop"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


@pytest.fixture
def desk(shop_handle: IndexHandle) -> Desk:
    return Desk(shop_handle.reader, read("where is the total price of a cart computed?"))
