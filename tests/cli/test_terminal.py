"""The terminal as a person has it: a bare question, a conversation, places to open, terminals without Unicode."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter
from rich.console import Console

from citeline.cli import conversation as conversations
from citeline.cli import sign
from citeline.cli.console import file_link, paged, stdout
from citeline.cli.conversation import Conversation
from citeline.cli.editor import command_for
from citeline.cli.json_schemas import AnswerJson, SearchJson
from citeline.cli.main import COMMANDS, run
from citeline.cli.rendering.render import render_answer, words_to_mark
from citeline.errors import CitelineError, UsageError
from citeline.graph.run import ask
from citeline.tools.answer.ranking import encoder
from citeline.tools.handle import IndexHandle, index


@pytest.fixture
def handle(shop: Path, home: Path) -> IndexHandle:
    return index(shop)


@pytest.fixture
def talk(handle: IndexHandle) -> Conversation:
    return Conversation(handle, lambda text, earlier: ask(text, handle, earlier=earlier).to_json())


@pytest.mark.parametrize("words", [["how is a card charged?"], ["how", "is", "a", "card", "charged"], ["如何支付？"]])
def test_words_that_are_no_command_are_a_question(
    words: list[str],
    handle: IndexHandle,
    shop: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(shop)
    assert run([*words, "--format", "json"]) in (0, 3)
    assert json.loads(capsys.readouterr().out)["question"] == " ".join(words)


def test_a_slip_in_the_name_of_a_command_is_no_question(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serach", "for", "a", "card"]) == 2
    assert "citeline search" in capsys.readouterr().err


def test_a_question_may_come_through_a_pipe(
    handle: IndexHandle, shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"how is a card\ncharged?\n")))
    monkeypatch.chdir(shop)
    assert run(["ask", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["question"].split() == ["how", "is", "a", "card", "charged?"]


def test_without_a_terminal_there_is_nobody_to_talk_to(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert run(["ask"]) == 2
    assert "no question" in capsys.readouterr().err


def test_a_question_may_go_on_from_the_one_before(talk: Conversation) -> None:
    talk.take("what does `charge` do?")
    talk.take("who calls it?")
    assert [one["question"] for one in talk.said] == ["what does `charge` do?", "who calls charge?"]


def test_a_question_may_go_on_from_what_the_answer_before_has_found(talk: Conversation) -> None:
    talk.take("how is a card charged?")
    talk.take("who calls it?")
    assert [talk.said[1][key] for key in ("question", "status")] == ["who calls charge?", "answered"]
    talk.take("why is the sky blue?")
    talk.take("who calls it?")  # nothing was found that it could stand for
    assert talk.said[3]["question"] == "who calls it?"


def test_what_was_asked_is_there_the_next_time_and_can_be_forgotten(
    talk: Conversation, handle: IndexHandle, capsys: pytest.CaptureFixture[str]
) -> None:
    talk.take("how is a card charged?")
    again = Conversation(handle, talk.ask)
    capsys.readouterr()
    again.take("/history")
    assert "how is a card charged?" in capsys.readouterr().out
    talk.take("/new")
    with pytest.raises(UsageError, match="nothing was asked"):
        talk.take("/why")


def test_a_cited_place_opens_in_the_editor(talk: Conversation, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, Path, int]] = []
    monkeypatch.setattr(conversations, "open_place", lambda *place: opened.append(place))
    talk.take("how is a card charged?")
    cited = talk.said[0]["evidence"][0]
    talk.take(f"/open {cited['id']}")
    assert opened == [(talk.handle.settings.editor, shop / cited["path"], cited["start_line"])]
    with pytest.raises(UsageError, match="cites no"):
        talk.take("/open 99")


def test_why_names_channels_and_checks(talk: Conversation, capsys: pytest.CaptureFixture[str]) -> None:
    talk.take("how is a card charged?")
    capsys.readouterr()
    talk.take("/why")
    told = capsys.readouterr().out
    assert "[1] src/shop/payment.py" in told and "supported" in told and "total " in told


@pytest.mark.parametrize(("name", "begins"), [("a.md", "## how is"), ("a.html", "<!doctype html>"), ("a.json", "[")])
def test_a_conversation_is_exported(name: str, begins: str, talk: Conversation, tmp_path: Path) -> None:
    talk.take("how is a card charged?")
    talk.take(f"/export '{tmp_path / name}'")
    text = (tmp_path / name).read_text("utf-8")
    assert text.startswith(begins) and "payment.py" in text
    with pytest.raises(CitelineError, match="cannot be written"):
        talk.take(f"/export '{tmp_path / 'no' / name}'")


def test_the_name_of_an_exported_file_is_what_was_typed(
    talk: Conversation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    talk.take("how is a card charged?")
    for name in ("what's.md", 'a "draft.md', "two words.md"):
        talk.take(f"/export {name}")
        assert (tmp_path / name).is_file()


def test_quit_ends_it_and_an_unknown_word_is_named(talk: Conversation) -> None:
    assert talk.take("/quit") is False
    with pytest.raises(UsageError, match="/nope"):
        talk.take("/nope")


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("vim", ["vim", "+7", "/a/b.py"]),
        ("/usr/bin/code --wait", ["/usr/bin/code", "--wait", "--goto", "/a/b.py:7"]),
        ("zed", ["zed", "/a/b.py:7"]),
        ("pycharm", ["pycharm", "--line", "7", "/a/b.py"]),
        ("mine", ["mine", "/a/b.py"]),
    ],
)
def test_editors_are_told_the_line_as_they_take_it(editor: str, command: list[str]) -> None:
    assert command_for(editor, Path("/a/b.py"), 7) == command


def test_without_an_editor_it_is_said_how_to_set_one() -> None:
    with pytest.raises(UsageError, match="no editor"):
        command_for("", Path("/a/b.py"), 7)


def test_a_quotation_mark_without_its_end_names_the_setting() -> None:
    with pytest.raises(UsageError, match="CITELINE_EDITOR") as caught:
        command_for("vim 'x", Path("/a/b.py"), 7)
    assert "EDITOR" in caught.value.remedy
    with pytest.raises(UsageError, match="CITELINE_PAGER") as caught, paged(_terminal(), 'less "x'):
        pass
    assert "PAGER" in caught.value.remedy


def test_a_page_holds_the_quoted_lines_and_no_markup_of_a_source(
    shop: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "src/shop/evil.py").write_text(
        'def frobnicate() -> str:\n    return "<script>alert(1)</script>"\n', "utf-8"
    )
    assert run(["ask", "what does `frobnicate` return?", "--repo", str(shop), "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert "&lt;script&gt;alert(1)" in page and "<script" not in page and "evil.py" in page


def test_json_is_what_its_schema_says(handle: IndexHandle, shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, shape in (("ask", AnswerJson), ("search", SearchJson)):
        assert run([command, "how is a card charged?", "--repo", str(shop), "--format", "json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        TypeAdapter(shape).validate_python(printed)
        assert run([command, "--json-schema"]) == 0
        schema = json.loads(capsys.readouterr().out)
        assert set(printed) <= set(schema["properties"]) and set(schema["required"]) <= set(printed)


@pytest.mark.parametrize("arguments", [["status"], ["config"], ["search", "card"], ["query", "$.toc"], ["doctor"]])
def test_every_json_says_which_version_it_is(
    arguments: list[str],
    handle: IndexHandle,
    shop: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(shop)
    run([*arguments, "--format", "json"])
    assert isinstance(json.loads(capsys.readouterr().out)["schema"], int)


def test_a_terminal_without_unicode_gets_words_and_no_escapes(handle: IndexHandle, shop: Path) -> None:
    command = [sys.executable, "-m", "citeline.cli.main", "ask", "how is a card charged?", "--repo", str(shop)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    printed = subprocess.run(command, capture_output=True, check=True, env=environment).stdout.decode("ascii")
    assert "ok proved" in printed or "right place" in printed
    assert "\\u" not in printed


def _terminal(width: int = 100, height: int = 30) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=height, color_system="truecolor")


def test_places_can_be_clicked_and_words_of_the_question_stand_out(handle: IndexHandle, shop: Path) -> None:
    console = _terminal()
    console.links = lambda path: shop / path  # type: ignore[attr-defined]  # as `stdout` does at a terminal
    render_answer(ask("how is a card charged?", handle).to_json(), console)
    printed = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert f"file://{shop}" in printed and "\x1b]8;" in printed
    assert "\x1b[1;4" in printed
    assert file_link(_terminal(), "a.py", 1) == ""


def test_common_words_are_not_marked() -> None:
    assert words_to_mark("how is a card charged?") == ["card", "charged"]


def test_what_is_longer_than_the_screen_goes_through_the_pager(tmp_path: Path) -> None:
    kept = tmp_path / "paged"
    for lines, through in ((100, True), (3, False)):
        console = _terminal()
        with paged(console, f"tee {kept}") as inside:
            for number in range(lines):
                inside.print(number)
        assert kept.exists() == through
        kept.unlink(missing_ok=True)
        assert bool(console.file.getvalue()) != through  # type: ignore[attr-defined]  # a StringIO


def test_a_wide_terminal_is_used_up_to_160_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "300")
    assert stdout().width == 160
    monkeypatch.setenv("COLUMNS", "120")
    assert stdout().width == 120


def test_completion_behind_an_unknown_word_is_no_error(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {
        "_CITELINE_COMPLETE": "bash_complete",
        "COMP_WORDS": "citeline foo ",
        "COMP_CWORD": "2",
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        run([])
    printed = capsys.readouterr()
    assert printed.err == "" and "plain,ask\n" in printed.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_a_script_that_completes(shell: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_CITELINE_COMPLETE" in capsys.readouterr().out


def test_doctor_says_what_is_wrong_and_what_to_do(
    handle: IndexHandle, shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor", str(shop)]) == 0
    (shop / "new.md").write_text("# New\n", "utf-8")
    monkeypatch.setenv("CITELINE_TOPK", "3")
    capsys.readouterr()
    assert run(["doctor", str(shop), "--format", "json"]) == 1
    checks = {row["what"]: row for row in json.loads(capsys.readouterr().out)["checks"] if row["state"] != "fine"}
    assert checks["settings"]["fix"] == "did you mean CITELINE_TOP_K?" and checks["index"]["state"] == "note"
    assert run(["doctor", str(shop / "no")]) == 1
    monkeypatch.setattr(encoder, "MODEL", shop / "none.onnx")
    capsys.readouterr()
    assert run(["doctor", str(shop)]) == 1
    assert "bundled models: the reranker in the package cannot be read" in capsys.readouterr().out


def test_the_first_sign_of_life_comes_before_anything_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    told = Terminal()
    monkeypatch.setattr(sys, "stderr", told)
    sign.show("Searching the index …")
    assert "Searching" in told.getvalue()
    sign.hide()
    assert told.getvalue().endswith("\x1b[2K")
    assert all(COMMANDS[name].doing for name in ("ask", "search", "overview", "query", "status"))
