"""`citeline query`: DocQL on an index, or on files that were never indexed; without a query, a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from citeline.errors import UsageError
from citeline.settings import Settings, StalePolicy
from citeline.tools.docql.completion import completions
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.reader import MAX_LENGTH
from citeline.tools.docql.result import DocQLResult
from citeline.visible import visible

from ..console import stderr, stdout
from ..exit_codes import ANSWERED, NOT_FOUND
from ..json_output import print_json, refuse
from ..opening import open_or_build
from ..options import force_option, format_option, is_at_terminal, piped, repo_option, stale_option
from ..rendering.render_query import render_query, render_query_error

_MAX_ITEMS: Final = 20
_MOST_BYTES: Final = 4 * MAX_LENGTH + 4
"""Read from a pipe: more characters than a query may have, whatever they are, so that the error is the same."""
Ask: TypeAlias = Callable[[str], DocQLResult]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """For the shell: what may stand next, with what it means."""
    found = completions(incomplete)
    items = [(item.text, item.meaning) for item in found.items]
    if len(found.items) == 1 and found.items[0].further:
        # A shell that is offered one word closes the quote behind it. Of two it takes what they have in common.
        items.append((found.items[0].further, "for example"))
    return [CompletionItem(incomplete[: found.start] + text, help=meaning) for text, meaning in items]


@click.command("query")
@click.argument("query", required=False, shell_complete=_complete)
@repo_option
@click.option(
    "--file", "files", type=click.Path(path_type=Path), multiple=True, help="Ask this file, indexed or not; repeatable."
)
@click.option(
    "--top-k",
    "limit",
    type=click.IntRange(1),
    default=_MAX_ITEMS,
    show_default=True,
    metavar="N",
    help="Items at most.",
)
@format_option
@stale_option
@force_option
@click.pass_context
def command(
    ctx: click.Context,
    query: str | None,
    repo: Path,
    files: tuple[Path, ...],
    limit: int,
    output: str,
    stale: StalePolicy | None,
    force: bool,
) -> int:
    """Ask for places by their structure, e.g. `citeline query '$.code.class("App").members()'`.

    Words without a `$` are searched for. Without QUERY it is read from a pipe, and at a terminal a prompt with history
    and completion opens. `docs/docql.md` teaches the language.
    Exit code 0: found, 2: the query is wrong, 3: nothing found.
    """
    if files and ctx.get_parameter_source("repo") is ParameterSource.COMMANDLINE:
        raise UsageError("both --file and --repo are given", remedy="give the files alone, or the folder alone")
    try:
        if query is None and not is_at_terminal():
            query = piped(_MOST_BYTES)
        if query is not None and not query.strip():
            raise DocQLError("syntax", "there is no query", hint="give one in single quotes", example="$.toc")
        with _asking(repo, files, limit, stale, force=force) as ask:
            if query is not None:
                return _answer(ask, query, output)
            from ..prompt import prompt

            prompt(lambda text: _answer(ask, text, output))
            return 0
    except DocQLError as error:
        return refuse(error, output, render_query_error)


@contextmanager
def _asking(
    repo: Path, files: tuple[Path, ...], limit: int, stale: StalePolicy | None, *, force: bool
) -> Iterator[Ask]:
    """What answers a query: an index, or a few files."""
    settings = Settings()
    if not files:
        with open_or_build(repo, settings, force=force, stale=stale) as handle:
            yield lambda text: handle.query(text, limit=limit)
        return
    from citeline.tools.docql.query import open_files

    with open_files(files, max_file_bytes=settings.max_file_bytes) as asked:
        for note in asked.notes:
            stderr().print(visible(note), style="yellow")
        yield lambda text: asked.query(text, limit=limit)


def _answer(ask: Ask, query: str, output: str) -> int:
    try:
        result = ask(query)
    except DocQLError as error:
        return refuse(error, output, render_query_error)
    if output == "json":
        print_json(result.to_json())
    else:
        render_query(result, stdout())
    return ANSWERED if result.total else NOT_FOUND
