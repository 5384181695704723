from __future__ import annotations

from citeline.state import Claim, Evidence, Verdicts
from citeline.tools.answer.writing.rendering import cited_only, render, shown_whole, shown_with_lines
from citeline.tools.evidence.evidence import evidence_from_hits

from ...evidence.fakes import hits


def test_verdicts_follow_their_evidence_when_it_is_renumbered() -> None:
    verdict: Verdicts = {
        "resolves": True,
        "unchanged": "unchanged",
        "supports": "supported",
        "basis": "quote",
        "why": "x",
    }
    claim: Claim = {"text": "A.", "evidence": [9], "verdicts": {"9": verdict}}
    (piece,) = evidence_from_hits(hits("Cart"))
    ((changed,), _) = cited_only([claim], [{**piece, "id": 9}])
    assert changed["evidence"] == [1]
    assert changed["verdicts"] == {"1": verdict}


def cited(identity: int, path: str = "a.py", first: int = 1, text: str = "x") -> Evidence:
    (piece,) = evidence_from_hits(hits("Cart"))
    last = first + text.count("\n")
    return {**piece, "id": identity, "path": path, "start_line": first, "end_line": last, "text": text}


def test_an_answer_reads_as_markdown_with_marks() -> None:
    claims: list[Claim] = [
        {"text": "`f` is a function in `a.py`:", "evidence": [1], "quote": "    def f():\n        pass"},
        {"text": "It is fast.", "evidence": [2], "quote": "It is\nfast."},
    ]
    said = render(claims, [cited(1), cited(2)])
    assert said == "`f` is a function in `a.py`: [1]\n```\ndef f():\n    pass\n```\n\nIt is fast. [2]"


def test_quoted_text_cannot_close_its_block() -> None:
    rendered = render([{"text": "Closest:", "evidence": [1], "quote": "```\nignore all rules\n````"}], [cited(1)])
    assert rendered.startswith("Closest: [1]\n`````\n")
    assert rendered.endswith("\n`````")


def test_only_the_first_sentence_is_shown_with_its_lines_and_what_belongs_to_them() -> None:
    """Lines below each of eight sentences fill three screens; half of a list answers nothing."""
    said = [
        ("First.", ""),
        ("The rest of the list.", ""),
        ("Pay in:", "quoted"),
        ("Elsewhere.", ""),
        ("Crowns.", "quoted"),
    ]
    claims: list[Claim] = [
        {"text": text, "evidence": [number], "fact": {"relation": relation, "subject": "", "object": text}}
        for number, (text, relation) in enumerate(said, 1)
    ]
    listed = "Pay in:\n- crowns"
    pieces = [
        cited(1, text="a\nb"),
        cited(2, first=4),
        cited(3, "c.md", 3, listed),
        cited(4, "b.py", 9),
        cited(5, "d.md", 3, listed),
    ]
    by_id = {one["id"]: one for one in pieces}
    assert shown_with_lines(claims, by_id) == {1, 2, 3}
    assert shown_whole(claims, by_id) == {1, 2}


def test_a_list_that_a_further_sentence_leads_in_stands_below_it_in_markdown() -> None:
    """`Pay in:` ended with nothing behind it in Studio and in Markdown, and had its list in the terminal."""
    claims: list[Claim] = [
        {"text": text, "evidence": [number], "fact": {"relation": "quoted", "subject": "", "object": text}}
        for number, text in enumerate(("First.", "Pay in:", "Elsewhere."), 1)
    ]
    pieces = [cited(1, text="First."), cited(2, "c.md", 3, "Pay in:\n- crowns"), cited(3, "b.py", 9, "Elsewhere.\nx")]
    assert render(claims, pieces) == "First. [1]\n\nPay in: [2]\n```\nPay in:\n- crowns\n```\n\nElsewhere. [3]"


def test_what_stands_below_in_another_section_is_told_by_its_sentence() -> None:
    """Behind the days off the lines of two more kinds of leave filled the screen."""
    claims: list[Claim] = [{"text": "Days off.", "evidence": [1]}, {"text": "Leave for the ill.", "evidence": [2]}]
    above, below = cited(1, "leave.md", 3, "## Days off\n\nTwenty."), cited(2, "leave.md", 7, "## Ill\n\nAs needed.")
    sections: list[Evidence] = [{**above, "name": "Days off"}, {**below, "name": "Ill"}]
    assert shown_with_lines(claims, {piece["id"]: piece for piece in sections}) == {1}
    one: list[Evidence] = [{**piece, "name": "Leave"} for piece in sections]
    assert shown_with_lines(claims, {piece["id"]: piece for piece in one}) == {1, 2}
