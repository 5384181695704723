"""`citeline status`: what is in the index, what was left out and why, how old it is, what it takes on disk."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname
from typing import Any

import click
from rich.text import Text

from citeline.errors import CitelineError, IndexMissingError
from citeline.indexing.files.captures import CAPTURES_TOGETHER, tells_of_capture
from citeline.indexing.generations.location import locate, settled
from citeline.indexing.generations.lock import holder
from citeline.indexing.reader import Index
from citeline.indexing.sources.project_file import read_tree
from citeline.indexing.status import IndexStatus, status_of
from citeline.settings import Settings
from citeline.tools.handle import open_index
from citeline.tools.retrieval.ranking import own_weights_file
from citeline.visible import one_line, visible

from ..console import stdout
from ..json_output import print_json
from ..options import folder_argument, format_option
from ..rendering.counts import content
from ..rendering.render import print_hanging

_SHOWN = 40


@click.command("status")
@folder_argument
@click.option("--all", "everything", is_flag=True, help=f"List every file that was left out, not only {_SHOWN}.")
@format_option
def command(path: Path | None, everything: bool, output: str) -> None:
    """Show the index of the folder PATH (default: the current one), and the files that are not in it."""
    root, settings = path or Path(), Settings()
    try:
        handle = open_index(root, settings=settings)
    except IndexMissingError as error:
        raise _being_built(root, settings) or error from None
    with handle:
        status = status_of(handle.reader)
        notices = [_problem_of_project(handle.reader, settings), _own_weights(handle.reader)]
        status = dataclasses.replace(status, notices=(*status.notices, *filter(None, notices)))
    if output == "json":
        print_json(_to_json(status))
    else:
        _render(status, None if everything else _SHOWN)


def _being_built(root: Path, settings: Settings) -> CitelineError | None:
    writer = holder(locate(settled(root), settings.home))
    if writer is None:
        return None
    return CitelineError(
        f"{str(root.resolve())!r} has no index yet: {writer}, is writing the first one",
        remedy="look again when it is done; `citeline index`, `search` and `ask` wait for it",
    )


def _problem_of_project(index: Index, settings: Settings) -> str:
    """What keeps the next `citeline index` from reading `citeline.toml`; empty when nothing does."""
    urls = {name: url.get_secret_value() for name, url in settings.databases.items()}
    try:
        read_tree(index.root, index.location, database_urls=urls)
    except CitelineError as error:
        return str(error)
    return ""


def _own_weights(index: Index) -> str:
    """That searches are ordered by weights of one's own; empty where they are not."""
    try:
        told = json.loads(own_weights_file(index.location).read_text("utf-8"))
        return f"searches are ordered by weights of your own: {told['source']}, {told['date']}"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


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
    commit = f"  commit {status.commit[:10]}" if status.commit else ""
    rows: list[tuple[str, str | Text]] = [
        ("folder", one_line(str(status.root))),
        ("state", _freshness(status)),
        ("indexed", f"{status.created[:19].replace('T', ' ')} UTC{commit}"),
        ("content", content(status.counts)),
        ("sources", ", ".join(f"{name} {count}" for name, count in status.sources.items())),
        ("languages", ", ".join(f"{name} {count}" for name, count in status.languages.items())),
        ("model", status.model),
        ("on disk", f"{status.size_bytes / 1e6:.1f} MB in {one_line(str(status.directory))}"),
    ]
    if status.building:
        rows.append(("writing", visible(status.building)))
    for label, value in rows:
        if not value:  # an empty folder has no languages
            continue
        body = value if isinstance(value, Text) else Text(value)
        print_hanging(Text(f"{label:<11}", style="bold"), body, console)
    for notice in status.notices:
        console.print(Text(visible(notice), style="yellow"))
    _render_noted(status, limit)
    _render_skipped(status, limit)


def _render_noted(status: IndexStatus, limit: int | None) -> None:
    if not status.noted:
        return
    console = stdout()
    console.print(Text(f"\nread in part ({len(status.noted)})", style="bold"))
    shown = list(status.noted.items()) if limit is None else _captures_together(status.noted)
    for path, note in shown[:limit]:
        console.print(Text.assemble("  ", one_line(path), (f"  {one_line(note)}", "dim")))
    if limit is not None and len(shown) > limit:
        console.print(Text(f"  … {len(shown) - limit} more: --all", style="dim"))


def _captures_together(noted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Paths with their notes; of captures, last, one row for all of a folder."""
    together = Counter(f"{dirname(path)}/" for path, note in noted.items() if tells_of_capture(note))
    others = [(path, note) for path, note in noted.items() if not tells_of_capture(note)]
    return [*others, *((folder, f"{CAPTURES_TOGETHER} of {count:,} files") for folder, count in together.items())]


def _render_skipped(status: IndexStatus, limit: int | None) -> None:
    if not status.skipped:
        return
    console = stdout()
    console.print(Text(f"\nleft out ({len(status.skipped)})", style="bold"))
    # What a person did not ask to be ignored comes first: it may be a surprise.
    ordered = sorted(status.skipped, key=lambda skipped: (skipped.reason == "ignored", skipped.path))
    for skipped in ordered[:limit]:
        reason = skipped.reason.replace("_", " ")
        console.print(Text.assemble("  ", one_line(skipped.path), (f"  {reason}: {one_line(skipped.detail)}", "dim")))
    if limit is not None and len(ordered) > limit:
        console.print(Text(f"  … {len(ordered) - limit} more: --all", style="dim"))
