from __future__ import annotations

from citeline.tools.evidence.grading import read_subject
from citeline.tools.question.vocabulary.ordinary import RAREST, background_share, read_background

from .fakes import fake_index


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
