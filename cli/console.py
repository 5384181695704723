"""The two consoles: the answer goes to stdout, everything else to stderr."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console

from . import sign
from .editor import words_of

if TYPE_CHECKING:
    from citeline.indexing.files.source_tree import SourceTree

_PIPE_COLUMNS: Final = 100_000
_MOST_COLUMNS: Final = 160
"""Nobody reads a longer line of prose; lines of code are wrapped there too."""


class _Console(Console):
    links: Callable[[str], Path | None] | None = None
    """From a path of the index to the file, where places can be clicked."""

    def on_broken_pipe(self) -> None:
        """Leave it to `main`: rich would end the program as failed, and so would click at the sight of EPIPE."""
        raise BrokenPipeError


def stdout(tree: SourceTree | None = None) -> Console:
    """For answers. Made on call, so that a test's redirected stdout is the one written to.

    `tree`: where the cited files lie, so that a terminal can open them.
    """
    sign.hide()
    console = _Console(highlight=False, markup=False)
    if tree is not None and console.is_terminal:
        console.links = lambda path: _file(tree, path)
    return _unwrapped(console)


def file_link(console: Console, path: str, line: int) -> str:
    """The style of a place that can be clicked; empty where it cannot."""
    links = getattr(console, "links", None)
    file = links(path) if links else None
    return f" link {file.as_uri()}#L{line}" if file else ""


def _file(tree: SourceTree, path: str) -> Path | None:
    place = tree.place(path)
    file = place.folder / place.inside
    return file if file.is_absolute() else None


@contextmanager
def paged(console: Console, pager: str) -> Iterator[Console]:
    """What is printed inside goes through a pager when it is longer than the screen, and straight out else.

    `pager`: a command, empty for `less`, `none` for no pager. Raises UsageError for what is no command.
    """
    command = _pager(pager) if console.is_terminal else None
    if command is None:
        yield console
        return
    with console.capture() as captured:
        yield console
    text = captured.get()
    if text.count("\n") < console.height:
        console.file.write(text)
        return
    try:
        subprocess.run(command, input=text, text=True, encoding="utf-8", check=False)
    except OSError:
        console.file.write(text)


def _pager(named: str) -> list[str] | None:
    if named == "none":
        return None
    if named:
        words = words_of(named, "pager")
        return [*words, "-R"] if words == ["less"] else words
    return ["less", "-FRX"] if shutil.which("less") else None


def stderr() -> Console:
    """For progress, warnings and hints."""
    sign.hide()
    return _unwrapped(Console(stderr=True, highlight=False, markup=False))


def _unwrapped(console: Console) -> Console:
    # Rich takes a pipe to be 80 columns wide: a line that is cut in two there can be neither found nor compared.
    console.width = min(console.width, _MOST_COLUMNS) if console.is_terminal else _PIPE_COLUMNS
    return console
