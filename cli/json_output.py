"""What a command prints for programs."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from citeline.schema import SCHEMA
from citeline.visible import visible_json

from . import sign

if TYPE_CHECKING:
    from rich.console import Console

    from citeline.tools.docql.language.errors import DocQLError
    from citeline.tools.tables.errors import TableQueryError

    QueryError = TypeVar("QueryError", DocQLError, TableQueryError)


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


def refuse(error: QueryError, output: str, render: Callable[[QueryError, Console], None]) -> int:
    """The exit code of a wrong query. An error is an answer too: in JSON it goes where the program looks that asked."""
    if output == "json":
        print_json(error.to_json())
    else:
        from .console import stderr  # programs get none of it

        render(error, stderr())
    return error.exit_code
