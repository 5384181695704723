"""`citeline index`: bring the index of a folder up to date."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from citeline.errors import IndexBusyError
from citeline.indexing.builds.writer import Builder, build_index
from citeline.settings import Settings
from citeline.visible import visible

from .. import sign
from ..json_output import print_json
from ..options import folder_argument, force_option, format_option
from ..progress import progress_on_stderr
from ..rendering.counts import content, counted

Parts: TypeAlias = list[tuple[str, str]]
"""Texts, each with its style as rich names it; empty for none."""
if TYPE_CHECKING:
    from collections.abc import Callable

    from citeline.indexing.builds.messages import BuildReport

_OUTCOMES = {"built": "Indexed", "updated": "Updated", "unchanged": "Already up to date:"}


@click.command("index")
@folder_argument
@click.option("--rebuild", is_flag=True, help="Start from nothing instead of from the last index.")
@click.option("--no-wait", is_flag=True, help="Fail when another process is writing this index; else wait for it.")
@click.option("--allow-outside", is_flag=True, help="Let citeline.toml name folders elsewhere, now and later.")
@force_option
@format_option
def command(path: Path | None, rebuild: bool, no_wait: bool, allow_outside: bool, force: bool, output: str) -> None:
    """Index the folder PATH (default: the current one), or what has changed in it."""
    root, settings = path or Path(), Settings()
    # Only now, when it can be forked from this process with all that both of them need.
    with Builder(forks=True) as builder:
        build = partial(build_index, root, settings, force=force, rebuild=rebuild, allow_outside=allow_outside)
        try:
            with progress_on_stderr() as progress:
                report = build(progress=progress, builder=builder)
        except IndexBusyError:
            if no_wait:
                raise
            report = _build_in_turn(build, root, settings)
    for notice in report.notices:
        print_parts([(visible(notice), "yellow")], err=True)
    if output == "json":
        print_json(report.to_json())
    else:
        print_parts(_summary(report))


def _build_in_turn(build: Callable[..., BuildReport], root: Path, settings: Settings) -> BuildReport:
    from ..waiting import build_in_turn  # needs the lock, which a build that need not wait leaves to its builder

    return build_in_turn(lambda progress: build(progress=progress), root, settings)


def _summary(report: BuildReport) -> Parts:
    if not report.counts["documents"]:
        parts = [(f"Nothing indexed: {content(report.counts)}", "yellow")]
    else:
        parts = _of_files(report)
    if report.skipped:
        left_out = counted(report.skipped, "file or folder was", "files or folders were")
        parts.append((f"\n{left_out} left out: `citeline status` says why", "dim"))
    return parts


def _of_files(report: BuildReport) -> Parts:
    parts = [
        (_OUTCOMES[report.outcome], "bold green"),
        (f" {content(report.counts)} in {report.seconds:.1f} s", ""),
    ]
    if report.outcome == "updated":
        parts.append((f"   {report.added} new, {report.changed} changed, {report.removed} gone", "dim"))
    return parts


def print_parts(parts: Parts, *, err: bool = False) -> None:
    """One line or several, on stdout or on stderr."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None and stream.isatty():
        from rich.text import Text

        from ..console import stderr, stdout

        (stderr() if err else stdout()).print(Text.assemble(*parts))
        return
    sign.hide()
    try:
        click.echo("".join(text for text, _ in parts), err=err)
    except BrokenPipeError:
        raise BrokenPipeError from None  # without its number, at which click would end the program as failed
