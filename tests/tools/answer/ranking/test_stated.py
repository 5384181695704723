"""When lines that were found say that nothing is stated."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.answer.ranking.stated import FEATURES, LEAST, Nearness, chance_stated, stated_features
from citeline.tools.question.read import read

QUESTIONS = [
    "what is the default size of the cache?",
    "why is the cache emptied?",
    "how do I empty the cache?",
    "缓存的默认大小是多少？",
]
NOTES = """# Queue

The queue keeps 500 jobs. A worker takes the oldest job and runs it.
A job that fails is run again after ten seconds, three times at most.

# Reports

Every night the reports are written to the shared folder and old ones are removed.
"""


def chance(question: str, near: float, *, filled: float = 0.0, looked_up: bool = False, evidence: float = 0.9) -> float:
    nearness = Nearness(near, near, near, filled)
    return chance_stated(stated_features(read(question), nearness, looked_up=looked_up, evidence=evidence))


@pytest.mark.parametrize("question", QUESTIONS)
def test_near_lines_state_and_strange_ones_do_not(question: str) -> None:
    chances = [chance(question, near / 10) for near in range(11)]
    assert chances == sorted(chances)
    assert chances[0] < LEAST < chances[-1]
    assert chance(question, 0.5) < chance(question, 0.5, looked_up=True)
    assert chance(question, 0.5) < chance(question, 0.5, filled=1.0)


@pytest.mark.parametrize("question", QUESTIONS)
def test_near_lines_state_less_where_the_evidence_is_about_something_else(question: str) -> None:
    """One repository has lines near to a question about another: one in five of these was answered."""
    chances = [chance(question, 0.4, evidence=score) for score in (0.0, 0.02, 0.5, 0.98, 1.0)]
    assert chances == sorted(set(chances))


def test_every_feature_is_filled_and_has_a_weight() -> None:
    features = stated_features(read(QUESTIONS[0]), Nearness(0.5, 0.6, 0.5, 0.2), looked_up=False, evidence=0.5)
    assert tuple(features) == FEATURES
    assert 0 < chance(QUESTIONS[0], 0.5) < 1


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
