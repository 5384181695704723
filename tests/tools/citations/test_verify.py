from __future__ import annotations

from pathlib import Path

from citeline.state import Claim
from citeline.tools.citations import check_claims

from .passages import SEND, evidence

CLAIM: Claim = {"text": "`Session.send` calls `get_adapter`:", "evidence": [1], "quote": SEND.split("\n")[5]}


def write(root: Path, text: str) -> Path:
    (root / "src/shop").mkdir(parents=True, exist_ok=True)
    (root / "src/shop/sessions.py").write_text(text)
    return root


def test_every_citation_gets_its_three_verdicts(tmp_path: Path) -> None:
    root = write(tmp_path, "# top\n" * 40 + SEND)
    (checked,) = check_claims([CLAIM], [evidence()], root)
    verdict = checked["verdicts"]["1"]
    assert (verdict["resolves"], verdict["unchanged"], verdict["supports"]) == (True, "unchanged", "supported")
    assert verdict["basis"] == "fact"


def test_a_moved_citation_says_where_to(tmp_path: Path) -> None:
    root = write(tmp_path, "# top\n" * 50 + SEND)
    (checked,) = check_claims([CLAIM], [evidence()], root)
    assert checked["verdicts"]["1"]["unchanged"] == "moved"
    assert checked["verdicts"]["1"]["moved_to"] == [51, 57]
    assert checked["verdicts"]["1"]["supports"] == "supported"


def test_an_id_without_evidence_does_not_resolve(tmp_path: Path) -> None:
    (checked,) = check_claims([{"text": "`x` is y.", "evidence": [7]}], [evidence()], tmp_path)
    assert checked["verdicts"]["7"]["resolves"] is False
    assert checked["verdicts"]["7"]["supports"] == "not_shown"


def test_a_claim_without_citations_has_no_verdicts(tmp_path: Path) -> None:
    (checked,) = check_claims([{"text": "I think so.", "evidence": []}], [], tmp_path)
    assert checked["verdicts"] == {}


def test_the_given_claims_stay_as_they_are(tmp_path: Path) -> None:
    check_claims([CLAIM], [evidence()], tmp_path)
    assert "verdicts" not in CLAIM
