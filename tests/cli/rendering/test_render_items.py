"""Items of a DocQL result as a person sees them."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from citeline.cli.main import run
from citeline.cli.rendering.render_query import render_query
from citeline.tools.docql.query import open_files

CODE = """class Mail:
    def f(self):
        return 1


class Letter:
    def f(self):
        return 2


def def_f(x):
    x.f()


def f(x):
    return x
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def drawn(query: str, files: Mapping[str, str]) -> list[str]:
    """The lines of the answer of some files."""
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")
    console = Console(file=io.StringIO(), width=100, highlight=False)
    with open_files([Path(name) for name in files], max_file_bytes=100_000) as asked:
        render_query(asked.query(query), console)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_null_is_a_value() -> None:
    assert drawn("$.data.none", {"a.json": '{"none": null}'})[1] == "  1  /none  null"


def test_a_value_that_was_computed_says_so() -> None:
    assert drawn("$.data.list.`len`", {"a.json": '{"list": [1, 2]}'})[1] == "  1  /list  computed  2"


def test_a_name_inside_of_a_keyword_is_not_the_name() -> None:
    lines = drawn('$.code.functions[?(@.name=="f")]', {"a.py": CODE})
    assert [line.split(None, 1)[1] for line in lines[1:4]] == [
        "method    Mail.f(self)",
        "method    Letter.f(self)",
        "function  f(x)",
    ]


def test_a_guess_is_marked_and_the_mark_explained() -> None:
    files = {"a.py": CODE.replace("f(", "deliver(").replace("def_deliver", "post")}
    lines = drawn('$.code.function("post").callees()', files)
    assert lines[1].endswith("Mail.deliver(self)  ?") and "?: or another one of that name" in "\n".join(lines)


def test_the_line_that_matches_is_shown_however_far_down_it_stands() -> None:
    text = "# A\n\n" + "".join(f"line {number}\n" for number in range(100)) + "\nthe needle\n\nend\n"
    lines = drawn('$.content.grep("needle")', {"a.md": text})
    assert lines[:4] == ["a.md", "  1-106  A", "      1 # A", "    … 101 lines"]
    assert lines[5] == "      104 the needle"


def test_a_flat_structure_is_a_list_of_paths() -> None:
    files = {"b/c.md": "# C\n", "a.md": "# A\n"}
    assert drawn("$.structure.flat()", files)[:2] == ["a.md", "b/c.md"]
    assert drawn("$.structure", files)[:3] == ["b/", "  c.md", "a.md"]


def test_files_keep_their_folder() -> None:
    assert drawn("$.toc", {"docs/x.md": "# X\n"})[0] == "docs/x.md"


def test_a_link_to_a_folder_is_not_broken() -> None:
    lines = drawn("$.links", {"a.md": "# A\n\n[d](docs) [e](./docs/) [f](gone/)\n", "docs/b.txt": "b\n"})
    assert [line.partition("→ ")[2] for line in lines[1:4]] == ["docs/", "docs/", ""]


def test_an_empty_query_is_told_what_to_give(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["query", "  "]) == 2
    assert capsys.readouterr().err.splitlines()[::2] == ["syntax error: there is no query", "example: $.toc"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_no_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    assert run(["query", "$.toc", "--file", "pipe"]) == 2
    assert "'pipe' is not a regular file" in capsys.readouterr().err


def test_names_with_spaces_can_be_copied_from_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my docs").mkdir()
    Path("my docs/a b.md").write_text("# A\n", "utf-8")
    run(["query", "$.toc", "--file", "my docs/a b.m"])
    assert "nearest: 'my docs/a b.md'" in capsys.readouterr().err
    run(["query", "$.toc", "--file", "my docs"])
    assert "--repo 'my docs'" in capsys.readouterr().err


def test_sql_is_told_how_to_ask() -> None:
    lines = drawn("select * from toc where level = 1", {"a.md": "# The level\n"})
    assert any(line.startswith("note: this reads like SQL") and "$.entities[?(" in line for line in lines)


def test_a_secret_that_the_tags_of_a_page_take_apart_is_not_printed() -> None:
    lines = "\n".join(drawn("$.content.chunks()", {"keys.html": "<h1>Keys</h1>\n<p><b>AKIA</b>IOSFODNN7EXAMPLQ</p>\n"}))
    assert "[secret:aws-key]" in lines and "IOSFODNN7" not in lines
