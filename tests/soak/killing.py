"""Writers that are killed at random moments: the index is then the state before or the state after, whole."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from citeline.errors import CitelineError
from citeline.indexing.builds.messages import BuildRequest
from citeline.indexing.generations.generation import candidates, current_id, of_base, verify_generation
from citeline.indexing.generations.location import Location, locate
from citeline.indexing.reader import open_index
from citeline.indexing.status import disk_usage
from citeline.settings import Settings

from .numbered import NumberedTree, State, state_of, wrong_hits

_WHOLE_EVERY: Final = 20
"""Kills, after which a build is left to end: what those before it have left behind must be gone then."""
_STAGES: Final = ("start", "walk", "read", "store", "link", "publish", "report")
"""What a builder says that it does; each is the last word of as many that are killed."""
_MERGE_EVERY: Final = 3
"""Builders, of which one makes a new base, as `citeline watch` does in the background."""
_DELAY_S: Final = 0.15
"""At most so long after that word, every other time: longer than most stages of a small tree take."""
_ROOM: Final = 2.5
"""Times the size of an index that has never been disturbed: a base, with what has changed in two generations of it."""


@dataclass(slots=True)
class Kills:
    """What was found after the kills."""

    stages: Counter[str] = field(default_factory=Counter)
    """The last that the builders said; `start` is nothing yet, `report` that all is done."""
    merges: int = 0
    """How many of them made a new base."""
    before: int = 0
    """Times that the index was that of before."""
    after: int = 0
    wrong: list[str] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    """On disk after each build that was left to end."""

    def describe(self) -> list[str]:
        """For people."""
        stages = ", ".join(f"{stage} {count}" for stage, count in self.stages.most_common())
        total = self.before + self.after
        sizes = f"{self.bytes[0] / 1e6:.1f} MB at first, at most {max(self.bytes) / 1e6:.1f}" if self.bytes else ""
        return [
            f"{total} kills, {self.merges} of merges ({stages}): {self.before} left the state before, {self.after} the"
            f" state after, {len(self.wrong)} wrong; on disk {sizes}",
            *(f"  {line}" for line in self.wrong),
        ]


def kill(folder: Path, *, kills: int, files: int, seed: int = 1) -> Kills:
    """Change the tree, start a builder, kill it; so many times."""
    found = Kills()
    root, home = (folder / "tree").resolve(), folder / "home"
    tree, dice = NumberedTree(root, files, seed), Random(seed)
    location = locate(root, home)
    scratch = folder / "scratch"
    scratch.mkdir()
    request = BuildRequest(root, home, "citeline index", workers=2)
    _build(request, scratch)
    found.bytes.append(disk_usage(location.directory))
    published: State = dict(tree.state)
    for number in range(1, kills + 1):
        tree.change(number)
        is_merge = number % _MERGE_EVERY == 0
        found.merges += is_merge
        stage, delay_s = _STAGES[number % len(_STAGES)], _DELAY_S * dice.random() * (number % 2)
        found.stages[_killed(replace(request, rebuild=is_merge), scratch, stage, delay_s)] += 1
        try:
            now = checked(root, home, location)
        except (CitelineError, ValueError) as error:
            found.wrong.append(f"after kill {number}: {type(error).__name__}: {error}")
            continue
        if now not in (published, tree.state):
            found.wrong.append(f"after kill {number}: neither the state before nor the state after")
        found.after += now == tree.state
        found.before += now != tree.state
        published = now
        if number % _WHOLE_EVERY == 0 or number == kills:
            _build(request, scratch)
            published = checked(root, home, location)
            found.bytes.append(disk_usage(location.directory))
            found.wrong += [f"after kill {number}: {left}" for left in left_over(location, tree, published, scratch)]
    fresh = folder / "fresh"
    _build(BuildRequest(root, fresh, "citeline index"), scratch)
    room = _ROOM * disk_usage(locate(root, fresh).directory)
    if found.bytes[-1] > max(room, _ROOM * found.bytes[0]):
        found.wrong.append(f"{found.bytes[-1]:,} bytes on disk, where an index takes {room / _ROOM:,.0f}")
    shutil.rmtree(fresh)
    return found


def _start(request: BuildRequest, scratch: Path) -> subprocess.Popen[bytes]:
    builder = subprocess.Popen(
        [sys.executable, "-P", "-m", "citeline.indexing.builds.build_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={"TMPDIR": str(scratch), "PATH": ""},
    )
    assert builder.stdin is not None
    builder.stdin.write(request.to_line().encode() + b"\n")
    builder.stdin.flush()
    return builder


def _build(request: BuildRequest, scratch: Path) -> None:
    """Let a builder end. Raises RuntimeError when it has not built."""
    with _start(request, scratch) as builder:
        assert builder.stdout is not None
        said = [_stage(line) for line in builder.stdout]
    if said[-1:] != ["report"]:
        raise RuntimeError(f"the builder ended after {said[-1:]}")


def _killed(request: BuildRequest, scratch: Path, stage: str, delay_s: float) -> str:
    """Kill a builder some time after it has come to a stage; the last that it said."""
    with _start(request, scratch) as builder:
        assert builder.stdout is not None
        said = "start"
        while said != stage and (line := builder.stdout.readline()):
            said = _stage(line)
        time.sleep(delay_s)
        builder.kill()
        for line in builder.stdout:
            said = _stage(line)
    return said


def _stage(line: bytes) -> str:
    """`start` for half a line, after which nothing comes."""
    said = json.loads(line) if line.endswith(b"\n") else {"progress": ["start"]}
    return str(said["progress"][0]) if "progress" in said else next(iter(said))


def checked(root: Path, home: Path, location: Location) -> State:
    """The state of the index, after all of its files were read. Raises what is wrong with it."""
    verify_generation(location.generations / current_id(location), deep=True)
    index = open_index(root, Settings(home=home))
    try:
        found = state_of(index)
        if wrong := list(wrong_hits(index, found)):
            raise ValueError("; ".join(wrong))
        return found
    finally:
        index.close()


def left_over(location: Location, tree: NumberedTree, published: State, scratch: Path | None = None) -> list[str]:
    """What a build that came to its end should have made or removed."""
    finished = candidates(location)
    known = {path.name for path in finished}
    left = [f"{path.name} is left" for path in location.generations.iterdir() if path.name not in known]
    if scratch:
        left += [f"{path.name} is left of a temporary folder" for path in scratch.iterdir()]
    if len({*finished} - {of_base(location)}) > 2:  # the one that made the base comes on top
        left.append(f"{len(finished)} generations are kept")
    if published != tree.state:
        left.append("a build that was left to end has not published the tree")
    return left
