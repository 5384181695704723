"""`citeline clean`: remove indexes from the state folder; sources are never touched."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.text import Text

from citeline.errors import SourceNotFoundError, UsageError
from citeline.indexing.generations.location import Location, locate, settled
from citeline.indexing.removal import locations, remove_location
from citeline.settings import Settings
from citeline.visible import one_line

from ..console import stderr, stdout
from ..exit_codes import FAILED
from ..json_output import print_json
from ..options import folder_argument, format_option
from ..rendering.counts import counted


@click.command("clean")
@folder_argument
@click.option("--all", "everything", is_flag=True, help="Remove the indexes of all folders.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@format_option
def command(path: Path | None, everything: bool, yes: bool, output: str) -> int:
    """Remove the index of the folder PATH (default: the current one), or of all folders.

    The folder itself is not touched, and need not exist any more.
    """
    if everything and path is not None:
        raise UsageError(f"both --all and the folder {str(path)!r} are given", remedy="give one of them")
    settings = Settings()
    wanted = locations(settings) if everything else _location_of(path or Path(), settings)
    for location in wanted:
        stderr().print(Text(one_line(str(location.directory)), style="dim"), soft_wrap=True)
    if wanted and not yes and not _confirmed(len(wanted)):
        stderr().print("Nothing was removed.")
        return FAILED
    freed = sum(remove_location(location, settings) for location in wanted)
    if output == "json":
        print_json({"removed": [str(location.directory) for location in wanted], "freed_bytes": freed})
    elif wanted:
        stdout().print(f"Removed {counted(len(wanted), 'index', 'indexes')}, {freed / 1e6:.1f} MB.")
    else:
        stderr().print("Nothing to remove.")
    return 0


def _location_of(path: Path, settings: Settings) -> list[Location]:
    """The index of a folder; none when there is none. Raises SourceNotFoundError when there is no folder either."""
    root = settled(path)
    directory = locate(root, settings.home).directory
    found = [location for location in locations(settings) if location.directory == directory]
    if not found and not root.is_dir():
        raise SourceNotFoundError(path, is_file=root.exists())
    return found


def _confirmed(count: int) -> bool:
    try:
        return click.confirm(f"Remove {counted(count, 'index', 'indexes')}?", err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise  # Ctrl-C
        raise UsageError("there is nobody to ask", remedy="say --yes, which removes without asking") from None
