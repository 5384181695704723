"""Runs a command and measures it from outside: seconds, and the peak memory of its whole process tree."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_PAUSE_S = 0.02


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
