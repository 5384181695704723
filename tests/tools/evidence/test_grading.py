from __future__ import annotations

from collections.abc import Sequence

import pytest

from citeline.state import Evidence, Keywords
from citeline.text import words
from citeline.tools.evidence.evidence import evidence_from_hits
from citeline.tools.evidence.grading import FLOOR, NOTHING, Grading, grade, held_together, read_subject
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.words import RAREST, background_share, read_background

from .fakes import fake_index, hits


def graded(question: str, *names: str, english: str = "") -> Grading:
    keywords: Keywords = {"exact": words(f"{english} {question}"), "parts": [], "related": []}
    return grade(fake_index(), read(question), keywords, evidence_from_hits(hits(*names)))


def graded_of(question: str, keywords: Keywords, evidence: Sequence[Evidence]) -> float:
    return grade(fake_index(), read(question), keywords, evidence).score


def test_a_question_that_the_evidence_holds_is_enough() -> None:
    found = graded("how does a voucher take cents off the total", "apply_voucher", "Vouchers")
    assert found.grade == "enough"
    assert found.score > 0.5
    assert found.missing_names == ()


@pytest.mark.parametrize(
    "question", ["kubernetes ingress", "how is TLS certificate rotation scheduled", "GraphQL schema"]
)
def test_a_question_about_something_else_is_not_enough(question: str) -> None:
    found = graded(question, "Cart", "Cart.checkout")
    assert found.grade in ("nothing", "too_little")


def test_what_all_pieces_hold_together_is_more_than_what_one_of_them_holds() -> None:
    question = "giftcard voucher charge"
    keywords: Keywords = {"exact": words(question), "parts": [], "related": []}
    alone, both = (
        held_together(fake_index(), read(question), keywords, evidence_from_hits(hits(*names)))
        for names in (["Vouchers"], ["Vouchers", "Cart.checkout"])
    )
    assert 0 < alone < both < 1
    assert held_together(fake_index(), read(question), keywords, []) == 0


def test_no_evidence_is_nothing() -> None:
    assert graded("voucher").grade == "nothing"
    assert graded("voucher").score == 0.0


def test_a_missing_name_is_told_with_the_nearest() -> None:
    found = graded("what does GiftCard do", "Cart")
    assert found.missing_names == ({"name": "GiftCard", "nearest": ["GiftCart"]},)
    assert found.grade != "enough"


def test_a_missing_name_counts_against_evidence_that_holds_the_rest() -> None:
    known = graded("how does checkout charge the cart total", "Cart.checkout")
    false_premise = graded("how does checkout charge the cart total with RedisCache", "Cart.checkout")
    assert false_premise.score < known.score
    assert false_premise.missing_names


@pytest.mark.parametrize("own", ["neccesarry", "mytool", "'avatar'"])
def test_a_slip_or_the_askers_own_word_counts_less_than_a_name_that_is_not_there(own: str) -> None:
    """`the event request form neccesarry?` was "not stated", and half of such questions were refused."""
    slip = graded(f"how does checkout charge the cart total {own}", "Cart.checkout")
    absent = graded("how does checkout charge the cart total redis", "Cart.checkout")
    assert slip.missing_names and slip.score > absent.score


def test_an_example_that_is_nowhere_does_not_count_against_the_evidence() -> None:
    """`a further value for --type (say Solaris doors)` was refused, for there is no Solaris."""
    example = graded("how does checkout charge the cart total, say Solaris", "Cart.checkout")
    alone = graded("how does checkout charge the cart total", "Cart.checkout")
    assert example.missing_names and example.score == alone.score


@pytest.mark.parametrize("name", ["Cart.checkout", "applyVoucher", "cart.py", "shop/cart.py", "GiftCart()", "e.g."])
def test_names_that_exist_in_some_spelling_are_not_missing(name: str) -> None:
    assert graded(f"where is {name}", "Cart").missing_names == ()


def test_a_chinese_question_counts_through_its_translation() -> None:
    plain = graded("how does a voucher take cents off the total", "apply_voucher", "Vouchers")
    chinese = graded("优惠券怎么计算总计？", "apply_voucher", "Vouchers", english="voucher calculate total")
    assert plain.grade == chinese.grade == "enough"


def test_chinese_that_no_lexicon_reads_counts_against_the_evidence() -> None:
    english = "voucher calculate total"
    read = graded("优惠券怎么计算总计？", "apply_voucher", "Vouchers", english=english)
    unread = graded("优惠券怎么计算魑魅魍魉的总计？", "apply_voucher", "Vouchers", english=english)
    assert unread.score < read.score


def test_a_question_without_words_is_too_little() -> None:
    assert graded("???", "Cart").grade == "too_little"


def test_more_evidence_than_anyone_reads_is_too_much() -> None:
    pieces = evidence_from_hits(hits("apply_voucher")) * 31
    keywords: Keywords = {"exact": ["voucher", "cents"], "parts": [], "related": []}
    assert grade(fake_index(), read("voucher cents"), keywords, pieces).grade == "too_much"


def test_a_word_that_is_the_name_of_a_definition_is_answered() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["total"], "parts": [], "related": []}
    plain = grade(fake_index(), read("total"), keywords, [piece]).score
    named = grade(fake_index(), read("total"), keywords, [{**piece, "features": {"def_f1": 1.0}}]).score
    assert named > plain


def test_a_definition_counts_as_far_as_it_is_the_one_that_is_named() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["total"], "parts": [], "related": []}

    def score(**features: float) -> float:
        return graded_of("total", keywords, [{**piece, "features": features}])

    assert score() == score(def_f1=0.99) < score(def_ident=0.5) < score(def_ident=1.0) == score(def_f1=1.0)


def test_one_everyday_word_is_answered_by_the_name_that_holds_it_but_by_nothing_in_passing() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["total"], "parts": [], "related": []}
    named: Evidence = {**piece, "name": "total_of"}
    asked = "how is the total made"
    assert graded_of(asked, keywords, [named]) > graded_of(asked, keywords, [piece])
    aside = {**named, "path": "CHANGES.md"}
    assert graded_of(asked, keywords, [named]) > graded_of(asked, keywords, [aside])  # type: ignore[list-item]  # a copy
    assert graded_of(asked, keywords, [named]) > graded_of("total", keywords, [named])


def test_a_short_question_is_answered_by_a_line_that_holds_all_of_it() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["customer", "prices"], "parts": [], "related": []}
    together = grade(fake_index(), read("customer prices"), keywords, [piece]).score
    apart = piece["text"].replace("Prices", "\nPrices")
    assert grade(fake_index(), read("customer prices"), keywords, [{**piece, "text": apart}]).score < together


def test_one_word_is_answered_by_what_is_called_so_and_by_a_line_that_is_nothing_else() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["voucher"], "parts": [], "related": []}
    passing: Evidence = {**piece, "text": "A voucher is taken off.", "features": {}}
    called: Evidence = {**passing, "path": "shop/voucher.py"}
    within: Evidence = {**passing, "path": "shop/voucher/cart.py"}
    heading: Evidence = {**passing, "text": "Voucher\n=======\nIt is taken off."}
    assert graded_of("voucher", keywords, [called]) > graded_of("voucher", keywords, [within])
    assert graded_of("voucher", keywords, [heading]) > graded_of("voucher", keywords, [passing])


def test_an_everyday_question_is_answered_by_lines_that_hold_all_of_it() -> None:
    (piece,) = evidence_from_hits(hits("Cart"))
    keywords: Keywords = {"exact": ["total", "item"], "parts": [], "related": []}
    near: list[Evidence] = [{**piece, "text": "A total\nof each item."}]
    far: list[Evidence] = [{**piece, "text": "A total.\n\n\n\nAn item."}]
    aside: list[Evidence] = [{**piece, "path": ".github/workflows/total.yml", "text": near[0]["text"]}]
    question = "how does the total mind an item"
    assert graded_of(question, keywords, near) > graded_of(question, keywords, far)
    assert graded_of(question, keywords, near) > graded_of(question, keywords, aside)
    assert graded_of(question, keywords, near) > graded_of("total item", keywords, near)
    rare: Keywords = {"exact": ["total", "basilisk"], "parts": [], "related": []}
    assert graded_of("how does the total mind a basilisk", rare, near) < FLOOR


def test_who_asks_for_a_definition_by_its_name_is_answered() -> None:
    (piece,) = evidence_from_hits(hits("apply_voucher"))
    keywords: Keywords = {"exact": [], "parts": [], "related": []}
    assert grade(fake_index(), read("what does total do"), keywords, [piece]).grade == "enough"


def test_a_german_noun_is_no_missing_name() -> None:
    german = graded(
        "Wie wird der Gutschein vom Total abgezogen, ohne Handshake?", "Vouchers", english="how voucher total"
    )
    assert german.missing_names == ()


@pytest.mark.parametrize(
    ("question", "grade_"), [("does it support LDAP?", "too_little"), ("how is LDAP synchronized nightly?", "nothing")]
)
def test_whether_a_product_is_supported_is_not_refused_where_the_lines_mention_it(question: str, grade_: str) -> None:
    """`does it support LDAP` was refused above the sentence that tells how."""
    told = "Who wants to pay may sign in by LDAP or OAuth."
    pieces: list[Evidence] = [{**piece, "text": told} for piece in evidence_from_hits(hits("Vouchers"))]
    keywords: Keywords = {"exact": words(question), "parts": [], "related": []}
    found = grade(fake_index(), read(question), keywords, pieces)
    assert found.score < NOTHING and found.grade == grade_


def test_a_background_is_read_by_share() -> None:
    shares = read_background("# comment\n50000 return type\n20 kafka\n")
    assert shares == {"return": 0.5, "type": 0.5, "kafka": 0.0002}


def test_the_shipped_background_knows_common_terms_from_rare_ones() -> None:
    assert background_share("return") > background_share("cooki") > background_share("kafka")
    assert background_share("魑魅") == RAREST


def test_what_is_common_here_and_rare_elsewhere_is_familiar() -> None:
    subject = read_subject(fake_index(), ["voucher", "request"])
    assert subject.familiarity["voucher"] > 0 > subject.familiarity["request"]
    assert subject.absent == ("request",)


def test_a_common_word_weighs_less_than_a_rare_one() -> None:
    weights = read_subject(fake_index(), ["error", "voucher"]).weights
    assert weights["voucher"] > weights["error"] > 0


def test_what_could_not_be_read_is_a_stranger() -> None:
    subject = read_subject(fake_index(), ["voucher"], ["魑魅魍魉"])
    assert subject.familiarity["魑魅魍魉"] < 0
    assert subject.absent == ("魑魅魍魉",)
    assert subject.coverage({"voucher"}) < 1


def test_words_that_ask_are_no_subject() -> None:
    assert set(read_subject(fake_index(), ["which", "voucher", "exists"]).weights) == {"voucher"}
