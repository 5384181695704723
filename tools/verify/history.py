"""What git knows of a tree: the text of a file at a commit, and the commit that wrote a line. Reads objects only.

A repository may come from a stranger, and its configuration may name programs: nothing is asked of git that would run
one (filters, hooks, helpers, drivers, remotes), and nothing is fetched.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.files.charsets import NotText, decode
from citeline.indexing.files.walk import never_read
from citeline.indexing.parsers.shown_lines import shown_lines
from citeline.remembering import remembered

from ..citations.anchors import aligned

_TIMEOUT_S: Final = 20.0
_MOST_BYTES: Final = 10_000_000
_MOST_RANGES: Final = 1_000
"""Lines that git is asked for one by one; of more the whole file is as cheap."""
_HASH: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?$")
_BLAMED: Final = re.compile(rb"^([0-9a-f]{40}(?:[0-9a-f]{24})?) \d+ (\d+)", re.MULTILINE)
_SAFE: Final = (
    *("--no-pager", "--no-replace-objects", "--literal-pathspecs"),
    *("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "blame.ignoreRevsFile="),
)
_ENVIRONMENT: Final = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


@dataclass(frozen=True, slots=True)
class AtCommit:
    """The files of a tree as they were at a commit."""

    history: History
    commit: str

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The file's lines at the commit; None when it had none."""
        return self.history.lines(self.commit, path)


class History:
    """The commits of the repository around a folder; without git or a repository it knows nothing, and says so."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def is_there(self) -> bool:
        """Whether there is a repository with at least one commit."""
        return bool(self.commit("HEAD"))

    @cached_property
    def is_whole(self) -> bool:
        """Whether no commits were left out when it was cloned."""
        return (self._run("rev-parse", "--is-shallow-repository") or b"").strip() == b"false"

    @remembered
    def commit(self, revision: str) -> str:
        """The full hash of a commit; empty for what is none here."""
        found = b""
        if revision and not revision.startswith("-"):
            found = self._run("rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}") or b""
        text = found.decode("ascii", "replace").strip()
        return text if _HASH.match(text) else ""

    def fork(self, revision: str) -> str:
        """The last commit that HEAD shares with a revision; the revision itself where none is known."""
        commit = self.commit(revision)
        found = (self._run("merge-base", commit, "HEAD") or b"").decode("ascii", "replace").strip() if commit else ""
        return found if _HASH.match(found) else commit

    def writers(self, path: str, wanted: Collection[int]) -> dict[int, str]:
        """1-based lines of the file at HEAD to the commits that wrote them; empty for a file that HEAD has not."""
        if not wanted or not self.is_there:
            return {}
        # Git goes no further back than the lines that are asked for: of a large file those are few.
        ranges = [f"-L{line},{line}" for line in sorted(wanted)] if len(wanted) <= _MOST_RANGES else []
        told = self._run("blame", "--porcelain", "--no-textconv", *ranges, "HEAD", "--", path)
        return {int(line): commit.decode() for commit, line in _BLAMED.findall(told or b"")}

    def writers_of(self, path: str, lines: Sequence[str], wanted: Collection[int]) -> dict[int, str]:
        """1-based lines of a file as it is now to the commits that wrote them; uncommitted lines are left out."""
        at_head = self.lines("HEAD", path) if wanted else None
        if at_head is None:
            return {}
        places = {at: place + 1 for at, place in enumerate(aligned(at_head, tuple(lines)), start=1)}
        writers = self.writers(path, [at for at, place in places.items() if place in wanted])
        return {places[at]: commit for at, commit in writers.items()}

    def changed(self, commit: str) -> frozenset[str]:
        """Paths of the files at HEAD that differ from a commit; of uncommitted changes it knows nothing."""
        told = self._run("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--relative", commit, "HEAD") or b""
        return frozenset(os.fsdecode(name) for name in told.split(b"\0") if name)

    def files(self) -> tuple[str, ...]:
        """Paths of all files at HEAD below the folder."""
        told = self._run("ls-tree", "-r", "-z", "--name-only", "HEAD") or b""
        return tuple(os.fsdecode(name) for name in told.split(b"\0") if name)

    @remembered
    def lines(self, commit: str, path: str) -> tuple[str, ...] | None:
        """The lines of a file at a commit, as the indexer would read them; None where it has none."""
        if not commit or never_read(path):
            return None
        name = f"{commit}:./{path}"
        size = self._run("cat-file", "-s", name)
        if size is None or int(size) > _MOST_BYTES:
            return None
        data = self._run("cat-file", "blob", name)
        decoded = decode(data) if data is not None else None
        if decoded is None or isinstance(decoded, NotText):
            return None
        lines = split_lines(decoded.text)[0]
        return tuple(shown_lines(path, lines))

    def _run(self, *command: str) -> bytes | None:
        """What git prints; None when it fails, or is not installed."""
        try:
            done = subprocess.run(
                ["git", *_SAFE, *command],
                cwd=self._root,
                env={**os.environ, **_ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT_S,
                check=False,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None
