"""What was begun is begun for good, whatever became of the note; another proposal is another action."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.state import ActionCall
from citeline.tools.actions import ActionError, Ledger, digest_of

CALL: ActionCall = {"name": "a.b", "arguments": {"x": 1, "y": "\ud800"}, "status": "proposed", "told": "", "id": "1"}


def test_only_the_first_begins_and_the_others_are_told_what_came_of_it(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new" / "actions")
    assert ledger.begin("ab") is None
    assert "cut off" in (ledger.begin("ab") or ("", ""))[1]
    ledger.end("ab", "done", "wrote ä")
    assert Ledger(ledger.folder).begin("ab") == ("done", "wrote ä")
    ledger.forget("ab")
    assert ledger.begin("ab") is None


def test_a_note_that_cannot_be_read_keeps_an_action_from_being_done_again(tmp_path: Path) -> None:
    (tmp_path / "ab").write_bytes(b"\xff{")
    assert (Ledger(tmp_path).begin("ab") or ("", ""))[0] == "failed"


def test_where_nothing_can_be_noted_nothing_may_be_done(tmp_path: Path) -> None:
    (tmp_path / "actions").write_text("a file")
    with pytest.raises(ActionError, match="not done"):
        Ledger(tmp_path / "actions").begin("ab")


def test_a_digest_is_of_what_is_shown_and_of_the_proposal() -> None:
    digest = digest_of(CALL)
    assert digest == digest_of({**CALL, "status": "approved", "told": "x", "yes": "y"})
    assert digest == digest_of({**CALL, "arguments": {"y": "\ud800", "x": 1}})
    others: list[ActionCall] = [{**CALL, "name": "a.c"}, {**CALL, "arguments": {"x": 2}}, {**CALL, "id": "2"}]
    assert digest not in map(digest_of, others)
