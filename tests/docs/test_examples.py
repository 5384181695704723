"""The programs in `docs/examples` run as they stand, and stay short."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.py"))
ARGUMENTS = {
    "ask.py": (["how is a card charged?"], "src/shop/payment.py:"),
    "search_together.py": (["how is a card charged?", "discount"], "<SearchResult 'discount'"),
    "agent_tools.py": ([], "citeline_search ['query', 'top_k', 'where']"),
    "host_graph.py": (["how is a card charged?"], "'plan': 'mine'"),
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_does_what_it_says(
    example: Path, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(example.read_text("utf-8").splitlines()) <= 40
    arguments, expected = ARGUMENTS[example.name]
    monkeypatch.setattr(sys, "argv", [str(example), str(shop), *arguments])
    runpy.run_path(str(example), run_name="__main__")
    assert expected in capsys.readouterr().out
