"""`citeline hook`: what a coding agent runs when it is about to show an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from citeline.errors import CitelineError
from citeline.indexing.reader import open_index
from citeline.settings import Settings
from citeline.tools.compact import verification_text
from citeline.tools.verify.verification import verify_draft

_MOST_TOKENS: Final = 1_500


@click.command("hook")
def command() -> None:
    """Read the JSON of a `Stop` hook on standard input and check the citations of the agent's last message.

    When one is wrong, the agent is told which and why, once, and goes on; otherwise nothing is printed. A folder that
    was never indexed is not checked. `citeline install claude-code` sets this up.
    """
    given = _given()
    message = given.get("last_assistant_message")
    # `stop_hook_active`: it goes on because of this hook already, and must be able to end.
    if not isinstance(message, str) or not message.strip() or given.get("stop_hook_active"):
        return
    try:
        index = open_index(Path(str(given.get("cwd") or ".")), Settings())
    except CitelineError:
        return
    try:
        report = verify_draft(index, message)
    finally:
        index.close()
    if not report.count("error"):
        return
    reason = "Citations of your answer do not hold. Correct them and answer again:\n" + verification_text(
        report, max_tokens=_MOST_TOKENS
    )
    click.echo(json.dumps({"decision": "block", "reason": reason}, ensure_ascii=True))


def _given() -> dict[str, Any]:
    try:
        found = json.loads(sys.stdin.buffer.read())
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
