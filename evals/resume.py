"""Outcomes of a run that was interrupted, beside its result to be: the next run takes what it finds there."""

from __future__ import annotations

import hashlib
import json
from importlib import import_module
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from citeline.tools.handle import IndexHandle

from .cases.case import Case
from .cases.dataset import Dataset
from .outcome import Kept, Outcome
from .result import own_commit

_ROOMS: Final = ("citeline", "citeline.graph", "citeline.indexing", "citeline.nodes", "citeline.tools")
"""Whatever an answer comes from."""


class _Line(Kept):
    key: str
    """Of everything but the case that the outcome depends on."""
    outcome: Outcome


class ResumeFile:
    """JSON Lines, one outcome each, written as they come; `remove` deletes the file when the run is over."""

    def __init__(self, folder: Path, dataset: Dataset, *, no_model: bool, repeats: int = 1) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.recalled = 0
        """Outcomes that were taken from it."""
        self._path = folder / f"{dataset.name}.unfinished.jsonl"
        self._about = [dataset.sha256, own_commit(), _own_files(), no_model, repeats]
        self._known: dict[tuple[str, str], Outcome] = {}
        for line in self._path.read_bytes().splitlines() if self._path.is_file() else ():
            try:
                found = _Line.model_validate_json(line)
            except ValidationError:
                continue  # the last line of a run that was killed
            self._known[found.key, found.outcome.case.id] = found.outcome

    def recall(self, case: Case, handle: IndexHandle) -> Outcome | None:
        """What the case came to on this very index, with the same settings and the same code."""
        known = self._known.get((self._key(handle), case.id))
        self.recalled += known is not None
        return known

    def keep(self, outcome: Outcome, handle: IndexHandle) -> None:
        """Append it, and hand it to the disk: the next moment may be the last."""
        line = _Line(key=self._key(handle), outcome=outcome).model_dump_json()
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")  # the line feed before it ends what was torn

    def remove(self) -> None:
        """The run is over."""
        self._path.unlink(missing_ok=True)

    def _key(self, handle: IndexHandle) -> str:
        settings = handle.settings.model_dump()
        for name in ("home", "qdrant_api_key", "model_key"):
            del settings[name]
        about = [*self._about, handle.reader.identity(), settings]
        return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]


def _own_files() -> list[tuple[str, int, int]]:
    """Name, size and time of each of our own files: what is edited answers anew, whether it is committed or not."""
    folders = [Path(str(import_module(room).__file__)).parent for room in _ROOMS]
    files = (file for folder in folders for file in sorted(folder.rglob("*.*")) if "__pycache__" not in file.parts)
    found = [(file, file.stat()) for file in files if file.is_file()]
    return [(file.name, stat.st_size, stat.st_mtime_ns) for file, stat in found]
