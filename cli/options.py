"""Arguments and options that several commands share."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from citeline.errors import UsageError


class Folder(click.Path):
    """The path of a folder, which is looked at later; `""`, from a variable that is not set, is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path as a `Path`."""
        if value == "":
            self.fail("the path is empty; give a folder, e.g. `.`", param, ctx)
        return super().convert(value, param, ctx)


repo_option = click.option(
    "--repo", type=Folder(), default=".", show_default="current directory", help="Folder to ask about."
)


def format_among(*others: str, use: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--format`: text, or one of the others."""
    choice = click.Choice(["text", *others])
    return click.option("--format", "output", type=choice, default="text", show_default=True, help=use)


format_option = format_among("json", use="For people or for programs.")
top_k_option = click.option(
    "--top-k",
    type=click.IntRange(1, 100),
    default=None,
    metavar="N",
    help="Hits at most, of a search: files, 1 to 100; without it as `citeline config` says.",
)
source_option = click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="NAME",
    help="Search only this source of citeline.toml; may be given several times.",
)
where_option = click.option(
    "--where",
    "where",
    multiple=True,
    metavar="TEST",
    callback=lambda _ctx, _param, tests: " && ".join(
        f"({test})" if "||" in test and len(tests) > 1 else test for test in tests
    ),
    help="Search only documents that say so of themselves: author=Ines, modified>=2025, title~plan; may be repeated.",
)
force_option = click.option("--force", is_flag=True, help="Index even a home folder or a whole disk.")

no_model_option = click.option("--no-model", is_flag=True, help="Ask no model, whatever is configured.")

stale_option = click.option(
    "--stale",
    type=click.Choice(["auto", "refresh", "warn", "ignore"]),  # settings.StalePolicy takes 0.1 s to import
    default=None,
    help="When files have changed since they were indexed: refresh, warn or ignore; auto refreshes if that is quick.",
)


def folder_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """`[PATH]`, or `--repo PATH` as the commands with a question have it; the function gets `path`, None if neither."""

    @click.argument("path", type=Folder(), required=False)
    @click.option("--repo", type=Folder(), default=None, help="The same as PATH.")
    @wraps(command)
    def wrapped(path: Path | None, repo: Path | None, **others: Any) -> Any:
        if path is not None and repo is not None:
            raise UsageError(
                f"two folders are given, {str(path)!r} and --repo {str(repo)!r}", remedy="give one of them"
            )
        return command(path=path if repo is None else repo, **others)

    return wrapped


def question_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The question, with quotes or without; the function gets `question` as one text."""

    @click.argument("question", nargs=-1, required=True)
    @wraps(command)
    def wrapped(question: tuple[str, ...], **others: Any) -> Any:
        return command(question=one_question(question), **others)

    return wrapped


def one_question(question: tuple[str, ...]) -> str:
    """The words of a question as one text. Raises UsageError where the last of them was meant to be a folder."""
    if len(question) == 2 and " " in question[0] and Path(question[1]).is_dir():
        raise UsageError(
            f"{question[1]!r} is a folder and no part of a question",
            remedy=f"to ask about that folder, write `--repo {shlex.quote(question[1])}`",
        )
    return " ".join(question)


def is_at_terminal() -> bool:
    """Whether a person can type something."""
    return sys.stdin is not None and sys.stdin.isatty()


def piped(most_bytes: int = 100_000) -> str:
    """The text that comes through stdin, all of it: a long one may take several lines."""
    # None where stdin is closed.
    read = sys.stdin.buffer.read(most_bytes) if sys.stdin else b""
    return read.decode("utf-8-sig", "replace").strip()


def typed(what: str) -> str:
    """A line that somebody types; empty for Enter alone."""
    return str(click.prompt(what, default="", show_default=False, err=True)).strip()


def json_schema_option(shape: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--json-schema`: print the JSON Schema of a shape of `json_schemas`, and do nothing else."""

    def print_schema(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            from . import json_schemas
            from .json_output import print_json

            print_json(json_schemas.schema_of(getattr(json_schemas, shape), f"{ctx.command_path} --format json"))
            ctx.exit()

    return click.option(
        "--json-schema",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=print_schema,
        help="Print the JSON Schema of `--format json` instead.",
    )
