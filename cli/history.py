"""Questions that were asked of an index, with their answers: a folder of JSON files beside the index.

The page and the conversation in the terminal share it: what was asked in one is found in the other.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final
from uuid import uuid4

from citeline.indexing.generations.location import Location

_KEPT: Final = 200
_SUFFIX: Final = ".json"
_FOLDER: Final = "answers"


def folder_of(location: Location) -> Path:
    """Where the history of an index lies."""
    return location.directory / _FOLDER


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of the history."""

    run: str
    question: str


class History:
    """Answers by the id of their run. Without a folder they are kept in memory, and end with the process."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._answers: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        self._lock = Lock()
        for file in sorted(folder.glob(f"*{_SUFFIX}"))[-_KEPT:] if folder and folder.is_dir() else ():
            try:
                self._answers[file.stem] = json.loads(file.read_text("utf-8"))
            except (OSError, ValueError):
                continue  # half-written when the machine went off; the others are good

    def add(self, answer: Mapping[str, Any]) -> str:
        """Keep an answer; the id under which it is found again."""
        run = f"{time.time_ns():020}-{uuid4().hex[:8]}"
        with self._lock:
            self._answers[run] = answer
            dropped = [self._answers.popitem(last=False)[0] for _ in range(len(self._answers) - _KEPT)]
        if self._folder:
            with suppress(OSError):  # a home that cannot be written keeps no history, and answers all the same
                self._write(self._folder, run, answer, dropped)
        return run

    def _write(self, folder: Path, run: str, answer: Mapping[str, Any], dropped: Iterable[str]) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = folder / f".{run}"
        half.write_text(json.dumps(answer, ensure_ascii=True), "utf-8")
        half.replace(folder / f"{run}{_SUFFIX}")
        for gone in dropped:
            (folder / f"{gone}{_SUFFIX}").unlink(missing_ok=True)

    def answer(self, run: str) -> Mapping[str, Any] | None:
        """The answer of a run; None when it is not known, or no longer."""
        with self._lock:
            return self._answers.get(run)

    def newest(self, count: int) -> list[Asked]:
        """The last questions, each once."""
        with self._lock:
            asked = {str(answer["question"]): run for run, answer in self._answers.items()}
        return [Asked(run, question) for question, run in reversed(asked.items())][:count]
