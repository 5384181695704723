"""Opening the index a command needs, building it first when there is none."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from citeline.errors import IndexDamagedError, IndexMissingError
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index, open_index

from .console import stderr
from .progress import progress_bar
from .render import visible


def open_or_build(repo: Path, settings: Settings, *, force: bool = False) -> IndexHandle:
    """The published index; on first use, or when it is damaged, it is built before."""
    try:
        handle = open_index(repo, settings=settings)
        if not handle.reader.notices:
            return handle
        # The current generation is damaged, and an older one stepped in: what it says may be out of date.
        handle.close()
        for notice in handle.reader.notices:
            stderr().print(Text(f"{visible(notice)}: rebuilding.", style="yellow"))
    except IndexMissingError:
        stderr().print(Text(f"No index of {visible(str(repo.resolve()))} yet: building it once.", style="dim"))
    except IndexDamagedError as error:
        stderr().print(Text(f"{visible(str(error))}: rebuilding.", style="yellow"))
    with progress_bar(stderr()) as progress:
        return index(repo, settings=settings, force=force, progress=progress)
