"""Records commands at a terminal as an asciinema cast and as a picture: python -m tests.docs.recording FOLDER.

The commands are run as they stand, in the repository; what they print, and when, is what is recorded.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

COMMANDS: Final = ('citeline "where are unfinished generations removed?"',)
WIDTH, HEIGHT = 100, 40
_PER_KEY_S: Final = 0.04
_PAUSE_S: Final = 1.5
# Links to files of this machine, and questions to the terminal, which a recording has nobody to answer.
_LEFT_OUT: Final = re.compile(r"\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?]*[hlnJKABCDGH]|\x1b[78]")
_FONT: Final = re.compile(r"@font-face \{\{.*?\}\}\s*", re.DOTALL)
Event: TypeAlias = tuple[float, str]
"""Seconds since the beginning, and what appeared."""


def record(commands: tuple[str, ...] = COMMANDS) -> list[Event]:
    """Types each command and runs it at a terminal of `WIDTH` columns."""
    events: list[Event] = []
    now = 0.0
    for command in commands:
        events.append((now, "\x1b[1;32m$\x1b[0m "))
        for key in command:
            now += _PER_KEY_S
            events.append((now, key))
        events.append((now, "\r\n"))
        start = now
        for passed, text in _run(command):
            now = start + passed
            events.append((now, text))
        now += _PAUSE_S
    return events


def cast(events: list[Event]) -> str:
    """The recording in version 2 of asciinema's format."""
    head = {"version": 2, "width": WIDTH, "height": HEIGHT, "env": {"TERM": "xterm-256color"}}
    lines = (head, *([round(at, 3), "o", text] for at, text in events))
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in lines)


def picture(events: list[Event]) -> str:
    """What stands on the screen at the end, as SVG without anything from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi("".join(text for _, text in events).replace("\r\n", "\n").rstrip()))
    return console.export_svg(title="citeline", code_format=_FONT.sub("", CONSOLE_SVG_FORMAT), unique_id="citeline")


def _run(command: str) -> Iterator[Event]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "CITELINE_PAGER": "none"}
    path = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    start = time.monotonic()
    process = subprocess.Popen(
        ["sh", "-c", command], stdin=theirs, stdout=theirs, stderr=theirs, env={**environment, "PATH": path}
    )
    os.close(theirs)
    pending = b""
    while True:
        try:
            read = os.read(ours, 1 << 16)
        except OSError:  # how Linux tells that the other end is closed
            read = b""
        if not read:
            break
        pending += read
        whole = pending.rfind(b"\n") + 1
        if whole:
            text, pending = _LEFT_OUT.sub("", pending[:whole].decode("utf-8", "replace")), pending[whole:]
            yield time.monotonic() - start, text
    os.close(ours)
    process.wait()


def main(folder: str) -> None:
    """Writes `terminal.cast` and `terminal.svg` into a folder."""
    subprocess.run([str(Path(sys.executable).parent / "citeline"), "index", "."], check=True, capture_output=True)
    events = record()
    Path(folder, "terminal.cast").write_text(cast(events), "utf-8")
    Path(folder, "terminal.svg").write_text(picture(events), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
