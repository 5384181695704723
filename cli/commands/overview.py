"""`citeline overview`: what a folder holds, as a newcomer wants to see it first."""

from __future__ import annotations

from pathlib import Path

import click

from citeline.settings import Settings, StalePolicy

from ..console import stdout
from ..exit_codes import ANSWERED, NOT_FOUND
from ..json_output import print_json
from ..opening import open_or_build, with_staleness
from ..options import folder_argument, force_option, format_among, stale_option
from ..rendering.render_overview import markdown_overview, render_overview


@click.command("overview")
@folder_argument
@format_among("json", "markdown", use="For people, for programs, or as a page with a Mermaid diagram.")
@stale_option
@force_option
def command(path: Path | None, output: str, stale: StalePolicy | None, force: bool) -> int:
    """Show what a folder holds: its purpose, main parts and how they depend, commands, entry points, reading order.

    Everything is read from README, manifests, workflows and the graph of the code, and each line names its place.
    Exit code 0: shown, 3: the folder holds nothing to show.
    """
    with open_or_build(path or Path(), Settings(), force=force, stale=stale) as handle:
        overview = handle.overview()
        if output == "json":
            from citeline.tools.answer.overview.screen import overview_json

            print_json(with_staleness({**overview_json(overview), "index": handle.reader.identity()}, handle))
        elif output == "markdown":
            click.echo(markdown_overview(overview), nl=False)
        else:
            render_overview(overview, stdout())
        return ANSWERED if overview.facts or overview.parts else NOT_FOUND
