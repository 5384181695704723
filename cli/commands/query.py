"""`citeline query`: DocQL on an index, or on files that were never indexed; without a query, a prompt."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from citeline.errors import UsageError
from citeline.settings import Settings
from citeline.tools.docql.completion import completions
from citeline.tools.docql.errors import DocQLError
from citeline.tools.docql.result import DocQLResult

from ..console import print_json, stderr, stdout
from ..opening import open_or_build
from ..options import force_option, format_option, repo_option
from ..render_query import render_query, render_query_error

NOT_FOUND = 3
_MAX_ITEMS = 20
Ask: TypeAlias = Callable[[str], DocQLResult]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """For the shell: what may stand next, with what it means."""
    found = completions(incomplete)
    return [CompletionItem(incomplete[: found.start] + item.text, help=item.meaning) for item in found.items]


@click.command("query", short_help="Ask by structure, in DocQL; alone, it prompts.")
@click.argument("query", required=False, shell_complete=_complete)
@repo_option
@click.option(
    "--file", "files", type=click.Path(path_type=Path), multiple=True, help="Ask this file, indexed or not; repeatable."
)
@click.option(
    "--max", "limit", type=click.IntRange(1), default=_MAX_ITEMS, show_default=True, metavar="N", help="Items at most."
)
@format_option
@force_option
def command(query: str | None, repo: Path, files: tuple[Path, ...], limit: int, output: str, force: bool) -> int:
    """Ask for places by their structure, e.g. `citeline query '$.code.class("App").members()'`.

    Words without a `$` are searched for. Without QUERY a prompt with history and completion opens.
    `docs/docql.md` teaches the language. Exit code 0: found, 2: the query is wrong, 3: nothing found.
    """
    with _asking(repo, files, limit, force=force) as ask:
        if query is not None:
            return _answer(ask, query, output)
        if not sys.stdin.isatty():
            raise UsageError("there is no query", remedy="""give one, e.g. `citeline query '$.toc'`""")
        from ..prompt import prompt

        prompt(lambda text: _answer(ask, text, output))
        return 0


@contextmanager
def _asking(repo: Path, files: tuple[Path, ...], limit: int, *, force: bool) -> Iterator[Ask]:
    """What answers a query: an index, or a few files."""
    settings = Settings()
    if not files:
        with open_or_build(repo, settings, force=force) as handle:
            yield lambda text: handle.query(text, limit=limit)
        return
    from citeline.tools.docql.files import open_files

    with open_files(files, max_file_bytes=settings.max_file_bytes) as asked:
        for note in asked.notes:
            stderr().print(note, style="yellow")
        yield lambda text: asked.query(text, limit=limit)


def _answer(ask: Ask, query: str, output: str) -> int:
    try:
        result = ask(query)
    except DocQLError as error:
        if output == "json":
            print_json(error.to_json())
        else:
            render_query_error(error, stderr())
        return error.exit_code
    if output == "json":
        print_json(result.to_json())
    else:
        render_query(result, stdout())
    return 0 if result.total else NOT_FOUND
