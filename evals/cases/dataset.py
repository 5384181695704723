"""Reads a dataset: JSON Lines, one `Case` a line; what is wrong is told for every line at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from citeline.dataclass import dataclass
from citeline.errors import UsageError, nearest

from .case import Case, Gold

_TOLD: Final = 20
"""Wrong lines told; the rest is counted."""
_MAX_BYTES: Final = 50_000_000
_FIELDS: Final = (*Case.model_fields, *Gold.model_fields)


class DatasetError(UsageError):
    """A dataset that cannot be run: which lines are wrong, and why."""

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        told = "".join(f"\n  {problem}" for problem in problems[:_TOLD])
        more = f"\n  … and {len(problems) - _TOLD} more" if len(problems) > _TOLD else ""
        super().__init__(
            f"{name} is no dataset that can be run:{told}{more}",
            remedy="correct the lines; docs/evals.md explains the fields, docs/evals.schema.json is their JSON schema",
        )


@dataclass(frozen=True, slots=True)
class Dataset:
    """Cases in the order of the file."""

    name: str
    """Of the file, without its suffix."""
    sha256: str
    """Of the file."""
    cases: tuple[Case, ...]


def read_dataset(path: Path) -> Dataset:
    """All cases of a file; blank lines are skipped.

    Raises DatasetError, with the number of each wrong line, for what is no JSON, has unknown or wrong fields or an id
    that an earlier line has, and for a file with no case at all; UsageError for one that cannot be read.
    """
    data = _read(path)
    cases: list[Case] = []
    problems: list[str] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            case = _case(line)
        except ValidationError as error:
            problems += [f"line {number}: {problem}" for problem in _told(error)]
            continue
        except (ValueError, RecursionError) as error:
            problems.append(f"line {number}: {_syntax(error)}")
            continue
        if case.id in lines:
            problems.append(f"line {number}: the id {case.id!r} is already that of line {lines[case.id]}")
            continue
        lines[case.id] = number
        cases.append(case)
    problems += [
        f"line {lines[case.id]}: `same_as` names {case.same_as!r}, and no line has that id; append the rewordings to "
        "the file of the questions that they reword"
        for case in cases
        if case.same_as and case.same_as not in lines
    ]
    if not cases and not problems:
        problems.append("it is empty")
    if problems:
        raise DatasetError(path.name, problems)
    return Dataset(path.stem, hashlib.sha256(data).hexdigest(), tuple(cases))


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{str(path)!r} is over {_MAX_BYTES:,} bytes", remedy="split it into several datasets")
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the dataset {str(path)!r} cannot be read: {error.strerror or error}",
            remedy="name a file of JSON Lines; docs/evals.md shows one",
        ) from error


def _case(line: bytes) -> Case:
    row = json.loads(line.decode("utf-8"), object_pairs_hook=_without_twins)
    if not isinstance(row, dict):
        raise ValueError("a row is a JSON object, like {…}")
    return Case.model_validate(row)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands twice is an error: JSON would take the last in silence."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the field {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return found


def _syntax(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"column {error.colno}: no JSON: {error.msg}"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1}: no UTF-8"
    if isinstance(error, RecursionError):
        return "nested too deep"
    return str(error)


def _told(error: ValidationError) -> Iterator[str]:
    for problem in error.errors():
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in problem["loc"]).lstrip(".")
        yield _explain(problem, where)


def _explain(problem: ErrorDetails, where: str) -> str:
    match problem["type"]:
        case "extra_forbidden":
            near = nearest(str(problem["loc"][-1]), _FIELDS)
            return f"`{where}` is no field" + (f": did you mean `{near}`?" if near else "")
        case "missing":
            return f"`{where}` is missing"
        case "value_error":
            why = str(problem["ctx"]["error"])
            return f"`{where}`: {why}" if where else why
        case "string_pattern_mismatch" if not str(problem["input"]).strip():
            return f"`{where}` is empty"
        case _:
            return f"`{where}` = {_short(problem['input'])}: {problem['msg']}"


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 60 else written[:59] + "…"
