"""Opening the index a command needs: built when there is none, brought up to date when that is quick.

A command calls `open_or_build`, and hands what it prints as JSON to `with_staleness`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from citeline.errors import CitelineError, IndexBusyError, IndexDamagedError, IndexMissingError, IndexUnfitError
from citeline.indexing.generations.location import locate, resolve_root, settled
from citeline.indexing.sources.project_file import read_tree
from citeline.settings import Settings, StalePolicy
from citeline.tools.handle import IndexHandle, index, open_index
from citeline.visible import one_line, visible

from .console import stderr
from .progress import progress_bar
from .refreshing import bring_up_to_date
from .waiting import wait_for_turn


def open_or_build(
    repo: Path,
    settings: Settings,
    *,
    force: bool = False,
    stale: StalePolicy | None = None,
    sources: Sequence[str] = (),
) -> IndexHandle:
    """The published index; on first use, when it is damaged or was made with other `secrets`, it is built before.

    While another process builds the first one, this waits for that one. An older, whole generation is used at once.
    `stale`: what to do when files have changed since; None means as the settings say. What is left stale is named on
    stderr and counted in `stale_files`. `sources`: those that will be asked for; one that the folder does not have is
    refused before anything is built, with a UsageError.
    """
    if (stale or settings.stale) != "ignore":
        _refuse_unknown(sources, repo, settings)
    while True:
        older = None
        left = bring_up_to_date(repo, settings, stale or settings.stale, force=force)
        try:
            older = open_index(repo, settings=settings)
            if not older.reader.notices:
                older.stale_files = left
                return older
            # The current generation is damaged, and an older one stepped in: what it says may be out of date.
            why = Text("\n".join(f"{visible(notice)}: rebuilding." for notice in older.reader.notices), style="yellow")
        except IndexUnfitError as error:
            why = Text(f"{visible(str(error))}: rebuilding.", style="dim")
        except IndexMissingError:
            resolve_root(repo, force=force)  # what may not be indexed is refused before anything is promised
            why = Text(f"No index of {one_line(str(repo.resolve()))} yet: building it once.", style="dim")
        except IndexDamagedError as error:
            why = Text(f"{visible(str(error))}: rebuilding.", style="yellow")
        if older is None and wait_for_turn(repo, settings):
            continue
        stderr().print(why)
        try:
            with progress_bar(stderr()) as progress:
                fresh = index(repo, settings=settings, force=force, progress=progress)
        except IndexBusyError:
            if older is not None:
                return older
            continue
        if older is not None:
            older.close()
        return fresh


def _refuse_unknown(sources: Sequence[str], repo: Path, settings: Settings) -> None:
    """Raise UsageError for a source that the project file as it is now does not name.

    Where that cannot be read, the index that is there decides, or whoever builds one says what is wrong.
    """
    if not sources:
        return
    urls = {name: url.get_secret_value() for name, url in settings.databases.items()}
    try:
        root = settled(repo)
        tree = read_tree(root, locate(root, settings.home), database_urls=urls) if root.is_dir() else None
    except CitelineError:
        return
    if tree is not None:
        tree.known(sources)


def with_staleness(result: Mapping[str, Any], handle: IndexHandle) -> dict[str, Any]:
    """A printed result whose `index` says how many files differ from it, if the index was left stale."""
    if not handle.stale_files or "index" not in result:
        return dict(result)
    return {**result, "index": {**result["index"], "stale": handle.stale_files}}
