"""Questions that were asked of an index, with their answers: a folder of JSON files beside the index.

The page and the conversation in the terminal share it: what was asked in one is found in the other.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final
from uuid import uuid4

from citeline.dataclass import dataclass
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
        self._answers: dict[str, Mapping[str, Any]] = {}
        self._lock = Lock()

    def _read(self) -> dict[str, Mapping[str, Any]]:
        """All of them, oldest first; of what others have kept meanwhile only what is new is read."""
        with self._lock:
            if self._folder is not None:
                names = _names(self._folder)[-_KEPT:]
                runs = [run for name in names if (run := name.removesuffix(_SUFFIX)) not in self._answers]
                found = {run: _answer_in(self._folder / f"{run}{_SUFFIX}") for run in runs}
                known = self._answers | {run: answer for run, answer in found.items() if answer}
                self._answers = dict(sorted(known.items())[-_KEPT:])
            return dict(self._answers)

    def add(self, answer: Mapping[str, Any]) -> str:
        """Keep an answer; the id under which it is found again."""
        run = f"{time.time_ns():020}-{uuid4().hex[:8]}"
        with self._lock:
            self._answers[run] = answer
            for gone in list(self._answers)[:-_KEPT]:
                del self._answers[gone]
        if self._folder is not None:
            with suppress(OSError):  # a home that cannot be written keeps no history, and answers all the same
                _write(self._folder, run, answer)
        return run

    def answer(self, run: str) -> Mapping[str, Any] | None:
        """The answer of a run; None when it is not known, or no longer."""
        return self._read().get(run)

    def newest(self, count: int) -> list[Asked]:
        """The last questions, each once."""
        asked = {str(answer["question"]): run for run, answer in self._read().items()}
        return [Asked(run, question) for question, run in reversed(asked.items())][:count]


def _answer_in(file: Path) -> Mapping[str, Any] | None:
    try:
        answer: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None  # gone, or half-written when the machine went off; the others are good
    return answer if isinstance(answer, dict) and isinstance(answer.get("question"), str) else None


def _write(folder: Path, run: str, answer: Mapping[str, Any]) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = folder / f".{run}"
    half.write_text(json.dumps(answer, ensure_ascii=True), "utf-8")
    half.replace(folder / f"{run}{_SUFFIX}")
    for gone in _names(folder)[:-_KEPT]:
        (folder / gone).unlink(missing_ok=True)


def _names(folder: Path) -> list[str]:
    """Of the files, the oldest first; as paths they would take ten times as long to sort."""
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(_SUFFIX))  # noqa: PTH208 (as said)
    except OSError:
        return []
