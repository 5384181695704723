"""What `make ablation` found, kept beside the results of a dataset so that their page can show it.

A line of JSON for each part, in `DATASET.ablation.jsonl`; not `.json`, for every such file of the folder is a result.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from .compare import Comparison
from .outcome import Kept


class Difference(Kept):
    """What a figure loses, or gains, when a part is switched off; with its 95 % interval."""

    value: float
    low: float
    high: float


class Ablated(Kept):
    """A part that was switched off."""

    dataset_sha256: str
    result: str
    """Name of the result with everything."""
    kind: str
    part: str
    figures: dict[str, Difference]
    """By metric: without the part less with it."""

    @classmethod
    def of(cls, dataset_sha256: str, result: str, kind: str, part: str, comparison: Comparison) -> Ablated:
        """From the comparison of the result without the part to the one with everything."""
        figures = {
            change.measure.name: Difference(value=change.difference, low=change.low, high=change.high)
            for change in comparison.changes
        }
        return cls(dataset_sha256=dataset_sha256, result=result, kind=kind, part=part, figures=figures)


def ablation_path(folder: Path, dataset: str) -> Path:
    """Where it lies in a folder of results."""
    return folder / f"{dataset}.ablation.jsonl"


def write_ablation(folder: Path, dataset: str, parts: Iterable[Ablated]) -> Path:
    """Write it into the folder, which is made, and give its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = ablation_path(folder, dataset)
    path.write_text("".join(f"{part.model_dump_json()}\n" for part in parts), "utf-8")
    return path


def read_ablation(folder: Path, dataset: str, dataset_sha256: str) -> tuple[Ablated, ...]:
    """The parts, in order; none when there is no such file, it is damaged, or it is of other questions."""
    try:
        lines = ablation_path(folder, dataset).read_text("utf-8").splitlines()
        parts = tuple(Ablated.model_validate_json(line) for line in lines)
    except (OSError, UnicodeDecodeError, ValidationError):
        return ()
    return parts if all(part.dataset_sha256 == dataset_sha256 for part in parts) else ()
