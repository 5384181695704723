"""`citeline ask`: an answer whose sentences cite lines that were checked."""

from __future__ import annotations

from pathlib import Path

import click

from citeline.graph.run import ask
from citeline.settings import Settings, StalePolicy

from ..console import print_json, stdout
from ..opening import open_or_build, with_staleness
from ..options import force_option, format_option, question_argument, repo_option, stale_option, top_k_option
from ..render import render_answer

EXIT_CODES = {"answered": 0, "partial": 5, "not_found": 3}


@click.command("ask", short_help="Answer a question with checked citations.")
@question_argument
@repo_option
@top_k_option
@format_option
@stale_option
@force_option
def command(question: str, repo: Path, top_k: int | None, output: str, stale: StalePolicy | None, force: bool) -> int:
    """Answer a QUESTION with sentences that cite checked lines.

    The folder is indexed on first use. Exit code 0: answered, 3: not found, 5: the budget is spent and the answer is
    partial.
    """
    with open_or_build(repo, Settings(), force=force, stale=stale) as handle:
        answer = with_staleness(ask(question, handle, top_k=top_k).to_json(), handle)
    if output == "json":
        print_json(answer)
    else:
        render_answer(answer, stdout())
    return EXIT_CODES[answer["status"]]
