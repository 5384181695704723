"""`citeline search`: ranked files, no answer. Starts without langgraph, langchain and qdrant-client."""

from __future__ import annotations

from pathlib import Path

import click

from citeline.settings import Settings, StalePolicy

from ..console import print_json, stdout
from ..exit_codes import ANSWERED, NOT_FOUND
from ..opening import open_or_build, with_staleness
from ..options import (
    force_option,
    format_option,
    question_argument,
    repo_option,
    source_option,
    stale_option,
    top_k_option,
)
from ..render import render_hits


@click.command("search")
@question_argument
@repo_option
@top_k_option
@source_option
@format_option
@stale_option
@force_option
def command(
    question: str,
    repo: Path,
    top_k: int | None,
    sources: tuple[str, ...],
    output: str,
    stale: StalePolicy | None,
    force: bool,
) -> int:
    """Find the files that a QUESTION is about, best first, each with up to three places.

    The folder is indexed on first use. Exit code 0: found, 3: not found.
    """
    settings = Settings()
    with open_or_build(repo, settings, force=force, stale=stale) as handle:
        result = with_staleness(handle.search(question, top_k=top_k, sources=sources).to_json(), handle)
    if output == "json":
        print_json(result)
    else:
        render_hits(result, stdout())
    return ANSWERED if result["hits"] else NOT_FOUND
