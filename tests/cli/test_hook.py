"""An agent whose answer cites wrong lines is told so, once, and never kept from ending."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.cli.main import run


@pytest.fixture
def indexed(shop: Path, home: Path) -> Path:
    citeline.index(shop).close()
    return shop


def _ran(given: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run(["hook"]) == 0
    return capsys.readouterr().out


def test_a_wrong_citation_sends_the_agent_back(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    message = "The cart is small (`src/shop/cart.py:1-4000`)."
    told = json.loads(_ran({"cwd": str(indexed), "last_assistant_message": message}, monkeypatch, capsys))
    assert told["decision"] == "block" and "src/shop/cart.py:1-4000" in told["reason"]


@pytest.mark.parametrize(
    "given",
    [
        {"last_assistant_message": "Done."},
        {"last_assistant_message": "See `src/shop/cart.py:1-3`."},
        {"last_assistant_message": "See `src/shop/cart.py:1-4000`.", "stop_hook_active": True},
        {"last_assistant_message": "See `src/shop/cart.py:1-4000`.", "cwd": "/no/such/folder"},
        {"last_assistant_message": None},
        [],
        b"no JSON",
        b"",
    ],
)
def test_otherwise_it_may_end(
    given: Any, indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if isinstance(given, dict):
        given = {"cwd": str(indexed), **given}
    assert _ran(given, monkeypatch, capsys) == ""
