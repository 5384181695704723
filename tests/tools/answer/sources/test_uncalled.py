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
