"""Opening the index a command needs: built when there is none, brought up to date when that is quick.

A command calls `open_or_build`, and hands what it prints as JSON to `with_staleness`.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from citeline.errors import CitelineError, IndexBusyError, IndexDamagedError, IndexMissingError, IndexUnfitError
from citeline.indexing.generations.location import locate, resolve_root, settled
from citeline.indexing.sources.project_file import PROJECT_FILE, read_tree
from citeline.indexing.staleness import Staleness, staleness_before_opening
from citeline.protocols import ProgressListener
from citeline.settings import Settings, StalePolicy
from citeline.tools.handle import IndexHandle, index, open_index
from citeline.visible import one_line, visible

from .console import stderr
from .progress import progress_bar
from .waiting import build_in_turn, wait_for_turn


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


def bring_up_to_date(repo: Path, settings: Settings, policy: StalePolicy, *, force: bool) -> int:
    """Bring an index that is to be opened up to date; how many files are left stale, which is then said on stderr.

    Never fails for what the tree has become, nor when it cannot be updated: the index that is there is good for an
    answer.
    """
    behind = None if policy == "ignore" else staleness_before_opening(repo, settings.home)
    if behind is None or not behind.files:
        return 0
    why_not = ""
    if behind.is_worth_refreshing(policy):
        try:
            _refresh(repo, settings, force=force, wait=policy == "refresh")
        except CitelineError as error:
            why_not = f"{error}; "
        else:
            return 0
    stderr().print(Text(one_line(why_not + _describe(behind, repo)), style="yellow"))
    return behind.files


def _refresh(repo: Path, settings: Settings, *, force: bool, wait: bool) -> None:
    from citeline.indexing.builds.writer import Builder, build_index  # only reading needs none of it

    def build(progress: ProgressListener | None) -> None:
        build_index(repo, settings, force=force, progress=progress)

    if wait:
        build_in_turn(build, repo, settings)
        return
    # Forked before anything is shown: the bar is drawn by a thread.
    with Builder(forks=True) as builder, progress_bar(stderr()) as progress:
        build_index(repo, settings, force=force, progress=progress, builder=builder)


def _describe(behind: Staleness, repo: Path) -> str:
    if behind.gone:
        return f"{str(repo.resolve())!r} is gone or cannot be listed: this is what was indexed of it."
    if behind.missing:
        return f"{behind.describe()}. Bring the folder back, or take it out of {PROJECT_FILE}."
    return f"{behind.describe()}: run `citeline index {shlex.quote(str(repo))}` to catch up."
