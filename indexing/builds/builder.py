"""The other end of `build_process`: starts the process that builds, asks it, and ends it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from typing import IO, Final, Self

from citeline.errors import BuildFailedError, CitelineError, StorageError
from citeline.protocols import ProgressListener

from ..generations.location import locate
from .messages import GENTLE, STAY, BuildReport, BuildRequest, error_from_json

_DISK_SIGNALS: Final = frozenset({"SIGBUS", "SIGXFSZ"})
"""A write into a memory map that the disk has no room for; a limit on the size of files."""
_CRASHES: Final = frozenset({"SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP", "SIGVTALRM"})
"""A fault, a failed allocation, and the processor time of `limits`."""
_STDERR_CHARS: Final = 500


class Builder:
    """A builder process, for one build. It takes 0.3 s to start up, so start it before you know what it shall build.

    A context manager: whatever happens inside, the process and its workers have ended when it is left. One that is
    `gentle` lets everybody else's processes run first; one that `stays` builds again after `renew`.
    """

    def __init__(self, *, gentle: bool = False, stays: bool = False, forks: bool = False) -> None:
        """`forks`: the process is a fork of this one where that is safe, which no store that is open is known to be."""
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self._arguments = [*([GENTLE] if gentle else []), *([STAY] if stays else [])]
        self._process = ForkedBuilder(self._stderr) if forks and not self._arguments and can_fork() else self._start()
        self._is_used = False

    def _start(self) -> subprocess.Popen[bytes] | ForkedBuilder:
        # -P: the current folder is not searched for modules; it may hold another `numpy.py`.
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "citeline.indexing.builds.build_process", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            start_new_session=True,  # Ctrl-C reaches us alone, and its workers end with it
            # Its algebra is small, and idle threads of the library spin beside processes that have work to do.
            env={"OPENBLAS_NUM_THREADS": "1", **os.environ},
        )

    def build(self, request: BuildRequest, progress: ProgressListener | None = None) -> BuildReport:
        """Send the request and wait for the report. Raises what went wrong over there, or BuildFailedError."""
        self._is_used = True
        answer = self._converse(request, progress)
        if answer is None and not request.is_cautious and _has_crashed(self._process.wait()):
            # Few files are read in the builder itself; one has ended it, which may cost that file alone.
            self._close()
            self._process = self._start()
            request = dataclasses.replace(request, is_cautious=True)
            answer = self._converse(request, progress)
        if answer is not None:
            return answer
        raise _death(self._process.wait(), request, _tail(self._stderr))

    def renew(self) -> None:
        """Be ready to build once more; that takes a new process where the one that was used does not stay."""
        if self._is_used and (
            STAY not in self._arguments or sys.platform != "linux" or self._process.poll() is not None
        ):
            self._close()
            self._process = self._start()
            self._is_used = False

    def kill(self) -> None:
        """End the process and its workers at once, at whatever they are; a `build` that waits for them raises."""
        # Even after its report: nothing is left for it to do but to tidy up memory. A generation that is not published
        # is the next writer's to remove.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()  # a fork of just now has no group of its own yet
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._close()
        self._stderr.close()

    def _close(self) -> None:
        self.kill()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _converse(self, request: BuildRequest, progress: ProgressListener | None) -> BuildReport | None:
        """The report; None when the builder ended without one. Raises what it says has happened."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(request.to_line().encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return None
        for line in self._process.stdout:
            if not line.endswith(b"\n"):
                return None
            message = json.loads(line)
            if "report" in message:
                return BuildReport.from_json(message["report"])
            if "error" in message:
                raise error_from_json(message["error"])
            if progress is not None:
                progress(*message["progress"])
        return None


def _has_crashed(code: int) -> bool:
    """Whether it was the end of a process that a grammar may have, and nobody else wanted."""
    return _signal(code) in _CRASHES


def _signal(code: int) -> str:
    """The name of the signal that a process has ended by; empty when it was none."""
    return signal.Signals(-code).name if code < 0 and -code in set(signal.Signals) else ""


def _death(code: int, request: BuildRequest, stderr: str) -> CitelineError:
    """Why a builder has ended without a word."""
    name = _signal(code) or f"exit code {code}"
    detail = f" ({stderr})" if stderr else ""
    if name in _DISK_SIGNALS:
        directory = locate(request.root, request.home).directory
        return StorageError(directory, why=f"the disk is full or failing (the builder ended by {name})")
    if name == "SIGKILL":
        return BuildFailedError("the builder was killed, by hand or because memory ran out")
    return BuildFailedError(f"the builder ended with {name}{detail}")


def _tail(stderr: IO[bytes]) -> str:
    stderr.seek(0, os.SEEK_END)
    stderr.seek(max(0, stderr.tell() - 4 * _STDERR_CHARS))
    return stderr.read().decode("utf-8", "replace").strip()[-_STDERR_CHARS:]


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
