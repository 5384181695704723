"""`citeline watch`: keep the index of a folder fresh while its files change."""

from __future__ import annotations

import json
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..options import folder_argument, force_option, format_option

if TYPE_CHECKING:
    from citeline.indexing.builds.messages import BuildReport


@click.command("watch")
@folder_argument
@force_option
@format_option
def command(path: Path | None, force: bool, output: str) -> None:
    """Keep the index of the folder PATH (default: the current one) fresh until Ctrl-C: one line for each time that
    something has changed, as JSON one object a line.
    """
    from citeline.errors import CitelineError
    from citeline.indexing.watching import watch_index
    from citeline.settings import Settings
    from citeline.visible import one_line

    from ..console import stderr, stdout

    told: str | None = None
    with suppress(KeyboardInterrupt), closing(watch_index(path or Path(), Settings(), force=force)) as outcomes:
        for outcome in outcomes:
            if isinstance(outcome, CitelineError):
                text = one_line(f"{outcome}; {outcome.remedy}")
                if text != told:  # what is wrong stays wrong while other files change
                    stderr().print(text, style="yellow", markup=False, highlight=False, soft_wrap=True)
                told = text
                continue
            if told is None or told or outcome.added or outcome.changed or outcome.removed:
                line = json.dumps(outcome.to_json()) if output == "json" else _line(outcome)
                stdout().print(line, markup=False, highlight=False, soft_wrap=True)
            told = ""


def _line(report: BuildReport) -> str:
    from ..rendering.counts import content

    now = f"{datetime.now():%H:%M:%S}"
    if report.outcome == "updated":
        what = f"{report.added} new, {report.changed} changed, {report.removed} gone"
    else:
        what = {"built": "indexed", "unchanged": "up to date"}[report.outcome] + f", {content(report.counts)}"
    return f"{now}  {what}, in {report.seconds:.1f} s"
