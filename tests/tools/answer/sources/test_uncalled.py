"""Nothing calls it: that is an answer, and no reason to show something else."""

from __future__ import annotations

from pathlib import Path

import citeline
from citeline.settings import Settings


def test_that_nothing_calls_a_function_is_said_with_its_definition(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "jobs.py").write_text("def run_nightly():\n    return 1\n\n\ndef run_daily():\n    return 2\n")
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("who calls run_nightly?", handle)
    assert answer.claims[0]["text"].startswith("No caller of `run_nightly` is known here")
    assert (answer.evidence[0]["start_line"], answer.answers) == (1, {"verdict": "yes", "why": "rests on a graph"})


def test_when_a_function_is_not_used_is_not_answered_with_who_uses_it(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "jobs.py").write_text("def merge():\n    return 1\n\n\ndef run_daily():\n    return merge()\n")
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        asked = ("谁使用 merge？", "merge 什么情况下不使用？")
        used, unused = (citeline.ask(question, handle).answers for question in asked)
    assert used == {"verdict": "yes", "why": "rests on a graph"}
    assert unused != used
