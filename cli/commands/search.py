"""`citeline search`: ranked files, no answer. Starts without langgraph, langchain and qdrant-client."""

from __future__ import annotations

from pathlib import Path

import click

from citeline.settings import Settings, StalePolicy

from ..console import paged, stdout
from ..exit_codes import ANSWERED, NOT_FOUND
from ..json_output import print_json
from ..opening import open_or_build, with_staleness
from ..options import (
    force_option,
    format_option,
    json_schema_option,
    question_argument,
    repo_option,
    source_option,
    stale_option,
    top_k_option,
    where_option,
)
from ..rendering.render_hits import render_hits


@click.command("search")
@question_argument
@repo_option
@top_k_option
@source_option
@where_option
@format_option
@click.option("--open", "opened", is_flag=True, help="Open the best place in your editor.")
@json_schema_option("SearchJson")
@stale_option
@force_option
def command(
    question: str,
    repo: Path,
    top_k: int | None,
    sources: tuple[str, ...],
    where: str,
    output: str,
    opened: bool,
    stale: StalePolicy | None,
    force: bool,
) -> int:
    """Find the files that a QUESTION is about, best first, each with up to three places.

    The folder is indexed on first use. Exit code 0: found, 3: not found.
    """
    settings = Settings()
    with open_or_build(repo, settings, force=force, stale=stale, sources=sources) as handle:
        result = with_staleness(handle.search(question, top_k=top_k, sources=sources, where=where).to_json(), handle)
    if output == "json":
        print_json(result)
    else:
        with paged(stdout(handle.reader.tree), settings.pager) as console:
            render_hits(result, console)
    if opened and result["hits"]:
        from ..editor import open_place

        first = result["hits"][0]
        open_place(settings.editor, handle.file_of(first["path"]), first["start_line"])
    return ANSWERED if result["hits"] else NOT_FOUND
