"""When an answer may say that it answers."""

from __future__ import annotations

from typing import Any, cast

import pytest

from citeline.state import Claim, Evidence, Fact
from citeline.tools.answer.writing.verdict import DOUBT, HELD, YES, is_partial, judge, opening_of
from citeline.tools.question.read import read

FACT: Fact = {"relation": "cell", "subject": "Ana · Team", "object": "billing"}
KNOWN: Claim = {"text": "Ana · Team: billing", "evidence": [1], "fact": FACT}
RANKED: Claim = {**KNOWN, "features": {"similarity": 0.9}}
WRITTEN: Claim = {"text": "Ana works in billing.", "evidence": [1]}


@pytest.mark.parametrize("basis", ["definition", "cell", "graph", "release", "raised", "value"])
def test_what_the_tree_a_table_or_a_change_log_knows_answers(basis: str) -> None:
    assert judge([KNOWN], basis=basis, not_stated="", missing=(), signals={})["verdict"] == "yes"


@pytest.mark.parametrize("basis", ["string", "overview"])
def test_what_may_be_a_part_of_the_answer_says_so(basis: str) -> None:
    found = judge([KNOWN], basis=basis, not_stated="", missing=(), signals={})
    assert found["verdict"] == "partly" and "part" in found["why"]


def test_a_cell_of_a_table_with_some_of_the_words_says_so_whatever_else_is_known() -> None:
    found = judge([KNOWN], basis="likely cell", not_stated="", missing=(), signals={"full": 0.99})
    assert found["verdict"] == "partly" and "some of the words" in found["why"]


@pytest.mark.parametrize("claim", [RANKED, WRITTEN])
def test_lines_that_were_ranked_or_sentences_that_were_written_do_not_answer_by_themselves(claim: Claim) -> None:
    assert judge([claim], basis="cell", not_stated="", missing=(), signals={})["verdict"] == "partly"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"margin": 3.0}, "no other lines come near it"),
        ({"alone": 0.5}, "no other passage comes near it"),
        ({"alone": 0.5, "margin": 3.0}, "no other passage comes near it, no other lines come near it"),
        ({}, "most answers with what is known of this one are full"),
    ],
)
def test_ranked_lines_that_stand_out_answer_and_say_what_speaks_for_them(told: dict[str, float], why: str) -> None:
    """`partly` above four of five full answers told nobody which ones to rely on."""
    signals = {"margin": 0.5, "alone": 0.1, **told}
    found = judge([RANKED], basis="", not_stated="", missing=(), signals={**signals, "full": YES}, edges=0.0)
    assert found == {"verdict": "yes", "why": why}
    found = judge([RANKED], basis="", not_stated="", missing=(), signals={**signals, "full": YES - 0.01})
    assert found["verdict"] == "partly"


def test_who_uses_something_is_known_to_the_graph_and_to_no_line_with_the_words() -> None:
    """`check_links.rb used by?` was answered `yes` with a sentence of the readme, not with what runs it."""
    known = {"margin": 3.0, "alone": 0.5, "full": 0.99}
    found = judge([RANKED], basis="", not_stated="", missing=(), signals=known, edges=0.9)
    assert found["verdict"] == "partly"
    assert judge([RANKED], basis="", not_stated="", missing=(), signals=known, edges=0.1)["verdict"] == "yes"


@pytest.mark.parametrize(
    ("relation", "edges", "verdict"), [("calls", 0.5, "yes"), ("imports", 0.3, "partly"), ("uncalled", 0.9, "partly")]
)
def test_an_edge_answers_only_who_asks_for_one(relation: str, edges: float, verdict: str) -> None:
    """What imports `codes` was, `answers: yes`, the answer to which names it has for a status."""
    edge: Claim = {**KNOWN, "fact": {**FACT, "relation": relation}}
    signals = {"full": 0.7}
    assert judge([edge], basis="graph", not_stated="", missing=(), signals=signals, edges=edges)["verdict"] == verdict


def test_the_place_of_a_message_answers_only_what_is_about_it() -> None:
    """`r.Method("PURGE") says "method is not supported", what do I have to add?` was answered `yes` with its raise."""
    for held, verdict in ((0.4, "partly"), (HELD, "yes")):
        told = judge([KNOWN], basis="raised", not_stated="", missing=(), signals={"together": held, "full": 0.7})
        assert told["verdict"] == verdict


def test_a_value_that_holds_in_one_case_does_not_answer_for_all() -> None:
    """The limit of a key, `when` the text begins as one does, was the largest file that is encrypted, with `yes`."""
    one: Claim = {**KNOWN, "fact": {"relation": "value", "subject": "limit", "object": "16", "condition": "is_key"}}
    told = judge([one], basis="value", not_stated="", missing=(), signals={"full": 0.95}, edges=0.0)
    assert told["verdict"] == "partly"


def cited(number: int, text: str) -> Evidence:
    return cast(Evidence, {"id": number, "path": "perks.md", "name": "Perks", "text": text})


@pytest.mark.parametrize(
    ("question", "texts", "partial"),
    [
        (
            "profit sharing vs liquidity pool: after how many years do shares stop growing in each?",
            ("Shares of the liquidity pool grow for 10 years.", "We share profits."),
            True,
        ),
        (
            "profit sharing vs liquidity pool: how many years?",
            ("Profit sharing ends at 6 years, the liquidity pool at 10.",),
            False,
        ),
        ("open_file vs load_file: which one blocks?", ("`open_file` blocks.", "`load_file` does not."), False),
        ("open_file vs load_file: which one blocks?", ("`open_file` blocks.", "`load_files` does not."), True),
        ("how many unused sick days can I carry into next year?", ("We do not pay out for unused sick time.",), True),
        ("how many unused sick days can I carry into next year?", ("Up to 5 days may be carried.",), False),
        ("why are sick days limited?", ("We do not pay out for unused sick time.",), False),
        ("default retry_interval and focus_interval", ("`focus_interval` is `5`.",), True),
        ("default retry_interval and focus_interval", ("`focus_interval` is `5`.", "`retry_interval` is `3`."), False),
    ],
)
def test_half_of_a_comparison_and_no_number_where_one_is_asked_for_are_a_part(
    question: str, texts: tuple[str, ...], partial: bool
) -> None:
    """All were told with `yes`: the years of one of two programs, that sick time is not paid out, one of two values."""
    claims = [cast(Claim, {**RANKED, "text": text, "evidence": [at]}) for at, text in enumerate(texts)]
    assert is_partial(read(question), claims, [cited(at, text) for at, text in enumerate(texts)]) is partial


@pytest.mark.parametrize(
    ("question", "told", "partial"),
    [
        ("does it export rows with amount over 1.2.3?", "Rows are exported as they are.", True),
        ("how are sha256, oauth2, utf-8 and the 2nd key made?", "All are made alike.", False),
        ("does it take 10000 rows?", "It takes 10,000 rows at most.", False),
        ("does it run on Python 3?", "Python 3.9 or later is needed.", False),
        ("does it run on Python 3.14?", "Python 3 is needed.", True),
        ("does it run on Python 2?", "Python 3.9 or later is needed.", True),
        ("are 3 workers started?", "`workers` is their number.", False),
    ],
)
def test_a_part_lacks_the_numbers_of_the_question(question: str, told: str, partial: bool) -> None:
    """`sha256` ruled `yes` out, and so did `10000` for `10,000` and `Python 3` for `Python 3.9`."""
    claim = cast(Claim, {**RANKED, "text": told})
    cites = [cited(1, "workers = 3"), cited(2, "1.2.3 and 2 of another claim")]
    assert is_partial(read(question), [claim], cites) is partial


def test_a_part_of_what_is_asked_does_not_say_yes() -> None:
    known = {"margin": 3.0, "alone": 0.5, "full": 0.99}
    for claim, basis in ((RANKED, ""), (KNOWN, "value")):
        told = judge([claim], basis=basis, not_stated="", missing=(), signals=known, edges=0.0, partial=True)
        assert told["verdict"] == "partly"


def test_a_sentence_that_somebody_wrote_has_no_chance_of_its_own() -> None:
    """The chance was told of the lines that the ranker chose; a model or a person has written others since."""
    for full in (1.0, 0.0):
        found = judge([WRITTEN], basis="", not_stated="", missing=(), signals={"full": full})
        assert found["verdict"] == "partly" and "something else" not in found["why"]


def test_lines_that_are_less_likely_to_answer_than_not_say_so() -> None:
    found = judge([RANKED], basis="", not_stated="", missing=(), signals={"full": DOUBT - 0.01})
    assert found["verdict"] == "partly" and "something else" in found["why"]


@pytest.mark.parametrize(
    ("claims", "reason", "missing", "why"),
    [
        ([KNOWN], "no row is called Ben", (), "no row is called Ben"),
        ([], "", (), "no line"),
        ([KNOWN], "", ("RedisCache",), "RedisCache"),
    ],
)
def test_what_is_known_to_be_absent_is_not_stated(
    claims: list[Claim], reason: str, missing: tuple[str, ...], why: str
) -> None:
    found = judge(claims, basis="cell", not_stated=reason, missing=missing, signals={"full": 1.0})
    assert found["verdict"] == "not_stated" and why in found["why"]


@pytest.mark.parametrize(
    ("about", "opening"),
    [
        ({"answers": {"verdict": "partly", "why": "", "opening": "These may not answer:"}}, "These may not answer:"),
        ({"answers": {"verdict": "partly", "why": ""}}, ""),
        ({"answers": {"verdict": "not_stated", "why": ""}}, "No `RedisCache` here."),
        ({"missing_names": [{"name": "RedisCache", "nearest": []}]}, "No `RedisCache` here."),
        ({"claims": [], "answers": {"verdict": "not_stated", "why": ""}}, ""),
    ],
)
def test_a_kept_answer_opens_as_it_did_when_it_was_given(about: dict[str, Any], opening: str) -> None:
    """Pages keep answers from before there was a field for it."""
    assert opening_of({"claims": [KNOWN], "answer": "No `RedisCache` here.\n\nA claim. [1]", **about}) == opening


def test_a_value_beside_lines_about_another_thing_does_not_answer() -> None:
    """How many clients 2 GB can take was answered `yes` with `clientsChunkSize`, 150."""
    value: Claim = {"text": "`chunk` is `150`:", "evidence": [1], "fact": {**FACT, "relation": "value"}}
    for stated, verdict in ((1.5, "partly"), (3.0, "yes")):
        found = judge([value], basis="value", not_stated="", missing=(), signals={"stated": stated})
        assert found["verdict"] == verdict
