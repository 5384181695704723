"""Outcomes of cases that nobody asked."""

from collections.abc import Sequence
from typing import Any

from citeline.evals.cases.case import Case, Gold
from citeline.evals.cases.dataset import Dataset
from citeline.evals.outcome import Cited, Found, Outcome, Run
from citeline.evals.result import Result

RIGHT = Gold(path="a.py", start_line=10, end_line=19)


def case(identity: str = "a", **fields: Any) -> Case:
    given = {"question": "what is a?", "gold": () if "needs" in fields else (RIGHT,), **fields}
    if not given.get("answerable", True):
        given["gold"] = ()
    return Case(id=identity, **given)


def hit(path: str, start: int = 1, end: int = 9, **fields: Any) -> Found:
    given: dict[str, Any] = {
        "kind": "function",
        "name": "f",
        "score": 1.0,
        "channels": {},
        "text": f"{path}{start}{end}",
        **fields,
    }
    return Found(path=path, start_line=start, end_line=end, **given)


def cited(path: str, start: int, end: int, *, supports: str = "supported", unchanged: str = "unchanged") -> Cited:
    return Cited(
        claim=1,
        in_evidence=True,
        path=path,
        start_line=start,
        end_line=end,
        resolves=True,
        unchanged=unchanged,
        supports=supports,
    )


def outcome(
    asked: Case, *, right_at: int = 1, citations: Sequence[Cited] = (), status: str = "answered", **fields: Any
) -> Outcome:
    """Ten hits with the right one at that rank (0: nowhere), and an answer."""
    hits = [hit("b.py", rank * 10, rank * 10) for rank in range(1, 11)]
    if right_at:
        hits[right_at - 1] = hit("a.py", 12, 14, channels={"lexical": right_at})
    run = Run(
        status=status,  # type: ignore[arg-type]  # a test says which
        answer="It is.",
        citations=tuple(citations),
        missing_names=(),
        degradations=(),
        usage={},
        step_ms={"rerank": 2.0},
        ms=20.0,
    )
    return Outcome(**{"case": asked, "hits": tuple(hits), "search_ms": 2.0, "run": run, **fields})


def result(outcomes: Sequence[Outcome], name: str = "set") -> Result:
    dataset = Dataset(name, "0" * 64, tuple(one.case for one in outcomes))
    return Result.of(dataset, outcomes, {".": {"name": "shop", "generation": "1", "commit": ""}}, ())
