from __future__ import annotations

import pytest

from citeline.state import Claim, Supports, Verdicts
from citeline.tools.answer.writing.written import lower, pairs_of
from citeline.tools.models.schemas import PairVerdict
from tests.nodes import fakes

ORDER: list[Supports] = ["contradicted", "not_shown", "partly", "supported"]


def claim(supports: Supports) -> Claim:
    verdict: Verdicts = {"resolves": True, "unchanged": "unchanged", "supports": supports, "basis": "names", "why": ""}
    return {"text": "It returns 1.", "evidence": [1], "verdicts": {"1": verdict}}


@pytest.mark.parametrize("ours", ["partly", "supported"])
@pytest.mark.parametrize("theirs", ORDER)
def test_a_judge_lowers_or_confirms_and_never_raises(ours: Supports, theirs: Supports) -> None:
    claims = [claim(ours)]
    (pair,) = pairs_of(claims, [fakes.evidence(1)])
    (judged,) = lower(claims, [pair], [PairVerdict(pair=1, verdict=theirs, why="so")])
    assert judged["verdicts"]["1"]["supports"] == min(ours, theirs, key=ORDER.index)
    assert claims == [claim(ours)]


@pytest.mark.parametrize("ours", ["not_shown", "contradicted"])
def test_what_has_failed_already_is_not_put_before_a_judge(ours: Supports) -> None:
    assert pairs_of([claim(ours)], [fakes.evidence(1)]) == []


def test_pairs_that_a_judge_leaves_out_or_invents_change_nothing() -> None:
    claims = [claim("supported")]
    pairs = pairs_of(claims, [fakes.evidence(1)])
    assert lower(claims, pairs, [PairVerdict(pair=7, verdict="contradicted")]) == claims
