"""What the lines of a claim are called: a reader who looks for the named section finds them there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

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


def _fact(relation: str, subject: str, stated: str, condition: str = "") -> Fact:
    fact: Fact = {"relation": relation, "subject": subject, "object": stated}
    return {**fact, "condition": condition} if condition else fact


@pytest.mark.parametrize(
    ("fact", "path", "repeats"),
    [
        (_quoted("The red ferry takes dogs on its lower deck for two coins."), "b.md", True),
        (_quoted("So the red ferry takes dogs on its lower deck for two coins."), "b.md", True),
        (_quoted("The red ferry takes dogs on its lower deck for 3 coins."), "b.md", False),
        (
            _quoted("The red ferry takes dogs on its lower deck for two coins. What is taken for a ride by day."),
            "b.md",
            True,
        ),
        (_fact("under", "DOGS", "What is taken for a ride by day."), "b.md", True),
        (_fact("under", "CATS", "What is taken for a ride by day."), "b.md", False),
        (_fact("code", "pay", "coins = ask(dogs, decks, ferry)"), "a.py", True),
        (_fact("code", "pay", "coins = ask(dogs, decks, boat)"), "a.py", False),
        (_fact("code", "pay", "coins = ask(dogs, decks, ferry)", "paid"), "a.py", False),
        (_fact("code", "pay", "coins = ask(dogs, decks, ferry)"), "b.py", False),
        (_fact("code", "ask", "coins = ask(dogs, decks, ferry)"), "a.py", False),
        (_fact("code", "pay", "coins -= ask(dogs, decks, ferry)"), "a.py", False),
        (_quoted("The red ferry takes no dogs on its lower deck for two coins."), "b.md", False),
        (_quoted("The red barge takes dogs on its lower deck for two coins."), "b.md", False),
    ],
    ids=[
        "again",
        "reworded",
        "number",
        "two",
        "entry",
        "another entry",
        "code",
        "other code",
        "when",
        "file",
        "function",
        "operator",
        "denial",
        "another boat",
    ],
)
def test_what_an_earlier_claim_says_is_repeated_by_nearly_the_same_words(
    tmp_path: Path, fact: Fact, path: str, *, repeats: bool
) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    told = "The red ferry takes dogs on its lower deck, for two coins."
    entry = "What is taken for a ride by day."
    (root / "a.md").write_text(f"# Ferry\n\n{told}\n\n## DOGS\n\n{entry}\n")
    (root / "a.py").write_text("def pay():\n    if seen:\n        coins = ask(dogs, decks, ferry)\n")
    build_small(root, tmp_path / "home")
    with closing(open_small(root, tmp_path / "home")) as index:
        citations = Citations(index, [], "en")
        places = {one.path: int(one.id) for one in index.structure.documents()}
        code = _fact("code", "pay", "coins = ask(dogs, decks, ferry)", "seen")
        for page, one in (("a.md", _quoted(told)), ("a.md", _fact("under", "DOGS", entry)), ("a.py", code)):
            (chunk,) = citations.chunks_of(places[page])
            assert citations.add(one, chunk, chunk.start_line, chunk.end_line, node=None)
        assert citations.repeats(fact, path) == repeats
