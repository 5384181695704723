"""Waiting for another process that is writing the index, and saying for whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from citeline.errors import IndexBusyError
from citeline.indexing.generations.location import locate, settled
from citeline.indexing.generations.lock import wait_for_writer
from citeline.protocols import ProgressListener
from citeline.settings import Settings
from citeline.visible import one_line

from .console import stderr
from .progress import progress_bar

Built = TypeVar("Built")


def wait_for_turn(path: Path, settings: Settings) -> bool:
    """Return when nobody is writing the index of a folder; True when somebody was, who is named on stderr."""
    location = locate(settled(path), settings.home)
    console = stderr()

    def text(name: str) -> Text:
        return Text(f"Waiting for {one_line(name)}, which is writing this index.", style="dim")

    if not console.is_terminal:
        return wait_for_writer(location, lambda name: console.print(text(name), soft_wrap=True))
    status = console.status("")

    def spin(name: str) -> None:
        status.update(text(name))
        status.start()

    try:
        return wait_for_writer(location, spin)
    finally:
        status.stop()


def build_in_turn(build: Callable[[ProgressListener | None], Built], path: Path, settings: Settings) -> Built:
    """What `build` returns, with its progress shown; it waits for its turn, also when somebody else is quicker."""
    while True:
        wait_for_turn(path, settings)
        try:
            with progress_bar(stderr()) as progress:
                return build(progress)
        except IndexBusyError:
            continue
