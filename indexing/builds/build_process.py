"""The builder: a process that takes one `BuildRequest` on stdin and answers in lines of JSON on stdout.

A process of its own, because the vector store's calls hold the interpreter's lock for seconds, because a crash in a
grammar or a full disk under a memory map must not take the caller down, and because callers then need no `__main__`
guard. Its end is tied to its parent's: stdin is held open by the parent and nobody else.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Collection
from typing import IO, Any, Final, NoReturn

from citeline.errors import BuildFailedError, CitelineError

from .crew import Crew
from .loading import loading, look_for_garbage_seldom
from .messages import GENTLE, STAY, BuildRequest, error_to_json

_PROGRESS_S: Final = 0.05
"""At most this often per stage, but always its end."""
_LOWEST: Final = 19
"""Of the priorities, for the process and all that it starts."""


class _Reporter:
    """Writes messages; quiet about progress that nobody could read."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._last: dict[str, float] = {}

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done >= total or now - self._last.get(stage, 0.0) >= _PROGRESS_S:
            self._last[stage] = now
            self.send({"progress": [stage, done, total]})

    def send(self, message: dict[str, Any]) -> None:
        self._stream.write(json.dumps(message) + "\n")
        self._stream.flush()


def main(arguments: Collection[str]) -> int:
    """Build as asked; 0 when a report or a typed error was sent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; we may share its terminal
    if GENTLE in arguments and sys.platform != "win32":
        os.nice(_LOWEST)
    report = _Reporter(_private_stdout())
    if STAY in arguments and sys.platform == "linux":
        return _build_in_copies(report)
    with loading():
        from . import building  # noqa: F401 (what every build needs, while nobody waits for it)

    line = _read_line()[0]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _build(line, report)
    return 0


def _build(line: bytes, report: _Reporter) -> None:
    from .building import build

    look_for_garbage_seldom()
    try:
        request = BuildRequest.from_line(line.decode())
        # Where nothing ends a parser that hangs, it gets a process of its own at once.
        crew = Crew.none(is_cautious=request.is_cautious or sys.platform == "win32", may_die=True)
        report.send({"report": build(request, report, crew=crew).to_json()})
    except CitelineError as error:
        report.send({"error": error_to_json(error)})
    except MemoryError:
        report.send({"error": error_to_json(BuildFailedError("out of memory"))})


def _build_in_copies(report: _Reporter) -> int:
    """For each request fork a copy that builds, until there is no parent any more: what a build needs is loaded once,
    and nothing of a build stays. Ends as a copy does that ends without an answer.
    """
    with loading():
        from ..parsers.programs import code  # noqa: F401 (what most files need)
        from ..secrets import detectors, pairs  # noqa: F401
        from . import building, construction, reading  # noqa: F401
        from .file_reader import prepare_embedding

        prepare_embedding()
    waiting = b""
    while True:
        line, waiting = _read_line(waiting)
        ended, of_copy = os.pipe()
        copy = os.fork()
        if not copy:
            try:
                _build(line, report)
            except BaseException:  # noqa: BLE001 - whatever it was, a copy must not wait for requests
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        os.close(of_copy)
        # The other end of this pipe is closed with the copy.
        while ended not in select.select([0, ended], [], [])[0]:
            waiting += _read_more()
        os.close(ended)
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        if status < 0:
            os.kill(os.getpid(), -status)
        if status:
            return status


def _read_line(waiting: bytes = b"") -> tuple[bytes, bytes]:
    """A request, of which `waiting` has come already, and what came after it."""
    while b"\n" not in waiting:
        waiting += _read_more()
    line, _, rest = waiting.partition(b"\n")
    return line, rest


def _read_more() -> bytes:
    """What comes from the parent; without one, or when it has nothing to build after all, this process ends.

    Not through sys.stdin, which may hold what was read for the parent, and which a parser process would close.
    """
    data = os.read(0, 65536)
    if not data:
        _end_at_once()
    return data


def _private_stdout() -> IO[str]:
    """Our messages alone go to stdout; whatever a library prints goes to stderr."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return stream


def _end_with_parent() -> None:
    while True:
        _read_more()


def _end_at_once() -> NoReturn:
    # Nothing to tidy up: a generation that is not published is removed by the next writer.
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
