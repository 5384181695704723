"""Asks every case of a dataset: one search and one run of the whole machine each.

A corpus that is not what was labelled is told per case, and the case is not asked. An interrupted run is continued.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import field
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Final, TypeAlias

from pydantic import ValidationError

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, UsageError
from citeline.graph.run import ask
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models

from .answers import said_by
from .cases.case import Case
from .cases.dataset import Dataset
from .cases.labelling import problems_of
from .measures import TOP
from .outcome import Kept, Outcome, Run, lost_at, to_found, to_run
from .places import Place
from .result import Result, own_commit
from .watch import Watched, watch

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


_TOLD: Final = 5
_ANYTHING: Final = "what is this?"

OpenCorpus: TypeAlias = Callable[[str], AbstractContextManager[IndexHandle]]
"""Opens the index of a corpus by its name; empty for that of --repo."""
Ask: TypeAlias = Callable[[Case, IndexHandle], Watched]


@dataclass(slots=True)
class _Collected:
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    corpora: dict[str, dict[str, str]] = field(default_factory=dict)
    hosts: set[str] = field(default_factory=set)


def asker(*, no_model: bool = False) -> Ask:
    """Asks as `citeline ask` does."""
    return lambda case, handle: watch(case, handle, no_model=no_model)


def run_dataset(
    dataset: Dataset,
    open_corpus: OpenCorpus,
    *,
    ask_case: Ask,
    no_model: bool = False,
    repeats: int = 1,
    memory: ResumeFile | None = None,
    on_case: Callable[[Outcome], None] = lambda outcome: None,
) -> Result:
    """Ask all cases, corpus by corpus, each as often as `repeats` says; `on_case` hears of each.

    A case that fails is a result too. Raises what opening a corpus raises, and UsageError when no case can be judged.
    """
    found = _Collected()
    for corpus in dict.fromkeys(case.corpus for case in dataset.cases):
        cases = [case for case in dataset.cases if case.corpus == corpus]
        with open_corpus(corpus) as handle:
            found.corpora[corpus or "."] = handle.reader.identity()
            if not no_model:
                found.hosts.update(configured_models(handle.settings).hosts)
            for outcome in _ask_all(cases, handle, ask_case, repeats, memory):
                found.outcomes[outcome.case.id] = outcome
                on_case(outcome)
    outcomes = [found.outcomes[case.id] for case in dataset.cases]
    if all(outcome.problems for outcome in outcomes):
        raise _nothing_to_judge(outcomes)
    return Result.of(dataset, outcomes, found.corpora, sorted(found.hosts))


def _ask_all(
    cases: Sequence[Case], handle: IndexHandle, ask_case: Ask, repeats: int, memory: ResumeFile | None
) -> Iterable[Outcome]:
    tree = WorkingTree(handle.reader.tree)
    is_warm = False
    for case in cases:
        if problems := problems_of(case, tree):
            yield Outcome(case=case, problems=tuple(problems))
            continue
        if memory and (known := memory.recall(case, handle)):
            yield known
            continue
        if not is_warm:
            _warm(handle)
            is_warm = True
        outcome = _ask_one(case, handle, ask_case, repeats)
        if memory and not outcome.error:  # what failed is tried again
            memory.keep(outcome, handle)
        yield outcome


def _warm(handle: IndexHandle) -> None:
    """Load what is loaded once, the embedding and the machine: it is no part of the first question's time."""
    with suppress(CitelineError):  # the first case will tell
        handle.search(_ANYTHING)
        ask(_ANYTHING, handle, no_model=True)


def _ask_one(case: Case, handle: IndexHandle, ask_case: Ask, repeats: int) -> Outcome:
    try:
        started = perf_counter()
        hits = handle.search(case.question, top_k=TOP).hits
        search_ms = (perf_counter() - started) * 1000
        runs = [_run(ask_case(case, handle), case, handle) for _ in range(repeats)]
    except CitelineError as error:
        return Outcome(case=case, error=str(error))
    return Outcome(
        case=case,
        hits=tuple(map(to_found, hits)),
        search_ms=round(search_ms, 3),
        run=runs[0],
        repeats=tuple(runs[1:]),
    )


def _run(watched: Watched, case: Case, handle: IndexHandle) -> Run:
    def places_of(chunks: Collection[int]) -> Iterable[Place]:
        found = handle.reader.structure.chunks(set(chunks)).values()
        return [Place(chunk.path, chunk.start_line, chunk.end_line) for chunk in found]

    return to_run(watched, lost_at(watched, case.right, places_of), said_by(watched.answer, case.says))


def _nothing_to_judge(outcomes: Sequence[Outcome]) -> UsageError:
    told = "".join(f"\n  {one.case.id}: {'; '.join(one.problems)}" for one in outcomes[:_TOLD])
    more = f"\n  … and {len(outcomes) - _TOLD} more" if len(outcomes) > _TOLD else ""
    return UsageError(
        f"no case can be judged: the corpus is not what was labelled{told}{more}",
        remedy="name the right folder with --repo or --corpora, at the version that was labelled",
    )
