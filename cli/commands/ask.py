"""`citeline ask`: an answer whose sentences cite lines that were checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from citeline.graph.run import Options, ask, run_with_events
from citeline.nodes.running.budget import was_cut_short
from citeline.settings import Settings, StalePolicy, is_traced
from citeline.tools.models.models import configured_models
from citeline.visible import visible

from ..console import print_json, stderr, stdout
from ..deciding import decider, known, points, render_actions
from ..exit_codes import ANSWERED, NOT_FOUND, PARTIAL
from ..opening import open_or_build, with_staleness
from ..options import (
    force_option,
    no_model_option,
    question_argument,
    repo_option,
    source_option,
    stale_option,
    top_k_option,
)
from ..render import answer_as_markdown, render_answer

_EXIT_CODES = {"answered": ANSWERED, "partial": PARTIAL, "not_found": NOT_FOUND}


@click.command("ask")
@question_argument
@repo_option
@top_k_option
@source_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="For people, for programs, or with places that `citeline verify` checks.",
)
@click.option("--all", "everything", is_flag=True, help="Show the further claims too.")
@click.option("--verdicts", is_flag=True, help="Show what was checked of each citation, also where all is well.")
@stale_option
@no_model_option
@click.option("--steps", is_flag=True, help="Show every step on stderr: plan, channels, ranking, checks, cost.")
@click.option("--review", default="", metavar="POINTS", help="Ask you at `plan`, `evidence`, `answer` (with commas).")
@click.option("--yes", multiple=True, metavar="ACTION", help="Do this without asking, e.g. calendar.create.")
@force_option
def command(
    question: str,
    repo: Path,
    top_k: int | None,
    sources: tuple[str, ...],
    output: str,
    everything: bool,
    verdicts: bool,
    stale: StalePolicy | None,
    no_model: bool,
    steps: bool,
    review: str,
    yes: tuple[str, ...],
    force: bool,
) -> int:
    """Answer a QUESTION with sentences that cite checked lines.

    What else it asks to be done, such as a meeting, is shown and waits for a yes.
    The folder is indexed on first use. Exit code 0: answered, 3: not found or not stated, 5: the budget was spent
    before everything was looked at.
    """
    settings = Settings()
    options: Options = {
        "top_k": top_k,
        "sources": sources,
        "no_model": no_model,
        "yes": known(yes),
        "review": points(review),
    }
    if person := decider():
        options["decide"] = person
    with open_or_build(repo, settings, force=force, stale=stale) as handle:
        hosts = () if no_model else configured_models(settings).hosts
        if hosts:
            from citeline.nodes.explore import most_excerpts

            searched = max(top_k or settings.top_k, settings.evidence_k)
            _announce(hosts, searched if settings.mode == "pipeline" else most_excerpts(searched))
        if steps or hosts:
            from ..live import watch

            found = watch(run_with_events(question, handle, **options), stderr(), keep=steps)
        else:  # over before anybody could read a step
            found = ask(question, handle, **options)
        answer = with_staleness(found.to_json(), handle)
    if output == "json":
        print_json(answer)
    elif output == "markdown":
        stdout().print(answer_as_markdown(answer, everything=everything), markup=False, highlight=False, soft_wrap=True)
    else:
        render_answer(answer, stdout(), everything=everything, verdicts=verdicts)
        render_actions(answer.get("actions", ()), stdout())
    # Who ran out of time cannot say that there is nothing.
    if was_cut_short(answer["degradations"]):
        return PARTIAL
    not_stated = (answer.get("answers") or {}).get("verdict") == "not_stated"
    return NOT_FOUND if not_stated else _EXIT_CODES[answer["status"]]


def _announce(hosts: Sequence[str], excerpts: int) -> None:
    """What leaves this machine, and where to, before it does."""
    # LangChain reads LANGSMITH_TRACING by itself, and then sends every prompt there too.
    where = visible(" and ".join([*hosts, *(["LangSmith"] if is_traced() else [])]))
    stderr().print(Text(f"Sending up to {excerpts} excerpts a call to {where}; `--no-model` forbids it.", style="dim"))
