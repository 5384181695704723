"""`citeline verify`: checks the citations of documents, comments and messages; for people, pre-commit and CI."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from citeline.errors import IndexDamagedError, IndexMissingError, UsageError
from citeline.indexing.reader import Index, open_index
from citeline.schema import SCHEMA
from citeline.settings import Settings
from citeline.tools.compact import message
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.history import History
from citeline.tools.verify.meaning import Suggestion
from citeline.tools.verify.verification import (
    Document,
    FileReport,
    cites_nothing,
    files_citing_changes,
    read_files,
    verify_documents,
)
from citeline.visible import one_line

from ..console import stdout
from ..exit_codes import ANSWERED, FAILED, NOT_HELD
from ..json_output import print_json
from ..opening import open_or_build
from ..options import force_option, format_among, repo_option
from ..rendering.render_verify import render_verification, workflow_commands
from ..rendering.sarif import sarif_log


class _Verify(click.Command):
    """With `--fix` as well as `--fix=suggested`: a file behind a bare `--fix` is no value of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click reads them."""
        return super().parse_args(ctx, ["--fix=certain" if arg == "--fix" else arg for arg in args])


@click.command("verify", cls=_Verify)
@click.argument("files", metavar="[FILE...]", nargs=-1, type=click.Path(path_type=Path))
@repo_option
@click.option(
    "--fix",
    type=click.Choice(["certain", "suggested"]),
    metavar="[=suggested]",
    help="Write the new numbers of lines that moved into the files; with =suggested ask for each suggestion too.",
)
@click.option(
    "--since",
    metavar="REV",
    help="Tell only what changes since a commit broke; without FILEs in every file that may cite what changed.",
)
@format_among("json", "github", "sarif", use="For people, for programs, for GitHub Actions, for code scanning.")
@force_option
def command(files: tuple[Path, ...], repo: Path, fix: str | None, since: str | None, output: str, force: bool) -> int:
    """Check the citations in FILEs: `path:12-20`, `report.pdf, page 9`, links, `symbols`, quoted blocks.

    A FILE is Markdown, reStructuredText, AsciiDoc, a notebook, or source code, of which comments and docstrings are
    read; `-` is a message on standard input. The FILEs are read first, then the folder is indexed if it never was. Exit
    code 0: nothing speaks against them, 1: a FILE cannot be checked, 4: a citation is stale or its lines do not carry
    the sentence.
    """
    _refuse_missing(files)
    if fix and Path("-") in files:
        raise UsageError("--fix cannot write to standard input", remedy="save the text in a file and name that")
    commit = _commit(repo, since) if since is not None else ""
    if not files and since is None:
        raise UsageError(
            "no FILE is named", remedy="name files, e.g. `citeline verify docs/*.md`, or use `--since main`"
        )
    if fix == "suggested" and not sys.stdin.isatty():
        raise UsageError("--fix=suggested asks, and this is no terminal", remedy="use --fix, or --format json")
    if not files:
        files = tuple(files_citing_changes(repo, commit))
    documents = read_files(files, repo, standard_input=lambda: sys.stdin.buffer.read())
    reports, identity = _verify(documents, repo, fix=fix, since=commit, force=force)
    if output == "json":
        print_json(
            {"schema": SCHEMA, "index": identity, "files": [report.to_json() for report in reports], **_counts(reports)}
        )
    elif output == "sarif":
        print_json(sarif_log(reports, repo.resolve()))
    elif output == "github":
        click.echo("".join(f"{line}\n" for line in workflow_commands(reports)), nl=False)
    else:
        render_verification(reports, stdout())
    if any(report.problem for report in reports):
        return FAILED
    return NOT_HELD if any(report.count("error") for report in reports) else ANSWERED


def _verify(
    documents: Sequence[Document], repo: Path, *, fix: str | None, since: str, force: bool
) -> tuple[list[FileReport], dict[str, Any] | None]:
    """The reports, and which index they rest on: none when no file can be read or cites anything, for then there is
    nothing to check.
    """
    if all(map(cites_nothing, documents)):
        unread = (item if isinstance(item, FileReport) else FileReport(item.named, item.path) for item in documents)
        return list(unread), None
    index = _open(repo, force=force)
    try:
        choose = _ask if fix == "suggested" else None
        return verify_documents(index, documents, fix=bool(fix), since=since, choose=choose), index.identity()
    finally:
        index.close()


def _ask(item: Checked, suggestion: Suggestion) -> bool:
    click.echo(message(item), err=True)
    if item.citation.sentence:
        click.echo(f"  {one_line(item.citation.sentence)}", err=True)
    start, end = suggestion.lines
    return click.confirm(f"  write lines {start}-{end} (score {suggestion.score:.2f})?", default=False, err=True)


def _commit(repo: Path, revision: str) -> str:
    history = History(repo)
    if not history.is_there:
        raise UsageError(f"{str(repo)!r} is no git repository with a commit", remedy="leave --since out")
    commit = history.fork(revision)
    if not commit:
        raise UsageError(
            f"there is no commit {revision!r} in this repository",
            remedy="fetch it; in GitHub Actions use `fetch-depth: 0` with actions/checkout",
        )
    return commit


def _refuse_missing(files: Sequence[Path]) -> None:
    for file in files:
        if str(file) == "-":
            continue
        if _holds(file.is_dir):
            raise UsageError(
                f"{str(file)!r} is a folder", remedy="name files, e.g. `citeline verify docs/*.md src/*.py`"
            )
        if not _holds(file.exists):
            raise UsageError(f"{str(file)!r} does not exist", remedy="name files that exist; `citeline verify --help`")


def _holds(look: Callable[[], bool]) -> bool:
    """What a look at a path says; False where it may not be looked at, or its name is longer than names can be."""
    try:
        return look()
    except OSError:
        return False


def _open(repo: Path, *, force: bool) -> Index:
    """The index as it is: bringing it up to date would forget what the citations were written for."""
    settings = Settings()
    try:
        return open_index(repo, settings)
    except (IndexMissingError, IndexDamagedError):
        return open_or_build(repo, settings, force=force).reader


def _counts(reports: Sequence[FileReport]) -> dict[str, dict[str, int]]:
    levels = {level: sum(report.count(level) for report in reports) for level in ("fine", "warning", "error")}
    return {"counts": {"citations": sum(levels.values()), **levels}}
