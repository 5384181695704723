"""Facts that claims are rendered from: ticked only where the lines bear out all of what is stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.state import Claim, Fact
from citeline.tools.citations import check_claims
from citeline.tools.citations.stated import check_stated

from .passages import evidence, passage

LIMIT = "MAX_ITEMS = 40\nMAX_PRICE = 4000"
GUARD = '        if len(self.items) > MAX_ITEMS:\n            raise CartError("the cart holds too many items")'
ROW = "| Ana López | billing | 1,250 | <small>since</small> **May** |"


def fact(relation: str, subject: str, stated: str, condition: str = "") -> Fact:
    found: Fact = {"relation": relation, "subject": subject, "object": stated}
    return {**found, "condition": condition} if condition else found


@pytest.mark.parametrize(
    ("stated", "text", "scope"),
    [
        (fact("value", "MAX_ITEMS", "40"), LIMIT, ""),
        (fact("raises", "Cart.checkout", "CartError"), GUARD, "Cart.checkout"),
        (fact("row", "Ana López", "Team: billing · Sales: 1,250"), ROW, ""),
        (fact("changed_in", "faster checkout", "2.1.0"), "- faster checkout", "Changes › v2.1.0 (2024-05-01)"),
        (fact("released", "1.2.0", "2016-08-22"), "## 1.2.0 (2016-08-22)", ""),
        (fact("quoted", "", "Note: pay first."), "**Note**: pay\nfirst.", ""),
    ],
)
def test_what_the_lines_prove_is_ticked(stated: Fact, text: str, scope: str) -> None:
    path = "Makefile" if scope == "Makefile" else "shop/cart.py"
    assert check_stated(stated, passage(text, scope=scope, path=path)).verdict == "supported"


@pytest.mark.parametrize(
    ("stated", "text", "scope"),
    [
        (fact("raises_if", "Cart.checkout", "CartError", "len(self.items) > MAX_ITEMS"), GUARD, "Cart.checkout"),
        (fact("default", "MAX_ITEMS", "CartError"), GUARD, "Cart.checkout"),
        (fact("cell", "Ana López · Team", "billing"), ROW, ""),
        (fact("cell", "Ana López · Note", "since May"), ROW, ""),
        (fact("listed", "Team", "shop; billing"), ROW, ""),
        (fact("to_test", "shop", "make check"), "check:\n\tpytest", "Makefile"),
        (fact("dated", "letter.eml", "2016-08-22"), 'created: "2016-08-22T16:56:09+03:00"', ""),
        (fact("closest", "zzz.py", ""), "Falcon ships soon.", ""),
        (fact("shown", "nowhere", "Hello world"), "Falcon ships soon.\nHello world", ""),
        (fact("code", "nowhere", "Hello world"), "Falcon ships soon.\nHello world", ""),
        (fact("stated", "Falcon", "Hello world"), "Falcon ships soon.\nHello world", ""),
        (fact("quoted", "", "retry the request"), "Do not retry the request", ""),
    ],
)
def test_what_is_said_of_a_text_that_stands_there_is_not_ticked(stated: Fact, text: str, scope: str) -> None:
    """The words are there; that this is the column, the condition or the default, these lines alone do not show."""
    path = "Makefile" if scope == "Makefile" else "shop/cart.py"
    assert check_stated(stated, passage(text, scope=scope, path=path)).verdict == "place"


@pytest.mark.parametrize(
    ("stated", "text", "scope"),
    [
        (fact("value", "MAX_ITEMS", "4"), LIMIT, ""),
        (fact("value", "MAX_USERS", "40"), LIMIT, ""),
        (fact("value", "MAX_ITEMS", "400"), LIMIT, ""),
        (fact("raises", "Cart.checkout", "CartErr"), GUARD, "Cart.checkout"),
        (fact("raises", "Cart.total", "CartError"), GUARD, "Cart.checkout"),
        (fact("cell", "Ben Okafor · Team", "billing"), ROW, ""),
        (fact("cell", "Ana López · Sales", "125"), ROW, ""),
        (fact("cell", "Ana López · Sales", "cart"), ROW, ""),
        (fact("listed", "Team", "shop; support"), ROW, ""),
        (fact("code", "Cart.checkout", "the items holds cart"), GUARD, "Cart.checkout"),
        (fact("changed_in", "faster checkout", "2.2.0"), "- faster checkout", "Changes › v2.1.0 (2024-05-01)"),
        (fact("to_test", "shop", "make deploy"), "check:\n\tpytest", "Makefile"),
    ],
)
def test_what_does_not_stand_in_the_lines_is_not_shown(stated: Fact, text: str, scope: str) -> None:
    path = "Makefile" if scope == "Makefile" else "shop/cart.py"
    assert check_stated(stated, passage(text, scope=scope, path=path)).verdict == "not_shown"


def test_a_condition_that_stands_elsewhere_leaves_half_of_the_fact() -> None:
    stated = fact("raises_if", "Cart.checkout", "CartError", "self.closed")
    assert check_stated(stated, passage(GUARD, scope="Cart.checkout")).verdict == "partly"


@pytest.mark.parametrize("relation", ["sum", "average", "count", "difference", "highest", "latest", "no_row"])
def test_what_was_computed_of_a_whole_table_is_never_ticked(relation: str) -> None:
    """A wrong sum must not look as green as a cell that was read."""
    found = check_stated(fact(relation, "Sales", "1,250", "3"), passage(ROW, scope=""))
    assert (found.verdict, found.basis) == ("partly", "fact")


def test_rows_behind_the_first_are_not_held_against_its_quotation(tmp_path: Path) -> None:
    rows = ["| Ana | 10 |", "| Ben | 20 |"]
    path = tmp_path / "src/shop/sessions.py"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(rows))
    cited = [evidence(row, identity=number, start_line=number) for number, row in enumerate(rows, start=1)]
    claim: Claim = {"text": "Sum: 30", "evidence": [1, 2], "quote": rows[0], "fact": fact("sum", "Sales", "30", "2")}
    (checked,) = check_claims([claim], cited, tmp_path)
    assert [verdict["supports"] for verdict in checked["verdicts"].values()] == ["partly", "partly"]
    quoted: Claim = {"text": "x", "evidence": [1, 2], "quote": rows[0], "fact": fact("cell", "Ana · Sales", "10")}
    (checked,) = check_claims([quoted], cited, tmp_path)
    assert [verdict["supports"] for verdict in checked["verdicts"].values()] == ["place", "not_shown"]


@pytest.mark.parametrize(
    ("stated", "text", "path", "verdict"),
    [
        (fact("part", "src/app", "Keeps orders."), '"""Keeps orders."""', "src/app/db.py", "supported"),
        (fact("part", "api", "what clients call"), "- `api/`: what clients call", "AGENTS.md", "supported"),
        (fact("part", "src/app", "`Db`: Keeps orders."), '"""Keeps orders."""', "src/app/db.py", "place"),
        (fact("part", "totally/other", "Keeps orders."), '"""Keeps orders."""', "src/app/db.py", "not_shown"),
        (fact("part", "src/app", ""), '"""Keeps orders."""', "src/app/db.py", "not_shown"),
        (fact("read", "src/app", "`Foo`, `Bar`"), "class Bar: pass", "src/app/db.py", "partly"),
        (fact("depends", "src/cli", "src/app/db.py"), "from ..app import db", "src/cli/main.py", "place"),
        (fact("depends", "src/cli", "src/app/db.py"), "from happy import path", "src/cli/main.py", "not_shown"),
        (fact("depends", "tools", "src/app/db.py"), "from ..app import db", "src/cli/main.py", "not_shown"),
        (fact("entry", "shop", "shop = shop.cli:main"), 'shop = "shop.cli:main"', "pyproject.toml", "place"),
        (fact("entry", "shop", "main"), "x = 1", "domain/x.py", "not_shown"),
        (fact("features", "shop", "fast, small"), "It is fast and small.", "README.md", "place"),
        (fact("features", "shop", "fast, small, secure"), "It is fast and small.", "README.md", "partly"),
        (fact("section", "Limits", "at most 210 pages"), "at most 2**10 pages", "README.md", "not_shown"),
        (fact("section", "Limits", "at most 2**10 pages"), "at *most* 2**10 [pages][p]", "README.md", "supported"),
        (fact("section", "Run", "`pytest tests//x.py`"), "`pytest tests/**/x.py`", "README.md", "not_shown"),
    ],
)
def test_what_is_said_of_files_and_lists_is_said_of_these(stated: Fact, text: str, path: str, verdict: str) -> None:
    assert check_stated(stated, passage(text, path=path)).verdict == verdict
