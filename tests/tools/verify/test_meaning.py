"""A wrong pin gets the lines that its sentence is about as a suggestion; --fix never writes what is not certain."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.cli.main import run
from citeline.indexing.reader import Index

from .test_history import commit, git
from .written import check_file, check_text, indexed, write

PARTS = ("retry", "timeout", "proxy", "cookie", "redirect", "certificate", "header", "body", "charset")
SOURCE = "import time\n\n\n" + "".join(
    f'def apply_{part}(request, {part}_policy):\n    """Sets the {part} of a request by its policy."""\n'
    f"    value = {part}_policy.choose(request)\n    request.{part} = value\n    return request\n\n\n"
    for part in PARTS
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    write(tree, "src/http.py", SOURCE)
    write(tree, "README.md", "# Shop\n")
    git(tree, "init", "-q")
    commit(tree)
    return tree


def opened(root: Path) -> Index:
    return indexed(root, root.parent / "home")


@pytest.mark.parametrize("number", range(len(PARTS)))
def test_the_lines_that_a_sentence_is_about_are_suggested(number: int, root: Path) -> None:
    part, right = PARTS[number], 4 + 7 * number
    wrong = 4 + 7 * ((number + 4) % len(PARTS))
    index = opened(root)
    text = f"The {part} is chosen by `apply_{part}` (`src/http.py:{wrong}-{wrong + 4}`)."
    (found,) = [item for item in check_text(index, text) if item.path]
    index.close()
    assert found.rule == "not-shown" and found.suggested
    start, end = found.suggested[0].lines
    assert start <= right + 4 and right <= end and 0 < found.suggested[0].score <= 1


def test_a_text_that_moved_and_never_was_meant_is_wrong_and_not_fixed(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        root,
        "a.md",
        "`apply_cookie` sets a cookie (`src/http.py:4-8`).\n\n`apply_retry` retries (`src/http.py:4-8`).\n",
    )
    commit(root)
    write(root, "src/http.py", f"# one\n# two\n{SOURCE}")
    commit(root)
    index = opened(root)
    wrong, moved = (item for item in check_file(index, "a.md") if item.citation.lines)
    index.close()
    assert (wrong.rule, moved.rule, moved.moved_to) == ("wrong", "moved", ("src/http.py", 6, 10))
    assert wrong.suggested[0].lines[0] <= 27 <= wrong.suggested[0].lines[1] + 4
    monkeypatch.chdir(root)
    monkeypatch.setenv("CITELINE_HOME", str(root.parent / "cli-home"))
    assert run(["verify", "a.md", "--fix"]) == 4
    printed = capsys.readouterr().out
    text = (root / "a.md").read_text()
    assert "cookie (`src/http.py:4-8`)" in text and "retries (`src/http.py:6-10`)" in text
    assert "wrong" in printed and "it may be about src/http.py:" in printed


def test_without_a_name_of_the_file_nothing_is_suggested(root: Path) -> None:
    index = opened(root)
    for text in ("See `src/http.py:900`.", "Words of no use, `nothing_here` (`src/http.py:4`)."):
        assert all(not item.suggested for item in check_text(index, text))
    index.close()
