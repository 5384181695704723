"""An answer that was saved as a page is read as its reader sees it: what somebody adds to it is checked too."""

from __future__ import annotations

import re

from citeline.graph.answer_html import answer_as_html
from citeline.tools.verify.saved_page import SAVED, shown_text

HEAD = f"<!doctype html>\n<html><head>{SAVED}</head><body>\n<h1>Orders</h1>\n"
CITED = '<ul><li>[1] <code>docs/orders.md:3</code><pre><span class="n">3 </span>Orders are kept.</pre></li></ul>\n'


def shown(body: str) -> str:
    text = shown_text(f"{HEAD}{body}{CITED}</body></html>\n")
    assert text is not None
    return text


def test_a_sentence_is_read_with_the_place_behind_it() -> None:
    assert "Orders are kept (`docs/orders.md:3`)" in shown("<p>Orders are kept [1]</p>\n")
    assert "`keep` keeps them (`docs/orders.md:3`)" in shown("<p><code>keep</code> keeps them <b>[1]</b></p>\n")


def test_what_is_dressed_as_the_number_of_a_line_is_read_where_it_is_none() -> None:
    """`Deleting is not allowed` shall not be checked as `Deleting is allowed`."""
    assert "is not kept" in shown('<p>Orders is <span class="n">not </span>kept [1]</p>\n')
    assert "are never kept" in shown('<pre><span class="n">3</span>Orders <span class="n">are never</span> kept</pre>')


def test_a_sentence_in_the_footer_is_read() -> None:
    assert "Orders are deleted (`docs/orders.md:3`)" in shown("<footer><p>Orders are deleted [1]</p>\n</footer>")


def test_blanks_and_many_numbers_behind_a_sentence_hide_no_citation() -> None:
    """And take no time that grows with their square: one upload would hold up everybody else."""
    assert "kept (`docs/orders.md:3`)" in shown(f"<p>Orders are kept [1]{' ' * 100_000}</p>\n")
    assert "kept" in shown(f"<p>Orders are kept {'[1] ' * 50_000}x</p>\n")


def test_a_broken_page_is_told() -> None:
    assert shown_text(f"{HEAD}<![foo>\n") is None


def test_a_saved_answer_marks_the_lines_that_it_was_taken_from_and_needs_no_scrolling() -> None:
    verdict = {"resolves": True, "unchanged": "unchanged", "supports": "supported", "basis": "quote", "why": ""}
    lines = ["The harbour opens early.", "The ferry costs four euros a day.", "Dogs <b>swim</b>."]
    answer = {
        "question": "what does the ferry cost?",
        "answer": "The ferry costs four euros.",
        "claims": [{"text": "The ferry costs four euros.", "evidence": [1], "verdicts": {"1": verdict}}],
        "evidence": [{"id": 1, "path": "a.md", "start_line": 7, "end_line": 9, "text": "\n".join(lines)}],
        "index": {"name": "harbour"},
    }
    page = answer_as_html(answer)
    assert re.findall(r'class="l said"><span class="n"> +(\d+) ', page) == ["8"]
    assert "white-space:pre-wrap" in page and "overflow-x" not in page
    assert "\n".join(lines) in (shown_text(page) or "")
