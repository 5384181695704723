"""`citeline clean`: remove indexes from the state folder; sources are never touched."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from citeline.indexing.location import locate
from citeline.indexing.removal import locations, remove_location
from citeline.settings import Settings

from ..console import stderr, stdout
from ..options import repo_option
from ..render import visible


@click.command("clean")
@repo_option
@click.option("--all", "everything", is_flag=True, help="Remove the indexes of all folders.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(repo: Path, everything: bool, yes: bool) -> int:
    """Remove the index of a folder, or of all folders."""
    settings = Settings()
    wanted = locations(settings)
    if not everything:
        directory = locate(repo.expanduser().resolve(), settings.home).directory
        wanted = [location for location in wanted if location.directory == directory]
    if not wanted:
        stderr().print("Nothing to remove.")
        return 0
    for location in wanted:
        stderr().print(Text(visible(str(location.directory)), style="dim"))
    if not yes:
        click.confirm(f"Remove {len(wanted)} index(es)?", abort=True, err=True)
    freed = sum(remove_location(location, settings) for location in wanted)
    stdout().print(f"Removed {len(wanted)} index(es), {freed / 1e6:.1f} MB.")
    return 0
