"""Who quotes a message has read it: what is told is the sentence that says what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.sources.exact_strings import exact_hits
from citeline.tools.answer.sources.raised import raised_drafts

from ..trees import indexed

MESSAGE = "creating the task failed"
FENCED = f"# Trouble\n\n```\n[ERROR] {MESSAGE}: db locked\n```\n\nTwo workers wrote to one database.\nUse one.\n"
TOLD = {
    "a block of code is told by the paragraph below it": (
        "help.md",
        FENCED,
        ("quoted", "Two workers wrote to one database."),
    ),
    "a heading is told by its section": (
        "help.md",
        f"# Trouble\n\n## {MESSAGE.capitalize()}\n\nWhy? Two workers wrote to one database.\n",
        ("quoted", "Two workers wrote to one database."),
    ),
    "a sentence that has the message is told": (
        "help.md",
        f"# Trouble\n\nSee the log. If it says `{MESSAGE}`, two workers wrote to one database.\n",
        ("quoted", f"If it says `{MESSAGE}`, two workers wrote to one database."),
    ),
    "so is one of a comment": (
        "app.py",
        f"def wait():\n    # Two workers end with `{MESSAGE}` where both write.\n    lock()\n",
        ("shown", f"Two workers end with `{MESSAGE}` where both write."),
    ),
    "a script of which nobody knows the language has no sentences": (
        "run",
        f'if owner; then\n  echo "{MESSAGE}"\n  echo "{MESSAGE} because of its owner."\nfi\n',
        ("stated", MESSAGE),
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_a_message_is_told_by_what_is_said_of_it(case: str, tmp_path: Path) -> None:
    path, text, told = TOLD[case]
    opened = indexed(tmp_path, {path: text})
    first = raised_drafts(opened, exact_hits(opened, [MESSAGE]))[0].fact
    assert (first["relation"], first["object"]) == told
