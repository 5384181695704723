"""Brings the index of a tree up to date, by way of a builder process."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Final

from citeline.errors import BuildFailedError, CitelineError, StorageError
from citeline.protocols import ProgressListener
from citeline.settings import Settings

from .location import locate, resolve_root
from .messages import BuildReport, BuildRequest, error_from_json

__all__ = ["BuildReport", "build_index"]

_DISK_SIGNALS: Final = frozenset({"SIGBUS", "SIGXFSZ"})
"""A write into a memory map that the disk has no room for; a limit on the size of files."""
_STDERR_CHARS: Final = 500


def build_index(
    root: Path,
    settings: Settings,
    *,
    force: bool = False,
    rebuild: bool = False,
    progress: ProgressListener | None = None,
) -> BuildReport:
    """Index a tree, or what has changed in it; `force` allows a whole disk or home, `rebuild` starts from scratch.

    Readers go on with the generation before until the new one is published. Raises SourceNotFoundError,
    UnsafeRootError, IndexBusyError, IndexTooNewError, StorageError, EmbeddingError, VectorServerError or
    BuildFailedError; whatever was published before is then untouched, as it is after Ctrl-C.
    """
    request = BuildRequest(
        root=resolve_root(root, force=force),
        home=settings.home.expanduser().absolute(),
        command=shlex.join([Path(sys.argv[0]).name or "python", *sys.argv[1:]])[:200],
        embedder=settings.embedder,
        max_file_bytes=settings.max_file_bytes,
        workers=settings.workers,
        keep_generations=settings.keep_generations,
        qdrant_url=settings.qdrant_url,
        qdrant_api_key=settings.qdrant_api_key.get_secret_value(),
        rebuild=rebuild,
    )
    with tempfile.TemporaryFile() as stderr:
        # -P: the current folder is not searched for modules; it may hold another `numpy.py`.
        builder = subprocess.Popen(
            [sys.executable, "-P", "-m", "citeline.indexing.build_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            start_new_session=True,  # Ctrl-C reaches us alone, and its workers end with it
        )
        try:
            answer = _converse(builder, request, progress)
        except BaseException:
            _end(builder)
            raise
        builder.wait()
        if answer is not None:
            return answer
        raise _death(builder.returncode, request, _tail(stderr))


def _converse(
    builder: subprocess.Popen[bytes], request: BuildRequest, progress: ProgressListener | None
) -> BuildReport | None:
    """The report; None when the builder ended without one. Raises what it says has happened."""
    assert builder.stdin is not None and builder.stdout is not None
    with builder.stdin, builder.stdout:
        try:
            builder.stdin.write(request.to_line().encode() + b"\n")
            builder.stdin.flush()
        except BrokenPipeError:
            return None
        for line in builder.stdout:
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


def _end(builder: subprocess.Popen[bytes]) -> None:
    """End the builder and its workers at once; a generation that is not published is the next writer's to remove."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(builder.pid, signal.SIGKILL)
        else:
            builder.kill()
    builder.wait()


def _death(code: int, request: BuildRequest, stderr: str) -> CitelineError:
    """Why a builder has ended without a word."""
    name = signal.Signals(-code).name if code < 0 and -code in set(signal.Signals) else f"exit code {code}"
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
