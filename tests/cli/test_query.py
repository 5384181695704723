"""`citeline query` from the outside: exit codes, JSON, files, pipes, and what a person sees."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from citeline.cli.main import run
from citeline.cli.rendering.render_query import render_query, render_query_error
from citeline.settings import Settings
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.query import open_files
from citeline.tools.handle import index
from tests.conftest import FIXTURES

SHOP = FIXTURES / "shop"
Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(shop_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Runs `citeline query` in the shop: exit code, stdout, stderr."""
    monkeypatch.setenv("CITELINE_HOME", str(shop_home))
    monkeypatch.chdir(SHOP)

    def query(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        code = run(["query", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    run(["index", str(SHOP)])
    return query


def test_what_is_found_is_printed_by_file_with_its_lines(ask: Ask) -> None:
    code, out, err = ask('$.code.class("Cart").members()')
    assert (code, err) == (0, "")
    assert out.splitlines()[:4] == [
        "src/shop/cart.py",
        "     19  field   Cart.items: list[Item] = field(default_factory=list)",
        "  21-23  method  Cart.add(self, item: Item) -> None",
        "  25-28  method  Cart.total_cents(self, discount_percent: int = 0) -> int",
    ]
    assert "3 symbols" in out and "next:" in out


def test_headings_of_html_show_the_anchor_that_the_page_gives_them(ask: Ask, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<h1 id="top">Guide</h1>\n<h2>Without</h2>\n')
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n")
    _, out, _ = ask("$.toc[*]", "--file", str(page), "--file", str(notes))
    assert {"  1-2  Guide  #top", "    2    Without", "    1  Notes"} <= set(out.splitlines()), out


def test_nothing_found_names_the_step_and_the_nearest_name(ask: Ask) -> None:
    code, out, _ = ask('$.code.class("Carrt").members()')
    assert code == 3
    assert '✗ $.code.class("Carrt")  0' in out and "nearest: Cart" in out


def test_a_wrong_query_is_shown_with_a_caret_on_stderr(ask: Ask) -> None:
    code, out, err = ask('$.toc[?(@.titel=="x")]')
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert lines[1].index("titel") == lines[2].index("^")
    assert 'example: $.toc[?(@.title=="x")]' in lines


@pytest.mark.parametrize(
    ("arguments", "code", "key"),
    [
        (["$.toc"], 0, "files"),
        (["$.structure"], 0, "structure"),
        (["refused payment"], 0, "search"),
        (['$.code.class("Nope")'], 3, "empty"),
        (["$.nope"], 2, "error"),
        (["$.toc", "--file", "no-such-file.md"], 2, "error"),
        (["$.toc", "--file", "docs"], 2, "error"),
        ([], 2, "error"),
    ],
)
def test_json_is_one_object_on_stdout_whatever_happens(arguments: list[str], code: int, key: str, ask: Ask) -> None:
    given, out, err = ask(*arguments, "--format", "json")
    assert (given, err) == (code, "")
    assert key in json.loads(out)


def test_errors_have_one_shape_in_json(ask: Ask) -> None:
    _, out, _ = ask("$.toc[?(@.title > 3)]", "--format", "json")
    error = json.loads(out)["error"]
    assert set(error) == {"type", "position", "message", "hint", "example"}
    assert error["type"] == "type" and ask(error["example"])[0] in {0, 3}


def test_max_limits_and_the_rest_is_told(ask: Ask) -> None:
    _, out, _ = ask("$.toc", "--top-k", "2")
    assert "6 headings · 2 shown: --top-k 6 shows all" in out
    found = json.loads(ask("$.toc", "--top-k", "2", "--format", "json")[1])
    assert (found["total"], found["shown"], found["truncated"]) == (6, 2, True)
    assert ask("$.toc", "--top-k", "0")[0] == 2


@pytest.mark.parametrize("query", ["$.toc\n", "\n $.toc[?(\n  @.level <= 2\n)]\r\n", b"\xef\xbb\xbf$.toc"])
def test_a_query_may_come_through_a_pipe(query: str | bytes, ask: Ask) -> None:
    code, out, err = ask(stdin=query)
    assert (code, err) == (0, "") and "6 headings" in out


@pytest.mark.parametrize("query", ["", "\n", b"\xff\xfe$"])
def test_a_pipe_without_a_query_is_an_error_or_finds_nothing(query: str | bytes, ask: Ask) -> None:
    code, _, err = ask(stdin=query)
    assert code in {2, 3} and "Traceback" not in err
    assert code == 3 or "example: $.toc" in err


@pytest.mark.parametrize(
    "query",
    [
        "$.toc" + " " * 100_000,
        '$.toc[?(@.title=="' + "a" * 100_000 + '")]',
        "$.toc[?" + "(" * 10_000 + "@.level==1" + ")" * 10_000 + "]",
        "$.toc" + "[*]" * 30_000,
        "(" * 10_000,
        "word " * 20_000,
    ],
)
@pytest.mark.timeout(120)
def test_an_enormous_query_is_answered_or_refused_at_once(query: str, ask: Ask) -> None:
    code, out, err = ask(query)
    assert code in {0, 2, 3} and len(out) + len(err) < 20_000


@pytest.mark.parametrize("query", ['$.content.grep("(a+)+$")', "$.toc[?(@.title =~ /(a+)+$/)]", '$.content.grep("(")'])
@pytest.mark.timeout(120)
def test_no_pattern_hangs(query: str, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(f"# {'a' * 5000}!\n\n{'a' * 50_000}!\n", "utf-8")
    assert ask(query, "--file", str(file))[0] in {2, 3}


ODD = (
    "\ufeff# 安装\n\n```sh\n# no heading\n```\n\n## 步骤\n\n## 步骤\n\na | b\n--|--\n1 | x \\| y\n\n```\n# open"
).replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("query", "printed"),
    [
        ("$.toc", ["1-16  安装", "7-8    步骤", "9-16    步骤", "3 headings"]),
        ("$.content.codeblock", ["4 # no heading", "16 # open", "2 code blocks"]),
        ("$.content.table", ["2 columns × 1 row", "x | y"]),
        ('$.content.chapter("#步骤-1")', ["11 a | b"]),
    ],
)  # fmt: skip
def test_an_odd_document_is_read_as_people_see_it(query: str, printed: list[str], ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "odd.md").write_bytes(ODD.encode())
    code, out, err = ask(query, "--file", str(tmp_path / "odd.md"))
    assert (code, err) == (0, "") and "\r" not in out and "\ufeff" not in out
    assert [part for part in printed if part not in out] == []


@pytest.mark.parametrize(
    ("name", "content", "query", "told"),
    [
        ("a.md", "---\ntitle: x\nbad: [1\n---\n# A\n", "$.frontmatter", "a.md: front matter is not valid YAML: line 4"),
        ("a.md", "---\ntitle: x\n\n# A\n", "$.frontmatter", "a.md: front matter has no closing ---: line 1"),
        ("a.json", '{"a": 1,\n "b" 2}\n', "$.data.a", "a.json: line 2"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_names_file_and_line(
    name: str, content: str, query: str, told: str, ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    code, out, err = ask(query, "--file", str(tmp_path / name))
    assert (code, out) == (2, "") and f"file error: {told}" in err
    error = json.loads(ask(query, "--file", str(tmp_path / name), "--format", "json")[1])["error"]
    assert error["type"] == "file" and error["message"].startswith(told)


def test_files_need_no_index(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "empty"))
    code, out, err = ask("$.toc", "--file", "docs/guide.md", "--file", "README.md")
    assert (code, err) == (0, "") and "Retries" in out and "Install" in out
    assert not (tmp_path / "empty").exists()


def test_a_missing_file_has_a_nearest_name(ask: Ask) -> None:
    code, out, err = ask("$.toc", "--file", "READM.md")
    assert (code, out) == (2, "")
    assert "file error: 'READM.md' does not exist" in err and "README.md" in err


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02" * 100])
def test_a_file_without_text_is_told_and_left_out(content: bytes, ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "odd.md").write_bytes(content)
    (tmp_path / "good.md").write_text("# Good\n", "utf-8")
    assert ask("$.toc", "--file", str(tmp_path / "odd.md"))[0] in {2, 3}
    code, out, err = ask("$.toc", "--file", str(tmp_path / "odd.md"), "--file", str(tmp_path / "good.md"))
    assert code == 0 and "Good" in out and "odd.md is left out" in err


def test_files_and_a_folder_are_not_both_asked(ask: Ask) -> None:
    code, _, err = ask("$.toc", "--file", "README.md", "--repo", ".")
    assert code == 2 and "--file" in err and "fix:" in err


HOSTILE = (
    "---\nkey\x1b[1m: v\u202e\n---\n# A \x1b[31mred\x1b[0m \u202etitle\n\n```py\nx = '\x1b]0;title\x07'\n```\n\n"
    "| a\x1b[1m | b |\n|---|---|\n| \x1b[5mx | 1 |\n\n[l\x1b[7m](http://x/\x1b[8m)\n"
)


@pytest.mark.parametrize(
    "query",
    ["$.toc", "$.content.chunks()", "$.content.codeblock", "$.content.table", "$.links", "$.frontmatter", "$.structure",
     "$.files", "red", '$.toc[?(@.title=="\x1b[31m")]', "$.\x1b[2Jtoc"],
)  # fmt: skip
@pytest.mark.parametrize("output", ["text", "json"])
def test_what_a_file_holds_cannot_steer_the_terminal(query: str, output: str, ask: Ask, tmp_path: Path) -> None:
    name = "od\x1b[2Jd\n.md"
    (tmp_path / name).write_text(HOSTILE, "utf-8")
    _, out, err = ask(query, "--file", str(tmp_path / name), "--format", output)
    assert out + err
    if output == "text":
        assert not {"\x1b", "\x07", "\u202e"} & set(out + err)
    else:
        assert "\x1b" not in out and json.loads(out)


def _drawn(query: str, console: Console) -> str:
    with index(SHOP, settings=Settings()) as handle:
        render_query(handle.query(query), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize("query", ["$.entities", "$.content.table", '$.code.function("charge")', "$.files", "$.data.*"])
def test_lines_keep_to_the_width_of_the_screen(query: str, width: int, ask: Ask) -> None:
    drawn = _drawn(query, Console(file=io.StringIO(), width=width)).partition("next:")[0]
    assert max(map(cell_len, drawn.splitlines())) <= width


def test_no_color_means_no_colour(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;36m" in _drawn("$.toc", Console(file=io.StringIO(), force_terminal=True))
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;36m" not in _drawn("$.toc", Console(file=io.StringIO(), force_terminal=True))


def test_line_numbers_are_aligned_over_all_files(ask: Ask) -> None:
    _, out, _ = ask("$.toc")
    assert [line.index("  ", 3) for line in out.splitlines() if line.startswith("  ") and "$" not in line] == [7] * 6


def test_one_function_is_shown_whole_with_its_numbers(ask: Ask) -> None:
    _, out, _ = ask('$.code.function("charge")')
    source = (SHOP / "src/shop/payment.py").read_text("utf-8").splitlines()
    for number in range(18, 31):
        assert f"      {number} {source[number - 1]}".rstrip() in [line.rstrip() for line in out.splitlines()]


def test_an_indented_code_block_begins_on_its_own_line(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("# A\n\n    first\n\n```py\nsecond\n```\n", "utf-8")
    _, out, _ = ask("$.content.codeblock", "--file", str(file))
    assert "      3 first" in out and "      6 second" in out


def test_a_wide_table_says_what_it_leaves_out(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    rows = [",".join(f"c{number}" for number in range(40)), *(",".join(["1"] * 40) for _ in range(30))]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    console = Console(file=io.StringIO(), width=60, highlight=False)
    with open_files([file], max_file_bytes=100_000) as asked:
        render_query(asked.query("$.content.table"), console)
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue()
    assert "40 columns × 30 rows" in printed and "18 more rows, 36 more columns" in printed
    assert max(map(len, printed.splitlines()[:15])) <= 60


def test_long_values_are_indented_and_cut(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps({"names": [f"name {number}" for number in range(200)]}), "utf-8")
    _, out, _ = ask("$.data.names", "--file", str(file))
    assert '    "name 0",' in out and "more lines" in out and len(out.splitlines()) < 50


def test_a_broken_link_stands_out(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[to](#nowhere) and [on](#a)\n", "utf-8")
    _, out, _ = ask("$.links", "--file", str(tmp_path / "a.md"))
    assert [("✗" in line) for line in out.splitlines() if "anchor" in line] == [True, False]


def test_a_changed_file_is_told(shop: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(shop)]) == 0
    (shop / "README.md").unlink()
    (shop / "docs" / "guide.md").write_text("# Guide\n", "utf-8")
    assert run(["query", "$.toc", "--repo", str(shop), "--stale", "ignore"]) == 0
    out = capsys.readouterr().out
    assert "stale: README.md is gone" in out and "stale: docs/guide.md has changed" in out


def test_an_error_without_a_query_has_no_caret() -> None:
    console = Console(file=io.StringIO(), width=80)
    render_query_error(DocQLError("file", "it is gone", hint="look elsewhere"), console)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == "file error: it is gone\nhint: look elsewhere\n"


def test_starting_needs_neither_the_prompt_nor_a_model(ask: Ask) -> None:
    script = (
        "import sys; from citeline.cli.main import run\n"
        "run(['query', '$.toc'])\n"
        "heavy = ('prompt_toolkit', 'langgraph', 'langchain_core', 'qdrant_client', 'networkx')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines()[-1] == "[]"
