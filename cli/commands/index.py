"""`citeline index`: bring the index of a folder up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from citeline.indexing.writer import Builder, build_index

from ..options import force_option, format_option

if TYPE_CHECKING:
    from rich.text import Text

    from citeline.indexing.messages import BuildReport

_OUTCOMES = {"built": "Indexed", "updated": "Updated", "unchanged": "Already up to date:"}


@click.command("index")
@click.argument("path", type=click.Path(path_type=Path), default=Path())
@click.option("--rebuild", is_flag=True, help="Start from nothing instead of from the last index.")
@force_option
@format_option
def command(path: Path, rebuild: bool, force: bool, output: str) -> None:
    """Index the folder PATH (default: the current one), or what has changed in it."""
    with Builder() as builder:
        # Imported beside the builder, which starts up meanwhile: 0.1 s of a second for a small change.
        from rich.text import Text

        from citeline.settings import Settings

        from ..console import print_json, stderr, stdout
        from ..progress import progress_bar
        from ..render import visible

        with progress_bar(stderr()) as progress:
            report = build_index(
                path, Settings(), force=force, rebuild=rebuild, progress=progress, builder=builder
            )
    for notice in report.notices:
        stderr().print(Text(visible(notice), style="yellow"))
    if output == "json":
        print_json(report.to_json())
    else:
        stdout().print(_summary(report))


def _summary(report: BuildReport) -> Text:
    from rich.text import Text

    counts = report.counts
    text = Text.assemble(
        (_OUTCOMES[report.outcome], "bold green"),
        f" {counts['documents']:,} files · {counts['chunks']:,} chunks · {counts['nodes']:,} symbols and headings"
        f" · {counts['edges']:,} edges in {report.seconds:.1f} s",
    )
    if report.outcome == "updated":
        text.append(f"   {report.added} new, {report.changed} changed, {report.removed} gone", style="dim")
    if report.skipped:
        text.append(f"\n{report.skipped:,} files or folders were left out: `citeline status` says why", style="dim")
    return text
