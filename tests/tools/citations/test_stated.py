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
BRANCHES = "        if self.items:\n            self.close()\n        else:\n            charge(self.total)"
ROW = "| Ana López | billing | 1,250 | <small>since</small> **May** |"


def fact(relation: str, subject: str, stated: str, condition: str = "") -> Fact:
    found: Fact = {"relation": relation, "subject": subject, "object": stated}
    return {**found, "condition": condition} if condition else found


@pytest.mark.parametrize(
    ("stated", "text", "scope"),
    [
        (fact("value", "MAX_ITEMS", "40"), LIMIT, ""),
        (fact("raises", "Cart.checkout", "CartError"), GUARD, "Cart.checkout"),
        (fact("raises", "Cart.checkout", "CartError", "len(self.items) > MAX_ITEMS"), GUARD, "Cart.checkout"),
        (fact("calls", "Cart.pay", "charge", "if self.items … else"), BRANCHES, "Cart.pay"),
        (fact("default", "Cart.pay(retries)", "3"), "    retries: int = 3,", "Cart.pay"),
        (fact("value", "retries", "3"), "        send(url, retries=3)", "Cart.pay"),
        (fact("code", "Cart.pay", "self.close()", "self.items"), BRANCHES, "Cart.pay"),
        (
            fact("quoted", "", "Keys are dropped.", "If it is temporary"),
            "If it is temporary:\n\n- Keys are dropped.",
            "",
        ),
        (fact("row", "Ana López", "Team: billing · Sales: 1,250"), ROW, ""),
        (fact("table_row", "", "Key: shut · What: If set to false, open."), "| shut | If set to _false_, open. |", ""),
        (fact("changed_in", "faster checkout", "2.1.0"), "- faster checkout", "Changes › v2.1.0 (2024-05-01)"),
        (fact("released", "1.2.0", "2016-08-22"), "## 1.2.0 (2016-08-22)", ""),
        (fact("released", "1.2.0", "2016-08-22"), "## v1.2.0 - 2016-08-22", ""),
        (fact("released", "1.2.0", "2016-08-22"), "## Version 1.2.0\n\n_2016-08-22_", ""),
        (fact("shown", "Cart.pay", "give up after a while"), "# give up after\n# a while\nstop()", "Cart.pay"),
    ],
)
def test_what_the_lines_prove_is_ticked(stated: Fact, text: str, scope: str) -> None:
    path = "Makefile" if scope == "Makefile" else "shop/cart.py"
    assert check_stated(stated, passage(text, scope=scope, path=path)).verdict == "supported"


@pytest.mark.parametrize(
    ("stated", "text", "scope"),
    [
        (fact("raises", "Cart.checkout", "CartError", "MAX_ITEMS"), GUARD, "Cart.checkout"),
        (fact("logs", "Cart.checkout", "too many items", "len(self.items) > MAX_ITEMS"), GUARD, "Cart.checkout"),
        (fact("value", "retries", "3"), "# retries = 3", "Cart.pay"),
        (fact("value", "retries", "3"), "send('retries = 3', retries == 3)", "Cart.pay"),
        (fact("value", "retries", "3"), "retries = 3 + more", "Cart.pay"),
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
        (fact("shown", "Cart.pay", "retry the request"), "# Do not\n# retry the request\nstop()", "Cart.pay"),
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
        (fact("default", "Cart.pay(retries)", "4"), "    retries: int = 3,", "Cart.pay"),
        (fact("default", "Cart.refund(retries)", "3"), "    retries: int = 3,", "Cart.pay"),
        (fact("cell", "Ben Okafor · Team", "billing"), ROW, ""),
        (fact("cell", "Ana López · Sales", "125"), ROW, ""),
        (fact("cell", "Ana López · Sales", "cart"), ROW, ""),
        (fact("listed", "Team", "shop; support"), ROW, ""),
        (fact("code", "Cart.checkout", "the items holds cart"), GUARD, "Cart.checkout"),
        (fact("released", "1.2", "2016-08-22"), "## 1.2.1 (2016-08-22)", ""),
        (fact("released", "1.2.0", "2016-08-21"), "## v1.2.0 - 2016-08-22", ""),
        (fact("changed_in", "slower checkout", "2.2.0"), "- faster checkout", ""),
        (fact("changed_in", "faster checkout", "2.2.0"), "- faster checkout", "Changes › v2.1.0 (2024-05-01)"),
        (fact("to_test", "shop", "make deploy"), "check:\n\tpytest", "Makefile"),
    ],
)
def test_what_does_not_stand_in_the_lines_is_not_shown(stated: Fact, text: str, scope: str) -> None:
    path = "Makefile" if scope == "Makefile" else "shop/cart.py"
    assert check_stated(stated, passage(text, scope=scope, path=path)).verdict == "not_shown"


def test_a_condition_that_stands_elsewhere_leaves_half_of_the_fact() -> None:
    stated = fact("raises", "Cart.checkout", "CartError", "self.closed")
    assert check_stated(stated, passage(GUARD, scope="Cart.checkout")).verdict == "partly"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("### Bug fixes\n\nretry the request", "supported"),
        ("Bug fixes\n---------\nretry the request", "supported"),
        ("* stop at once\n* retry the request\n* tell it", "supported"),
        ("Do not\nretry the request", "place"),
        ("* do not\n  retry the request", "place"),
        ("retry the request\nin no case", "place"),
        ("retry the request\n20. times at most", "place"),
        ("retry the request\n1. never\n2. on Fridays", "place"),
        ("1. retry the request\n   20. times at most", "place"),
        ("1. retry the request\n2. tell it", "supported"),
        ("What to do:\n1. retry the request\n2. tell it", "supported"),
    ],
)
def test_a_sentence_ends_with_its_paragraph_or_item(text: str, verdict: str) -> None:
    """A quotation that is cut may say the opposite; one that begins below a heading says all of it."""
    stated = fact("quoted", "", "retry the request")
    assert check_stated(stated, passage(text, path="docs/guide.md")).verdict == verdict


@pytest.mark.parametrize(
    ("text", "stated", "verdict"),
    [
        ("Idle\n    Boats that wait. They rest.\n", "Idle: Boats that wait.", "supported"),
        ("Idle\n    Boats that wait\n    for rope.\n", "Idle: Boats that wait", "place"),
        ("Never idle\n    Boats that wait.\n", "idle: Boats that wait.", "place"),
        ("Idle\nBoats that wait.\n", "Idle: Boats that wait.", "not_shown"),
        ("Idle is what\n\n    Boats that wait.\n", "Idle is what: Boats that wait.", "not_shown"),
    ],
)
def test_a_term_is_quoted_with_a_colon_before_what_it_means(text: str, stated: str, verdict: str) -> None:
    """ "Idle Boats that wait." was how a list of definitions read."""
    assert check_stated(fact("quoted", "", stated), passage(text, path="a.rst")).verdict == verdict


def test_a_word_in_italics_at_the_start_of_a_line_is_no_mark_of_a_comment() -> None:
    """What attrs is was not told: `*attrs* is the package …` lost the first of its stars."""
    text = "*till* is the program that counts coins (see [the manual](https://till.example/manual)).\nIt is small."
    stated = fact("purpose", "till", "till is the program that counts coins (see the manual).")
    assert check_stated(stated, passage(text, path="README.md")).verdict == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "## 1.2.0-rc1 (2016-08-22)",
        "## 1.2.0+5 (2016-08-22)",
        "## 1.2.0.post1 (2016-08-22)",
        "## 1.2.0 beta 2 (2016-08-22)",
        "## 1.2.0\n\n2016-08-22 was when 1.1 was withdrawn",
    ],
)
def test_the_date_of_another_version_is_not_ticked(text: str) -> None:
    """Who asks when 1.2.0 came out is not told the day of its candidate, or of what else happened."""
    assert check_stated(fact("released", "1.2.0", "2016-08-22"), passage(text, scope="")).verdict != "supported"


def test_markup_is_no_part_of_a_quotation() -> None:
    text = passage("**Note**: pay\nfirst.", path="docs/guide.md")
    assert check_stated(fact("quoted", "", "Note: pay first."), text).verdict == "supported"


def test_an_entry_below_a_release_in_another_place_leaves_half_of_the_fact() -> None:
    """A change log of plain text has no headings: the line with the version is cited beside the entry."""
    stated = fact("changed_in_dated", "faster checkout", "2.1.0", "2024-05-01")
    assert check_stated(stated, passage("* faster checkout (Ana)", scope="", path="ChangeLog")).verdict == "partly"


def test_a_condition_of_the_other_branch_is_contradicted() -> None:
    """`Cart.pay` calls `charge` when there are no items: an answer that tells it the other way round is wrong."""
    stated = fact("calls", "Cart.pay", "charge", "self.items")
    assert check_stated(stated, passage(BRANCHES, scope="Cart.pay")).verdict == "contradicted"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("limits.rs", "        max_length: 512,"),
        ("limits.go", "\t\tmax_length: 512,"),
        ("limits.kt", "    val max_length: Int = 512,"),
        ("limits.php", "    'max_length' => 512,"),
        ("limits.zig", "    .max_length = 512,"),
        ("limits.ts", "  max_length: 512, // tokens"),
        ("limits.cs", "    max_length = 512,\n    Depth = 4,\n};"),
        ("limits.cs", "        max_length: 512,"),
        ("limits.swift", "        max_length: 512,"),
        ("limits.rb", "  max_length: 512,"),
        ("limits.lua", "  max_length = 512,"),
        ("limits.py", "    max_length=512,  # tokens"),
    ],
)
def test_an_entry_of_a_literal_proves_its_value_in_any_language(path: str, line: str) -> None:
    """One line of a longer literal is no code by itself, and sets the value all the same."""
    assert (
        check_stated(fact("value", "max_length", "512"), passage(line, scope="Limits", path=path)).verdict
        == "supported"
    )
    assert (
        check_stated(fact("value", "max_length", "51"), passage(line, scope="Limits", path=path)).verdict == "not_shown"
    )


@pytest.mark.parametrize(
    ("path", "line"), [("a.js", "x => 5"), ("a.js", "ask ? x : 5"), ("a.py", "items[x:5]"), ("a.go", "case x: 5")]
)
def test_what_only_looks_like_a_value_is_not_ticked(path: str, line: str) -> None:
    assert check_stated(fact("value", "x", "5"), passage(line, scope="f", path=path)).verdict == "place"


@pytest.mark.parametrize(
    ("subject", "path", "text"),
    [
        ("Client.timeout", "a.py", "return Server(timeout=3)"),
        ("Client.timeout", "a.go", "\treturn &Server{timeout: 3,"),
        ("Client.timeout", "a.py", "x = Client()\nreturn Server(\n    timeout=3,"),
        ("a.n", "a.py", "other.n = 3"),
        ("a.n", "a.py", "f(a, other.n = 3,"),
        ("n", "a.py", "other(x).n = 3, f("),
        ("make.n", "a.py", "    transport = Transport(n=3)"),
        ("make.n", "a.js", "const client = new Client({ server: { n: 3 }, name });"),
        ("make.n", "a.rs", "let c = Client { server: Server { n: 3 }, name };"),
    ],
)
def test_a_value_of_another_things_field_is_not_ticked(subject: str, path: str, text: str) -> None:
    """A reader who asks for the limit of the client is not shown a tick beside that of the server."""
    found = check_stated(fact("value", subject, "3"), passage(text, scope="make", path=path))
    assert found.verdict != "supported"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.js", "  n: 3\n  * 60,"),
        ("a.py", 'f(\n  n=3\n  "b")'),
        ("a.py", "  n=3 // 2,"),
        ("a.py", "n = 3, 4"),
        ("a.sql", "UPDATE t SET a = 1 WHERE n = 3;"),
        ("a.sh", "test n = 3"),
        ("a.go", "case x, n: 3"),
        ("a.py", "a[0,n:3]"),
        ("a.py", "case Point(x=1, n=3):"),
        ("a.py", "(lambda x, n: 3)"),
        ("a.ts", "type A = { n: 3 } | { n: 2 }"),
        ("a.ts", "  x?: { n: 3 } | { n: 2 };"),
        ("a.rs", "  Point { x, n: 3 } => 1,"),
        ("a.c", "  unsigned a : 1, n : 3;"),
        ("a.c", "unsigned\n  n : 3;"),
        ("a.js", "x = asked ?\n  n : 3;"),
        ("a.js", "x = asked\n  ? name\n  : c ?\n  n : 3"),
        ("a.py", 'Use it like so:\n    n = 3\n"""'),
        ("a.js", "so:\n  n = 3\n */\nf("),
    ],
)
def test_what_goes_on_or_sets_nothing_is_not_ticked(path: str, text: str) -> None:
    found = check_stated(fact("value", "n", "3"), passage(text, scope="f", path=path))
    assert found.verdict == "place"


def test_a_branch_that_the_lines_leave_open_proves_its_condition() -> None:
    """A call is cited from its condition on; the bracket that closes the branch stands lines below."""
    lines = "    if let Some(params) = &self.padding {\n        pad_encodings(&mut encodings, params)?;"
    stated = fact("calls", "Tokenizer.encode", "pad_encodings", "let Some(params) = &self.padding")
    assert check_stated(stated, passage(lines, scope="Tokenizer.encode", path="src/a.rs")).verdict == "supported"


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


def test_a_branch_is_not_told_to_run_under_another_condition() -> None:
    for stated in (
        fact("code", "Cart.pay", "charge(self.total)", "self.items"),
        fact("code", "Cart.pay", "done()", "self.items"),
    ):
        lines = BRANCHES + "\n        done()"
        assert check_stated(stated, passage(lines, scope="Cart.pay")).verdict == "place"


RULES = (
    "# Rules\n\nA boat is moored twice. Dogs bark.\n\nThese may close it:\n\n- the **master**\n- any pilot\n\n"
    "The quay is closed at night."
)


@pytest.mark.parametrize(
    ("stated", "verdict"),
    [
        (fact("quoted", "", "A boat is moored twice. … The quay is closed at night."), "supported"),
        (fact("quoted", "", "the **master** · any pilot", "These may close it"), "supported"),
        (fact("quoted", "", "the master · any pilot", "These may close it"), "supported"),
        # Out of its order, of another list, cut in its middle, and what stands nowhere.
        (fact("quoted", "", "The quay is closed at night. … A boat is moored twice."), "not_shown"),
        (fact("quoted", "", "the master · The quay is closed at night.", "These may close it"), "place"),
        (fact("quoted", "", "A boat is moored … The quay is closed at night."), "place"),
        (fact("quoted", "", "A boat is moored twice. … The quay is open at night."), "not_shown"),
    ],
)
def test_of_several_quotations_in_one_sentence_each_is_judged(stated: Fact, verdict: str) -> None:
    """A sentence of two quotations would be proved by one of them, or by what it leaves out."""
    assert check_stated(stated, passage(RULES, path="rules.md")).verdict == verdict


@pytest.mark.parametrize(
    ("stated", "verdict"),
    [
        ("It rings twice. … `bell.ring(2)`", "supported"),
        ("It rings twice. … `bell.ring(3)`", "not_shown"),
        ("It rings once. … `bell.ring(2)`", "not_shown"),
    ],
)
def test_code_beside_its_comment_is_judged_as_code(stated: str, verdict: str) -> None:
    lines = "    # It rings twice.\n    bell.ring(2)"
    assert check_stated(fact("shown", "moor", stated), passage(lines, scope="moor")).verdict == verdict


def test_a_line_of_a_block_of_code_is_led_in_by_the_sentence_above_it() -> None:
    lines = "Take a berth:\n\n```sh\n$ quay take\n```\n\n$ quay leave"
    for stated, verdict in (("`$ quay take`", "supported"), ("`$ quay leave`", "place")):
        told = fact("quoted", "", stated, "Take a berth")
        assert check_stated(told, passage(lines, path="quay.md")).verdict == verdict
