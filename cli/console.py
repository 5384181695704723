"""The two consoles: the answer goes to stdout, everything else to stderr."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console


def stdout() -> Console:
    """For answers. Made on call, so that a test's redirected stdout is the one written to."""
    return Console(highlight=False, soft_wrap=False)


def stderr() -> Console:
    """For progress, warnings and hints."""
    return Console(stderr=True, highlight=False)


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object, indented, non-ASCII characters as they are; lone surrogates of odd file names escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    click.echo(text.encode("utf-8", "backslashreplace").decode("utf-8"))
