"""How far a build is: a bar on stderr when that is a terminal, silence otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from . import sign

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID

    from citeline.protocols import ProgressListener

STAGES: Final = {
    "walk": "Looking for files",
    "read": "Reading and parsing",
    "embed": "Embedding",
    "store": "Storing",
    "link": "Linking symbols",
    "publish": "Publishing",
}


@contextmanager
def progress_on_stderr() -> Iterator[ProgressListener | None]:
    """A listener that draws on stderr; None, and nothing loaded to draw with, where nobody would see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        sign.hide()
        yield None
        return
    from .console import stderr

    with progress_bar(stderr()) as listener:
        yield listener


@contextmanager
def progress_bar(console: Console) -> Iterator[ProgressListener | None]:
    """A listener that draws on the console; None when nobody would see it."""
    if not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                for task in tasks.values():
                    progress.update(task, visible=False)
                tasks[stage] = progress.add_task(STAGES.get(stage, stage), total=total or None)
            progress.update(tasks[stage], completed=done, total=total or None)

        yield show
