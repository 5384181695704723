"""One small shop and its manual behind the page, with text that would run if it could."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from citeline.cli.page.app import make_app
from citeline.cli.page.shelf import Shelf
from citeline.settings import Settings
from citeline.tools.handle import index

SHOP = {
    "README.md": "# Shop\n\nShop is a small program that sells flowers. The limit of a cart is 40 items.\n",
    "shop/cart.py": textwrap.dedent(
        '''
        MAX_ITEMS = 40


        class Cart:
            """Holds what a customer wants to buy."""

            def checkout(self):
                """Pays for everything; raises CartError for more than `MAX_ITEMS`."""
                if len(self.items) > MAX_ITEMS:
                    raise CartError("<script>alert(1)</script> too many items")
                return charge(self.total())


        def pay(cart: Cart):
            return cart.checkout()


        def charge(total):
            """Takes the money."""
            password = "hunter2-Kx91mQpZ"
            return total
        '''
    ).lstrip(),
    "stock.csv": "flower,stock\nroses,40\ntulips,70\n",
    "docs/<img src=x onerror=alert(2)>.md": "# Vouchers\n\n<svg onload=alert(3)> A voucher takes 500 cents off"
    " for [every cart](javascript:alert(4)) \u202eonce\u202c.\n",
}

HERE = "http://127.0.0.1:1234"


def visitor(app: Starlette) -> TestClient:
    """A browser on this machine, which says of its forms that they are of the page itself."""
    return TestClient(app, base_url=HERE, headers={"origin": HERE})


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("page") / "shop"
    for path, text in SHOP.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    index(root, settings=Settings(home=root.parent / "home", workers=1)).close()
    return root


@pytest.fixture
def settings(shop: Path) -> Settings:
    return Settings(home=shop.parent / "home", workers=1)


@pytest.fixture
def app(shop: Path, settings: Settings) -> Starlette:
    return make_app(Shelf([shop], settings, read_only=True))


@pytest.fixture
def page(app: Starlette) -> Iterator[TestClient]:
    with visitor(app) as client:
        yield client
