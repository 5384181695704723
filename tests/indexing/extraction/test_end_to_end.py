"""A folder of documents without lines: indexed, asked, queried, cited and verified from the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from citeline.cli.main import run

from ..terminal import as_json, empty_folder, index_files, items
from . import mail_files, pdf_files, sheet_files, slide_files, word_files
from .reading import lines_of

pytestmark = pytest.mark.usefixtures("reader_process")


@pytest.fixture
def folder(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return empty_folder(tmp_path / "office", monkeypatch)


def _check_cited(capsys: pytest.CaptureFixture[str], question: str, path: Path, part: str) -> dict[str, Any]:
    """The question is answered from the line that holds `part`, and a citation of it is in order; the evidence."""
    lines = lines_of(path.name, path.read_bytes())
    line = next(number for number, text in enumerate(lines, start=1) if part in text)
    answer = as_json(capsys, "ask", question)
    (cited,) = [item for item in answer["evidence"] if item["path"] == path.name][:1]
    assert cited["start_line"] <= line <= cited["end_line"]
    assert answer["claims"][0]["verdicts"][str(cited["id"])]["unchanged"] == "unchanged"
    (path.parent / "NOTE.md").write_text(f"`{path.name}:{line}`\n", encoding="utf-8")
    assert as_json(capsys, "verify", "NOTE.md")["counts"] == {"citations": 1, "fine": 1, "warning": 0, "error": 0}
    return dict(cited)


def test_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"report.docx": word_files.report()})
    question = "When was the lamp of the north tower replaced?"
    _check_cited(capsys, question, folder / "report.docx", "was replaced in March")
    toc = items(capsys, "$.toc")
    assert [(item["title"], item["level"]) for item in toc] == [
        *(("Lighthouse report", 1), ("Lamps", 1), ("Spare parts", 2), ("Starting the motor", 2))
    ]
    (table,) = items(capsys, '$.content.table[?(@.headers contains "Shelf")]')
    assert table["rows"][:2] == [["Lamp", "A1", "2"], ["Lamp", "A2", "5"]]
    (front,) = items(capsys, '$.frontmatter[?(@.author=="Tomás Reis")]')
    assert front["data"]["created"] == "2026-04-05T06:07:00Z"
    (block,) = items(capsys, "$.content.codeblock")
    assert block["code"] == "motor.start(\n    speed=2)"


def test_a_spreadsheet_is_cited_with_sheet_and_cells(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"budget.xlsx": sheet_files.budget()})
    question = "Over how many years is the crane written off?"
    cited = _check_cited(capsys, question, folder / "budget.xlsx", "written off over twenty years")
    assert cited["page"] == 1 and cited["place"].startswith("sheet Costs")
    assert [item["page"] for item in items(capsys, "$.toc")] == [1, 2]
    hits = as_json(capsys, "search", "freighter fee 480")["hits"]
    assert hits[0]["place"].startswith("sheet ")
    capsys.readouterr()
    run(["ask", question])
    assert "budget.xlsx:16-18 (sheet Costs, B7:F7)" in capsys.readouterr().out


def test_slides_are_cited_with_their_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"plan.pptx": slide_files.plan()})
    cited = _check_cited(capsys, "Whom to ask first about the works?", folder / "plan.pptx", "Ask the tug crew first")
    assert (cited["page"], cited["place"]) == (2, "slide 2")
    capsys.readouterr()
    assert run(["query", "$.toc"]) == 0
    assert "slide 3" in capsys.readouterr().out


def test_mail(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"offer.eml": mail_files.offer()})
    asked = "How many million euros does the ferry cost, says Jörg?"
    _check_cited(capsys, asked, folder / "offer.eml", "the ferry costs 4.2 million euros")
    (front,) = items(capsys, '$.frontmatter[?(@.author contains "Öller")]')
    assert front["data"]["to"] == "ana@example.org"


def test_what_cannot_be_read_is_listed_with_what_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"a.docx": b"Dear all, this is a text.", "b.xlsx": word_files.report(), "c.md": b"# Kept\n"})
    skipped = {item["path"]: item["detail"] for item in as_json(capsys, "status")["skipped"]}
    assert "text that needs its own ending" in skipped["a.docx"]
    assert skipped["b.xlsx"] == "is a Word document: give it the ending .docx instead of .xlsx"
    assert [item["title"] for item in items(capsys, "$.toc")] == ["Kept"]


def test_a_changed_document_is_noticed_by_its_citation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"offer.eml": mail_files.offer()})
    line = lines_of("offer.eml", mail_files.offer()).index("the ferry costs 4.2 million euros.") + 1
    (folder / "NOTE.md").write_text(f'"the ferry costs 4.2 million euros." (offer.eml:{line})\n', encoding="utf-8")
    changed = mail_files.offer().replace(b"4.2 million", b"5.1 million")
    (folder / "offer.eml").write_bytes(changed)
    assert as_json(capsys, "verify", "NOTE.md")["counts"]["fine"] == 0


def test_pdf(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"manual.pdf": pdf_files.manual(), "accounts.pdf": pdf_files.statement()})
    question = "Who has signed the book before the lock is opened?"
    cited = _check_cited(capsys, question, folder / "manual.pdf", "Open the lock only when the fitter has signed")
    assert cited["page"] == 2
    toc = items(capsys, '$.toc[?(@.path=="manual.pdf")]')
    assert [(item["title"], item["level"], item["page"]) for item in toc] == [
        ("Lock manual", 1, 1),
        ("1 Opening", 2, 1),
        ("1.1 In a storm", 3, 1),
        ("2 Faults", 2, 2),
        ("2.1 After a fault", 3, 2),
        ("3 Words", 2, 3),
    ]
    (table,) = items(capsys, '$.content.table[?(@.headers contains "2025")]')
    assert table["rows"][-1] == ["Total assets", "", "$27,908", "$21,164"]
