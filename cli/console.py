"""The two consoles: the answer goes to stdout, everything else to stderr."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping
from typing import Any, Final

import click
from rich.console import Console

from citeline.visible import visible_json

_PIPE_COLUMNS: Final = 100_000


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to `main`: rich would end the program as failed, and so would click at the sight of EPIPE."""
        raise BrokenPipeError


def stdout() -> Console:
    """For answers. Made on call, so that a test's redirected stdout is the one written to."""
    return _unwrapped(_Console(highlight=False, markup=False))


def stderr() -> Console:
    """For progress, warnings and hints."""
    return _unwrapped(Console(stderr=True, highlight=False, markup=False))


def _unwrapped(console: Console) -> Console:
    # Rich takes a pipe to be 80 columns wide: a line that is cut in two there can be neither found nor compared.
    if not console.is_terminal:
        console.width = _PIPE_COLUMNS
    return console


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object, indented; what `visible` would show escaped is escaped, and all that stdout may lack."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    is_unicode = codecs.lookup(encoding).name == "utf-8"
    try:
        click.echo(visible_json(value, indent=2, ensure_ascii=not is_unicode))
    except BrokenPipeError:
        raise BrokenPipeError from None  # without its number, see `_Console`
