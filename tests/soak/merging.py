"""Merges in the background that are killed at random moments, or have to give way: the index is whole, and the state is
that of before or after.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from citeline.errors import CitelineError
from citeline.indexing.builds.building import build
from citeline.indexing.builds.messages import BuildRequest
from citeline.indexing.generations.generation import current_id
from citeline.indexing.generations.location import Location, locate
from citeline.indexing.generations.lock import wait_for_writer
from citeline.indexing.generations.manifest import read_manifest

from .killing import checked, left_over
from .numbered import NumberedTree

_MERGER: Final = """
import sys
from citeline.indexing.builds.merging import merge
from citeline.indexing.builds.messages import BuildRequest
merge(BuildRequest.from_line(sys.stdin.readline()), idle_s=0)
"""
_ENDS: Final = ("merger killed", "builder killed", "gave way", "left alone")
_DELAY_S: Final = 2.5
"""At most so long after its start: about as long as one of a small tree takes."""


@dataclass(slots=True)
class Merges:
    """What was found after the merges."""

    ends: Counter[str] = field(default_factory=Counter)
    merged: int = 0
    """Times that a new base was published all the same."""
    wrong: list[str] = field(default_factory=list)

    def describe(self) -> list[str]:
        """For people."""
        ends = ", ".join(f"{end} {count}" for end, count in self.ends.most_common())
        head = f"{self.ends.total()} merges ({ends}): {self.merged} published, {len(self.wrong)} wrong"
        return [head, *(f"  {line}" for line in self.wrong)]


def kill_merges(folder: Path, *, merges: int, files: int, seed: int = 1) -> Merges:
    """Change the tree until a merge is due, start one, and end it in one of four ways; so many times."""
    found = Merges()
    root, home = (folder / "tree").resolve(), folder / "home"
    tree, dice = NumberedTree(root, files, seed), Random(seed)
    location, request = locate(root, home), BuildRequest(root, home, "citeline index", workers=1)
    build(request, _silent)
    for number in range(1, merges + 1):
        _grow(tree, request, number)
        end = _ENDS[number % len(_ENDS)]
        found.ends[end] += 1
        _end_one(request, location, end, _DELAY_S * dice.random())
        wait_for_writer(location, lambda name: None)
        location.merge_failed.unlink(missing_ok=True)
        try:
            if checked(root, home, location) != tree.state:
                found.wrong.append(f"after merge {number}, {end}: not the state of the tree")
        except (CitelineError, ValueError) as error:
            found.wrong.append(f"after merge {number}, {end}: {type(error).__name__}: {error}")
        merged = read_manifest(location.generations / current_id(location)).changed_since == 0
        found.merged += merged
        if end == "left alone" and not merged:
            found.wrong.append(f"merge {number} was left alone and has made no new base")
    build(request, _silent)
    found.wrong += left_over(location, tree, checked(root, home, location))
    return found


def _silent(stage: str, done: int, total: int) -> None:
    """Nobody looks."""


def _grow(tree: NumberedTree, request: BuildRequest, number: int) -> None:
    while True:
        tree.change_few(number)
        if build(request, _silent).merge_is_due:
            return


def _end_one(request: BuildRequest, location: Location, end: str, delay_s: float) -> None:
    """Start a merge, and after a while end it."""
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _MERGER], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as merger:
        assert merger.stdin is not None
        merger.stdin.write(request.to_line().encode() + b"\n")
        merger.stdin.flush()
        if end != "left alone":
            time.sleep(delay_s)
        if end == "merger killed":
            merger.kill()
        elif end == "builder killed":
            for child in _children(merger.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        elif end == "gave way":
            build(request, _silent)


def _children(pid: int) -> list[int]:
    with suppress(FileNotFoundError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    return []
