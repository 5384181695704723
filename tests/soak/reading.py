"""Readers beside a writer: each must find one state of the tree, and none older than the last published."""

from __future__ import annotations

import json
import multiprocessing
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Final

from citeline.errors import CitelineError
from citeline.indexing.builds.writer import build_index
from citeline.indexing.reader import Index, open_index
from citeline.settings import Settings

from .numbered import NumberedTree, State, number_of, state_of, wrong_hits

_MOST_SHOWN: Final = 20
_MOST_ASKED: Final = 4
"""Times that a reader asks the same open index: what it has opened may be collected meanwhile."""


@dataclass(frozen=True, slots=True)
class Blackboard:
    """What readers are told, in files: the number of the last state that is published, and all states there were."""

    folder: Path

    def announce(self, number: int, state: State) -> None:
        """A state that may be published from now on."""
        (self.folder / f"{number}.json").write_text(json.dumps(state), "utf-8")

    def publish(self, number: int) -> None:
        """A state that every reader who opens from now on must find, or a later one."""
        temporary = self.folder / "published.tmp"
        temporary.write_text(str(number), "ascii")
        temporary.replace(self.folder / "published")

    def published(self) -> int:
        """The last."""
        return int((self.folder / "published").read_text("ascii"))

    def state(self, number: int) -> State | None:
        """One that was announced; None for one that never was."""
        try:
            return dict(json.loads((self.folder / f"{number}.json").read_text("utf-8")))
        except FileNotFoundError:
            return None


@dataclass(slots=True)
class Tally:
    """What readers have seen."""

    opened: int = 0
    answers: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another one in."""
        self.opened += other.opened
        self.answers += other.answers
        self.wrong += other.wrong


def read_once(root: Path, settings: Settings, board: Blackboard, asked: int) -> Tally:
    """Open, ask so many times, close."""
    tally = Tally()
    before = board.published()
    try:
        index = open_index(root, settings)
    except CitelineError as error:
        return Tally(wrong=[f"after state {before}: {type(error).__name__}: {error}"])
    try:
        tally.opened = 1
        for _ in range(asked):
            tally.answers += 1
            tally.wrong += _faults(index, board, before)
    except (CitelineError, ValueError, OSError) as error:
        tally.wrong.append(f"{index.generation}: {type(error).__name__}: {error}")
    finally:
        index.close()
    return tally


def _faults(index: Index, board: Blackboard, before: int) -> list[str]:
    found = state_of(index)
    number = number_of(found)
    if board.state(number) != found:
        return [f"{index.generation}: versions that the tree never had together, the newest of which is {number}"]
    if number < before:
        return [f"{index.generation}: state {number}, though {before} was published before it was opened"]
    return list(wrong_hits(index, found))


def _read_on(root: str, home: str, board: str, stopped: Event, threads: int, seed: int, told: Queue[Tally]) -> None:
    """Body of a reading process: each thread reads until it is stopped, and once at least."""
    settings, blackboard = Settings(home=Path(home)), Blackboard(Path(board))
    tallies = [Tally() for _ in range(threads)]

    def read(place: int) -> None:
        dice = Random(seed + place)
        while True:
            tallies[place].add(read_once(Path(root), settings, blackboard, dice.randint(1, _MOST_ASKED)))
            if stopped.is_set():
                return

    running = [threading.Thread(target=read, args=(place,)) for place in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    told.put(whole)


def soak(
    folder: Path, *, readers: int, processes: int, seconds: float, files: int, seed: int = 1, builds: int = 0
) -> tuple[Tally, Counter[str]]:
    """Write without a pause while the readers read, so long and at least so many `builds`; what they saw, and how many
    builds of each outcome there were.
    """
    settings, board = Settings(home=folder / "home"), Blackboard(folder / "told")
    board.folder.mkdir(parents=True)
    root = (folder / "tree").resolve()
    tree = NumberedTree(root, files, seed)
    outcomes: Counter[str] = Counter()
    number = 0
    board.announce(number, tree.state)
    outcomes[build_index(root, settings, force=True).outcome] += 1
    board.publish(number)
    context = multiprocessing.get_context("spawn")
    stopped = context.Event()
    told: Queue[Tally] = context.Queue()
    shares = [readers // processes + (place < readers % processes) for place in range(processes)]
    places = (str(root), str(settings.home), str(board.folder))
    running = [
        context.Process(target=_read_on, args=(*places, stopped, share, 1000 * place, told))
        for place, share in enumerate(shares)
    ]
    for process in running:
        process.start()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end or number < builds:
            number += 1
            tree.change(number)
            board.announce(number, tree.state)
            outcomes[build_index(root, settings, force=True).outcome] += 1
            board.publish(number)
    finally:
        stopped.set()  # also when a build has failed: the readers would else read for ever
    whole = Tally()
    for _ in running:
        whole.add(told.get())
    for process in running:
        process.join()
    return whole, outcomes


def described(tally: Tally, outcomes: Counter[str], readers: int) -> list[str]:
    """For people: what was done, and what was wrong."""
    builds = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    done = f"{readers} readers: {tally.opened:,} openings, {tally.answers:,} answers, {len(tally.wrong)} wrong"
    return [f"{done}; builds: {builds}", *(f"  {line}" for line in tally.wrong[:_MOST_SHOWN])]
