"""`citeline feedback`: whether an answer was right, and which lines are, as a row of one's own labelled set."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from citeline.errors import UsageError
from citeline.evals.cases.feedback import cited_places, feedback_file, keep_feedback, right_places
from citeline.settings import Settings
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.verify.baseline import Baseline
from citeline.visible import one_line, visible

from ..console import stdout
from ..history import History, folder_of
from ..json_output import print_json
from ..opening import open_or_build
from ..options import force_option, format_option, repo_option

_KEPT = 200
"""Answers that are looked through for the one to a question."""


@click.command("feedback")
@click.argument("thumb", type=click.Choice(["good", "bad"]))
@click.argument("question", nargs=-1)
@click.option("--right", metavar="PLACES", help="The right lines, as PATH:12-20,PATH:3; `none`: nothing answers it.")
@repo_option
@format_option
@force_option
def command(thumb: str, question: tuple[str, ...], right: str | None, repo: Path, output: str, force: bool) -> int:
    """Say that the last answer of the conversation or the page was good or bad; or QUESTION, with --right.

    The lines that are right become a row of a labelled set of your own beside the index. They change no answer by
    themselves: `citeline eval run` asks the set again, `citeline eval weights` fits the ranking to it and shows what
    that would change.
    """
    with open_or_build(repo, Settings(), force=force) as handle:
        history = History(folder_of(handle.reader.location))
        asked = " ".join(question) or next((one.question for one in history.newest(1)), "")
        if not asked:
            raise UsageError("nothing was asked here yet", remedy="name the QUESTION, and the right lines with --right")
        if right is not None:
            places = right_places(right)
        elif thumb == "bad":
            raise UsageError(
                "a bad answer teaches nothing by itself", remedy="say what is right: --right path:12-20, or none"
            )
        else:
            run = next((one.run for one in history.newest(_KEPT) if one.question == asked), "")
            answer = history.answer(run) or {"claims": [], "evidence": []}
            tree = WorkingTree(handle.reader.tree, Baseline(handle.reader.structure))
            places = cited_places(answer, tree)
            if not places:
                raise UsageError(
                    f"no answer to {asked!r} with cited lines is kept", remedy="say what is right: --right path:12-20"
                )
        case = keep_feedback(handle, asked, places, tags=(thumb,))
        path = feedback_file(handle.reader.location)
    if output == "json":
        print_json({"row": case.model_dump(mode="json", exclude_defaults=True), "file": str(path)})
    else:
        told = ", ".join(map(str, case.gold)) or "nothing answers it"
        stdout().print(Text(visible(f"{thumb}: {one_line(case.question)}\n  {told}\n  kept in {path}")))
    return 0
