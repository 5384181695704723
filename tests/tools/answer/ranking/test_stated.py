"""When lines that were found say that nothing is stated, and when an answer is taken for a full one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.state import PassageRef
from citeline.tools.answer.ranking.stated import (
    FEATURES,
    LEAST,
    OF_FULL,
    Found,
    Nearness,
    chance_stated,
    signals_of,
    with_chances,
)
from citeline.tools.question.read import read

QUESTIONS = [
    "what is the default size of the cache?",
    "why is the cache emptied?",
    "how do I empty the cache?",
    "缓存的默认大小是多少？",
]
NEAR = Nearness(0.4, 0.4, 0.5, 0.2, 2.0, 0.4)
NOTES = """# Queue

The queue keeps 500 jobs. A worker takes the oldest job and runs it.
A job that fails is run again after ten seconds, three times at most.

# Reports

Every night the reports are written to the shared folder and old ones are removed.
"""


def chance(question: str, near: float, *, filled: float = 0.0, said: float = 0.0, found: Found | None = None) -> float:
    nearness = Nearness(near, near, near, filled, said=said)
    return chance_stated(signals_of(read(question), nearness, found or Found(evidence=0.9)))


@pytest.mark.parametrize("question", QUESTIONS)
def test_near_lines_state_and_strange_ones_do_not(question: str) -> None:
    chances = [chance(question, near / 10) for near in range(11)]
    assert chances == sorted(chances)
    assert chances[0] < LEAST < chances[-1]
    assert chance(question, 0.5) < chance(question, 0.5, found=Found(evidence=0.9, looked_up=True))
    assert chance(question, 0.5) < chance(question, 0.5, filled=1.0)
    assert chance(question, 0.5, said=-2.0) < chance(question, 0.5) < chance(question, 0.5, said=2.0)


@pytest.mark.parametrize("question", QUESTIONS)
def test_doubt_of_what_was_not_understood_is_not_counted_and_agreement_is(question: str) -> None:
    """A German page that answers was "not stated", as the reranker reads no German."""
    signals = signals_of(read(question), NEAR._replace(unread=True, said=-5.0), Found(evidence=0.9))
    doubted = signals_of(read(question), NEAR._replace(said=-5.0), Found(evidence=0.9))
    agreed = signals_of(read(question), NEAR._replace(unread=True, said=9.0), Found(evidence=0.9))
    assert chance_stated(doubted) < chance_stated(signals) < chance_stated(agreed)


@pytest.mark.parametrize("question", QUESTIONS)
def test_near_lines_state_less_where_the_evidence_is_about_something_else(question: str) -> None:
    """One repository has lines near to a question about another: one in five of these was answered."""
    chances = [chance(question, 0.4, found=Found(evidence=score)) for score in (0.0, 0.02, 0.5, 0.98, 1.0)]
    assert chances == sorted(set(chances))


@pytest.mark.parametrize("question", QUESTIONS)
def test_words_that_are_here_and_that_no_place_says_together_state_less(question: str) -> None:
    """Of a question about another repository, or one with a false premise, each word is somewhere: one in ten was
    answered by the lines that have two of them."""
    chances = [chance(question, 0.4, found=Found(together=share / 4)) for share in range(5)]
    assert chances == sorted(set(chances), reverse=True)


def test_a_long_question_needs_less_of_its_words_in_one_place() -> None:
    """Asked alike but for its length."""
    asked = read(QUESTIONS[0])
    longer = replace(asked, english=f"{asked.english} if the disk is full and a job is still running")
    short, long = (chance_stated(signals_of(one, NEAR, Found())) for one in (asked, longer))
    assert short < long


def test_what_a_question_takes_for_granted_needs_more_evidence() -> None:
    """`how many requests per second does the built-in rate limiter let through?` was answered with some throttle."""
    usual, granted = (
        chance_stated(signals_of(read(f"how many requests does {limiter} let through?"), NEAR, Found()))
        for limiter in ("the patient rate limiter", "the built-in rate limiter")
    )
    assert granted < usual


def test_every_feature_is_filled_and_has_a_weight() -> None:
    signals = with_chances(signals_of(read(QUESTIONS[0]), Nearness(0.5, 0.6, 0.5, 0.2), Found()), 0.9)
    assert signals.keys() == {*FEATURES, *OF_FULL, "full", "unread"}
    assert 0 < chance(QUESTIONS[0], 0.5) < 1
    assert 0 < signals["full"] < 1


def full(
    question: str = QUESTIONS[0], *, stated: float = 0.95, near: Nearness = NEAR, found: Found | None = None
) -> float:
    return with_chances(signals_of(read(question), near, found or Found()), stated)["full"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_is_likelier_full_the_further_its_place_stands_out(question: str) -> None:
    """Whoever acts on `yes` without reading on needs more than lines that share words with the question."""
    assert full(question, near=NEAR._replace(margin=0.2)) < full(question, near=NEAR._replace(margin=4.0))
    assert full(question, stated=0.8) < full(question, stated=0.99)


def test_one_passage_that_stands_alone_is_likelier_full_than_one_among_many() -> None:
    """Twenty passages that are as likely are a guess among them."""
    alone: list[PassageRef] = [{"chunk_id": at, "score": 0.9, "chance": 0.9 if at == 0 else 0.005} for at in range(20)]
    many: list[PassageRef] = [{"chunk_id": at, "score": 0.9, "chance": 0.05} for at in range(20)]
    unknown: list[PassageRef] = [{"chunk_id": 20, "score": 0.9}, *many]  # a step of a way, which no ranker has placed
    for one in (many[:1], unknown):
        assert full(found=Found(passages=many)) < full(found=Found(passages=one)) < full(found=Found(passages=alone))


def test_where_nothing_was_ranked_what_was_looked_up_decides() -> None:
    question = read(QUESTIONS[0])
    known, unknown = (
        with_chances(signals_of(question, None, Found(looked_up=True, borne=borne)), 1.0)["full"]
        for borne in (True, False)
    )
    assert unknown < known


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("how many jobs does the queue keep?", True),
        ("how often is a job that fails run again?", True),
        ("how much memory does a worker need to encrypt the reports?", False),
        ("wie viel Speicher braucht ein Worker, um die Berichte zu verschlüsseln?", False),
    ],
)
def test_what_nothing_states_is_told_before_at_most_three_places(tmp_path: Path, question: str, stated: bool) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "notes.md").write_text(NOTES)
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        answer = citeline.ask(question, index, no_model=True)
    assert answer.answers is not None and (answer.answers["verdict"] != "not_stated") == stated
    assert len(answer.claims) <= 3 or stated


def test_words_that_nothing_mentions_are_named(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "notes.md").write_text(NOTES)
    with citeline.index(tmp_path / "t", settings=Settings(home=tmp_path / "home", workers=1)) as index:
        answer = citeline.ask("how much memory does a worker need to encrypt the reports?", index, no_model=True)
    assert answer.answers is not None and answer.answers["why"].startswith("nothing mentions memory")
