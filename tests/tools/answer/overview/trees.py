"""Small projects of several kinds, for the tests of the overview."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

SHOP: Mapping[str, str] = {
    "README.md": """# Shop

[![build](https://ci/badge.svg)](https://ci)

We are happy to announce version 2!

Shop is a small web shop that takes orders and charges cards.

## Features

- **Carts** - kept for a week
- **Payments** by card,
  and by invoice
- **Reports** for the owner

## Installation

Shop requires Python 3.11 or newer.

```console
$ pip install shop
```

## Development

Run `make test` before you open a pull request.

## Security

Report vulnerabilities to security@shop.example, never in public.
""",
    "CONTRIBUTING.md": """# Contributing

Thank you for helping.

## Pull requests

A pull request has no more than two commits.

## Feature requests

The list of features is closed; only the owner adds to it.
""",
    "pyproject.toml": """[project]
name = "shop"
description = "Takes orders."
requires-python = ">=3.11"
license = "MIT"
dependencies = ["httpx>=0.27"]

[project.scripts]
shop = "shop.cli:main"

[project.optional-dependencies]
pdf = ["reportlab"]
""",
    "Makefile": "test:\n\tpytest -q\n\nlint:\n\truff check .\n\nclean:\n\trm -rf build\n",
    "src/shop/__init__.py": '"""A shop."""\n\nfrom .orders import Order\n',
    "src/shop/cli.py": (
        '"""The command line of the shop."""\n\nfrom .orders import Order\nfrom .payments import charge\n\n\n'
        "def main() -> None:\n    charge(Order())\n"
    ),
    "src/shop/orders.py": '"""Orders and what they cost."""\n\n\nclass Order:\n    """An order."""\n\n    total = 0\n',
    "src/shop/payments.py": (
        '"""Charges cards for orders."""\n\nfrom .orders import Order\n\n\n'
        "def charge(order: Order) -> None:\n    print(order.total)\n"
    ),
    "tests/test_orders.py": "from shop.orders import Order\n\n\ndef test_total():\n    assert not Order().total\n",
    ".github/workflows/ci.yml": (
        "jobs:\n  test:\n    strategy:\n      matrix:\n        python: ['3.11', '3.12']\n"
        "    steps:\n      - run: pip install -e .\n      - run: pytest -q\n"
    ),
}
"""A Python package with everything that a project usually has."""

BOOK: Mapping[str, str] = {
    "README.md": "# Garden Book\n\nThis book tells how vegetables are grown.\n",
    "SUMMARY.md": "# Summary\n\n- [Soil](soil.md)\n- [Seeds](seeds.md)\n- [Water](water.md)\n",
    "seeds.md": "# Seeds\n\nSeeds are sown in April.\n",
    "soil.md": "# Soil\n\nGood soil is loose and dark.\n",
    "water.md": "# Water\n\nBeds are watered in the morning.\n",
}
"""Documents with a table of contents whose order is not that of the names."""


def lay_out(root: Path, files: Mapping[str, str]) -> Path:
    """The files below a folder, which is made."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return root
