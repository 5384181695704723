"""Pages, slides, sheets, cells, anchors in citations: what Citeline prints is read back, what is wrong is told."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from fpdf import FPDF

from citeline.cli.rendering.sarif import sarif_log
from citeline.indexing.reader import Index
from citeline.pages import place
from citeline.tools.compact import message
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import hit_to_json
from citeline.tools.retrieval.search import search as search_index
from citeline.tools.tables.catalog import TableCatalog
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.verification import read_files, verify_documents
from tests.indexing.extraction import mail_files, pdf_files, sheet_files, slide_files, word_files
from tests.indexing.parsers.notebooks import cell, notebook, printed

from .written import check_text, indexed, write

TOPICS = ["Anchors hold 40 tons", "Beacons flash twice", "Cables last 12 years", "Dredging ends in May"]


def report(topics: list[str]) -> bytes:
    """A page for each topic."""
    pdf = FPDF()
    pdf.set_font("helvetica", size=12)
    for topic in topics:
        pdf.add_page()
        pdf.multi_cell(0, 8, f"{topic}. " + f"The part about {topic.split()[0].lower()} goes on for a while. " * 3)
    return bytes(pdf.output())


def costs(above: int = 0, name: str = "Q3 Costs") -> bytes:
    """Two sheets; on the first a table below `above` more rows of notes."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = name
    for row in range(above):
        sheet.cell(1 + row, 8, f"note {row}")
    rows: list[list[str | int]] = [["Port", "Fee", "Tons"], ["Oslo", 810, 40], ["Kiel", 655, 31], ["Gdynia", 540, 28]]
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            sheet.cell(2 + above + row, 2 + column, value)
    other = book.create_sheet("It's, old!")
    for line in [("Crane", "Built"), ("North", "steel"), ("South", "timber")]:
        other.append(line)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


NOTEBOOK = notebook(
    cell("markdown", "# Tides\n\nHigh water comes late."), cell("code", "height = 4.2"), cell("code", "x")
)
LOG = [
    cell("markdown", "# Log\n\nBuoys are counted in March.", name="1b2e-3a"),
    cell("code", "buoys = 14", printed("14 of 15 buoys\n"), name="f00dcafe"),
    cell("code", "lost = 15 - buoys", name="cafebabe"),
    cell("code", "rows = 3", name="20240017"),
]
HARBOUR = """<title>Harbour</title>
<h1 id="harbour">Harbour</h1>
<p>Ships of all kinds moor here.</p>
<section id="rules">
<h2><a name="moor"></a>Rules</h2>
<p>Mooring costs 75 crowns.</p>
<h3>At night</h3>
<p id="lights">Two lanterns burn until 5 am.</p>
</section>
<h2 id="q.a">Questions</h2>
<p>Ask the harbour master, cabin 9.</p>
<table><tr><th>Ship<th>Fee</tr>
<tr><td>ferry<td>120</tr></table>
"""
DOCUMENTS: dict[str, str | bytes] = {
    "report.pdf": report(TOPICS),
    "books/Annual Report 2025.pdf": pdf_files.manual(),
    "年度报告2024.pdf": report(TOPICS),
    "资料/报告Final.pdf": report(TOPICS),
    "资料/说明.txt": "灯标闪两次。\n",
    "Überblick_résumé.txt": "Cables last 12 years.\n",
    "costs.xlsx": costs(),
    "budget.xlsx": sheet_files.budget(),
    "stock.ods": sheet_files.stock(),
    "tides.xls": sheet_files.tides(),
    "plan.pptx": slide_files.plan(),
    "figures.pptx": slide_files.figures(),
    "tides.ipynb": NOTEBOOK.encode(),
    "log.ipynb": notebook(*LOG).encode(),
    "manual.docx": word_files.manual(),
    "offer.eml": mail_files.offer(),
    "harbour.html": HARBOUR.encode(),
    "gate.html": b"<h1 id='gate'>Gate</h1>\n<p>It opens at nine.</p>\n",
    "quay.rst": b"Quay\n====\n\nIt is long.\n",
    "lock.adoc": b"= Lock\n\nIt is deep.\n",
    "fees.csv": b"ship,fee\nferry,120\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("paged")
    for path, data in DOCUMENTS.items():
        write(folder / "tree", path, data)
    opened = indexed(folder / "tree", folder / "home")
    yield opened
    opened.close()


def one(index: Index, text: str) -> Checked:
    (found,) = (item for item in check_text(index, text) if item.citation.kind != "symbol")
    return found


@pytest.mark.parametrize("path", DOCUMENTS)
def test_what_is_printed_is_read_back(index: Index, path: str) -> None:
    document = next(item for item in index.structure.documents() if item.path == path)
    chunks = index.structure.chunks_of([document.id])
    hits = [hit for hit in search_index(index, read(Path(path).stem), top_k=50).hits if hit.chunk.path == path]
    assert chunks
    for chunk in [*chunks, *(hit.chunk for hit in hits)]:
        told = chunk.pages.told(chunk.start_line, chunk.end_line) if chunk.pages else ""
        item = {"path": path, "start_line": chunk.start_line, "end_line": chunk.end_line, "place": told}
        for text in (f"It is so: {place(item)}.", f"It is so (`{path}`, {told})." if told else ""):
            for found in check_text(index, text) if text else ():
                assert (found.rule, found.path) == ("fine", path), (text, found)
                assert found.place == told or not told or told.startswith("sheet ")


def test_hits_tell_places_that_are_read_back(index: Index) -> None:
    found = [hit_to_json(hit) for hit in search_index(index, read("Oslo fee tons"), top_k=3).hits]
    assert any(hit["path"] == "costs.xlsx" and "Q3 Costs" in hit["place"] for hit in found)
    assert all(item.rule == "fine" for hit in found for item in check_text(index, place(hit)))


def test_hits_in_html_tell_the_anchor_of_their_section(index: Index) -> None:
    hits = [hit_to_json(hit) for hit in search_index(index, read("lanterns burn at night"), top_k=5).hits]
    told = {(hit["start_line"], hit["place"]) for hit in hits if hit["path"] == "harbour.html"}
    assert told
    assert all(line < 5 or tells in ("#moor", "#q.a") for line, tells in told)
    assert all(hit["page"] is None for hit in hits if hit["path"] == "harbour.html")


def test_what_rows_of_tables_cite_is_read_back(index: Index) -> None:
    tables = TableCatalog(index.structure)
    cited = [str(entry.lines(*lines)) for entry in tables.entries for lines in tables.load(entry).lines]
    cited += [str(entry.place) for entry in tables.entries]
    assert "costs.xlsx#'Q3 Costs'!B4:D4" in cited
    assert "costs.xlsx#'It''s, old!'!A3:B3" in cited
    assert any("plan.pptx" in told and "(slide " in told for told in cited)
    assert "harbour.html:13 (#q.a)" in cited
    for told in cited:
        for text in (f"It is so ({told}).", f"[It]({told.replace(' ', '%20')}) is so." if "#" in told else ""):
            for found in check_text(index, text) if text else ():
                assert (found.rule, found.citation.kind == "file") == ("fine", False), (text, found)


@pytest.mark.parametrize(
    "text",
    [
        "Beacons flash twice (report.pdf, page 2).",
        "Beacons flash twice (`report.pdf` on p. 2), and that is all.",
        "On page 2 of `report.pdf` beacons flash twice.",
        "Beacons flash twice ([source](report.pdf#page=2)).",
        "Beacons flash twice: [page 2](report.pdf).",
        "Beacons flash twice, and dredging ends in May (report.pdf, pp. 2 and 4).",
        "灯标闪两次：`report.pdf` 第 2 页。",
        "见 年度报告2024.pdf 第1页",
        "见年度报告2024.pdf第1页。",
        "见资料/报告Final.pdf第2页。",
        "见报告Final.pdf第2页。",
        "另见report.pdf第2页。",
        "Beacons flash twice (report.pdf, pages 2, 2024).",
        "Kiel pays 655 (`costs.xlsx#Q3 Costs!B4:D4`).",
        "Kiel pays 655 (costs.xlsx#'Q3 Costs'!C4).",
        "Kiel pays 655 (costs.xlsx, sheet Q3 Costs, cells B4:D4).",
        "Kiel pays 655 (`costs.xlsx`, sheet `Q3 Costs`).",
        "Kiel pays 655 (`costs.xlsx`, sheet Q3 Costs), as all know.",
        "Kiel pays 655 ([costs](costs.xlsx#Q3%20Costs!C4)).",
        "South is timber (costs.xlsx, sheet 'It''s, old!', A3:B3).",
        "South is timber (costs.xlsx, sheet 2).",
        "The height is 4.2 (tides.ipynb, cell 2).",
        "There are 14 buoys (log.ipynb, cell 2).",
        "There are 14 buoys (log.ipynb, cell f00dcafe).",
        "There are 14 buoys ([log](log.ipynb#cell-id=f00dcafe)).",
        "What is lost of 15 is in cell cafebabe of `log.ipynb`.",
        "Rows are 3 (log.ipynb, cell 20240017).",
        "Mooring costs 75 crowns (harbour.html#rules).",
        "Mooring costs 75 crowns (`harbour.html#moor`).",
        "Mooring costs 75 crowns: harbour.html, #harbour.",
        "The master sits in cabin 9 (see harbour.html#q.a).",
        "Two lanterns burn until 5 am, as #lights of `harbour.html` says.",
        "泊船费 75：`harbour.html`（#rules）。",
        "See Annual Report 2025.pdf, page 1.",
        "See `books/Annual Report 2025.pdf`, page 1.",
    ],
)
def test_every_usual_form_leads_to_its_lines(index: Index, text: str) -> None:
    found = one(index, text)
    assert (found.rule, found.citation.kind) == ("fine", "place"), found


@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("Anchors hold 40 tons (report.pdf, page 3).", "not-shown", "40 does not occur in page 3"),
        ("See report.pdf, page 9.", "unresolved", "the last page of report.pdf with text is 4"),
        ("See report.pdf, pages 3-2.", "unresolved", "reversed"),
        ("See plan.pptx, slide 70.", "unresolved", "the last slide"),
        ("See costs.xlsx, sheet Q4 Costs, B2:C3.", "unresolved", "has no sheet Q4 Costs"),
        ("See costs.xlsx, B2:D4.", "unresolved", "2 sheets: which one"),
        ("See `costs.xlsx#Q3 Costs!Z90`.", "unresolved", "no table of the sheet has these cells"),
        ("Kiel pays 811 (costs.xlsx, sheet Q3 Costs, B4:D4).", "partly", "811 does not occur in sheet Q3 Costs, B4:D4"),
        ("See tides.ipynb, cell 9.", "unresolved", "the last cell"),
        ("See log.ipynb, cell f00d.", "unresolved", "log.ipynb has no cell f00d"),
        ("There are 13 buoys (log.ipynb, cell f00dcafe).", "partly", "13 does not occur in cell f00dcafe"),
        ("See report.pdf:6 (page 3).", "misplaced", "page 1"),
        ("See nothing.pdf, page 3.", "unresolved", "there is no file nothing.pdf"),
        ("见nothing.pdf第3页。", "unresolved", "there is no file nothing.pdf"),
        ("见 年度报告2023.pdf 第3页。", "unresolved", "there is no file 年度报告2023.pdf"),
        ("See report.pdf, pages 2, 24.", "unresolved", "the last page of report.pdf with text is 4"),
        ("See report.pdf, page 2024.", "unresolved", "the last page of report.pdf with text is 4"),
        ("See harbour.html#mooor.", "unresolved", "harbour.html has no anchor #mooor"),
        ("Mooring costs 75 crowns (harbour.html#q.a).", "not-shown", "75 does not occur in #q.a"),
        ("See harbour.html:6 (#q.a).", "misplaced", "these lines are at #moor"),
    ],
)
def test_what_is_wrong_is_told(index: Index, text: str, rule: str, why: str) -> None:
    found = one(index, text)
    assert found.rule == rule
    assert why in found.why


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("见资料/说明.txt:1。", "资料/说明.txt"),
        ("灯标闪两次（见说明.txt:1）。", "资料/说明.txt"),
        ("Cables last 12 years (Überblick_résumé.txt:1).", "Überblick_résumé.txt"),
        ("灯标闪两次：见说明.txt:1。", "资料/说明.txt"),
        ("灯标闪两次（资料/说明.txt#L1）。", "资料/说明.txt"),
    ],
)
def test_lines_of_files_with_names_in_any_script_are_found(index: Index, text: str, path: str) -> None:
    found = one(index, text)
    assert (found.rule, found.path, found.citation.lines) == ("fine", path, (1, 1)), found


@pytest.mark.parametrize(
    "text",
    [
        *("[x](docs/说明.txt)", "[x](/docs/说明.txt#L1)", "[x](../说明.txt)", "[x](docs/新说明.txt)"),
        *("See docs/说明.txt:1.", "See `docs/说明.txt:1`.", "见docs/说明.txt:1。", "See 2024说明.txt:1."),
        *(
            "[x](docs/报告Final.pdf)",
            "See docs/报告Final.pdf, page 1.",
            "见../报告Final.pdf第1页。",
            "See 资料/gate.html:1.",
        ),
    ],
)
def test_a_broken_path_is_not_taken_for_the_file_that_its_end_names(index: Index, text: str) -> None:
    found = one(index, text)
    assert found.level == "error", found


@pytest.mark.parametrize(
    "text", ["看./gate.html:2。", "见.\\gate.html:2", "在/gate.html:2，它开。", "见于docs/../gate.html:2。"]
)
def test_a_path_behind_a_word_without_a_blank_begins_at_its_own_first_letter(index: Index, text: str) -> None:
    found = one(index, text)
    assert (found.rule, found.path) == ("fine", "gate.html"), found


def test_every_range_of_a_list_is_of_the_file_that_the_first_one_names(index: Index) -> None:
    found = check_text(index, "Kiel says so in 见costs.xlsx, B2:C4, and 见说明.txt:1, 9。")
    assert [(item.path, item.level) for item in found if item.citation.kind == "lines"] == [
        ("资料/说明.txt", "fine"),
        ("资料/说明.txt", "error"),
    ]


def test_a_quotation_leads_to_the_page_that_it_stands_on(index: Index) -> None:
    quoted = "\n\n> Beacons flash twice.\n"
    assert one(index, f"As report.pdf, page 2 says:{quoted}").unchanged == "unchanged"
    moved = one(index, f"As report.pdf, page 3 says:{quoted}")
    assert (moved.rule, moved.place_after) == ("moved", "page 2")
    assert one(index, "As report.pdf, page 2 says:\n\n> Beacons flash thrice and never again.\n").level == "error"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "The costs.xlsx sheet is old.",
            "Open report.pdf and turn a page.",
            "In costs.xlsx, sheet after sheet is wrong.",
            "Run log.ipynb cell by cell.",
        ),
        *("The links of harbour.html (#123) work.", "Fixed harbour.html (#PROJ-12).", "As harbour.html: #main-nav."),
        *("Colours are #abcdef in harbour.html.", "Fixed `harbour.html` (#c0ffee).", "Fixed `harbour.html`, #45."),
        *("Open harbour.html#/users/1.", "See other.html#intro."),
    ],
)
def test_words_that_name_no_place_are_left_alone(index: Index, text: str) -> None:
    assert not check_text(index, text)


def test_places_that_moved_are_written_anew(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "report.pdf", report(TOPICS))
    write(root, "costs.xlsx", costs())
    answer = write(
        root,
        "answer.md",
        "Cables last 12 years (report.pdf, page 3).\n\nSee `report.pdf`, p. 4, and [it](report.pdf#page=3).\n\n"
        "Kiel pays 655 (`costs.xlsx`, sheet Q3 Costs, cells B4:C4), and (costs.xlsx#'Q3 Costs'!$B$4:$D$4).\n",
    )
    index = indexed(root, tmp_path / "home")
    write(root, "report.pdf", report(["A preface that is new", *TOPICS]))
    write(root, "costs.xlsx", costs(above=3))
    (before,) = verify_documents(index, read_files([answer], root))
    assert [item.rule for item in before.checked] == ["moved"] * 5
    assert message(before.checked[0]) == ("report.pdf, page 3: moved page 3→page 4: the same text is now at page 4")
    (run,) = sarif_log([before], root)["runs"]
    changes = [result["fixes"][0]["artifactChanges"][0]["replacements"][0] for result in run["results"]]
    assert [change["insertedContent"]["text"] for change in changes][1:3] == ["p. 5", "page=4"]
    assert changes[2]["deletedRegion"] == {"startLine": 3, "startColumn": 45, "endColumn": 51}
    (after,) = verify_documents(index, read_files([answer], root), fix=True)
    index.close()
    assert answer.read_text() == (
        "Cables last 12 years (report.pdf, page 4).\n\nSee `report.pdf`, p. 5, and [it](report.pdf#page=4).\n\n"
        "Kiel pays 655 (`costs.xlsx`, sheet Q3 Costs, cells B7:C7), and (costs.xlsx#'Q3 Costs'!$B$7:$D$7).\n"
    )
    assert len(after.fixed) == 5
    assert all(item.level == "fine" for item in after.checked), after.checked


def test_a_cell_that_is_cited_by_its_id_is_found_below_others(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "log.ipynb", notebook(*LOG))
    before = indexed(root, tmp_path / "home")
    (chunk,) = before.structure.chunks_of([before.structure.documents()[0].id])
    line = next(at for at, text in enumerate(chunk.text.split("\n"), chunk.start_line) if "lost =" in text)
    told = chunk.pages.told(line, line) if chunk.pages else ""
    before.close()
    assert told == "cell cafebabe"
    answer = write(root, "answer.md", f"It is 15 - buoys (log.ipynb:{line}, {told}), see log.ipynb#cell-id=cafebabe.\n")
    write(root, "log.ipynb", notebook(cell("markdown", "New.\n\nAnd long.", name="new0"), *LOG))
    index = indexed(root, tmp_path / "home")  # the index no longer knows what stood there
    lines, by_id = verify_documents(index, read_files([answer], root))[0].checked
    assert by_id.level == "fine"
    (report_,) = verify_documents(index, read_files([answer], root), fix=True)
    index.close()
    assert lines.rule == "moved" and lines.moved_to is not None
    now = (root / "log.ipynb").read_text().split("\n")[lines.moved_to[1] - 1 : lines.moved_to[2]]
    assert "lost = 15 - buoys" in "".join(now)
    assert f"log.ipynb:{lines.moved_to[1]}" in answer.read_text() and "cell cafebabe)" in answer.read_text()
    assert all(item.level == "fine" for item in report_.checked), report_.checked


def test_quoted_lines_beside_the_id_of_another_cell_stay_and_the_id_is_wrong(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "log.ipynb", notebook(*LOG, cell("code", "kept = 3", name="other")))
    line = next(at for at, text in enumerate((root / "log.ipynb").read_text().split("\n"), 1) if "lost = 15" in text)
    answer = write(root, "answer.md", f"As log.ipynb:{line} (cell other) says:\n\n```\nlost = 15 - buoys\n```\n")
    index = indexed(root, tmp_path / "home")
    (checked,) = verify_documents(index, read_files([answer], root))[0].checked
    index.close()
    assert (checked.rule, checked.moved_to, checked.place_after) == ("misplaced", None, "cell cafebabe")


def test_text_that_moved_below_another_anchor_is_cited_by_that_one(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "harbour.html", HARBOUR)
    answer = write(root, "answer.md", "As harbour.html#q.a says:\n\n> Mooring costs 75 crowns.\n")
    index = indexed(root, tmp_path / "home")
    (report_,) = verify_documents(index, read_files([answer], root), fix=True)
    write(root, "harbour.html", HARBOUR.replace('id="q.a"', 'id="asked"'))
    answer = write(root, "answer.md", "The master sits in cabin 9 (harbour.html#q.a).\n")
    (gone,) = verify_documents(index, read_files([answer], root))
    index.close()
    assert [fix.after for fix in report_.fixed] == ["moor"]
    assert [(item.rule, item.level) for item in gone.checked] == [("unresolved", "error")]


def test_a_page_that_only_changed_is_not_said_to_have_moved(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "report.pdf", report(TOPICS))
    write(root, "answer.md", "See report.pdf, page 3.\n")
    index = indexed(root, tmp_path / "home")
    write(root, "report.pdf", report([*TOPICS[:2], "Cables last 12 years, or 13", TOPICS[3]]))
    (found,) = verify_documents(index, read_files([root / "answer.md"], root))
    index.close()
    assert [(item.rule, item.level, item.place_after) for item in found.checked] == [("edited", "warning", "")]


def test_lines_and_page_of_moved_text_are_both_written_anew(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "report.pdf", report(TOPICS))
    index = indexed(root, tmp_path / "home")
    chunk = next(
        chunk for document in index.structure.documents() for chunk in index.structure.chunks_of([document.id])
    )
    line = next(n for n, text in enumerate(chunk.text.split("\n"), chunk.start_line) if "Cables last" in text)
    index.close()
    answer = write(root, "answer.md", f"See `report.pdf:{line}` (page 3).\n")
    index = indexed(root, tmp_path / "home")
    write(root, "report.pdf", report(["A preface that is new", *TOPICS]))
    (report_,) = verify_documents(index, read_files([answer], root), fix=True)
    index.close()
    assert answer.read_text().endswith("(page 4).\n")
    assert [fix.after for fix in report_.fixed][-1] == "page 4"
    assert all(item.level == "fine" for item in report_.checked)
