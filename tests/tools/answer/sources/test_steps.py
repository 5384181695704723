"""A script of a shell is told by what it runs, in its order."""

from __future__ import annotations

from pathlib import Path

from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read

from ..trees import indexed


def test_a_script_is_told_by_what_it_runs(tmp_path: Path) -> None:
    script = "#!/bin/sh\ncd goods\nif [ -f late ]; then\n  make pack\nfi\nscp goods shop:\necho done\n"
    index = indexed(tmp_path, {"deliver.sh": script, "till.py": "def total():\n    return 2\n"})
    found = special_drafts(index, read("What does deliver.sh do?"), [])
    assert [draft.fact["object"] for draft in found.drafts] == ["`make pack`, `scp goods shop:`"]
