"""Each tool as a function of a desk: what it shows, and what it says when it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from citeline.tools.explore import TOOLS, Desk, call, explore_tools
from citeline.tools.explore.table import MAX_CHARS
from citeline.tools.handle import IndexHandle


def told(desk: Desk, tool: str, /, **arguments: Any) -> str:
    result = call(desk, tool, arguments)
    assert result.ok, result.text
    return result.text


def refused(desk: Desk, tool: str, /, **arguments: Any) -> str:
    result = call(desk, tool, arguments)
    assert not result.ok, result.text
    return result.text


def test_the_tools_are_those_that_are_promised() -> None:
    assert set(TOOLS) == {
        *("retrieve_documents", "filter_documents", "chunk_documents", "generate_answer", "search_sources"),
        *("visualize_relevance", "query_docql", "query_tables", "read_lines", "walk_graph"),
    }
    assert all(tool.description and len(tool.description) < 400 for tool in TOOLS.values())


def test_a_search_numbers_its_pieces_below_files_with_ids(desk: Desk) -> None:
    text = told(desk, "retrieve_documents", query="total price of a cart", limit=3)
    identity = desk.files.of("shop/cart.py")
    assert f"{identity} shop/cart.py" in text and "[1]" in text and "function total_price" in text
    assert len(desk.pieces) <= 3


def test_a_piece_keeps_its_number_in_every_tool(desk: Desk) -> None:
    told(desk, "retrieve_documents", query="total price of a cart")
    number = next(number for number, piece in desk.pieces.items() if piece["path"] == "shop/cart.py")
    assert f"[{number}]" in told(desk, "search_sources", pattern="def total_price")
    assert f"[{number}]" in told(desk, "walk_graph", name="price_of")
    assert f"[{number}]" in told(desk, "query_docql", query='$.code.function("total_price")')


def test_a_search_shows_the_lines_that_hold_its_own_words_and_none_without_a_word(desk: Desk) -> None:
    text = told(desk, "retrieve_documents", query="within how many days can goods be returned", under="docs")
    assert "5| Goods can be returned within 30 days of delivery." in text
    text = told(desk, "retrieve_documents", query="what is left in the wallet", limit=1)
    assert '5|     """Take the total price of the cart from the wallet; what is left."""' in text
    lines = [line.split("| ", 1)[1] for line in text.splitlines() if "| " in line]
    assert all(any(map(str.isalnum, line)) for line in lines)


def test_a_search_under_a_folder_finds_nothing_beside_it(desk: Desk) -> None:
    told(desk, "retrieve_documents", query="price", under="./docs/")
    assert {piece["path"].split("/")[0] for piece in desk.pieces.values()} == {"docs"}
    assert "use other words" in refused(desk, "retrieve_documents", query="price", under="nowhere")


def test_exact_text_is_found_wherever_it_stands_and_in_either_case_only_when_asked(desk: Desk) -> None:
    assert "shop/prices.py" in told(desk, "search_sources", pattern="1 - DISCOUNT")
    assert "ignore_case" in refused(desk, "search_sources", pattern="1 - discount")
    assert "shop/prices.py" in told(desk, "search_sources", pattern="1 - discount", ignore_case=True)
    assert "2 lines in 1 files" in told(desk, "search_sources", pattern="DISCOUNT", under="shop/prices.py")


def test_a_pattern_is_a_regular_expression_only_when_asked(desk: Desk) -> None:
    assert "no line holds" in refused(desk, "search_sources", pattern="def .*_price")
    assert "def total_price" in told(desk, "search_sources", pattern=r"^def \w+_price\(", regex=True)
    assert "close the group" in refused(desk, "search_sources", pattern="def (", regex=True)
    assert "under" in refused(desk, "search_sources", pattern="def", under="nowhere")
    assert "one line" in refused(desk, "search_sources", pattern="a\nb")


def test_a_search_with_many_matches_says_how_to_narrow_it(desk: Desk) -> None:
    assert "more: narrow it" in told(desk, "search_sources", pattern="Part")


def test_lines_are_read_by_id_with_their_numbers(desk: Desk) -> None:
    identity = desk.files.of("shop/cart.py")
    text = told(desk, "read_lines", file=identity, first=4, last=99)
    assert "lines 4-6 of 6" in text and "6|     return sum(" in text


def test_long_readings_are_cut_and_say_where_to_go_on(desk: Desk) -> None:
    assert "go on from 81" in told(desk, "read_lines", file="docs/long.md", first=1, last=200)


def test_lines_that_do_not_exist_are_told_with_those_that_do(desk: Desk) -> None:
    assert "lines 1 to 6" in refused(desk, "read_lines", file="shop/cart.py", first=40, last=50)
    assert "shop/cart.py" in refused(desk, "read_lines", file="shop/carts.py", first=1, last=2)
    assert "has no lines" in refused(desk, "chunk_documents", file="empty.md") or "no file" in refused(
        desk, "chunk_documents", file="empty.md", first=2
    )


def test_a_file_is_shown_in_pieces(desk: Desk) -> None:
    text = told(desk, "chunk_documents", file="shop/cart.py")
    assert f"{desk.files.of('shop/cart.py')} shop/cart.py" in text and "[1] 1-6" in text
    assert "take a smaller `first`" in refused(desk, "chunk_documents", file="shop/cart.py", first=100)


def test_the_graph_is_walked_both_ways_from_a_piece_and_from_a_name(desk: Desk) -> None:
    told(desk, "search_sources", pattern="def total_price")
    text = told(desk, "walk_graph", piece=1)
    assert "calls\n" in text and "price_of" in text and "called by\n" in text and "function pay" in text
    assert 1 in desk.followed
    only = told(desk, "walk_graph", name="total_price", direction="in")
    assert "function pay" in only and "price_of" not in only


def test_a_walk_from_nowhere_says_what_to_give(desk: Desk) -> None:
    assert "either `piece`" in refused(desk, "walk_graph")
    assert "no piece was found yet" in refused(desk, "walk_graph", piece=1)
    assert "total_price" in refused(desk, "walk_graph", name="totl_price")


def test_relevance_is_measured_shown_as_bars_and_filtered(desk: Desk) -> None:
    assert "begin with retrieve_documents" in refused(desk, "visualize_relevance")
    told(desk, "retrieve_documents", query="total price of a cart", limit=6)
    bars = told(desk, "visualize_relevance").split("\n")
    assert bars[0].count("█") > bars[-1].count("█") and "shop/cart.py" in bars[0]
    kept = told(desk, "filter_documents")
    assert "shop/cart.py" in kept and "docs/long.md" not in kept
    assert "the best has" in told(desk, "filter_documents", threshold=10)


def test_a_draft_cites_pieces_of_the_desk(desk: Desk) -> None:
    told(desk, "retrieve_documents", query="total price of a cart")
    number = next(number for number, piece in desk.pieces.items() if piece["path"] == "shop/cart.py")
    assert f"[{number}]" in told(desk, "generate_answer", pieces=[number])
    assert "take others" in refused(desk, "generate_answer", pieces=[number], question="ζητήματα")


def test_a_query_says_what_emptied_it_and_what_is_wrong_with_it(desk: Desk) -> None:
    assert "total_price" in told(desk, "query_docql", query='$.code.function("total_price")')
    assert "total_price" in refused(desk, "query_docql", query='$.code.function("totl_price")')
    assert "for example" in refused(desk, "query_docql", query="$.code.clas")
    assert "cart" in told(desk, "query_docql", query="price of a cart")


def test_the_same_call_is_answered_once_also_when_defaults_are_written_out(desk: Desk) -> None:
    told(desk, "search_sources", pattern="DISCOUNT")
    again = call(desk, "search_sources", {"pattern": "DISCOUNT", "regex": False})
    assert not again.ok and "call 1 again" in again.text
    assert call(desk, "search_sources", {"pattern": "DISCOUNT", "under": "shop"}).ok


def test_all_pieces_so_far_may_be_asked_for_again_when_there_are_more(desk: Desk) -> None:
    told(desk, "search_sources", pattern="DISCOUNT")
    told(desk, "visualize_relevance")
    assert "again" in call(desk, "visualize_relevance", {}).text
    told(desk, "search_sources", pattern="days of delivery")
    assert call(desk, "visualize_relevance", {}).ok


@pytest.mark.parametrize(
    ("name", "arguments", "hint"),
    [
        ("search_source", {"pattern": "x"}, "take search_sources"),
        ("rm", {"path": "/"}, "there are retrieve_documents"),
        ("read_lines", {"file": "x"}, "read_lines takes file, first, last"),
        ("search_sources", {"patern": "x"}, "pattern"),
        ("search_sources", '{"pattern": "pri', "send the whole object again"),
        ("search_sources", "[1]", "no JSON object"),
        ("retrieve_documents", {"query": "x", "limit": 1000}, "limit"),
        ("filter_documents", {"pieces": [77]}, "no piece was found yet"),
    ],
)
def test_a_wrong_call_is_answered_with_what_to_change(desk: Desk, name: str, arguments: Any, hint: str) -> None:
    result = call(desk, name, arguments)
    assert not result.ok and hint in result.text


def test_no_result_is_longer_than_promised(desk: Desk) -> None:
    for result in (
        call(desk, "chunk_documents", {"file": "docs/long.md"}),
        call(desk, "query_docql", {"query": "$.toc", "max_items": 40}),
        call(desk, "read_lines", {"file": "docs/long.md", "first": 1, "last": 80}),
    ):
        assert result.ok and len(result.text) < MAX_CHARS + 100


def test_as_langchain_tools_they_share_a_desk_and_never_raise(shop_handle: IndexHandle) -> None:
    tools = {tool.name: tool for tool in explore_tools(shop_handle, "what is the price of an item?")}
    assert "total_price" in tools["search_sources"].invoke({"pattern": "def total_price"})
    assert "price_of" in tools["walk_graph"].invoke({"piece": 1})
    message = tools["walk_graph"].invoke(
        {"type": "tool_call", "id": "1", "name": "walk_graph", "args": {"name": "nothing"}}
    )
    assert message.status == "error"
    assert "takes" in tools["read_lines"].invoke({"file": "x"})


def test_what_points_elsewhere_is_unfollowed_until_it_was_walked(desk: Desk) -> None:
    told(desk, "search_sources", pattern="def total_price")
    told(desk, "search_sources", pattern="within 30 days")
    assert desk.unfollowed([1, 2]) == [1]
    told(desk, "walk_graph", name="total_price")
    assert desk.unfollowed([1, 2]) == []
