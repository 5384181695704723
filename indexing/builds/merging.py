"""Makes a new base of an index in the background, after a command or an answer that has left much beside the old one.

A process of its own that nobody waits for: `python -m citeline.indexing.builds.merging` takes the `BuildRequest` on
stdin. It holds `merge.lock` of the state directory of all indexes, so that one merges at a time, and starts a builder
of the lowest priority with one parser, whose end is tied to its own. It owns no rule about writing: the builder is a
writer like each other, that publishes whole or not at all. Who wants to write meanwhile asks for its place, and has it
at once: the builder is killed, and what it has not published is the next writer's to remove.
"""

from __future__ import annotations

import contextlib
import dataclasses
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from citeline.errors import CitelineError, IndexBusyError

from ..changes import call_for_merge
from ..generations.generation import current_id
from ..generations.location import Location, locate
from ..generations.lock import is_free, only_one
from ..generations.manifest import read_manifest
from .builder import Builder
from .messages import BuildReport, BuildRequest

if TYPE_CHECKING:
    from citeline.settings import Settings

IDLE_S: Final = 10.0
"""Without another build before it begins: whoever has just saved will most likely save again."""
_LOOK_S: Final = 0.1
"""How long who wants to write waits at most, and then for the processes to die."""
_PATIENCE_S: Final = 600.0
"""After so long without rest it ends: the next build that finds a merge due starts another."""
_AGAIN_S: Final = 86_400.0
"""After one that failed the next is not begun at the next command: it would most likely fail too."""
_BUNDLED: Final = "bundled"

_started: list[subprocess.Popen[bytes]] = []
"""Those of this process: one that has ended is seen to have ended when the next is started."""


def merge_later(request: BuildRequest, report: BuildReport, settings: Settings) -> None:
    """Start the process where a build says that there is something to merge, and the settings allow it."""
    if not report.merge_is_due or not settings.merges:
        return
    location = locate(request.root, request.home)
    if request.qdrant_url or request.embedder != _BUNDLED or _has_failed(location):
        return
    _started[:] = [process for process in _started if process.poll() is None]
    if _started:
        return
    with contextlib.suppress(OSError):  # nobody has asked for it
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "citeline.indexing.builds.merging"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=location.directory,  # the folder that the command was started in may be another disk
            start_new_session=True,
        )
        assert process.stdin is not None
        _started.append(process)
        with process.stdin as stream:
            stream.write(request.to_line().encode() + b"\n")


def merge(request: BuildRequest, *, idle_s: float = IDLE_S) -> BuildReport | None:
    """Make the new base, once nobody has built for `idle_s`; None when it is not, or not any more, to be made.

    Raises what the builder raises.
    """
    location = locate(request.root, request.home)
    with only_one(location.merge_lock) as is_ours:
        if not is_ours or not _rest(location, idle_s):
            return None
        try:
            return _build(request, location)
        except IndexBusyError:
            return None
        except CitelineError:
            location.merge_failed.touch()
            raise


def _rest(location: Location, idle_s: float) -> bool:
    """Wait until nothing has been published and nobody written for so long; False when no merge is due any more, or
    there is no end to it.
    """
    begun = since = time.monotonic()
    seen = current_id(location)
    while time.monotonic() - since < idle_s or not is_free(location):
        if time.monotonic() - begun > _PATIENCE_S:
            return False
        time.sleep(_LOOK_S)
        if current_id(location) != seen or not is_free(location):
            seen, since = current_id(location), time.monotonic()
    return _is_due(location)


def _build(request: BuildRequest, location: Location) -> BuildReport | None:
    """Build from scratch; None when it had to give way to another writer."""
    command = f"{request.command} (a new base, in the background)"[:200]
    gentle = dataclasses.replace(request, rebuild=True, workers=1, gives_way=True, command=command)
    with Builder(gentle=True) as builder, ThreadPoolExecutor(1) as thread:
        building: Future[BuildReport] = thread.submit(builder.build, gentle)
        while not building.done():
            time.sleep(_LOOK_S)
            if location.wanted.exists() or not location.directory.exists():
                builder.kill()
                return None
        return building.result()


def _is_due(location: Location) -> bool:
    generation = current_id(location)
    with contextlib.suppress(CitelineError):
        return bool(generation) and call_for_merge(read_manifest(location.generations / generation))
    return False


def _has_failed(location: Location) -> bool:
    with contextlib.suppress(OSError):
        return time.time() - location.merge_failed.stat().st_mtime < _AGAIN_S
    return False


def main() -> int:
    """Merge as asked; 0 also when there was nothing to merge."""
    try:
        merge(BuildRequest.from_line(sys.stdin.readline()))
    except CitelineError:
        return 1  # noted; nobody reads what is said
    return 0


if __name__ == "__main__":
    sys.exit(main())
