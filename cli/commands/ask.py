"""`citeline ask`: an answer whose sentences cite lines that were checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from citeline.budget import was_cut_short
from citeline.graph.run import ask, run_with_events
from citeline.settings import Settings, StalePolicy
from citeline.tools.models.models import configured_models
from citeline.visible import visible

from ..console import print_json, stderr, stdout
from ..exit_codes import ANSWERED, NOT_FOUND, PARTIAL
from ..live import watch
from ..opening import open_or_build, with_staleness
from ..options import (
    force_option,
    format_option,
    no_model_option,
    question_argument,
    repo_option,
    stale_option,
    top_k_option,
)
from ..render import render_answer

_EXIT_CODES = {"answered": ANSWERED, "partial": PARTIAL, "not_found": NOT_FOUND}


@click.command("ask", short_help="Answer a question with checked citations.")
@question_argument
@repo_option
@top_k_option
@format_option
@stale_option
@no_model_option
@click.option("--steps", is_flag=True, help="Show every step on stderr: plan, channels, ranking, checks, cost.")
@force_option
def command(
    question: str,
    repo: Path,
    top_k: int | None,
    output: str,
    stale: StalePolicy | None,
    no_model: bool,
    steps: bool,
    force: bool,
) -> int:
    """Answer a QUESTION with sentences that cite checked lines.

    The folder is indexed on first use. Exit code 0: answered, 3: not found, 5: the budget was spent before
    everything was looked at.
    """
    settings = Settings()
    with open_or_build(repo, settings, force=force, stale=stale) as handle:
        hosts = () if no_model else configured_models(settings).hosts
        if hosts:
            _announce(hosts, max(top_k or settings.top_k, settings.evidence_k))
        if steps or hosts:
            found = watch(run_with_events(question, handle, top_k=top_k, no_model=no_model), stderr(), keep=steps)
        else:  # over before anybody could read a step
            found = ask(question, handle, top_k=top_k, no_model=no_model)
        answer = with_staleness(found.to_json(), handle)
    if output == "json":
        print_json(answer)
    else:
        render_answer(answer, stdout())
    # Who ran out of time cannot say that there is nothing.
    return PARTIAL if was_cut_short(answer["degradations"]) else _EXIT_CODES[answer["status"]]


def _announce(hosts: Sequence[str], excerpts: int) -> None:
    """What leaves this machine, and where to, before it does."""
    where = visible(" and ".join(hosts))
    stderr().print(Text(f"Sending up to {excerpts} excerpts to {where}; `--no-model` forbids it.", style="dim"))
