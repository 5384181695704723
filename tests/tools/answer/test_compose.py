"""What a person is answered without a model: by the tree, by tables, by messages, else by the lines that fit best."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import citeline
from citeline.model import DocumentId
from citeline.protocols import FloatMatrix
from citeline.settings import Settings
from citeline.tools.answer.compose import Composed, compose
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking import ranker
from citeline.tools.answer.ranking.candidates import Candidate
from citeline.tools.answer.ranking.ranker import BEHIND, MOST
from citeline.tools.answer.writing.rendering import cited_only
from citeline.tools.citations import check_claims
from citeline.tools.evidence.evidence import evidence_from_hits, passage_refs
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from .overview.trees import lay_out

FILES = {
    "shop/cart.py": '''import math

MAX_ITEMS = 40


class Cart:
    """Holds what a customer wants to buy. Prices are in cents."""

    def checkout(self, voucher=None):
        """Pay for everything in the cart and
        empty it.
        """
        if len(self.items) > MAX_ITEMS:
            raise CartError("the cart holds too many items")
        total = self.total()
        # The voucher comes last because taxes are due on the full price.
        if voucher:
            total -= apply_voucher(voucher, total)
        return charge(total)

    def total(self):
        return sum(item.price for item in self.items)


def pay(cart: Cart):
    return cart.checkout()
''',
    "docs/guide.md": """# Guide

## Vouchers

A voucher takes a fixed number of cents off the total. Vouchers of the old shop are good for
two more years.

| Voucher | Cents off |
|---|---|
| spring | 500 |
| autumn | 250 |
""",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    folder = tmp_path_factory.mktemp("shop")
    for path, text in FILES.items():
        (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / path).write_text(text)
    return citeline.index(folder / "tree", settings=Settings(home=folder / "home", workers=1))


def composed(shop: IndexHandle, question: str) -> Composed:
    hits = search(shop.reader, read(question), top_k=20, single=True).hits
    return compose(shop.reader, read(question), evidence_from_hits(hits[:6]), passage_refs(hits))


def cited(answer: Composed, claim: int = 0) -> list[tuple[str, int, int]]:
    places = {one["id"]: (one["path"], one["start_line"], one["end_line"]) for one in answer.evidence}
    return [places[identity] for identity in answer.claims[claim]["evidence"]]


@pytest.mark.parametrize(
    ("question", "basis", "said", "line"),
    [
        ("why does the voucher come last at checkout?", "", "because taxes are due on the full price", 16),
        ("what raises 'the cart holds too many items'?", "raised", "CartError", 14),
        ("what does `Cart.checkout` raise?", "", "CartError", 14),
        ("who calls Cart.checkout?", "graph", "`pay` calls `Cart.checkout`", 26),
        ("how many cents does the `autumn` voucher take off?", "cell", "250", 11),
    ],
)
def test_each_kind_of_question_is_answered_from_its_own_source(
    shop: IndexHandle, question: str, basis: str, said: str, line: int
) -> None:
    answer = composed(shop, question)
    assert answer.basis == basis
    assert said in answer.claims[0]["text"]
    assert any(first <= line <= last for _, first, last in cited(answer))


def test_the_place_that_raises_a_message_is_shown_with_its_function(shop: IndexHandle) -> None:
    """What to do about it is said around it; else its two lines stand alone above places that say less."""
    answer = composed(shop, "what raises 'the cart holds too many items'?")
    ((path, first, last), *_) = cited(answer)
    assert (path, first <= 14, last >= 19) == ("shop/cart.py", True, True)


def test_a_sentence_is_never_cut_in_half(shop: IndexHandle) -> None:
    answer = composed(shop, "how long are vouchers of the old shop good?")
    assert answer.claims[0]["text"] == "Vouchers of the old shop are good for two more years."
    ((path, first, last),) = cited(answer)
    assert path == "docs/guide.md" and first <= 5 and last >= 6


def test_a_table_does_not_answer_how_something_is_done(shop: IndexHandle) -> None:
    assert composed(shop, "how are cents taken off by the autumn voucher?").basis != "cell"


def test_a_definition_is_told_by_what_it_says_of_itself_in_one_card(shop: IndexHandle) -> None:
    """ "`Cart.checkout` is a method in `shop/cart.py`" said nothing, with what it does in a card below it."""
    answer = composed(shop, "what is Cart.checkout?")
    said = [claim["text"] for claim in answer.claims]
    assert said[0] == "`Cart.checkout`: Pay for everything in the cart and empty it."
    ((path, start, end),) = cited(answer)
    assert (path, start, end >= 12) == ("shop/cart.py", 9, True), "its signature and its documentation"
    assert not any("is a method" in text for text in said[1:])


def test_where_a_definition_is_told_by_its_place_in_one_card(shop: IndexHandle) -> None:
    answer = composed(shop, "where is Cart.checkout defined?")
    assert answer.claims[0]["text"] == "`Cart.checkout` is a method in `shop/cart.py`:"
    ((_, start, end),) = cited(answer)
    assert start <= 9 and end >= 12, "what it says of itself stands with it"
    assert not any("Pay for everything" in claim["text"] for claim in answer.claims[1:])


def test_the_answer_is_in_the_language_of_the_question_and_quotes_stay(shop: IndexHandle) -> None:
    said = composed(shop, "Cart.checkout 定义在哪里？").claims[0]["text"]
    assert said == "`Cart.checkout` 是定义在 `shop/cart.py` 中的方法："
    assert (
        composed(shop, "Cart.checkout 是什么？")
        .claims[0]["text"]
        .endswith("：Pay for everything in the cart and empty it.")
    )


def test_nothing_is_claimed_of_what_holds_no_word_of_the_question(shop: IndexHandle) -> None:
    assert composed(shop, "kubernetes ingress").claims == []


def test_imports_are_no_answer(shop: IndexHandle) -> None:
    assert not any("import math" in claim.get("quote", "") for claim in composed(shop, "math").claims)


def test_every_claim_keeps_the_features_that_placed_it(shop: IndexHandle) -> None:
    claim = composed(shop, "why does the voucher come last at checkout?").claims[0]
    assert claim["features"]["reason"] > 0
    assert claim["fact"]["relation"] == "shown"


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(["how", "voucher", "checkout", "cart", "total", "cents", "购物车", "when"])).map(
            " ".join
        ),
    )
)
@example("Voucher 0:Cent")
@example('TOTAL"Cent"0 Voucher')
def test_no_claim_is_made_that_its_lines_do_not_show(shop: IndexHandle, question: str) -> None:
    answer = composed(shop, question)
    assert len(answer.claims) <= MOST or answer.basis
    claims, evidence = cited_only(answer.claims, answer.evidence)
    assert [one["id"] for one in evidence] == list(range(1, len(evidence) + 1))
    for number, claim in enumerate(check_claims(claims, evidence, shop.reader.tree)):
        # That a table lacks something, or a total, is computed of all of it; what stands near is told behind that.
        is_computed = number == 0 and (answer.not_stated or claim["fact"]["relation"] == "sum")
        for verdict in claim["verdicts"].values():
            assert (verdict["resolves"], verdict["unchanged"]) == (True, "unchanged")
            assert verdict["supports"] in (["partly"] if is_computed else ["supported", "place"])


def test_passages_of_a_search_are_scored_against_the_best(shop: IndexHandle) -> None:
    found = passages_of(shop.reader, search(shop.reader, read("voucher cents"), top_k=20, single=True).hits)
    assert max(one.score for one in found) == 1.0 and all(0 <= one.score <= 1 for one in found)


def test_a_page_is_answered_in_its_words_and_not_in_its_tags(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "harbour.html").write_text(
        "<html><body><h1>Harbour</h1>\n"
        '<p class="fee" data-mooring-fee="old">Mooring costs <b>75</b> crowns\na night.</p>\n'
        "<p>Dogs are <i>welcome</i>.</p></body></html>\n"
    )
    index = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1))
    found = citeline.ask("how much does mooring cost?", index, no_model=True)
    assert found.claims[0]["text"] == "Mooring costs 75 crowns a night."
    assert not any("data-mooring" in claim["text"] for claim in [*found.claims, *found.more])


def asked(tmp_path: Path, path: str, text: str, question: str) -> str:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / path).write_text(text)
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        return citeline.ask(question, handle, no_model=True).claims[0]["text"]


def test_the_address_of_a_link_does_not_make_a_sentence_too_long_to_be_told(tmp_path: Path) -> None:
    link = f"[home internet costs](https://example.com/{'how-to-spend-' * 30})"
    text = f"# Travel\n\n#### Mobile and home internet\n\nWe reimburse $50 per month of {link}.\n"
    said = asked(tmp_path, "refunds.md", text, "how much is reimbursed for home internet per month?")
    assert said.endswith("We reimburse $50 per month of home internet costs.")


def test_a_constant_is_told_by_its_value(tmp_path: Path) -> None:
    text = "# How often a job is tried.\nMAX_RETRIES = 777\n\n\ndef run():\n    return MAX_RETRIES\n"
    assert asked(tmp_path, "jobs.py", text, "what is MAX_RETRIES?").startswith("`MAX_RETRIES` is `777`")


def test_imports_above_a_function_are_not_said_to_be_its_own(tmp_path: Path) -> None:
    imports = 'import (\n\t"flag"\n\t"os"\n\n\t"example.com/go-options"\n\t"example.com/nsqadmin"\n)'
    text = f"package main\n\n{imports}\n\nfunc adminFlagSet(opts *nsqadmin.Options) *int {{\n\treturn nil\n}}\n"
    assert asked(tmp_path, "main.go", text, "which flags does nsqadmin have?").startswith(
        ("`main.go`", "`adminFlagSet`: `func")
    )


def test_no_claim_repeats_another_one_or_its_lines(shop: IndexHandle) -> None:
    answer = composed(shop, "how many items may the cart hold at checkout?")
    lines = [place for claim in range(len(answer.claims)) for place in cited(answer, claim)]
    behind = {one["id"]: (one["path"], one["start_line"], one["end_line"]) for one in answer.evidence}
    assert not {behind[identity] for claim in answer.more for identity in claim["evidence"]} & set(lines)


def test_a_line_that_says_nothing_by_itself_has_its_heading_before_it(tmp_path: Path) -> None:
    page = "# Settings\n\n## timeout\n\n**Default:** `30`\n\n## workers\n\n**Default:** `1`\n"
    assert asked(tmp_path, "settings.md", page, "what is the default timeout?") == "timeout: Default: `30`"


BRANCHED = """package till

// Till takes money.
type Till struct{ open bool }

// Drop drops a drawer.
func (t *Till) Drop(deleted bool) error {
	if deleted {
		t.clear()
		return t.backend.Delete()
	}

	// write the leftover coins to the vault
	t.flush()
	if t.open {
		// ring the bell of the drawer
		t.bell()
	}
	// print the receipt slip
	if t.paper > 0 {
		t.print()
	}
	if deleted {
		return nil
	}
	if t.empty() {
		t.flush()
		t.ask("coins of the empty drawer are missing")
	}
	return nil
}
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("does it ring the bell of the drawer?", "In `Till.Drop`, when `t.open`: ring the bell of the drawer"),
        (
            "why does a deleted drawer say that coins of the empty drawer are missing?",
            'In `Till.Drop`, when `t.empty()`: `t.ask("coins of the empty drawer are missing")`',
        ),
    ],
    ids=[
        "inside of a branch",
        "inside of one behind a branch that was left",
    ],
)
def test_what_one_branch_does_is_told_with_its_condition(tmp_path: Path, question: str, said: str) -> None:
    assert asked(tmp_path, "till.go", BRANCHED, question) == said


def test_an_item_is_told_with_the_condition_that_leads_it_in(tmp_path: Path) -> None:
    text = "# Drawers\n\nIf the drawer is temporary:\n\n- Its coins are dropped at midnight.\n- Its keys stay valid.\n"
    said = asked(tmp_path, "drawers.md", text, "are the coins of a drawer dropped at midnight?")
    assert said == "If the drawer is temporary: Its coins are dropped at midnight."


@pytest.mark.parametrize(
    "led",
    ["* the name\n* the total\n  in cents", "```sh\nshop refund --all\n```", "    shop refund --all"],
    ids=["list", "fence", "indented"],
)
def test_what_a_sentence_leads_in_is_cited_with_it(tmp_path: Path, led: str) -> None:
    above = "# Refunds\n\nA refund needs two things from the customer:\n\n"
    page = f"{above}{led}\n\n# Deliveries\n\nThey take a day or two.\n"
    (tmp_path / "refunds.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        _, _, end = cited(composed(handle, "what does a refund need from the customer?"))[0]
    assert end == 4 + len(led.split("\n"))


def test_a_list_that_goes_on_in_the_next_chunk_is_told_to_its_end(tmp_path: Path) -> None:
    names = (
        "currency",
        "rounding",
        "locale",
        "timeout",
        "retries",
        "printer",
        "drawer",
        "scanner",
        "display",
        "backup",
    )
    items = "\n".join(
        f"* `{name}`: {'what a shop keeper may want to set once and keep for good ' * 4}" for name in names
    )
    page = f"# Till\n\n## till.open(options)\n\nOpens the till with `options`:\n\n{items}\n\nIt is closed at night.\n"
    (tmp_path / "till.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = composed(handle, "list all options of till.open")
        lines = {line for piece in answer.evidence for line in range(piece["start_line"], piece["end_line"] + 1)}
        chunks = handle.reader.structure.rows("SELECT count(*) FROM chunks", ())[0][0]
    assert chunks > 2  # else nothing goes on
    assert {*range(7, 7 + len(names))} <= lines


def test_the_next_paragraph_is_shown_where_a_chunk_ends_between_them(tmp_path: Path) -> None:
    """How long a chunk may be is no reason to end an answer."""
    filler = "The shop keeps its ledger in a drawer under the counter and locks it at noon.\n" * 10
    asked = "A voucher is refunded by the clerk at the door.\n"
    below = "The clerk wants the voucher itself.\n" + "No copy of it will do, whoever made it for whom.\n" * 8
    (tmp_path / "till.md").write_text(f"# Till\n\n{filler}\n{asked}\n{below}", encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = composed(handle, "by whom is a voucher refunded at the door?")
        assert handle.reader.structure.rows("SELECT count(*) FROM chunks", ())[0][0] == 2
    assert cited(answer)[0][2] == 14
    assert cited(answer, 1) == [("till.md", 16, 24)]


def test_a_condition_with_several_steps_is_told_with_what_follows(tmp_path: Path) -> None:
    text = (
        "package till\n\nfunc Close(till *Till) {\n\tfor _, drawer := range till.drawers {\n"
        '\t\tif drawer.jammed {\n\t\t\tlog.Printf("call the mechanic for %s", drawer)\n\t\t\ttill.park(drawer)\n'
        "\t\t\tdrawer.seal()\n\t\t}\n\t}\n}\n"
    )
    said = asked(tmp_path, "till.go", text, "jammed drawer")
    assert said == "In `Close`, when `drawer.jammed`: `till.park(drawer)`"


def test_no_value_is_the_reason_that_is_asked_for(tmp_path: Path) -> None:
    text = (
        "CLOSING_HOUR = 22\n\n\ndef open_till(till):\n"
        "    # Tills are closed once before entering the night because nobody watches them then.\n"
        "    till.lock(CLOSING_HOUR)\n"
    )
    question = (
        "open_till: what's the reason that tills are closed once before entering the night in the default mode only?"
    )
    said = asked(tmp_path, "till.py", text, question)
    assert "because nobody watches them" in said


def test_a_number_that_is_hardly_meant_does_not_come_first(tmp_path: Path) -> None:
    """It is true, and is taken for the answer."""
    files = {
        "pool.md": "# Thread pool\n\nSync endpoints run in a pool of threads. It has room for a few of them at once,"
        " and endpoints share it with others.\n",
        "status.py": '"""Status of endpoints."""\n\nNORMAL_CLOSURE = 1000\n',
        "endpoints.py": 'import status\n\n\nclass Endpoint:\n    """A sync endpoint."""\n\n'
        "    close_code = status.NORMAL_CLOSURE\n",
    }
    for path, text in files.items():
        (tmp_path / path).write_text(text)
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        first, *_ = citeline.ask("how many threads are available for sync endpoints?", handle, no_model=True).claims
    assert first["text"].startswith("Sync endpoints run in a pool of threads.")


def test_a_value_that_holds_in_one_case_does_not_come_first(tmp_path: Path) -> None:
    """What is set where a caller gives nonsense is no default."""
    text = (
        "package storage\n\n// CountFeedsWithErrors counts feeds that failed when they were polled.\n"
        "func (s *Storage) CountFeedsWithErrors(userID int64) int {\n\tpollingErrorLimit := s.limit\n"
        "\tif pollingErrorLimit <= 0 {\n\t\tpollingErrorLimit = 1\n\t}\n"
        "\treturn s.count(userID, pollingErrorLimit)\n}\n"
    )
    said = asked(tmp_path, "feed.go", text, "how often are feeds polled by default?")
    assert "`1`" not in said


def test_a_number_that_no_table_has_is_told_by_the_constant_of_that_name(tmp_path: Path) -> None:
    text = (
        "MAX_DRAWERS = 12\n\n\nclass Till:\n    def keep(self, drawer):\n"
        '        """Keep one of the drawers of the till after a restart."""\n        self.drawers.append(drawer)\n\n'
        "    def save(self):\n        dump(self.drawers[:MAX_DRAWERS])\n"
    )
    said = asked(tmp_path, "till.py", text, "how many drawers of the till survive a restart")
    assert said == "`MAX_DRAWERS` is `12`:"


def test_callers_of_one_name_in_two_files_are_both_cited(tmp_path: Path) -> None:
    (tmp_path / "till.py").write_text("def open_till():\n    return 1\n", encoding="utf-8")
    for name in ("shop", "market"):
        text = f"from till import open_till\n\n\ndef main():\n    print('{name}')\n    open_till()\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = composed(handle, "who calls open_till")
    places = {one["id"]: (one["path"], one["start_line"]) for one in answer.evidence}
    assert [{places[identity] for identity in claim["evidence"]} for claim in answer.claims] == [
        {("market.py", 6), ("shop.py", 6)}
    ]


def test_behind_a_list_that_is_whole_nothing_more_is_promised(shop: IndexHandle) -> None:
    """`5 more: --all` stood below all callers, and what it showed were other lines with the same words."""
    answer = composed(shop, "who calls Cart.checkout?")
    assert answer.claims and answer.basis == "graph" and not answer.left
    assert not answer.more
    hits = search(shop.reader, asked := read("how is the total of a cart worked out?"), top_k=20, single=True).hits
    assert compose(shop.reader, asked, [], passage_refs(hits), most=1).more, "ranked lines have others behind them"


def test_a_line_without_a_word_is_no_claim(tmp_path: Path) -> None:
    """`#`, and where a link of another line leads, were told of a file that is read as text."""
    text = "#\n# Orders\n#\n# Orders wait in the queue\n#\n[orders]: https://shop.example/orders\n#\n"
    asked = read("where do orders wait?")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "orders.txt").write_text(text, "utf-8")
    index = citeline.index(tmp_path / "shop", settings=Settings(home=tmp_path / "home")).reader
    composed = compose(index, asked, [], passage_refs(search(index, asked, top_k=20, single=True).hits))
    told = [claim["text"] for claim in (*composed.claims, *composed.more)]
    assert told and all(any(map(str.isalpha, one)) and "https" not in one for one in told)


@pytest.mark.parametrize(
    "question", ["how fast must we respond to a P1 incident?", "what is done within an hour for P2?"]
)
def test_of_a_row_that_is_called_by_letters_and_digits_no_other_is_told(tmp_path: Path, question: str) -> None:
    """The row of P4 was told of P1: it has more of the other words."""
    rows = (
        "| #P1 | critical | 20 minutes |\n| #P2 | major | an hour |\n| #P3 | significant | two hours to respond |\n"
        "| #P4 | minor, an incident that we must respond to | a day to respond |\n"
    )
    (tmp_path / "shop").mkdir()
    page = f"# Incidents\n\nHow fast we respond to an incident.\n\n| Class | Kind | Response |\n|---|---|---|\n{rows}"
    (tmp_path / "shop" / "incidents.md").write_text(page, "utf-8")
    handle = citeline.index(tmp_path / "shop", settings=Settings(home=tmp_path / "home"))
    told = [claim["text"] for claim in citeline.ask(question, handle, no_model=True).claims if "#P" in claim["text"]]
    key = "#P1" if "P1" in question else "#P2"
    assert told and all(key in one for one in told)


def test_what_the_second_sentence_of_a_line_leads_in_is_cited_with_it(tmp_path: Path) -> None:
    note = "```text\nRefund of 5 cents\n\nBy Ana\n```"
    page = f"# Refunds\n\nWrite a good refund note. Refund note:\n\n{note}\n\nThey wait a day.\n"
    (tmp_path / "refunds.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        _, _, end = cited(composed(handle, "how is a good refund note written?"))[0]
    assert end == 9


def test_where_a_link_leads_is_no_answer(tmp_path: Path) -> None:
    """`Closest to the question in git.md` stood above nothing but addresses."""
    page = "# Git\n\nUse a [rebase].\n\n[rebase]: https://example.com/git-rebase-workflow\n[note]: https://example.com/git-note\n"
    (tmp_path / "git.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = composed(handle, "which git rebase workflow is used?")
    assert answer.claims
    assert not any("example.com" in one["text"] for one in answer.evidence)


def test_what_is_said_of_a_setting_comes_before_that_it_is_set(tmp_path: Path) -> None:
    text = "[till]\n# The drawer warning rings before a drawer is emptied.\ndrawer_warning = drop, empty\n"
    said = asked(tmp_path, "till.ini", text, "what does the drawer warning do?")
    assert said.endswith("The drawer warning rings before a drawer is emptied.")


def test_a_line_that_only_opens_what_follows_is_not_what_is_said(tmp_path: Path) -> None:
    text = "drawer_lock:\n  description: 'Locks the drawer after 90 seconds.'\n  enabled: false\n"
    said = asked(tmp_path, "till.yml", text, "when does the drawer lock close?")
    assert "Locks the drawer after 90 seconds." in said


def test_a_line_above_a_definition_is_no_part_of_it(tmp_path: Path) -> None:
    above = 'parser.add("--noise", default=3, help="how much noise the level is")'
    text = f"{above}\nclass Mail:\n    def send(self):\n        pass\n"
    assert "Mail" not in asked(tmp_path, "mail.py", text, "how much noise is the level?")


def test_the_item_that_is_asked_for_is_told_with_what_leads_it_in(tmp_path: Path) -> None:
    """Of a pension by grade the sentence above the list was told, and no grade."""
    text = (
        "# Pay\n\nThe pension contribution follows the grade:\n- Grade 8: 4 % matched\n- Grade 11 - 12: 7 % matched\n"
    )
    said = asked(tmp_path, "pay.md", text, "what pension contribution does grade 11 get?")
    assert said == "The pension contribution follows the grade: … Grade 11 - 12: 7 % matched"


@pytest.mark.parametrize(
    ("length", "item"),
    [
        ("two weeks", "For between 1 week - 2 weeks – give at least 4 weeks notice …"),
        ("2 days", "For 2 days – give at least 1 week notice …"),
        ("4 days", "For 3 days to 4 days – give at least 2 weeks notice …"),
        ("three weeks", "For more than 2 weeks – give 3 months notice"),
    ],
)
def test_the_item_that_holds_for_the_length_of_time_is_told(tmp_path: Path, length: str, item: str) -> None:
    """Of two weeks the item of two days was told."""
    text = (
        "# Taking holiday\n\nThis is the notice that we expect when you take a holiday:\n\n"
        "* **For 1 day** – give at least 3 days notice\n* **For 2 days** – give at least 1 week notice\n"
        "* **For 3 days to 4 days** – give at least 2 weeks notice\n"
        "* **For between 1 week - 2 weeks** – give at least 4 weeks notice\n"
        "* **For more than 2 weeks** – give 3 months notice\n"
    )
    said = asked(tmp_path, "holiday.md", text, f"how much notice do I have to give for {length} of holiday?")
    assert said == f"This is the notice that we expect when you take a holiday: … {item}"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Are invoices kept for 1 year?", "Invoices are kept for 10 years"),
        ("can logs be deleted after 30 days?", "Logs are kept for 90 days"),
    ],
)
def test_a_length_of_time_does_not_choose_the_item_of_something_else(tmp_path: Path, question: str, said: str) -> None:
    """Mails were told to be kept for a year, where invoices were asked for."""
    kept = {"Invoices": "10 years", "Logs": "90 days", "Uploads": "30 days", "Mails": "1 year"}
    items = "".join(f"- {what} are kept for {time}\n" for what, time in kept.items())
    text = f"# Data\n\nRetention of data, by kind:\n\n{items}"
    assert said in asked(tmp_path, "data.md", text, question)


def test_a_place_is_told_in_code_where_a_document_says_what_the_code_does(tmp_path: Path) -> None:
    """Who asks where the wait is worked out has read that there is one."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/waits.md").write_text("# Retry\n\nThe exponential wait between attempts is worked out for you.\n")
    (tmp_path / "retry.py").write_text(
        "def next_wait(attempts: int) -> float:\n    # the exponential wait, worked out\n    return 2.0**attempts\n"
    )
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as index:
        where = citeline.ask(
            "where is the exponential wait between attempts worked out in the code?", index, no_model=True
        )
        what = citeline.ask("is the exponential wait between attempts worked out for me?", index, no_model=True)
    assert where.evidence[0]["path"] == "retry.py"
    assert what.evidence[0]["path"] == "docs/waits.md"


def test_the_rest_of_a_list_that_chunks_cut_is_told_whatever_its_words(tmp_path: Path) -> None:
    """Of 28 formats the first twelve were told, for the others have no word of the question."""
    said = ("alpha beta carbon delta", "lorem ipsum dolor sit amet", "granite marble slate", "copper tin zinc")
    kinds = "ABCDEFGHIJKLMNOPQRSTUVWXYZ+#"
    items = "\n".join(
        f"- Kind{kind}{at}: {said[at % 4]} and further words that explain it a bit more"
        for at, kind in enumerate(kinds)
    )
    page = f"# Reference\n\nThe exporter supports the following formats:\n\n{items}\n\nNothing else.\n"
    (tmp_path / "formats.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("which formats does the exporter support?", handle, no_model=True)
    told = {line for piece in answer.evidence for line in range(piece["start_line"], piece["end_line"] + 1)}
    assert set(range(5, 33)) <= told


def test_a_list_is_told_from_its_beginning_which_a_chunk_before_has(tmp_path: Path) -> None:
    """Of eight hooks the second and the later ones were told, for the first stands in the chunk before."""
    names = ("enqueue", "dequeue", "perform", "retry", "failure", "success", "timeout", "cancel")
    items = [
        f"* `around_{name}`: A hook that is called with the arguments of the job.\n"
        "  An exception that it raises goes up to the code that has put the job there, and is not caught by the worker."
        for name in names
    ]
    about = "\n".join(f"It is written in the file of the class, and line {at} of it tells when." for at in range(21))
    page = f"# Hooks\n\n## Job hooks\n\n{about}\n\nThe available hooks are:\n\n" + "\n\n".join(items) + "\n"
    (tmp_path / "hooks.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        begun = [chunk.text for chunk in handle.reader.structure.chunks_of([DocumentId(1)]) if "are:" in chunk.text]
        answer = citeline.ask("which hooks can a job define?", handle, no_model=True)
    assert begun and "around_enqueue" in begun[0] and "around_dequeue" not in begun[0]
    first = answer.evidence[0]
    assert first["text"].startswith("The available hooks are:")
    told = "\n".join(piece["text"] for piece in answer.evidence[:3])
    assert all(name in told for name in names)


def test_a_further_claim_about_code_cites_no_line_of_another_definition(tmp_path: Path) -> None:
    """`citeline verify` told of our own answer that the name does not occur in the lines."""
    code = "".join(
        f"def moor_{name}(boat):\n    fee = boat.length * {number}\n    return fee\n\n\n"
        for number, name in enumerate(("buoy", "pier", "quay", "dock"), 3)
    )
    (tmp_path / "fees.py").write_text(code, encoding="utf-8")
    with citeline.index(tmp_path, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("how is the fee of a boat worked out by its length?", handle, no_model=True)
    further = [
        piece
        for claim in [*answer.claims[1:], *answer.more]
        for piece in answer.evidence
        if piece["id"] in claim["evidence"]
    ]
    assert further
    assert all(piece["text"].count("def ") <= 1 and "\n\n\n" not in piece["text"] for piece in further)


def pier(tmp_path: Path, page: str, question: str) -> citeline.Answer:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "pier.md").write_text(page, encoding="utf-8")
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        return citeline.ask(question, handle, no_model=True)


def test_numbered_steps_are_told_from_the_first_to_the_last(tmp_path: Path) -> None:
    """Steps 2 and 5 of the five were told after step 8, each in a line of its own."""
    steps = [
        "Open the harbour page and pick a berth.",
        "Enter the length of the boat:\n    - Length: `12`\n    - Draught: `2`",
        "Choose the crane.",
        "Confirm the booking of the berth.",
        "Wait for the letter of the harbour.",
    ]
    listed = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    about = "A berth is the recommended way to stay. It is booked on the web."
    page = f"# Pier\n\n## Berths\n\n{about}\n\n{listed}\n\nDogs are welcome.\n"
    answer = pier(tmp_path, page, "how do I book a berth for my boat?")
    by_id = {piece["id"]: piece for piece in answer.evidence}
    first = by_id[answer.claims[0]["evidence"][0]]
    assert first["end_line"] == 13
    assert all(step.partition("\n")[0] in first["text"] for step in steps)


MOVING = """\
# Pier

## Moving a boat to another ring

When you move a boat from one ring to another, the ropes move too.

Steps:

* Stop the crane of the pier
* Run `move` like so:

```
move --boat=1 \\
     --ring=2
```

* Tie the boat again
* Start the crane

## Gulls

They eat.
"""


def test_steps_with_marks_are_told_past_the_code_between_them(tmp_path: Path) -> None:
    """They ended at "Run it like so:", and neither the command nor what comes behind it was shown."""
    answer = pier(tmp_path, MOVING, "how do I move a boat to another ring?")
    by_id = {piece["id"]: piece for piece in answer.evidence}
    first = by_id[answer.claims[0]["evidence"][0]]["text"]
    assert all(step in first for step in ("Stop the crane", "--ring=2", "Tie the boat again", "Start the crane"))


@pytest.mark.parametrize(("lines", "is_whole"), [(6, True), (40, False)])
def test_a_line_that_leads_in_code_is_not_the_last_one_shown(tmp_path: Path, lines: int, is_whole: bool) -> None:
    """It ended at "Run it like so:"; what is longer than a terminal shows is left to who opens the page."""
    code = "\n".join(f"move --boat={at}" for at in range(lines))
    text = "\n".join(f"Ropes of the kind {at} are kept dry." for at in range(16))
    page = f"# Pier\n\n{text}\nA boat takes another ring like so:\n\n```\n{code}\n```\n\nEnd.\n"
    answer = pier(tmp_path, page, "what kind of ropes is kept dry?")
    by_id = {piece["id"]: piece for piece in answer.evidence}
    first = by_id[answer.claims[0]["evidence"][0]]["text"]
    assert "like so:" in first
    assert (f"--boat={lines - 1}\n```" in first) is is_whole


def test_sentences_about_steps_stand_in_the_order_of_their_section(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does the last of them first starts again."""
    monkeypatch.setattr(ranker, "_likely", lambda scores: MOST)
    said = (
        "Pay the fee of the berth at the window, in crowns or by card, before noon.",
        "Moor the boat at the berth with two ropes, one ahead and another astern.",
        "Ask the keeper for water, which flows from a tap beside every berth.",
        "Before you leave the berth with your boat, hand back the key of the gate.",
        "Empty bottles go into the green bin behind each berth, paper into the blue one.",
        "A berth is free again from noon on, so that another boat may wait outside until then.",
        "Guests of the berth hang up their towels on the line, and nowhere else on the pier.",
    )
    answer = pier(
        tmp_path, "# Pier\n\n## Berths\n\n" + "\n\n".join(said) + "\n", "how do I leave a berth with my boat?"
    )
    by_id = {piece["id"]: piece for piece in answer.evidence}
    lines = [by_id[claim["evidence"][0]]["start_line"] for claim in answer.claims[1:]]
    assert len(lines) > 1
    assert lines == sorted(lines)


def test_a_list_that_is_a_table_is_told_with_all_of_its_rows(tmp_path: Path) -> None:
    """One row was told of the four, and the head of the table as a sentence."""
    boats = {"`tug`": "pulls ships", "[Ferry](ferry.md)": "carries people", "12": "carries mail", "**Barge**": "coal"}
    rows = "\n".join(f"| {boat} | {work} |" for boat, work in boats.items())
    page = f"# Pier\n\nThe boats of the pier.\n\n| Boat | Work |\n|---|---|\n{rows}\n\nDogs are welcome.\n"
    answer = pier(tmp_path, page, "list all boats of the pier and their work")
    by_id = {piece["id"]: piece for piece in answer.evidence}
    first = by_id[answer.claims[0]["evidence"][0]]
    assert first["start_line"] <= 5 and first["end_line"] == 10
    assert not any(claim["text"].startswith("|") for claim in (*answer.claims, *answer.more))


@pytest.mark.parametrize(
    ("question", "documents"),
    [("how are vouchers taken off the total?", True), ("where in the code are vouchers taken off the total?", False)],
)
def test_who_asks_for_the_code_is_answered_with_code_alone(shop: IndexHandle, question: str, documents: bool) -> None:
    answer = composed(shop, question)
    assert answer.claims
    assert any(one["path"].endswith(".md") for one in answer.evidence) is documents


def test_a_docstring_is_not_told_under_the_guard_below_it(tmp_path: Path) -> None:
    """`In put, when len(items) > CACHE_SIZE: Put items into the cache` said the opposite of the code."""
    text = (
        'def put(items):\n    """Put items into the cache."""\n    if len(items) > CACHE_SIZE:\n'
        '        raise TooManyItems("too many items in the cache")\n'
    )
    assert asked(tmp_path, "cache.py", text, "how are items put into the cache?") == "`put`: Put items into the cache."


ABOVE = {
    "till.py": "def enter(many):\n    # three boats may enter the harbour\n    if many > 3:\n        refuse()\n",
    "till.js": (
        "function enter(many) {\n  // three boats may enter the harbour\n  if (many > 3) {\n    refuse()\n  }\n}\n"
    ),
    "till.go": (
        "package till\n\nfunc enter(many int) {\n\t// three boats may enter the harbour\n\tif many > 3 {\n"
        "\t\trefuse()\n\t}\n}\n"
    ),
    "till.rs": (
        "fn enter(many: u32) {\n    // three boats may enter the harbour\n    if many > 3 {\n"
        "        refuse();\n    }\n}\n"
    ),
    "till.rb": "def enter(many)\n  # three boats may enter the harbour\n  if many > 3\n    refuse\n  end\nend\n",
}


@pytest.mark.parametrize("path", ABOVE)
def test_a_comment_is_not_told_under_the_condition_below_it(tmp_path: Path, path: str) -> None:
    """`In enter, when many > 3: three boats may enter` said the opposite of the code."""
    told = asked(tmp_path, path, ABOVE[path], "how many boats may enter the harbour?")
    assert told == "`enter`: three boats may enter the harbour"


def test_a_docstring_that_begins_with_the_name_alone_is_told_from_its_first_sentence(tmp_path: Path) -> None:
    text = (
        'class Till:\n    def count(self):\n        """Till.count\n\n        Adds up all coins.\n        """\n'
        "        return 3\n"
    )
    assert asked(tmp_path, "till.py", text, "what does Till.count do?") == "`Till.count`: Adds up all coins."


def test_the_changes_of_a_release_beyond_a_screen_wait_and_are_not_lost(tmp_path: Path) -> None:
    """26 of 34 changes could not be seen by any setting: an answer listed eight."""
    entries = "\n".join(f"- Drawer {number} opens without a key" for number in range(1, 13))
    answer = pier(
        tmp_path, f"# Changes\n\n## 2.1.0 (2024-03-02)\n\n{entries}\n\n## 2.0.0\n\n- Keys\n", "what changed in 2.1.0?"
    )
    said = [claim["text"] for claim in (*answer.claims, *answer.more)]
    assert len(answer.claims) == 8
    assert [f"Drawer {number} " in text for number, text in enumerate(said[:12], 1)] == [True] * 12


def test_lines_stand_behind_few_facts_of_the_project_and_a_doubtful_cell(tmp_path: Path) -> None:
    """Either may answer another question than the one that was asked, and was all that was told."""
    files = {
        "package.json": '{"name": "till", "engines": {"node": ">=22"}}\n',
        "README.md": "# Till\n\nTill prints receipts.\n\n## Types\n\nTypeScript 5.7 or newer is supported.\n",
        "docs/routes.md": "# Routes\n\n| Name | Type | Default |\n|---|---|---|\n| hasBody | boolean | false |\n"
        "| maxDepth | number | 20 |\n\n## Limits\n\nThe default body limit of a request is 1 MiB.\n",
        "docs/old.md": "# Old types\n\nFrom version 2 on TypeScript 4.9 is supported no longer.\n",
    }
    with citeline.index(
        lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as handle:
        for question, basis, said in (
            ("v2: from which typescript version on is it supported", "overview", "TypeScript 4.9"),
            ("what is the default of the body of a request?", "", "1 MiB"),
        ):
            answer = composed(handle, question)
            assert answer.basis == basis
            assert any(said in claim["text"] for claim in answer.claims[bool(basis) :])


def test_a_range_that_a_manifest_requires_comes_before_rows_that_have_versions(tmp_path: Path) -> None:
    """Of several ranges the claim failed its own check, and a table about compilers said `yes` in its place."""
    files = {
        "package.json": '{"name": "till", "engines": {"node": "^20.1 || ^22.4 || >=24"}}\n',
        "docs/types.md": "# Types\n\n| Node.js version | Target |\n|---|---|\n| 20.1 | ES2022 |\n| 22.4 | ES2023 |\n",
        "docs/office.md": "# Office\n\nEach office has its own supported versions of Node.js, and a till.\n",
    }
    with citeline.index(
        lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as handle:
        answer = composed(handle, "which node versions does till support?")
        assert answer.claims[0]["text"] == "till requires Node.js ^20.1 || ^22.4 || >=24"
        assert "ES2022" in composed(handle, "what is the target of Node.js 20.1?").claims[0]["text"]


@pytest.mark.parametrize(
    "question", ["Is Python 3.8 supported?", "does till support Python 3.8?", "Python 3.8 还支持吗？"]
)
def test_whether_a_version_is_supported_is_what_the_manifest_requires(tmp_path: Path, question: str) -> None:
    """An old entry that once added support was the answer, with `yes`."""
    files = {
        "pyproject.toml": '[project]\nname = "till"\nversion = "3.0"\nrequires-python = ">=3.11"\n',
        "CHANGES.md": "# 3.0\n\n- Drop Python 3.9.\n\n# 1.0\n\n- Support Python 3.8.\n\n# 0.9\n\n- Print receipts.\n",
    }
    with citeline.index(
        lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path / "home", workers=1)
    ) as handle:
        fact = composed(handle, question).claims[0]["fact"]
        assert (fact["relation"], fact["object"]) == ("requires", "Python >=3.11")
        since = composed(handle, "since which version does till support Python 3.8?").claims
        assert any("1.0" in claim["text"] for claim in since)


def test_whether_something_matters_to_a_plain_word_asks_for_no_edge_of_a_function_called_so(tmp_path: Path) -> None:
    """Who calls `serve` stood there, with `answers: yes`, for what a change of a file does to it."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "serve.md").write_text(
        "# Serve\n\nIgnore files do not matter to `serve` and what it rebuilds.\n"
    )
    code = "def serve(files):\n    return files\n\n\ndef execute(files):\n    return serve(files)\n"
    (tmp_path / "tree" / "book.py").write_text(code)
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        assert composed(handle, "会影响 serve 的自动重建吗？").basis != "graph"


def test_who_wants_to_do_something_is_shown_the_commands_of_the_guide(tmp_path: Path) -> None:
    """`How do I rotate a key?` was answered with code that rotates one, or with the first sentence of a guide alone."""
    guide = (
        '# Keys\n\n## Rotate a key\n\nA key is rotated once a year, and whoever has one rotates it.\n\n=== "Linux"\n\n'
        "    Ask for a new one, and rotate:\n\n    ```console\n    shop keys new\n    shop keys rotate\n    ```\n\n"
        "## Lost keys\n\nTell the office.\n"
    )
    code = "def replace_{0}(key):\n    return key.rotate({0})\n"
    files = {"docs/keys.md": guide, **{f"shop/keys{n}.py": code.format(n) for n in range(25)}}
    with citeline.index(lay_out(tmp_path / "tree", files), settings=Settings(home=tmp_path, workers=1)) as handle:
        answer = citeline.ask("How do I rotate a key?", handle, no_model=True)
    cited = {piece["id"]: piece for piece in answer.evidence}
    first = cited[answer.claims[0]["evidence"][0]]
    assert (first["path"], first["end_line"]) == ("docs/keys.md", 14)
    assert "shop keys rotate" in first["text"]


def test_a_comment_that_only_repeats_a_name_is_not_what_a_definition_says(tmp_path: Path) -> None:
    """`What does UseEncodedPath do?` was answered with "UseEncodedPath"."""
    code = "package svc\n\n// UseEncodedPath\nfunc UseEncodedPath() {}\n"
    said = asked(tmp_path, "svc.go", code, "What does `UseEncodedPath` do?")
    assert said.startswith("`UseEncodedPath` is a function in `svc.go`")


@pytest.mark.parametrize(
    "comment",
    ["//nolint:unused", "// ---- flushing ----", "// TODO: rename this one day", "// Queue is another type.\n"],
)
def test_not_every_comment_beside_a_definition_documents_it(tmp_path: Path, comment: str) -> None:
    """Each of them was told first as what the function does; what its few lines do is shown instead."""
    code = f"package svc\n\n{comment}\nfunc flushAll(q *Queue) error {{\n\treturn q.drain(9)\n}}\n"
    tree = lay_out(tmp_path / "tree", {"svc.go": code})
    answer = citeline.ask("What does `flushAll` do?", tree, settings=Settings(home=tmp_path / "home"), no_model=True)
    assert answer.claims[0]["text"].startswith("`flushAll` is a function in `svc.go`")
    assert "q.drain(9)" in answer.evidence[0]["text"]


def test_where_a_function_stands_is_not_all_that_it_does(tmp_path: Path) -> None:
    """`What does drainAll do?` was answered, with `yes`, by "`drainAll` is a function in `svc.go`"."""
    long = "\n".join(f"\tq.drain({n})" for n in range(12))
    code = f"package svc\n\nfunc drainAll(q *Queue) {{\n{long}\n}}\n\nfunc drainOne(q *Queue) {{\n\tq.drain(1)\n}}\n"
    tree = lay_out(tmp_path / "tree", {"svc.go": code})
    with citeline.index(tree, settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        said = [
            answers["verdict"]
            for question in ("What does `drainAll` do?", "Where is `drainAll`?", "What does `drainOne` do?")
            if (answers := citeline.ask(question, handle, no_model=True).answers)
        ]
    assert said == ["partly", "yes", "yes"]


def test_a_comment_in_a_body_speaks_of_its_lines_and_not_of_the_function(tmp_path: Path) -> None:
    code = "def split(total):\n    # `round_up` relies on the rest being last\n    return [total]\n"
    assert asked(tmp_path, "calc.py", code, "What does `split` do?").startswith("`split` is a function in `calc.py`")


BERTHS = """# Berths

Every boat pays forty crowns for a berth between May and September.

# Owners

Whoever owns two boats gets the second berth for half of the price.

# Storms

When a storm is near, the berth at the outer wall is closed and its boat towed.

# Winter

In winter no berth is let; a boat is lifted out before the ice comes.

# Guests

Guests ask the harbour master which berth is free that night.

# Water

Drinking water at the berth is paid by the barrel, whatever the boat.
"""


@pytest.mark.parametrize(("likely", "told"), [(1, 1), (3, 3)])
def test_claims_that_are_hardly_the_answer_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, likely: int, told: int
) -> None:
    """They are told with `--all`, and not lost."""
    monkeypatch.setattr(ranker, "_likely", lambda scores: likely)
    answer = pier(tmp_path, BERTHS, "what does a boat pay for a berth?")
    assert len(answer.claims) == told and answer.more


def test_more_claims_are_read_than_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ninth by its words may be the one that answers."""
    found: list[Candidate] = []

    def last_is_nearest(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
        found.extend(spans)
        return np.asarray([0.0] * (len(spans) - 1) + [99.0], np.float32)

    monkeypatch.setattr(ranker, "nearness", last_is_nearest)
    said = (
        "Rowers leave their oars upright at the berth.",
        "A berth costs sailors forty crowns by night.",
        "Nets dry on poles behind every third berth.",
        "Engines are silent near the berth of the school.",
        "Guests ring twice before they enter a berth.",
        "Ice closes the northern berth from December on.",
        "The pilot keeps one berth free for storms.",
        "Children under ten walk to a berth with somebody.",
        "Paint and tar are forbidden within the inner berth.",
        "Lanterns hang red above a berth that is let.",
        "Whoever sells fish rents the berth beside the stairs.",
    )
    page = "".join(f"# Rule {at}\n\n{text}\n\n" for at, text in enumerate(said))
    answer = pier(tmp_path, page, "what is there to know of a berth?")
    assert len(found) > MOST
    assert answer.claims[0]["text"] in found[-1].text


def test_one_sentence_stands_behind_a_value_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven lines about other things stood below a right value."""
    monkeypatch.setattr(ranker, "_likely", lambda scores: MOST)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "pier.py").write_text('MAX_BOATS = 40\n"""How many boats a pier takes."""\n')
    (tmp_path / "tree" / "pier.md").write_text(BERTHS)
    index = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1))
    answer = citeline.ask("how many boats does a pier take by default, MAX_BOATS?", index, no_model=True)
    assert answer.claims[0]["text"] == "`MAX_BOATS` is `40`:"
    assert (len(answer.claims), len(answer.more) > BEHIND) == (BEHIND, True)


def test_a_sentence_that_two_pages_have_is_told_once(tmp_path: Path) -> None:
    said = "A boat that is too long for the pier is moored to the two rings of the quay."
    files = {"README.md": f"# Pier\n\n{said}\n", "docs/boats.md": f"# Boats\n\n## Long ones\n\nBut {said.lower()}\n"}
    opened = citeline.index(lay_out(tmp_path / "pier", files), settings=Settings(home=tmp_path / "home", workers=1))
    texts = [claim["text"] for claim in citeline.ask("where is a boat moored that is too long?", opened).claims]
    assert sum("two rings" in text for text in texts) == 1
