"""What goes between the process that asks for an index and the process that builds it, as JSON.

Parent to child: one line, the `BuildRequest`; then its end stays open for as long as the parent lives, or further
requests come, each after the answer to the one before.
Child to parent: lines `{"progress": [stage, done, total]}`, then one `{"report": …}` or `{"error": …}`.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import field
from pathlib import Path
from typing import Any, Final, Literal

from citeline import errors
from citeline.dataclass import dataclass
from citeline.errors import BuildFailedError, CitelineError
from citeline.left_out import Secrets

GENTLE: Final = "--gentle"
"""Argument of a builder that lets all other processes run first."""
STAY: Final = "--stay"
"""Argument of a builder that builds as often as it is asked to, where the system can fork it."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Everything a build depends on; plain values, because importing the settings would cost the child 0.2 s."""

    root: Path
    """Resolved, and allowed."""
    home: Path
    command: str
    """What other writers are told about us."""
    embedder: str = "bundled"
    max_file_bytes: int = 1_000_000
    secrets: Secrets = "mask"
    workers: int = 0
    """0 means one per core."""
    keep_generations: int = 2
    qdrant_url: str = ""
    qdrant_api_key: str = field(default="", repr=False)
    rebuild: bool = False
    """From scratch, whatever there is."""
    allow_outside: bool = False
    """Whether `citeline.toml` may name folders elsewhere and databases, from now on."""
    gives_way: bool = False
    """Whether another writer need not wait for this one; who asks for the build must end it then."""
    is_cautious: bool = False
    """Whether every file is read in another process than the builder, which has died of one."""
    databases: dict[str, str] = field(default_factory=dict, repr=False)
    """URLs of databases that `citeline.toml` names; they may hold passwords."""

    def to_line(self) -> str:
        """One line of JSON. Holds keys and passwords: for a pipe, never for a file or an argument."""
        return json.dumps({**dataclasses.asdict(self), "root": str(self.root), "home": str(self.home)})

    @classmethod
    def from_line(cls, line: str) -> BuildRequest:
        """Inverse of `to_line`."""
        fields = json.loads(line)
        return cls(**{**fields, "root": Path(fields["root"]), "home": Path(fields["home"])})


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did."""

    generation: str
    """Id of the generation that is current now."""
    outcome: Literal["built", "updated", "unchanged"]
    """From scratch; from the generation before; or nothing had to be done."""
    added: int
    changed: int
    removed: int
    """Documents, compared with the generation before."""
    skipped: int
    """Files that are not in the index; `Index.structure.skipped()` names them."""
    counts: dict[str, int]
    """documents, chunks, nodes, edges of the whole index."""
    seconds: float
    timings_ms: dict[str, float]
    """Phase to milliseconds, in order."""
    merge_is_due: bool = False
    """So much stands beside the base that a new one is worth making while nobody waits."""
    notices: tuple[str, ...] = ()
    """What the user should know, such as damage that was found and repaired."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> BuildReport:
        """Inverse of `to_json`."""
        return cls(**{**fields, "notices": tuple(fields["notices"])})


def error_to_json(error: CitelineError) -> dict[str, str]:
    """The error by name, message and remedy."""
    return {"type": type(error).__name__, "message": str(error), "remedy": error.remedy}


def error_from_json(fields: dict[str, str]) -> CitelineError:
    """The error as it was raised in the other process; BuildFailedError for a name that is not ours."""
    kind = getattr(errors, fields["type"], None)
    if not (isinstance(kind, type) and issubclass(kind, CitelineError)):
        return BuildFailedError(fields["message"])
    # Its own constructor takes what the message was made of, which is gone.
    error = kind.__new__(kind)
    CitelineError.__init__(error, fields["message"], remedy=fields["remedy"])
    return error
