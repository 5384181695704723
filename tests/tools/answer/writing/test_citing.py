"""What the lines of a claim are called: a reader who looks for the named section finds them there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from citeline.state import Fact
from citeline.tools.answer.writing.citing import Citations
from tests.indexing.extraction.word_files import manual
from tests.indexing.small_index import build_small, open_small


def _quoted(line: str) -> Fact:
    return {"relation": "quoted", "subject": "", "object": line}


def test_a_line_is_called_after_the_section_that_it_stands_in(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "manual.docx").write_bytes(manual())
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        (document,) = index.structure.documents()
        headings = [node for node in index.structure.nodes_of(document.id) if node.kind == "heading"]
        citations = Citations(index, [], "en")
        shared = 0
        for chunk in index.structure.chunks_of([document.id]):
            for number, line in enumerate(chunk.text.split("\n"), chunk.start_line):
                around = [node for node in headings if node.start_line <= number <= node.end_line]
                if line.strip() and around and citations.add(_quoted(line), chunk, number, number, node=None):
                    assert citations.added[-1]["name"] == around[-1].name
                    shared += around[-1].name != chunk.name
        assert shared, "no chunk of this document holds two sections"


def test_a_footnote_of_a_line_that_answers_is_followed(tmp_path: Path) -> None:
    """Which providers support an option stood in a footnote below its table, and no answer told it."""
    root = tmp_path / "tree"
    root.mkdir()
    text = "# Ferry\n\nDogs travel for free on some ferries.[^dogs]\n\nBoats match `[^a-z]`.\n"
    page = f"{text}\n[^dogs]: On the red and the blue ferry.\n"
    (root / "ferry.md").write_text(page)
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        (document,) = index.structure.documents()
        citations = Citations(index, [], "en")
        for number in (3, 5):
            chunk = citations.chunk_at(int(document.id), number)
            assert chunk is not None
            assert citations.add(_quoted(page.split("\n")[number - 1]), chunk, number, number, node=None)
        assert [claim["text"] for claim in citations.claims][1] == "On the red and the blue ferry."
        assert [piece["start_line"] for piece in citations.added] == [3, 7, 5]


def test_a_footnote_of_a_row_is_followed_though_cells_are_told_without_their_marks(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    row = "| red ferry | takes dogs[^1] |"
    (root / "ferry.md").write_text(f"# Ferry\n\n| Ferry | What |\n|---|---|\n{row}\n\n[^1]: Small ones.\n")
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        (document,) = index.structure.documents()
        citations = Citations(index, [], "en")
        chunk = citations.chunk_at(int(document.id), 5)
        assert chunk is not None
        told: Fact = {"relation": "table_row", "subject": "", "object": "Ferry: red ferry · What: takes dogs"}
        assert citations.add(told, chunk, 3, 5, node=None)
        assert [claim["text"] for claim in citations.claims][1:] == ["Small ones."]


def test_lines_of_two_sections_are_called_after_the_one_that_is_told(tmp_path: Path) -> None:
    """The answer to one question of a list of questions stood under the heading of the question before it."""
    root = tmp_path / "tree"
    root.mkdir()
    told = "The ferry leaves at noon on weekdays.", "Dogs travel for free on all ferries."
    page = f"# Ferry\n\n### When does it leave?\n\n{told[0]}\n\n### What do dogs pay?\n\n{told[1]}\n"
    (root / "ferry.md").write_text(page)
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        (document,) = index.structure.documents()
        citations = Citations(index, [], "en")
        chunk = citations.chunk_at(int(document.id), 3)
        assert chunk is not None
        assert citations.proves(_quoted(told[0]), chunk, 3, 9, node=None)
        assert citations.add(_quoted(told[1]), chunk, 3, 9, node=None)
        assert citations.added[0]["name"] == "What do dogs pay?"
