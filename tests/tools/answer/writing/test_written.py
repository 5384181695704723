from __future__ import annotations

from hashlib import sha256

import pytest

from citeline.tools.answer.writing.written import MAX_CLAIMS, claims_of
from citeline.tools.models.schemas import AnswerReply, Cite, ClaimReply
from tests.nodes import fakes

CONTEXT = [fakes.evidence(1), fakes.evidence(2)]


def reply(*claims: tuple[str, list[Cite]]) -> AnswerReply:
    return AnswerReply(claims=[ClaimReply(text=text, cites=cites) for text, cites in claims])


def test_a_claim_cites_the_lines_that_the_model_pointed_at() -> None:
    (claim,), (cited,), uncited = claims_of(reply(("It returns 2.", [Cite(piece=2, first=2, last=2)])), CONTEXT)
    assert claim == {"text": "It returns 2.", "evidence": [3]}
    assert (cited["id"], cited["path"], cited["start_line"], cited["end_line"]) == (3, "src/part2.py", 2, 2)
    assert cited["text"] == "    return 2"
    assert cited["sha256"] == sha256(b"    return 2").hexdigest()
    assert uncited == 0


@pytest.mark.parametrize("lines", [(None, None), (0, 2), (2, 99), (-5, 10**12)])
def test_lines_outside_the_piece_mean_all_of_it(lines: tuple[int | None, int | None]) -> None:
    _, (cited,), _ = claims_of(reply(("It returns 2.", [Cite(piece=2, first=lines[0], last=lines[1])])), CONTEXT)
    assert (cited["start_line"], cited["end_line"]) == (1, 3)


def test_reversed_lines_are_turned_round() -> None:
    _, (cited,), _ = claims_of(reply(("It returns 2.", [Cite(piece=2, first=2, last=1)])), CONTEXT)
    assert (cited["start_line"], cited["end_line"]) == (1, 2)


def test_a_sentence_that_cites_nothing_that_exists_is_no_claim() -> None:
    claims, cited, uncited = claims_of(
        reply(("Guessed.", []), ("Made up.", [Cite(piece=99)]), ("Shown.", [Cite(piece=99), Cite(piece=1)])), CONTEXT
    )
    assert [claim["text"] for claim in claims] == ["Shown."]
    assert len(cited) == 1 and uncited == 2


def test_the_same_lines_are_one_piece_of_evidence() -> None:
    one = [Cite(piece=1, first=1, last=1)]
    claims, cited, _ = claims_of(reply(("First.", one), ("Second.", [*one, *one])), CONTEXT)
    assert len(cited) == 1 and [claim["evidence"] for claim in claims] == [[3], [3]]


def test_an_endless_answer_is_cut() -> None:
    claims, cited, _ = claims_of(reply(*[(f"{n}.", [Cite(piece=1, first=1, last=1)]) for n in range(500)]), CONTEXT)
    assert len(claims) == MAX_CLAIMS and len(cited) == 1
