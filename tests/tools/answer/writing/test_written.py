from __future__ import annotations

from hashlib import sha256

import pytest

from citeline.state import Claim, Supports, Verdicts
from citeline.tools.answer.writing.written import MAX_CLAIMS, claims_of, lower, pairs_of
from citeline.tools.models.schemas import AnswerReply, Cite, ClaimReply, PairVerdict
from tests.nodes import fakes

CONTEXT = [fakes.evidence(1), fakes.evidence(2)]


def reply(*claims: tuple[str, list[Cite]]) -> AnswerReply:
    return AnswerReply(claims=[ClaimReply(text=text, cites=cites) for text, cites in claims])


def test_a_claim_cites_the_lines_that_the_model_pointed_at() -> None:
    written = claims_of(reply(("It returns 2.", [Cite(piece=2, first=2, last=2)])), CONTEXT)
    (claim,), (cited,) = written.claims, written.evidence
    assert claim == {"text": "It returns 2.", "evidence": [3]}
    assert (cited["id"], cited["path"], cited["start_line"], cited["end_line"]) == (3, "src/part2.py", 2, 2)
    assert cited["text"] == "    return 2"
    assert cited["sha256"] == sha256(b"    return 2").hexdigest()
    assert written.uncited == written.outside == 0


def test_a_citation_without_lines_means_the_whole_piece() -> None:
    (cited,) = claims_of(reply(("It returns 2.", [Cite(piece=2)])), CONTEXT).evidence
    assert (cited["start_line"], cited["end_line"]) == (1, 3)


@pytest.mark.parametrize("lines", [(0, 2), (2, 99), (-5, 10**12), (9000, 9001)])
def test_a_citation_of_lines_outside_its_piece_is_dropped_and_counted(lines: tuple[int, int]) -> None:
    made_up, real = Cite(piece=2, first=lines[0], last=lines[1]), Cite(piece=1, first=1, last=1)
    written = claims_of(reply(("It returns 2.", [made_up]), ("It returns 1.", [made_up, real])), CONTEXT)
    assert [claim["text"] for claim in written.claims] == ["It returns 1."]
    assert [piece["path"] for piece in written.evidence] == ["src/part1.py"]
    assert (written.uncited, written.outside) == (1, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It is there. ![x](https://evil.example/?q=1)", "It is there. x (https://evil.example/?q=1)"),
        ("See [the page](https://evil.example/a 'title').", "See the page (https://evil.example/a)."),
        ("[![x](https://a.example/i.png)](https://b.example)", "x (https://a.example/i.png) (https://b.example)"),
        ("An index `a[0](x)` is called.", "An index `a[0](x)` is called."),
        ("Calls `f` [1](2) times.", "Calls `f` 1 (2) times."),
    ],
)
def test_a_link_or_image_of_a_model_is_a_text_and_an_address(text: str, said: str) -> None:
    (claim,) = claims_of(reply((text, [Cite(piece=1)])), CONTEXT).claims
    assert claim["text"] == said


def test_reversed_lines_are_turned_round() -> None:
    (cited,) = claims_of(reply(("It returns 2.", [Cite(piece=2, first=2, last=1)])), CONTEXT).evidence
    assert (cited["start_line"], cited["end_line"]) == (1, 2)


def test_a_sentence_that_cites_nothing_that_exists_is_no_claim() -> None:
    written = claims_of(
        reply(("Guessed.", []), ("Made up.", [Cite(piece=99)]), ("Shown.", [Cite(piece=99), Cite(piece=1)])), CONTEXT
    )
    assert [claim["text"] for claim in written.claims] == ["Shown."]
    assert len(written.evidence) == 1 and (written.uncited, written.outside) == (2, 2)


def test_the_same_lines_are_one_piece_of_evidence() -> None:
    one = [Cite(piece=1, first=1, last=1)]
    written = claims_of(reply(("First.", one), ("Second.", [*one, *one])), CONTEXT)
    assert len(written.evidence) == 1 and [claim["evidence"] for claim in written.claims] == [[3], [3]]


def test_an_endless_answer_is_cut() -> None:
    written = claims_of(reply(*[(f"{n}.", [Cite(piece=1, first=1, last=1)]) for n in range(500)]), CONTEXT)
    assert len(written.claims) == MAX_CLAIMS and len(written.evidence) == 1


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
