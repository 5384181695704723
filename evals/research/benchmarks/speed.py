"""Index time, search latency, start-up and memory.

Whole processes, medians of several runs: the machines are shared and noisy, so only ratios of one run are quoted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

Say = Callable[[str], None]
# -P: the current folder may hold another `citeline`.
CITELINE = (sys.executable, "-P", "-m", "citeline.cli.main")
_MEASURABLE = frozenset({0, 3})
"""Exit codes of a command that did its work; 3 is "not found"."""
_SMALL_BYTES = 1000
"""A file that is changed for the measurement is a real one, not an empty `__init__.py`."""
QUESTIONS = (
    "how are requests routed to handlers",
    "where is the configuration loaded",
    "error handling and exceptions",
    "parse the request body",
    "authentication with a token",
    "serialize a response to json",
    "middleware order",
    "background tasks after the response",
    "validate query parameters",
    "test client",
)
_PAUSE_S = 0.02


def environment_of(home: Path | str) -> dict[str, str]:
    """For a process of ours: its indexes lie in a folder of their own."""
    return {**os.environ, "CITELINE_HOME": str(home)}


def _citeline(home: Path | str, *arguments: str, memory: bool = False) -> Run:
    """Raises CitelineError when the command fails: the time of a failure is no measurement."""
    finished = run([*CITELINE, *arguments], environment=environment_of(home), memory=memory)
    if finished.exit_code not in _MEASURABLE:
        raise CitelineError(
            f"`citeline {arguments[0]}` ended with exit code {finished.exit_code}: {finished.output.strip()}",
            remedy="run that command by itself",
        )
    return finished


def _fresh_index(root: Path, *, memory: bool = False) -> Run:
    with tempfile.TemporaryDirectory() as home:
        return _citeline(home, "index", str(root), "--force", memory=memory)


def measure_index_time(roots: Sequence[Path], say: Say, *, repeats: int = 3) -> None:
    """Median seconds to index each tree from nothing."""
    for root in roots:
        seconds = median(_fresh_index(root).seconds for _ in range(repeats))
        say(f"  {_label(root):<24} {seconds:6.2f} s")


def _label(root: Path) -> str:
    return "/".join(root.parts[-2:])


def _latencies(action: Callable[[str], object], rounds: int) -> list[float]:
    for question in QUESTIONS:
        action(question)
    times = []
    for _ in range(rounds):
        for question in QUESTIONS:
            started = time.perf_counter()
            action(question)
            times.append((time.perf_counter() - started) * 1000)
    return times


def _say_latency(say: Say, name: str, times: Sequence[float]) -> None:
    say(f"  {name:<28} p50 {median(times):7.1f} ms   p95 {quantiles(times, n=20)[-1]:7.1f} ms   n={len(times)}")


def measure_latency(handle: IndexHandle, settings: Settings, say: Say) -> None:
    """Warm search and warm ask in this process."""
    _say_latency(say, "warm search", _latencies(lambda question: handle.search(question), 10))
    _say_latency(say, "warm ask, no model", _latencies(lambda question: ask(question, handle, settings=settings), 3))


def measure_start_up(root: Path, home: Path, say: Say, *, repeats: int = 7) -> None:
    """`citeline search` as a fresh process on an existing index."""
    command = ("search", QUESTIONS[0], "--repo", str(root), "--format", "json")
    times = [_citeline(home, *command).seconds for _ in range(repeats)]
    say(f"  fresh `citeline search`      median {median(times):.2f} s   min {min(times):.2f} s   n={repeats}")


def measure_incremental(tree: Path, home: Path, say: Say, *, repeats: int = 3) -> None:
    """Index a tree again after one file has changed; `tree` is a scratch copy that may be written to."""
    sources = sorted(path for path in tree.rglob("*.py") if path.is_file() and path.stat().st_size > _SMALL_BYTES)
    if not sources:
        say("  index after one changed file: skipped, there is no Python file to change")
        return
    _citeline(home, "index", str(tree), "--force")
    times = []
    for number in range(repeats):
        with sources[0].open("a", encoding="utf-8") as source:
            source.write(f"\n\ndef added_{number}():\n    return {number}\n")
        times.append(_citeline(home, "index", str(tree), "--force").seconds)
    say(f"  index after one changed file median {median(times):.2f} s   n={repeats}")


def measure_memory(root: Path, say: Say) -> None:
    """Peak memory of the whole process tree while indexing."""
    finished = _fresh_index(root, memory=True)
    say(f"  memory while indexing        {finished.peak_mb:.0f} MB")


def measure_tree(tree: Path, home: Path, say: Say) -> None:
    """All but index time, on a scratch copy that may be written to."""
    measure_memory(tree, say)
    settings = Settings(home=home)
    with index(tree, settings=settings, force=True) as handle:
        measure_latency(handle, settings, say)
    measure_start_up(tree, home, say)
    measure_incremental(tree, home, say)


@dataclass(frozen=True, slots=True)
class Run:
    """One finished command."""

    seconds: float
    peak_mb: float
    """Sum of the proportional set sizes of all processes at the worst moment; 0 where /proc is missing."""
    exit_code: int
    output: str


def _children(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        try:
            text = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii")
        except OSError:
            continue
        found.extend(int(child) for child in text.split())
    return found


def _tree_mb(pid: int) -> float:
    # Proportional set size shares pages between forked workers instead of counting them twice.
    total_kb = 0
    for process in _children(pid):
        try:
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
        except OSError:
            continue
        total_kb += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total_kb / 1024


def run(command: Sequence[str], *, environment: Mapping[str, str] | None = None, memory: bool = False) -> Run:
    """Run to the end; output is stdout and stderr together. Sampling memory slows the command: not for timing."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, errors="replace"
    )
    peak = 0.0
    finished = threading.Event()

    def sample() -> None:
        nonlocal peak
        while not finished.wait(_PAUSE_S):
            peak = max(peak, _tree_mb(process.pid))

    watcher = threading.Thread(target=sample, daemon=True)
    if memory and sys.platform == "linux":
        watcher.start()
    output, _ = process.communicate()
    seconds = time.perf_counter() - started
    finished.set()
    return Run(seconds, peak, process.returncode, output)
