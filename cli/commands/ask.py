"""`citeline ask`: an answer whose sentences cite lines that were checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from citeline.errors import UsageError
from citeline.graph.answer_text import answer_as_markdown
from citeline.graph.run import Options, ask, run_with_events
from citeline.nodes.running.budget import was_cut_short
from citeline.settings import Settings, StalePolicy, is_traced
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models
from citeline.visible import visible

from ..console import paged, stderr, stdout
from ..conversation import HELP, Ask, Conversation
from ..deciding import decider, known, points, render_actions
from ..editor import open_place
from ..exit_codes import ANSWERED, NOT_FOUND, PARTIAL
from ..json_output import print_json, stdout_is_unicode
from ..opening import open_or_build, with_staleness
from ..options import (
    force_option,
    format_among,
    is_at_terminal,
    json_schema_option,
    no_model_option,
    one_question,
    piped,
    repo_option,
    source_option,
    stale_option,
    top_k_option,
    where_option,
)
from ..rendering.render import render_answer

_EXIT_CODES = {"answered": ANSWERED, "partial": PARTIAL, "not_found": NOT_FOUND}


@click.command("ask")
@click.argument("question", nargs=-1)
@repo_option
@top_k_option
@source_option
@where_option
@format_among(
    "json",
    "markdown",
    "html",
    use="For people, for programs, with places that `citeline verify` checks, or as a page with the lines inside.",
)
@click.option("--all", "everything", is_flag=True, help="Show the further claims too.")
@click.option("--verdicts", is_flag=True, help="Show what was checked of each citation, also where all is well.")
@click.option("--open", "opened", is_flag=True, help="Open the first citation in your editor.")
@json_schema_option("AnswerJson")
@stale_option
@no_model_option
@click.option("--steps", is_flag=True, help="Show every step on stderr: plan, channels, ranking, checks, cost.")
@click.option("--review", default="", metavar="POINTS", help="Ask you at `plan`, `evidence`, `answer` (with commas).")
@click.option("--yes", multiple=True, metavar="ACTION", help="Do this without asking, e.g. calendar.create.")
@force_option
def command(
    question: tuple[str, ...],
    repo: Path,
    top_k: int | None,
    sources: tuple[str, ...],
    where: str,
    output: str,
    everything: bool,
    verdicts: bool,
    opened: bool,
    stale: StalePolicy | None,
    no_model: bool,
    steps: bool,
    review: str,
    yes: tuple[str, ...],
    force: bool,
) -> int:
    """Answer a QUESTION with sentences that cite checked lines.

    Without QUESTION it is read from a pipe, and at a terminal a conversation opens: later questions may go on from
    earlier ones, and /help lists what else can be said. What a question asks to be done, such as a meeting, is shown
    and waits for a yes. The folder is indexed on first use. Exit code 0: answered, 3: not found or not stated, 5: the
    budget was spent before everything was looked at.
    """
    asked = one_question(question)
    if not asked and not is_at_terminal() and not (asked := piped()):
        raise UsageError("there is no question", remedy='`citeline ask "how are retries configured?"`')
    settings = Settings()
    options: Options = {
        "top_k": top_k,
        "sources": sources,
        "where": where,
        "no_model": no_model,
        "yes": known(yes),
        "review": points(review),
    }
    if person := decider():
        options["decide"] = person
    with open_or_build(repo, settings, force=force, stale=stale, sources=sources) as handle:
        hosts = () if no_model else configured_models(settings).hosts
        if hosts:
            from citeline.nodes.explore import most_excerpts

            searched = max(top_k or settings.top_k, settings.evidence_k)
            _announce(hosts, searched if settings.mode == "pipeline" else most_excerpts(searched))

        def answered(text: str, earlier: list[dict[str, str]]) -> dict[str, Any]:
            given: Options = {**options, "earlier": earlier}
            if steps or hosts:
                from ..live import watch

                found = watch(run_with_events(text, handle, **given), stderr(), keep=steps)
            else:  # over before anybody could read a step
                found = ask(text, handle, **given)
            return with_staleness(found.to_json(), handle)

        if not asked:
            return _converse(handle, answered)
        answer = answered(asked, [])
        _print(answer, output, handle, everything=everything, verdicts=verdicts)
        if opened and answer["evidence"]:
            first = answer["evidence"][0]
            open_place(settings.editor, handle.file_of(first["path"]), first["start_line"])
    # Who ran out of time cannot say that there is nothing.
    if was_cut_short(answer["degradations"]):
        return PARTIAL
    not_stated = (answer.get("answers") or {}).get("verdict") == "not_stated"
    return NOT_FOUND if not_stated else _EXIT_CODES[answer["status"]]


def _print(answer: dict[str, Any], output: str, handle: IndexHandle, *, everything: bool, verdicts: bool) -> None:
    if output == "json":
        print_json(answer)
    elif output == "markdown":
        stdout().print(answer_as_markdown(answer, everything=everything), markup=False, highlight=False, soft_wrap=True)
    elif output == "html":
        from citeline.graph.answer_html import answer_as_html

        page = answer_as_html(answer, everything=everything)
        if not stdout_is_unicode():  # a page can name any character in ASCII
            page = page.encode("ascii", "xmlcharrefreplace").decode()
        stdout().print(page, markup=False, highlight=False, soft_wrap=True)
    else:
        with paged(stdout(handle.reader.tree), handle.settings.pager) as console:
            render_answer(answer, console, everything=everything, verdicts=verdicts)
            render_actions(answer.get("actions", ()), console)


def _converse(handle: IndexHandle, answered: Ask) -> int:
    from ..prompt import converse

    conversation = Conversation(handle, answered)
    converse(conversation.take, handle.reader.location.directory, HELP)
    return ANSWERED


def _announce(hosts: Sequence[str], excerpts: int) -> None:
    """What leaves this machine, and where to, before it does."""
    # LangChain reads LANGSMITH_TRACING by itself, and then sends every prompt there too.
    where = visible(" and ".join([*hosts, *(["LangSmith"] if is_traced() else [])]))
    stderr().print(Text(f"Sending up to {excerpts} excerpts a call to {where}; `--no-model` forbids it.", style="dim"))
