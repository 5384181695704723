"""The values of a result and nothing else: all that a later result is compared with, small enough to be committed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import ValidationError

from .cases.case import Case
from .measures import MEASURES, Measure, families
from .outcome import Kept, Outcome
from .result import Result, newest_result, read_result

_DIGITS: Final = 6
"""Kept of a value: more would differ between machines."""


class Row(Kept):
    """A case, or a group of paraphrases."""

    asked: str
    """Hash of how it was asked and labelled."""
    values: tuple[float | None, ...]
    """In the order of the metrics; None where one says nothing about it."""


class Scores(Kept):
    """What every case came to, as numbers."""

    format: Literal[1] = 1
    kind: Literal["scores"] = "scores"
    name: str
    dataset: str
    created: str
    models: tuple[str, ...]
    metrics: tuple[str, ...]
    """Those that have a value of a case."""
    group_metrics: tuple[str, ...]
    """Those that have a value of a group."""
    cases: dict[str, Row]
    groups: dict[str, Row]

    def values(self, measure: Measure) -> dict[str, float]:
        """By case, or by group, each value that there is."""
        names, rows = (self.group_metrics, self.groups) if measure.across else (self.metrics, self.cases)
        if measure.name not in names:
            return {}
        column = names.index(measure.name)
        return {key: value for key, row in rows.items() if (value := row.values[column]) is not None}


def scores_of(result: Result, *, with_times: bool = True) -> Scores:
    """The values of the cases that could be judged."""
    judged = result.judged
    chosen = [measure for measure in MEASURES if with_times or measure.unit != "ms"]
    of_cases = [measure for measure in chosen if not measure.across]
    of_groups = [measure for measure in chosen if measure.across]
    asked = {outcome.case.id: _asked(outcome.case) for outcome in judged}
    members = {key: [asked[one.case.id] for one in family] for key, family in families(judged).items()}
    return Scores(
        name=result.name,
        dataset=result.dataset,
        created=result.created,
        models=result.models,
        metrics=tuple(measure.name for measure in of_cases),
        group_metrics=tuple(measure.name for measure in of_groups),
        cases=_rows(asked, of_cases, judged),
        groups=_rows({group: _hash(hashes) for group, hashes in members.items()}, of_groups, judged),
    )


def write_baseline(result: Result, path: Path) -> None:
    """Write the scores, a line for each case; without the times, which say more of the machine than of a change."""
    fields = scores_of(result, with_times=False).model_dump(mode="json")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f" {json.dumps(name)}: {_written(value)}" for name, value in fields.items())
    path.write_text(f"{{\n{lines}\n}}\n", "utf-8")


def read_scores(path: Path) -> Scores:
    """Of a baseline, a result file, or the newest result of a folder. Raises UsageError for anything else."""
    if path.is_dir():
        return scores_of(newest_result(path))
    try:
        return Scores.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return scores_of(read_result(path))


def _rows(asked: Mapping[str, str], measures: Sequence[Measure], outcomes: Iterable[Outcome]) -> dict[str, Row]:
    chosen = list(outcomes)
    columns = [measure.values(chosen) for measure in measures]
    return {
        key: Row(
            asked=asked_as,
            values=tuple(None if key not in column else round(column[key], _DIGITS) for column in columns),
        )
        for key, asked_as in asked.items()
    }


def _written(value: object) -> str:
    """JSON; of rows, a line each."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    rows = ",\n".join(f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(row)}" for key, row in value.items())
    return f"{{\n{rows}\n }}"


def _asked(case: Case) -> str:
    about: list[Any] = [case.id, case.corpus, case.question, case.answerable]
    about.append([(str(place), place.grade) for place in case.gold])
    if case.needs:
        about.append([[str(place) for place in group] for group in case.needs])
        about += [case.says, [str(place) for place in case.also]]
    return _hash(about)


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]
