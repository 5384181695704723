"""The fit of what tells whether anything is stated, and whether an answer is full."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from citeline.evals.cases.case import Case
from citeline.evals.research.stated import Asked, Ending, fit_full, fit_stated, is_full
from citeline.tools.answer.ranking.stated import FEATURES, OF_FULL, UNREAD

CASE = Case.model_validate(
    {
        "id": "one",
        "corpus": "t",
        "question": "how many jobs does it keep?",
        "needs": [[{"path": "notes.md", "start_line": 5, "end_line": 5}]],
        "says": [["500"]],
    }
)


def state_of(sentences: int, *, more: int) -> dict[str, Any]:
    """Sentences that cite a line each; the fifth is the one that is needed."""
    claims = [{"text": f"It keeps {100 * at} jobs.", "evidence": [at]} for at in range(1, sentences + more + 1)]
    pieces = [
        {"id": at, "path": "notes.md", "name": "", "start_line": at, "end_line": at, "text": f"{100 * at} jobs"}
        for at in range(1, sentences + more + 1)
    ]
    return {"claims": claims[:sentences], "more": claims[sentences:], "evidence": pieces}


def test_sentences_that_not_stated_leaves_out_count_as_shown() -> None:
    """Otherwise the fit would learn from its own last verdict which answers are full."""
    assert is_full(state_of(3, more=5), CASE)
    assert not is_full(state_of(3, more=1), CASE)


def asked(corpus: str, ending: Ending, near: float, *, full: bool) -> Asked:
    signals = dict.fromkeys({*FEATURES, *OF_FULL} - {"stated", "bias"}, 0.0)
    return Asked(corpus, {**signals, "similarity": near, "margin": near, "bias": 1.0}, full, ending, full)


def test_what_is_known_to_have_an_answer_or_none_is_no_guess(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [asked(name, "guess", near / 10, full=near > 4) for name in "abc" for near in range(10)]
    rows += [asked("a", "told", 0.9, full=False), asked("b", "borne", 0.0, full=True)]
    chances, weights, unread = fit_stated(rows)
    assert chances[-2:].tolist() == [0.0, 1.0]
    assert weights[FEATURES.index("similarity")] > 0
    assert len(unread) == len(UNREAD)
    assert fit_full(rows, chances)[OF_FULL.index("margin")] > 0
    assert "30 questions: 15 told, 15 others, 15 full" in capsys.readouterr().out


def test_what_may_be_a_part_is_counted_as_no_yes_however_likely(capsys: pytest.CaptureFixture[str]) -> None:
    """The table promised more answers that say yes than the program gives."""
    rows = [asked(name, "open", near / 10, full=near > 4) for name in "abc" for near in range(10)]
    rows += [asked(name, "part", 0.9, full=True) for name in "abc"]
    fit_full(rows, np.ones(len(rows)))
    told = [line.split() for line in capsys.readouterr().out.splitlines() if line[:1] == " " and "yes" not in line]
    shares = [float(row[1]) for row in told]
    assert shares and max(shares) <= 15 / 18
