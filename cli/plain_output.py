"""Prints styled text where a person sees the styles, and the text alone where none would be seen.

The library that renders styles takes as long to load as a folder of a thousand files to look at.
"""

from __future__ import annotations

import sys
from typing import TypeAlias

import click

from . import sign

Parts: TypeAlias = list[tuple[str, str]]
"""Texts, each with its style as rich names it; empty for none."""


def print_parts(parts: Parts, *, err: bool = False) -> None:
    """One line or several, on stdout or on stderr."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None and stream.isatty():
        from rich.text import Text

        from .console import stderr, stdout

        (stderr() if err else stdout()).print(Text.assemble(*parts))
        return
    sign.hide()
    try:
        click.echo("".join(text for text, _ in parts), err=err)
    except BrokenPipeError:
        raise BrokenPipeError from None  # without its number, at which click would end the program as failed
