"""What a command prints for programs."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping
from typing import Any

import click

from citeline.schema import SCHEMA
from citeline.visible import visible_json

from . import sign


def stdout_is_unicode() -> bool:
    """Whether it takes every character."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name == "utf-8"


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object, indented; what `visible` would show escaped is escaped, and all that stdout may lack.

    Its first key is the version of what it looks like, unless it is a format of others that names its own.
    """
    sign.hide()
    if "$schema" not in value:
        value = {"schema": SCHEMA, **value}
    try:
        click.echo(visible_json(value, indent=2, ensure_ascii=not stdout_is_unicode()))
    except BrokenPipeError:
        raise BrokenPipeError from None  # without its number, see `_Console`
