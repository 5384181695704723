"""A builder that is forked instead of started: what its parent has imported, it need not import again."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import IO, Final

_THREADS: Final = Path("/proc/self/task")


def can_fork() -> bool:
    """Whether a fork of this process is safe: no thread, of whatever library, can hold a lock in it, and the places of
    the standard streams, which the child takes for its own, hold no other file.
    """
    if sys.platform != "linux" or threading.active_count() > 1 or None in (sys.stdin, sys.stdout, sys.stderr):
        return False
    try:
        return len(list(_THREADS.iterdir())) == 1
    except OSError:  # /proc is not mounted
        return False


class ForkedBuilder:
    """A child that runs `build_process`; of `subprocess.Popen` what a `Builder` asks for."""

    def __init__(self, stderr: IO[bytes]) -> None:
        requests, self_in = os.pipe()
        self_out, answers = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        # An interrupt between here and what the child makes of it would be raised in both.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self.pid = os.fork()
        if not self.pid:
            try:
                os.close(self_in)
                os.close(self_out)
                _become_builder(requests, answers, stderr.fileno())
            except BaseException:  # noqa: BLE001 - whatever it was, the child must not go on as its parent
                traceback.print_exc()
            finally:
                os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(requests)
        os.close(answers)
        self.stdin: IO[bytes] = os.fdopen(self_in, "wb")
        self.stdout: IO[bytes] = os.fdopen(self_out, "rb")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it has ended, as `subprocess` says it; None while it runs."""
        return self._wait(os.WNOHANG)

    def wait(self) -> int:
        """Return when it has ended, with how."""
        code = self._wait(0)
        assert code is not None
        return code

    def kill(self) -> None:
        """End it alone."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _wait(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # SIGCHLD is ignored, so the system has forgotten how: as `subprocess` has it
                pid, status = self.pid, 0
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _become_builder(requests: int, answers: int, stderr: int) -> None:
    """Be what `python -P -m citeline.indexing.builds.build_process` is, and end."""
    import fcntl  # not on every system

    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # First out of the way: where standard streams were closed, a pipe may have the place of one.
    moved = [fcntl.fcntl(ours, fcntl.F_DUPFD, 3) for ours in (requests, answers, stderr)]
    for place, ours in enumerate(moved):
        os.dup2(ours, place)
    for ours in (*moved, requests, answers):
        if ours > 2:
            os.close(ours)
    if not sys.flags.safe_path:
        del sys.path[0]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from .build_process import main

    code = main([])
    os._exit(code)
