"""What a question does about an index that is older than its tree: catch up when that is quick, else say so."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.text import Text

from citeline.errors import CitelineError
from citeline.indexing.sources.project_file import PROJECT_FILE
from citeline.indexing.staleness import Staleness
from citeline.protocols import ProgressListener
from citeline.settings import Settings, StalePolicy
from citeline.tools.handle import IndexHandle, index
from citeline.visible import one_line

from .console import stderr
from .progress import progress_bar
from .waiting import build_in_turn


def bring_up_to_date(
    handle: IndexHandle, repo: Path, settings: Settings, policy: StalePolicy, *, force: bool
) -> IndexHandle:
    """The same index, or a fresh one in its place; what stays stale is named on stderr and counted in `stale_files`.

    Never fails for what the tree has become, nor when it cannot be updated: the index that is there is good for an
    answer.
    """
    if policy == "ignore":
        return handle
    behind = handle.staleness()
    if not behind.files:
        return handle
    why_not = ""
    if behind.is_worth_refreshing(policy):
        try:
            fresh = _refresh(repo, settings, force=force, wait=policy == "refresh")
        except CitelineError as error:
            why_not = f"{error}; "
        else:
            handle.close()
            return fresh
    handle.stale_files = behind.files
    stderr().print(Text(one_line(why_not + _describe(behind, repo)), style="yellow"))
    return handle


def _refresh(repo: Path, settings: Settings, *, force: bool, wait: bool) -> IndexHandle:
    def build(progress: ProgressListener | None) -> IndexHandle:
        return index(repo, settings=settings, force=force, progress=progress)

    if wait:
        return build_in_turn(build, repo, settings)
    with progress_bar(stderr()) as progress:
        return build(progress)


def _describe(behind: Staleness, repo: Path) -> str:
    if behind.gone:
        return f"{str(repo.resolve())!r} is gone or cannot be listed: this is what was indexed of it."
    if behind.missing:
        return f"{behind.describe()}. Bring the folder back, or take it out of {PROJECT_FILE}."
    return f"{behind.describe()}: run `citeline index {shlex.quote(str(repo))}` to catch up."
