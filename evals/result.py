"""A result file: what every case came to, and the figures with their intervals; named by the commit that made it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import ValidationError

from citeline.errors import UsageError
from citeline.indexing.commit import head_commit

from .cases.dataset import Dataset
from .measures import MEASURES
from .metrics import Statistic, estimate, interval, mean
from .outcome import Kept, Outcome

_INSTALLED: Final = ("site-packages", "dist-packages")


class Estimate(Kept):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float
    n: int
    """Cases that it is made from."""


class Result(Kept):
    """One run of a dataset."""

    format: Literal[1] = 1
    dataset: str
    """Its name."""
    dataset_sha256: str
    citeline: str
    """Version."""
    commit: str
    """Of Citeline's own sources; empty when it was installed from a package."""
    created: str
    """ISO 8601, UTC."""
    models: tuple[str, ...]
    """Hosts that were asked; none without a model."""
    corpora: dict[str, dict[str, str]]
    """By name, the identity of each index: name, generation and commit."""
    figures: dict[str, Estimate]
    """By metric, over all cases that could be judged."""
    groups: dict[str, dict[str, Estimate]]
    """The same for each language, corpus, type and tag: `language/zh`, `corpus/shop`, `type/value`, `tag/symbol`."""
    outcomes: tuple[Outcome, ...]
    """In the order of the dataset."""

    @property
    def name(self) -> str:
        """Of its file, without a suffix."""
        return f"{self.dataset}-{self.commit[:12] or self.citeline}"

    @property
    def judged(self) -> list[Outcome]:
        """Those whose corpus is what was labelled."""
        return [outcome for outcome in self.outcomes if not outcome.problems]

    @classmethod
    def of(
        cls,
        dataset: Dataset,
        outcomes: Sequence[Outcome],
        corpora: Mapping[str, Mapping[str, str]],
        models: Sequence[str],
    ) -> Self:
        """The result of a run that is over."""
        judged = [outcome for outcome in outcomes if not outcome.problems]
        return cls(
            dataset=dataset.name,
            dataset_sha256=dataset.sha256,
            citeline=version("citeline"),
            commit=own_commit(),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            models=tuple(models),
            corpora={name: dict(identity) for name, identity in corpora.items()},
            figures=figures(judged),
            groups={name: figures(members) for name, members in grouped(judged).items()},
            outcomes=tuple(outcomes),
        )


def own_commit() -> str:
    """The commit of the sources that run; empty when they were installed from a package."""
    folder = Path(__file__).resolve().parent
    # A virtual environment may lie in a repository that has nothing to do with us.
    return "" if any(part in _INSTALLED for part in folder.parts) else head_commit(folder)


def figures(outcomes: Iterable[Outcome]) -> dict[str, Estimate]:
    """Every metric that says something about any of these cases."""
    chosen = list(outcomes)
    found = {}
    for measure in MEASURES:
        if values := list(measure.values(chosen).values()):
            found[measure.name] = estimated(values, measure.statistic)
    return found


def estimated(values: Sequence[float], statistic: Statistic = mean) -> Estimate:
    """The statistic of the values with its interval. Raises ValueError when there are none."""
    value = estimate(values, statistic)
    low, high = interval(values, statistic)
    return Estimate(value=value, low=low, high=high, n=len(values))


def grouped(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Cases by language, corpus, type and tag; a kind of group with one member is no group."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    chosen = list(outcomes)
    for kind, values in (
        ("language", lambda outcome: (outcome.case.language,)),
        ("corpus", lambda outcome: (outcome.case.corpus or ".",)),
        ("type", lambda outcome: (outcome.case.type,) if outcome.case.type else ()),
        ("tag", lambda outcome: outcome.case.tags),
    ):
        named: dict[str, list[Outcome]] = defaultdict(list)
        for outcome in chosen:
            for value in values(outcome):
                named[f"{kind}/{value}"].append(outcome)
        if len(named) > 1 or kind == "tag":
            groups.update(sorted(named.items()))
    return dict(groups)


def read_result(path: Path) -> Result:
    """A result file. Raises UsageError for what is none, or was written by another version of the format."""
    try:
        return Result.model_validate_json(path.read_bytes())
    except OSError as error:
        why = error.strerror or str(error)
    except ValidationError as error:
        problem = error.errors()[0]
        why = f"{'.'.join(map(str, problem['loc'])) or 'the file'}: {problem['msg']}"
    raise UsageError(
        f"{str(path)!r} is no result of `citeline eval run`: {why}",
        remedy="name a JSON file that `citeline eval run DATASET --report DIR` wrote",
    )


def newest_result(folder: Path) -> Result:
    """The result in a folder that was made last. Raises UsageError when there is none."""
    results = [read_result(path) for path in sorted(folder.glob("*.json"))]
    if not results:
        raise UsageError(
            f"there is no result in {str(folder)!r}", remedy="make one: `citeline eval run DATASET --report DIR`"
        )
    return max(results, key=lambda result: result.created)


def write_result(result: Result, folder: Path) -> Path:
    """Write it into the folder, which is made, and give its path; a file of that name is replaced at once."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.name}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text(result.model_dump_json(indent=1) + "\n", "utf-8")
    return fresh.replace(path)
