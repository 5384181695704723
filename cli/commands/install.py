"""`citeline install` and `citeline uninstall`: adds Citeline to coding agents, and takes it out again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from citeline.errors import UsageError
from citeline.visible import visible

from ..agent_hosts.plan import Change, Host, default_command, hosts, planned, write
from ..options import repo_option


def _shared(command: Callable[..., Any]) -> Callable[..., Any]:
    @click.argument("names", nargs=-1, metavar="[HOST]...")
    @repo_option
    @click.option("--user", is_flag=True, help="For all your projects: in the home folder instead of the project.")
    @click.option("--dry-run", is_flag=True, help="Show the changes and write nothing.")
    @click.option("--yes", is_flag=True, help="Write without asking.")
    @wraps(command)
    def wrapped(**given: Any) -> Any:
        return command(**given)

    return wrapped


@click.command("install")
@_shared
@click.option(
    "--command", "program", metavar="PATH", help="What starts Citeline; without it `citeline`, or the script that runs."
)
def command(
    names: tuple[str, ...], repo: Path, user: bool, dry_run: bool, yes: bool, program: str | None
) -> int | None:
    """Add the MCP server, a skill and advice to HOSTs: claude-code, codex, cursor, vscode, opencode, gemini.

    Without HOST: those whose files or programs are there. Shows what it would write, as a diff, and asks; of a file it
    changes only its own entry, or the lines between its markers. `citeline uninstall` takes it back.
    """
    base = _base(repo, user=user)
    chosen = _chosen(names, base)
    if program is None and find_spec("mcp") is None:
        missing = "note: what they start, `citeline mcp`, needs one more package: pip install 'citeline[mcp]'"
        click.echo(missing, err=True)
    changes = planned(chosen, base, user=user, command=program or default_command())
    _carry_out(changes, base, "Write this?", "nothing to do: it is all there", dry_run=dry_run, yes=yes)
    if changes and not dry_run:
        click.echo(f"installed for {_titles(chosen)}; restart it, or let it read its settings again", err=True)
    return None


@click.command("uninstall")
@_shared
def uninstall(names: tuple[str, ...], repo: Path, user: bool, dry_run: bool, yes: bool) -> None:
    """Take out what `citeline install` has written for HOSTs, without HOST for all of them.

    What another host that is still installed uses stays.
    """
    base = _base(repo, user=user)
    chosen = _chosen(names, base) if names else list(hosts().values())
    changes = planned(chosen, base, user=user, command="", remove=True)
    _carry_out(changes, base, "Remove this?", "nothing to do: there is nothing of ours", dry_run=dry_run, yes=yes)


def _base(repo: Path, *, user: bool) -> Path:
    base = Path.home() if user else repo.resolve()
    if not base.is_dir():
        raise UsageError(f"{str(base)!r} is no folder", remedy="give the folder of a project")
    return base


def _chosen(names: Sequence[str], base: Path) -> list[Host]:
    known = hosts()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"there is no host {unknown[0]!r}", remedy=f"take one of {', '.join(known)}")
    chosen = [known[name] for name in dict.fromkeys(names)]
    chosen = chosen or [host for host in known.values() if host.is_used(base, Path.home())]
    if not chosen:
        raise UsageError("no coding agent was found here", remedy=f"name one of {', '.join(known)}")
    return chosen


def _carry_out(changes: Sequence[Change], base: Path, question: str, nothing: str, *, dry_run: bool, yes: bool) -> None:
    if not changes:
        click.echo(nothing, err=True)
        return
    for change in changes:
        click.echo("\n".join(change.diff(base)))
    if dry_run:
        return
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("nobody can be asked: this is no terminal", remedy="look at --dry-run, then give --yes")
        if not click.confirm(question, default=False, err=True):
            raise click.Abort
    write(changes)
    for change in changes:
        click.echo(visible(f"{'wrote' if change.after else 'removed'} {change.path}"), err=True)


def _titles(chosen: Sequence[Host]) -> str:
    return ", ".join(host.title for host in chosen)
