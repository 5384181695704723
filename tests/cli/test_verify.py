"""`citeline verify`: exit codes, the four formats, and what --fix writes."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path

import pytest

from citeline.cli.main import run

GUIDE = (
    "# Notes\r\n\r\n"
    "Charges: `src/shop/payment.py:3-5`, again src/shop/payment.py#L3-L5 and [x](src/shop/payment.py#L5).\r\n"
)


@pytest.fixture
def noted(shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The shop, indexed with a document whose citations a comment of three lines then moves."""
    (shop / "NOTES.md").write_bytes(b"\xef\xbb\xbf" + GUIDE.encode())
    (shop / "NOTES.md").chmod(0o640)
    monkeypatch.chdir(shop)
    assert run(["index"]) == 0
    source = shop / "src/shop/payment.py"
    source.write_text("# one\n# two\n# three\n" + source.read_text())
    capsys.readouterr()
    return shop


def test_a_document_that_holds_is_passed(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop)
    assert run(["verify", "README.md", "docs/guide.md"]) == 0
    printed = capsys.readouterr().out
    # A name that only prose has may be foreign: it is told, and nothing fails.
    assert "SHOP_CURRENCY: unknown symbol" in printed and "1 warning" in printed


def test_moved_lines_are_named_with_where_they_went(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "NOTES.md"]) == 4
    printed = capsys.readouterr().out
    assert "NOTES.md:3:11  ✗ src/shop/payment.py:3-5: moved 3-5→6-8" in printed
    assert "3 errors" in printed


def test_fix_rewrites_the_numbers_and_nothing_else(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "NOTES.md", "--fix"]) == 0
    assert "src/shop/payment.py:3-5 → src/shop/payment.py:6-8" in capsys.readouterr().out
    expected = GUIDE.replace(":3-5", ":6-8").replace("#L3-L5", "#L6-L8").replace("#L5)", "#L8)")
    document = noted / "NOTES.md"
    assert document.read_bytes() == b"\xef\xbb\xbf" + expected.encode()
    assert stat.S_IMODE(document.stat().st_mode) == 0o640
    assert [path.name for path in noted.glob(".NOTES*")] == []
    assert run(["verify", "NOTES.md", "--fix"]) == 0
    assert document.read_bytes() == b"\xef\xbb\xbf" + expected.encode()


@pytest.mark.parametrize("between", [", ", ",", "; ", " and "])
def test_fix_rewrites_every_range_of_a_list(between: str, noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "`src/shop/payment.py:3-5{0}8` and src/shop/payment.py:3-5{0}8-9.\n"
    (noted / "lists.md").write_text(text.format(between))
    os.utime(noted / "lists.md", ns=(1, 1))
    assert run(["verify", "lists.md"]) == 4
    assert f"lists.md:1:{25 + len(between)}  ✗ src/shop/payment.py:8: moved 8→11" in capsys.readouterr().out
    assert run(["verify", "lists.md", "--fix"]) == 0
    expected = "`src/shop/payment.py:6-8{0}11` and src/shop/payment.py:6-8{0}11-12.\n"
    assert (noted / "lists.md").read_text() == expected.format(between)
    assert "fixed 8 → 11" in capsys.readouterr().out


FIXED = {
    "a hyphen that does not break": ("src/shop/payment.py:3\u20115", "src/shop/payment.py:6\u20118"),
    "two dots": ("src/shop/payment.py:3..5", "src/shop/payment.py:6..8"),
    "with columns": ("`src/shop/payment.py:3:1-5:9`", "`src/shop/payment.py:6:1-8:9`"),
    "spans of ranges": ("`src/shop/payment.py:3-5` and `:8`", "`src/shop/payment.py:6-8` and `:11`"),
    "one definition of two links": (
        "[a][1], [b][1]\n\n[1]: src/shop/payment.py#L3-L5\n",
        "[a][1], [b][1]\n\n[1]: src/shop/payment.py#L6-L8\n",
    ),
}


@pytest.mark.parametrize("case", FIXED)
def test_fix_rewrites_every_form_as_a_whole(case: str, noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = FIXED[case]
    (noted / "forms.md").write_text(before)
    os.utime(noted / "forms.md", ns=(1, 1))
    assert run(["verify", "forms.md"]) == 4
    assert run(["verify", "forms.md", "--fix"]) == 0
    assert (noted / "forms.md").read_text() == after
    assert run(["verify", "forms.md", "--fix"]) == 0
    assert (noted / "forms.md").read_text() == after


@pytest.mark.parametrize("text", ["src/shop/payment.py:3 - 5 of it", "src/shop/payment.py:3 … 5"])
def test_fix_leaves_what_it_may_have_read_by_half(text: str, noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (noted / "half.md").write_text(text)
    os.utime(noted / "half.md", ns=(1, 1))
    assert run(["verify", "half.md", "--fix"]) == 4
    assert (noted / "half.md").read_text() == text
    assert "not fixed" in capsys.readouterr().out


def test_fix_leaves_a_right_citation_before_a_fence_that_names_its_own(noted: Path) -> None:
    lines = (noted / "src/shop/payment.py").read_text().split("\n")
    fence = "\n".join(lines[5:8])
    text = f"Then this (`src/shop/payment.py:1-2`):\n\n```python src/shop/payment.py:6-8\n{fence}\n```\n"
    (noted / "own.md").write_text(text)
    assert run(["verify", "own.md", "--fix"]) == 0
    assert (noted / "own.md").read_text() == text


def test_after_a_fix_the_report_is_about_what_is_written_now(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "NOTES.md", "--fix", "--format", "json"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["fixed"][0]["to"] == "src/shop/payment.py:6-8"
    first = file["citations"][0]
    assert (first["written"], first["verdict"], first["moved_to"]) == ("src/shop/payment.py:6-8", "fine", None)
    assert first["unchanged"] is None and "moved" not in first["why"]


def test_fix_keeps_other_encodings(noted: Path) -> None:
    latin = noted / "latin.md"
    text = "Größe, Maß und Übermaß der Bücher für große Hörsäle: `src/shop/payment.py:3-5`\n"
    latin.write_bytes(text.encode("cp1252"))
    os.utime(latin, ns=(1, 1))
    assert run(["verify", "latin.md", "--fix"]) == 0
    assert latin.read_bytes() == text.replace("3-5", "6-8").encode("cp1252")


def test_json_tells_every_verdict(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "NOTES.md", "--format", "json"]) == 4
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"schema", "index", "files", "counts"}
    assert result["counts"] == {"citations": 3, "fine": 0, "warning": 0, "error": 3}
    first = result["files"][0]["citations"][0]
    assert (first["verdict"], first["resolves"], first["unchanged"]) == ("moved", True, "moved")
    assert first["moved_to"] == {"path": "src/shop/payment.py", "start_line": 6, "end_line": 8}


def test_workflow_commands_point_at_the_line(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (noted / "a,b:c.md").write_text("`src/shop/payment.py:900`\n")
    assert run(["verify", "a,b:c.md", "--format", "github"]) == 4
    printed = capsys.readouterr().out
    assert printed.startswith("::error file=a%2Cb%3Ac.md,line=1,col=2,title=citeline%3A unresolved::")
    assert printed.count("\n") == 1


def test_sarif_has_what_the_standard_requires(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "NOTES.md", "--format", "sarif"]) == 4
    log = json.loads(capsys.readouterr().out)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (one_run,) = log["runs"]
    driver = one_run["tool"]["driver"]
    assert driver["name"] == "citeline"
    assert one_run["invocations"][0]["executionSuccessful"] is True
    for result in one_run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "NOTES.md", "uriBaseId": "ROOT"}
        assert place["region"]["startLine"] == 3 and place["region"]["startColumn"] >= 1
        (change,) = result["fixes"][0]["artifactChanges"]
        assert change["replacements"][0]["deletedRegion"] == place["region"]


@pytest.mark.parametrize("name", ["missing.md", "docs"])
def test_files_that_are_not_there_are_wrong_usage(
    name: str, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop)
    assert run(["verify", "README.md", name]) == 2
    assert name in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x00\x01\x02" * 400, "not text"),
        (b"x" * 1_000_001, "larger than"),
        (b"", ""),
        ("`a.py:3` Ünïcödé".encode("utf-16"), ""),
    ],
)
def test_what_cannot_be_read_fails_and_the_others_are_checked(
    content: bytes, why: str, noted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (noted / "odd.md").write_bytes(content)
    assert run(["verify", "odd.md", "NOTES.md"]) == (1 if why else 4)
    printed = capsys.readouterr().out
    assert why in printed and "moved 3-5→6-8" in printed


def test_a_file_that_was_not_read_never_holds(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (noted / "good.md").write_text("See `src/shop/payment.py`.\n")
    assert run(["verify", "good.md"]) == 0
    assert "1 citation in 1 file · all there" in capsys.readouterr().out
    (noted / "odd.md").write_bytes(b"\x00\x01\x02" * 400)
    assert run(["verify", "good.md", "odd.md"]) == 1
    assert "1 citation in 2 files · 1 file not checked" in (printed := capsys.readouterr().out)
    assert "nothing speaks" not in printed


def test_a_sentence_that_nothing_proves_is_counted_as_undecided(
    noted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (noted / "house.md").write_text("# House\n\nGuests cannot open the storage room.\n")
    (noted / "good.md").write_text("The storage room is closed to guests (`house.md:3`).\n")
    (noted / "bad.md").write_text("Guests can open the storage room (`house.md:3`).\n")
    assert run(["verify", "good.md"]) == 0
    told = "1 undecided: the lines are there; read whether they say so"
    assert f"1 citation in 1 file · {told}" in capsys.readouterr().out
    assert run(["verify", "good.md", "bad.md"]) == 4
    printed = capsys.readouterr().out
    assert "“open” is denied in line 3" in printed
    assert f"2 citations in 2 files · 1 error · {told}" in printed


def test_each_undecided_sentence_is_named_with_its_place(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A count alone leaves a person to search a long text for the sentences to read."""
    (noted / "house.md").write_text("# House\n\nGuests cannot open the storage room.\n")
    (noted / "long.md").write_text(f"It is closed to guests (`house.md:3`).\n\nIt is {'so ' * 60}(`house.md:1`).\n")
    assert run(["verify", "long.md"]) == 0
    first, second, _ = capsys.readouterr().out.splitlines()
    assert first == "long.md:1:26  ? house.md:3: undecided: “It is closed to guests”"
    assert second.startswith("long.md:3:") and second.endswith("so so …”") and len(second) < 150


def test_an_undecided_sentence_is_named_with_what_it_leaves_out(
    noted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (noted / "house.md").write_text("# House\n\nThe desk checks the badge for every guest of the house.\n")
    (noted / "cut.md").write_text("The desk checks the badge (`house.md:3`).\n")
    assert run(["verify", "cut.md"]) == 0
    told = "house.md:3: undecided: “The desk checks the badge”; there with “for every guest of the house”\n"
    assert told in capsys.readouterr().out
    assert run(["verify", "cut.md", "--format", "json"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["citations"][0]["added"] == "for every guest of the house"


def test_only_the_first_of_many_undecided_sentences_are_named(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (noted / "many.md").write_text("The shop takes money (`README.md:1`).\n\n" * 25)
    assert run(["verify", "many.md"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("?") == 20 and "… 5 more undecided" in printed


def test_a_text_without_a_citation_needs_no_index(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing on standard input, in a folder with much else, began to index all of that."""
    (tmp_path / "other.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert run(["verify", "-"]) == 0
    assert capsys.readouterr().out == "0 citations in 1 file\n"
    assert not list(home.rglob("*.sqlite")) and not list(home.rglob("manifest*"))


ODD_TEXTS = {
    "in a fence": ("```python\n# as in src/shop/payment.py:9999 and elsewhere\n```\n", 0, []),
    "a fence that names its place": ("```python src/shop/payment.py:9999\nx = 1\n```\n", 4, ["stale"]),
    "indented code": ("It prints:\n\n    src/shop/payment.py:9999\n", 0, []),
    "windows line ends": ("See `src/shop/payment.py:9999`.\r\nOr src/shop/cart.py:1\r\n", 4, ["unresolved", "fine"]),
    "byte order mark": ("\ufeffsrc/shop/payment.py:9999\n", 4, ["unresolved"]),
    "fragment": ("src/shop/payment.py#L10-L20 and src/shop/payment.py#L10-L9999", 4, ["fine", "unresolved"]),
    "windows path": ("`src\\shop\\cart.py:1`, `src\\shop\\cart.py:9999`", 4, ["fine", "unresolved"]),
    "outside": ("`../../etc/passwd:1` [x](%2e%2e/%2e%2e/etc/passwd#L1)", 4, ["outside", "outside"]),
    "a link out of the tree": ("`out.py:1` and [x](out.py)", 4, ["outside", "outside"]),
    "this repository on a host": ("https://github.com/me/shop/blob/main/src/shop/cart.py#L9999", 4, ["unresolved"]),
    "another repository on a host": ("https://github.com/you/other/blob/main/src/shop/cart.py#L9999", 0, []),
    "only white space": (" \n\n\t\n", 0, []),
    "unclosed everything": (
        "`src/shop/cart.py:1 [x](<src/shop/cart.py#L1 ![ **\n\n```\nsrc/shop/cart.py:9999",
        0,
        ["fine", "fine"],
    ),
}


@pytest.mark.parametrize("case", ODD_TEXTS)
def test_odd_texts_are_read_for_what_they_cite(
    case: str, noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, code, rules = ODD_TEXTS[case]
    (noted / ".git").mkdir()
    (noted / ".git/config").write_text('[remote "origin"]\n\turl = https://github.com/me/shop\n')
    (tmp_path / "out.py").write_text("secret = 1\n")
    (noted / "out.py").symlink_to(tmp_path / "out.py")
    (noted / "odd.md").write_bytes(text.encode())
    assert run(["verify", "odd.md", "--format", "json"]) == code
    printed = capsys.readouterr().out
    assert [item["verdict"] for item in json.loads(printed)["files"][0]["citations"]] == rules, printed
    assert "secret" not in printed


def test_without_a_citation_nothing_is_said_to_hold(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content in ("", "# Only words\n"):
        (noted / "plain.md").write_text(content)
        assert run(["verify", "plain.md"]) == 0
        assert capsys.readouterr().out == "0 citations in 1 file\n"


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_what_cannot_be_read_is_refused_before_the_folder_is_indexed(
    form: str, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop)
    (shop / "odd.md").write_bytes(b"\x00\x01\x02" * 400)
    with (shop / "big.md").open("wb") as big:
        big.truncate(100_000_000)
    (shop / "loop.md").symlink_to("loop.md")
    assert run(["verify", "odd.md", "big.md", "--format", form]) == 1
    printed = capsys.readouterr().out
    assert "odd.md is not text" in printed or json.loads(printed)["files"][0]["problem"].startswith("is not text")
    for wrong in ("missing.md", "docs", "loop.md", "x" * 300):
        assert run(["verify", "README.md", wrong]) == 2
    assert not home.exists() or not any(home.rglob("manifest.json"))


def test_a_link_that_leaves_the_repository_is_not_followed(
    noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("`src/shop/payment.py:3-5`\n")
    (noted / "link.md").symlink_to(outside)
    assert run(["verify", "link.md", "--fix"]) == 1
    assert "leaves the repository" in capsys.readouterr().out
    assert outside.read_text() == "`src/shop/payment.py:3-5`\n"


def test_an_answer_outside_is_checked_against_the_repository(
    noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = tmp_path / "answer.md"
    answer.write_text("`src/shop/payment.py:6-8` and `../etc/passwd:1`\n")
    assert run(["verify", str(answer), "--repo", str(noted)]) == 4
    printed = capsys.readouterr().out
    assert "../etc/passwd:1: outside" in printed and "1 error" in printed


def test_what_a_document_contains_cannot_steer_the_terminal(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (noted / "evil.md").write_text("[x](<a\x1b[31m\u202e.py#L3>)\n")
    for form in ("text", "github"):
        assert run(["verify", "evil.md", "--format", form]) == 4
        printed = capsys.readouterr().out
        assert "\x1b[31m\u202e" not in printed and "\\x1b" in printed


@pytest.mark.parametrize(
    "text", ["See `src/shop/payment.py:900`.", "    commit\n\n    See `src/shop/payment.py`, line 900.\n"]
)
def test_a_message_is_checked_from_standard_input(
    text: str, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["verify", "-"]) == 4
    assert "ends at line" in capsys.readouterr().out
    assert run(["verify", "-", "--fix"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_comments_of_source_code_are_checked_and_fixed(noted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = noted / "src/user.py"
    source.write_text("def pay():\n    # As `src/shop/payment.py:3-5` does,\n    return 'src/shop/payment.py:3-5'\n")
    os.utime(source, ns=(1, 1))
    assert run(["verify", "src/user.py", "--fix"]) == 0
    assert "payment.py:6-8` does" in source.read_text() and "payment.py:3-5'" in source.read_text()


def test_of_a_commit_message_what_git_takes_out_is_not_read(
    noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the hook `commit-msg` names the file."""
    message = noted / ".git" / "COMMIT_EDITMSG"
    message.parent.mkdir(exist_ok=True)
    cut = "# ------------------------ >8 ------------------------\n# below\n+`src/shop/payment.py:1-9999`\n"
    message.write_text(f"Charge\n\nIt is `src/shop/payment.py:4-5`.\n# not `src/shop/payment.py:1-9998`\n{cut}")
    assert run(["verify", ".git/COMMIT_EDITMSG"]) == 0
    message.write_text(f"Charge\n\nIt is `src/shop/payment.py:1-9997`.\n{cut}")
    assert run(["verify", ".git/COMMIT_EDITMSG"]) == 4
    printed = capsys.readouterr().out
    assert "COMMIT_EDITMSG:3:" in printed and "9997" in printed and "9999" not in printed


def test_a_message_written_from_an_older_index_is_told_where_its_lines_went(
    noted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As an agent is told that hands its draft over."""
    text = "`charge` is defined in `src/shop/payment.py:18-20`.\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["verify", "-"]) == 4
    assert "moved 18-20→21-23" in capsys.readouterr().out
    (noted / "draft.md").write_text(text)
    assert run(["verify", "draft.md"]) == 4
    assert "moved" not in capsys.readouterr().out
