"""Anchors of HTML beside and behind a path: what is one, what an issue, and what reading them costs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.indexing.parsers.registry import parse
from citeline.indexing.reader import Index
from citeline.model import ParsedDocument, SourceFile
from citeline.tools.verify import html_anchors
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.verification import read_files, verify_documents

from .written import check_text, indexed, write

HARBOUR = """<title>Harbour</title>
<h1 id="harbour">Harbour</h1>
<p>Ships of all kinds moor here.</p>
<section id="rules">
<h2><a name="moor"></a>Rules</h2>
<p>Mooring costs 75 crowns.</p>
<p id="lights">Two lanterns burn until 5 am.</p>
</section>
<h2 id="q.a">Questions</h2>
<p>Ask the harbour master, cabin 9.</p>
<table><tr><th>Ship<th>Fee</tr>
<tr><td>ferry<td>120</tr></table>
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("anchors")
    write(folder / "tree", "harbour.html", HARBOUR)
    opened = indexed(folder / "tree", folder / "home")
    yield opened
    opened.close()


def one(index: Index, text: str) -> Checked:
    (found,) = check_text(index, text)
    return found


def test_a_link_beside_a_number_of_an_issue_is_checked_without_it(pages: Index) -> None:
    assert one(pages, "Fixed [it](harbour.html) (#PROJ-12).").level == "fine"
    assert one(pages, "Fixed [it](harbour.html#mooor) (#PROJ-12).").level == "warning"
    assert one(pages, "Fixed [it](gone.html) (#PROJ-12).").level == "error"


def test_an_anchor_ends_where_a_quotation_does(pages: Index) -> None:
    for end in ("”中文", "’s", "」中", "』", "》是", "！", "？", "：它"):
        found = one(pages, f"见“harbour.html#rules{end}")
        assert found.citation.place is not None, end
        assert (found.level, found.citation.place.name) == ("fine", "rules"), found


@pytest.mark.parametrize("word", ["#123", "#GH-123", "#fff", "#app", "#2"])
@pytest.mark.parametrize("path", ["harbour.html:6", "plain.html:2"])
def test_a_number_of_an_issue_beside_lines_is_never_rewritten(tmp_path: Path, path: str, word: str) -> None:
    root = tmp_path / "tree"
    write(root, "harbour.html", HARBOUR.replace("<table>", '<table id="2">'))
    write(root, "plain.html", "<p>Moored.</p>\n<p>Ships wait.</p>\n")
    text = f"Fixed {path} ({word}).\n\nFixed `{path}` {word}.\n"
    answer = write(root, "answer.md", text)
    index = indexed(root, tmp_path / "home")
    write(root, "harbour.html", HARBOUR.replace("<p>Ask", "<p>Now\nask"))
    (report_,) = verify_documents(index, read_files([answer], root), fix=True)
    index.close()
    assert not report_.fixed
    assert answer.read_text() == text
    assert all(item.rule != "misplaced" for item in report_.checked), report_.checked


def test_an_anchor_beside_lines_that_the_page_had_is_written_anew(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "harbour.html", HARBOUR)
    answer = write(root, "answer.md", "See harbour.html:6 (#moor).\n")
    index = indexed(root, tmp_path / "home")
    write(root, "harbour.html", HARBOUR.replace('name="moor"', 'name="fees"'))
    (report_,) = verify_documents(index, read_files([answer], root), fix=True)
    index.close()
    assert [fix.after for fix in report_.fixed] == ["#fees"]


def test_a_page_that_was_edited_is_read_once_for_all_its_anchors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, read = tmp_path / "tree", list[str]()
    write(root, "harbour.html", HARBOUR)
    answer = write(root, "answer.md", "\n\n".join(f"See harbour.html#{name}." for name in ("moor", "lights", "q.a")))
    index = indexed(root, tmp_path / "home")
    write(root, "harbour.html", HARBOUR.replace("<title>", "<!-- new -->\n<title>"))

    def counted(source: SourceFile) -> ParsedDocument:
        read.append(source.path)
        return parse(source)

    monkeypatch.setattr(html_anchors, "parse", counted)
    (found,) = verify_documents(index, read_files([answer], root))
    index.close()
    assert [item.level for item in found.checked] == ["fine"] * 3
    assert read == ["harbour.html"]


@pytest.mark.timeout(60)
def test_the_anchor_of_a_whole_long_page_that_was_edited_is_told_in_time(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    body = "".join(f"<p>Ship {number} moors at pier {number % 97} and pays a fee.</p>\n" for number in range(5000))
    write(root, "log.html", f"<body id='log'>\n{body}</body>\n")
    write(root, "answer.md", "See log.html#log.\n")
    index = indexed(root, tmp_path / "home")
    write(root, "log.html", f"<body id='log'>\n{body.replace('Ship 2500 moors', 'Ship 2500 waits')}</body>\n")
    (found,) = verify_documents(index, read_files([root / "answer.md"], root))
    index.close()
    assert [(item.rule, item.level) for item in found.checked] == [("edited", "warning")]
