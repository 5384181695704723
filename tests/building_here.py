"""A builder that starts no process: what most tests index with, since the process takes ten times what they index."""

from __future__ import annotations

import json
from types import TracebackType

from citeline.errors import CitelineError
from citeline.indexing.builds.builder import Builder
from citeline.indexing.builds.building import build
from citeline.indexing.builds.messages import BuildReport, BuildRequest, error_from_json, error_to_json
from citeline.protocols import ProgressListener


def _start(self: Builder, *, gentle: bool = False, stays: bool = False, forks: bool = False) -> None:
    """Nothing to start."""


def _renew(self: Builder) -> None:
    """Nothing that could have ended."""


def _build(self: Builder, request: BuildRequest, progress: ProgressListener | None = None) -> BuildReport:
    """As over there, through the same messages."""
    try:
        report = build(BuildRequest.from_line(request.to_line()), progress or (lambda stage, done, total: None))
    except CitelineError as error:
        raise error_from_json(json.loads(json.dumps(error_to_json(error)))) from error
    return BuildReport.from_json(json.loads(json.dumps(report.to_json())))


def _kill(self: Builder) -> None:
    """Nothing to kill: it goes on to its end."""


def _end(
    self: Builder, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
) -> None:
    """Nothing to end."""


HERE = {"__init__": _start, "build": _build, "renew": _renew, "kill": _kill, "__exit__": _end}
IN_A_PROCESS = {name: getattr(Builder, name) for name in HERE}
