"""Parser processes: many files at once, and a crash in a grammar costs one file instead of the run.

A process answers file by file, so when it dies, or stays silent too long, the first file that it has not answered is
the suspect. In a fresh process that file is read as plain text; if that ends badly too, it is a skipped file.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final, Protocol

from citeline.dataclass import dataclass
from citeline.errors import BuildFailedError, CitelineError
from citeline.left_out import Skipped

from ..extraction.process import let_this_process_die, spare_this_process
from ..files.formats import document_format
from .limits import MEMORY_BYTES, SILENCE_S
from .loading import look_for_garbage_seldom
from .messages import error_from_json, error_to_json

if TYPE_CHECKING:
    from ..files.walk import WalkedFile
    from ..generations.documents import Outcome

_BATCH: Final = 8
"""Files sent to a process at once: enough to keep it busy while we look elsewhere."""
_WINDOW: Final = 256
"""Files that may be read ahead of the slowest one; bounds what waits for its turn in memory."""
_LISTEN_S: Final = 1.0
_MAX_DEATHS: Final = 40
"""More than this many is no longer about single files: out of memory, or a broken installation. Those that a document
was to blame for do not count: anybody can send fifty by mail."""
_DOCUMENT_DEATHS: Final = 3
"""After so many each document is read in a child of its process, which takes half a second more and ends no process."""


class ReadFile(Protocol):
    """What the processes do; picklable."""

    def plainly(self, why: str) -> ReadFile:
        """One that reads files as plain text, and notes why."""
        ...

    def __call__(self, file: WalkedFile) -> Outcome:
        """May raise a CitelineError, which ends the run; a file that cannot be read is an outcome."""
        ...


@dataclass(frozen=True, slots=True)
class _InChildren:
    """Reads as `read` does, but documents in a child."""

    read: ReadFile

    def plainly(self, why: str) -> ReadFile:
        return self.read.plainly(why)

    def __call__(self, file: WalkedFile) -> Outcome:
        spare_this_process()
        return self.read(file)


@dataclass(eq=False)
class Worker:
    """A parser process and what it is busy with."""

    process: BaseProcess
    connection: Connection
    pending: deque[int] = field(default_factory=deque)
    """Places of the files that it has been sent and has not answered."""
    silent_s: float = 0.0
    """How long we have listened for its answer. Time that we did not listen counts for nobody: we have been busy, or
    all were stopped together, as a container is that is paused."""

    def kill(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.connection.close()
        self.process.join()


def start_worker(prepare: Callable[[], None] | None = None, *, memory_bytes: int = MEMORY_BYTES) -> Worker:
    """A process that waits for work; meanwhile it calls `prepare`, a function of some module.

    It dies when it wants more memory than `memory_bytes`, where the system can see to that; 0 is no limit.
    A fork where that is safe and cheap: call it before threads are started or stores opened.
    """
    return _start(multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn"), prepare, memory_bytes)


def read_in_processes(
    files: Sequence[WalkedFile],
    read: ReadFile,
    workers: list[Worker],
    *,
    silence_s: float = SILENCE_S,
) -> Generator[Outcome, None, None]:
    """Outcomes in the order of the files, whichever process was faster.

    The workers are the caller's to end; one that dies is replaced in the list.
    """
    return _Pool(files, read, workers, silence_s).outcomes()


def ask(worker: Worker, call: Callable[[Any], Any], argument: object) -> Any:
    """What a function, picklable, answers in a worker that is not busy.

    Raises the CitelineError that it raises there; EOFError or OSError when the process dies.
    """
    worker.connection.send((call, [(0, argument)]))
    _, answer = pickle.loads(worker.connection.recv_bytes())
    if isinstance(answer, dict):
        raise error_from_json(answer)
    return answer


class _Pool:
    def __init__(self, files: Sequence[WalkedFile], read: ReadFile, workers: list[Worker], silence_s: float) -> None:
        self._files = files
        self._read = read
        self._workers = workers
        self._silence_s = silence_s
        self._queue = deque(range(len(files)))
        self._done: dict[int, Outcome] = {}
        self._next = 0
        self._suspects: dict[int, str] = {}
        """Files that have killed a process, and how."""
        self._deaths = 0
        """Without those of documents."""
        self._document_deaths = 0

    def outcomes(self) -> Generator[Outcome, None, None]:
        while self._next < len(self._files):
            self._hand_out()
            self._hear()
            while self._next in self._done:
                self._next += 1
                yield self._done.pop(self._next - 1)

    def _hand_out(self) -> None:
        for worker in list(self._workers):
            if len(worker.pending) > _BATCH // 2:
                continue
            batch = self._next_batch(idle=not worker.pending)
            if not batch:
                continue
            if not worker.pending:
                worker.silent_s = 0.0
            worker.pending.extend(batch)
            why = self._suspects.get(batch[0])
            read = self._read if why is None else self._read.plainly(f"its parser failed: {why}")
            try:
                worker.connection.send((read, [(place, self._files[place]) for place in batch]))
            except OSError:
                # It died before it saw them: none of these files is to blame.
                self._queue.extendleft(reversed(batch))
                for _ in batch:
                    worker.pending.pop()
                self._bury(worker)

    def _next_batch(self, *, idle: bool) -> list[int]:
        batch: list[int] = []
        while self._queue and len(batch) < _BATCH and self._queue[0] < self._next + _WINDOW:
            if self._queue[0] in self._suspects:
                # Alone, so that nothing else waits behind it.
                return batch or ([self._queue.popleft()] if idle else [])
            batch.append(self._queue.popleft())
        return batch

    def _hear(self) -> None:
        began = time.monotonic()
        ready = wait([worker.connection for worker in self._workers], timeout=_LISTEN_S)
        listened_s = min(time.monotonic() - began, _LISTEN_S)
        for worker in list(self._workers):
            if worker.connection in ready:
                try:
                    place, outcome = pickle.loads(worker.connection.recv_bytes())
                except (EOFError, OSError):
                    self._bury(worker)
                    continue
                if isinstance(outcome, dict):
                    raise error_from_json(outcome)
                worker.pending.popleft()
                worker.silent_s = 0.0
                self._done[place] = outcome
            elif worker.pending:
                worker.silent_s += listened_s
                if worker.silent_s > self._silence_s:
                    worker.process.kill()
                    self._bury(worker)

    def _bury(self, worker: Worker) -> None:
        """Replace a process that died; its files go back to the front, the suspect to its second try or to rest."""
        worker.process.join()
        worker.connection.close()
        pending = list(worker.pending)
        self._count_death(self._files[pending[0]].path if pending else "", worker)
        if pending and pending[0] in self._suspects:
            suspect = pending.pop(0)
            self._done[suspect] = Skipped(self._files[suspect].path, "parse_failed", _cause(worker.process))
        elif pending:
            self._suspects[pending[0]] = _cause(worker.process)
        self._queue.extendleft(reversed(pending))
        # Never a fork this late: the embedder and the stores may be open by now.
        fresh = _start(multiprocessing.get_context("spawn"), None, MEMORY_BYTES)
        self._workers[self._workers.index(worker)] = fresh

    def _count_death(self, suspect: str, worker: Worker) -> None:
        """Raise BuildFailedError when it is one too many; `suspect` is a path, empty when no file is to blame."""
        if not document_format(suspect):
            self._deaths += 1
            if self._deaths > _MAX_DEATHS:
                raise BuildFailedError(f"parser processes keep dying (last: {_cause(worker.process)})")
            return
        self._document_deaths += 1
        if self._document_deaths == _DOCUMENT_DEATHS:
            self._read = _InChildren(self._read)


def _start(context: BaseContext, prepare: Callable[[], None] | None, memory_bytes: int) -> Worker:
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, prepare, memory_bytes), daemon=True)  # type: ignore[attr-defined]
    process.start()
    # With our copy closed, the end of the process is the end of the connection.
    theirs.close()
    return Worker(process, ours)


def _work(connection: Connection, prepare: Callable[[], None] | None, memory_bytes: int) -> None:
    """Body of a parser process: answer calls, batch by batch, until the other side is gone."""
    # Ctrl-C is for whoever started the build; it ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    let_this_process_die()
    look_for_garbage_seldom()
    if memory_bytes and sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    if prepare is not None:
        with contextlib.suppress(CitelineError):  # raised again where it can be reported
            prepare()
    while True:
        call: Callable[[Any], Any]
        batch: list[tuple[int, Any]]
        try:
            call, batch = connection.recv()
        except (EOFError, OSError):
            return
        for place, argument in batch:
            answer: Any
            try:
                answer = call(argument)
            except CitelineError as error:
                answer = error_to_json(error)
            connection.send_bytes(pickle.dumps((place, answer), protocol=pickle.HIGHEST_PROTOCOL))


def _die_with_parent() -> None:
    # Forked siblings hold each other's pipes open, so the end of a connection would not tell.
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _cause(process: BaseProcess) -> str:
    code = process.exitcode
    if code is not None and code < 0:
        return f"its parser process ended by signal {-code}"
    return f"its parser process ended with exit code {code}"
