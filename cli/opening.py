"""Opening the index a command needs, building it first when there is none."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from citeline.errors import IndexBusyError, IndexDamagedError, IndexMissingError
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index, open_index

from .console import stderr
from .progress import progress_bar
from .render import visible
from .waiting import wait_for_turn


def open_or_build(repo: Path, settings: Settings, *, force: bool = False) -> IndexHandle:
    """The published index; on first use, or when it is damaged, it is built before.

    While another process builds the first one, this waits for that one. An older, whole generation is used at once.
    """
    while True:
        older = None
        try:
            older = open_index(repo, settings=settings)
            if not older.reader.notices:
                return older
            # The current generation is damaged, and an older one stepped in: what it says may be out of date.
            why = Text("\n".join(f"{visible(notice)}: rebuilding." for notice in older.reader.notices), style="yellow")
        except IndexMissingError:
            why = Text(f"No index of {visible(str(repo.resolve()))} yet: building it once.", style="dim")
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
