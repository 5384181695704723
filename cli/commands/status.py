"""`citeline status`: what is in the index, what was left out and why, how old it is, what it takes on disk."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from citeline.indexing.status import IndexStatus, status_of
from citeline.settings import Settings
from citeline.tools.handle import open_index

from ..console import print_json, stdout
from ..options import format_option, repo_option
from ..render import visible

_SHOWN = 40


@click.command("status")
@repo_option
@format_option
@click.option("--all", "everything", is_flag=True, help="List every file that was left out, not only the first.")
def command(repo: Path, output: str, everything: bool) -> None:
    """Show the index of a folder, and the files that are not in it."""
    with open_index(repo, settings=Settings()) as handle:
        status = status_of(handle.reader)
    if output == "json":
        print_json(_to_json(status))
    else:
        _render(status, None if everything else _SHOWN)


def _to_json(status: IndexStatus) -> dict[str, Any]:
    fields = dataclasses.asdict(status)
    return {**fields, "root": str(status.root), "directory": str(status.directory), "stale": status.stale}


def _freshness(status: IndexStatus) -> Text:
    if status.added is None:
        return Text("the folder is gone", style="red")
    if not status.stale:
        return Text("up to date", style="green")
    return Text(
        f"{status.added} new, {status.changed} changed, {status.removed} gone: run `citeline index`", style="yellow"
    )


def _render(status: IndexStatus, limit: int | None) -> None:
    console = stdout()
    counts = status.counts
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_row("folder", visible(str(status.root)))
    table.add_row("state", _freshness(status))
    table.add_row("indexed", f"{status.created[:19].replace('T', ' ')} UTC  commit {status.commit[:10] or '-'}")
    table.add_row("content", f"{counts['documents']:,} files · {counts['chunks']:,} chunks · {counts['edges']:,} edges")
    table.add_row("languages", ", ".join(f"{name} {count}" for name, count in status.languages.items()))
    table.add_row("model", status.model)
    table.add_row("on disk", f"{status.size_bytes / 1e6:.1f} MB in {visible(str(status.directory))}")
    if status.building:
        table.add_row("writing", visible(status.building))
    console.print(table)
    for notice in status.notices:
        console.print(Text(visible(notice), style="yellow"))
    _render_skipped(status, limit)


def _render_skipped(status: IndexStatus, limit: int | None) -> None:
    if not status.skipped:
        return
    console = stdout()
    console.print(Text(f"\nleft out ({len(status.skipped)})", style="bold"))
    # What a person did not ask to be ignored comes first: it may be a surprise.
    ordered = sorted(status.skipped, key=lambda skipped: (skipped.reason == "ignored", skipped.path))
    for skipped in ordered[:limit]:
        reason = skipped.reason.replace("_", " ")
        console.print(Text.assemble("  ", visible(skipped.path), (f"  {reason}: {visible(skipped.detail)}", "dim")))
    if limit is not None and len(ordered) > limit:
        console.print(Text(f"  … {len(ordered) - limit} more: --all", style="dim"))
