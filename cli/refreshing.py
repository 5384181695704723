"""What a question does about an index that is older than its tree: catch up when that is quick, else say so."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.text import Text

from citeline.errors import CitelineError
from citeline.indexing.sources.project_file import PROJECT_FILE
from citeline.indexing.staleness import Staleness, staleness_before_opening
from citeline.protocols import ProgressListener
from citeline.settings import Settings, StalePolicy
from citeline.visible import one_line

from .console import stderr
from .progress import progress_bar
from .waiting import build_in_turn


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
