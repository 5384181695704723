"""The way in: bytes of a document to lines, or the reason why not, whatever the bytes do to the library behind it.

A library in C can crash or loop. In a parser process that costs the process, which is replaced, and this one file;
where that has happened too often, and in any other process, the document is read in a child.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from typing import Final

from citeline.dataclass import dataclass

from ..files.formats import FEATHER, OLE, DocumentFormat
from ..parsers.limits import TimeLimitExceeded, memory_limit, time_limit
from .errors import FullError, Reason, UnreadableError
from .labels import check_label
from .line_writer import LineWriter
from .process import may_die

_FATAL: Final = (OLE, FEATHER)
"""Of files of Excel 97 that are damaged at random one in twenty ends the process that reads it, of Feather one in ten:
a folder of them would end more parser processes than a build may lose.
"""
_STARTING_S: Final = 10.0
"""For the child, on a busy machine, on top of what the document may take; together less than the silence after which a
parser process is ended, with which the child would be lost sight of."""

# -P: the current folder is not searched for modules.
_COMMAND: Final = ("-P", "-m", "citeline.indexing.extraction.child")
MEMORY_BYTES: Final = 256 << 20
"""More than the process has when it begins with the document, whose bytes it already holds."""
TIME_S: Final = 45.0
"""A 10-K of 300 pages takes five; less than the silence after which a parser process is ended."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a document has no lines."""

    reason: Reason
    detail: str


def extract_lines(path: str, data: bytes, form: DocumentFormat) -> list[str] | Unreadable:
    """The lines of a document; the same for the same bytes. `path` is only for messages. Never raises for its bytes."""
    try:
        check_label(path, data, form)
    except UnreadableError as error:
        return Unreadable(error.reason, error.detail)
    return read_here(data, form) if may_die() and not data.startswith(_FATAL) else _read_in_child(data, form)


def read_here(data: bytes, form: DocumentFormat) -> list[str] | Unreadable:
    """The lines, read in this process, which a library may end."""
    writer = LineWriter()
    module, _, name = form.reader.partition(":")
    try:
        # Imported before the memory is counted: a library is no part of a document.
        read = getattr(import_module(f".{module}", __package__), name)
        with time_limit(TIME_S), memory_limit(MEMORY_BYTES):
            try:
                read(data, writer)
            except FullError as full:
                writer.cut(str(full))
            return writer.lines()
    except UnreadableError as error:
        return Unreadable(error.reason, error.detail)
    except TimeLimitExceeded:
        return Unreadable("parse_failed", f"took more than {TIME_S:g} s to read: split it, or save it anew")
    except MemoryError:
        return Unreadable(
            "parse_failed", f"took more than {MEMORY_BYTES >> 20} MB of memory: split it, or save it anew"
        )
    except (KeyboardInterrupt, SystemExit):
        raise
    # Foreign code that is fed foreign files: whatever it raises, it costs this file. A panic of Rust is no Exception.
    except BaseException as error:  # noqa: BLE001
        why = f"cannot be read as {form.called}: {type(error).__name__}: {error}"
        return Unreadable("unreadable", f"{why[:200]}; open it and save it anew")


def _read_in_child(data: bytes, form: DocumentFormat) -> list[str] | Unreadable:
    command = [sys.executable, *_COMMAND, form.language]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=TIME_S + _STARTING_S, check=False)
    except subprocess.TimeoutExpired:
        return Unreadable("parse_failed", f"took more than {TIME_S:g} s to read: split it, or save it anew")
    except OSError as error:
        return Unreadable("unreadable", f"no process to read it in could be started: {error}")
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        end = f"signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        return Unreadable("parse_failed", f"its reader ended by {end}: open it and save it anew")
    return answer if isinstance(answer, list) else Unreadable(answer["reason"], answer["detail"])
