"""Index time, search latency, start-up and memory; against semble on the same trees when it is installed.

Whole processes, alternating, medians of several runs: the machines are shared and noisy, so only ratios are quoted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from .processes import Run, run

Say = Callable[[str], None]
CITELINE = (sys.executable, "-m", "citeline.cli.main")
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


def _environment(home: str) -> dict[str, str]:
    return {**os.environ, "CITELINE_HOME": home}


def _fresh_index(root: Path, *, memory: bool = False) -> Run:
    with tempfile.TemporaryDirectory() as home:
        return run([*CITELINE, "index", str(root), "--force"], environment=_environment(home), memory=memory)


def _fresh_semble(root: Path, program: str, model: str) -> Run:
    # semble keeps its index in the user's cache folder: a new one makes every run the first.
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SEMBLE_MODEL_NAME": model, "XDG_CACHE_HOME": cache, "HF_HUB_OFFLINE": "1"}
        finished = run([program, "search", "routing", str(root)], environment=environment)
    if finished.exit_code or not finished.output.strip():
        raise RuntimeError(f"semble failed on {root}: {finished.output}")
    return finished


def compare_index_time(
    roots: Sequence[Path], say: Say, *, semble: str = "", semble_model: str = "", repeats: int = 3
) -> dict[str, float]:
    """Median seconds to index each tree from nothing, and the ratio to semble in the same run."""
    ratios: dict[str, float] = {}
    for root in roots:
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(repeats):
            finished = _fresh_index(root)
            if finished.exit_code:
                say(f"  {root.name}: indexing failed\n{finished.output}")
                break
            ours.append(finished.seconds)
            if semble:
                theirs.append(_fresh_semble(root, semble, semble_model).seconds)
        if not ours:
            continue
        line = f"  {_label(root):<24} citeline {median(ours):6.2f} s"
        if theirs:
            ratios[str(root)] = median(ours) / median(theirs)
            line += f"   semble {median(theirs):6.2f} s   ratio {ratios[str(root)]:.2f}"
        say(line)
    if ratios:
        say(f"  median ratio {median(ratios.values()):.2f} over {len(ratios)} trees")
    return ratios


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


def measure_start_up(root: Path, home: str, say: Say, *, repeats: int = 7) -> None:
    """`citeline search` as a fresh process on an existing index."""
    command = [*CITELINE, "search", QUESTIONS[0], "--repo", str(root), "--format", "json"]
    times = [run(command, environment=_environment(home)).seconds for _ in range(repeats)]
    say(f"  fresh `citeline search`      median {median(times):.2f} s   min {min(times):.2f} s   n={repeats}")


def measure_incremental(tree: Path, home: str, say: Say) -> None:
    """Index a tree again after one file has changed; `tree` is a scratch copy that may be written to."""
    command = [*CITELINE, "index", str(tree), "--force"]
    run(command, environment=_environment(home))
    target = sorted(path for path in tree.rglob("*.py") if path.stat().st_size > 1000)[0]
    times = []
    for number in range(3):
        target.write_text(target.read_text("utf-8") + f"\n\ndef added_{number}():\n    return {number}\n", "utf-8")
        times.append(run(command, environment=_environment(home)).seconds)
    say(f"  index after one changed file median {median(times):.2f} s   n=3")


def measure_memory(root: Path, say: Say) -> None:
    """Peak memory of the whole process tree while indexing."""
    finished = _fresh_index(root, memory=True)
    say(f"  memory while indexing        {finished.peak_mb:.0f} MB")


def open_in(root: Path, home: str) -> tuple[IndexHandle, Settings]:
    """An index of the tree under a scratch home, and its settings."""
    settings = Settings(home=Path(home))
    return index(root, settings=settings, force=True), settings
