"""The prompt of `citeline query`, typed into through a pipe."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from citeline.cli import prompt as module
from citeline.cli.main import run
from citeline.cli.prompt import DocQLCompleter, prompt
from citeline.errors import IndexDamagedError

ENTER, CTRL_C, CTRL_D = "\r", "\x03", "\x04"


@pytest.fixture
def keyboard(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    monkeypatch.setattr(module, "create_output", lambda **_: DummyOutput())
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def asked(keyboard: PipeInput, typed: str) -> list[str]:
    keyboard.send_text(typed)
    queries: list[str] = []
    prompt(queries.append)
    return queries


@pytest.mark.parametrize("end", [CTRL_D, f"exit{ENTER}", f" quit {ENTER}"])
def test_queries_are_answered_until_the_end(end: str, keyboard: PipeInput) -> None:
    assert asked(keyboard, f"$.toc{ENTER}{ENTER}  $.files {ENTER}{end}") == ["$.toc", "$.files"]


def test_ctrl_c_drops_the_line_and_nothing_else(keyboard: PipeInput) -> None:
    # The key flushes the input: what follows must be typed after it.
    queries: list[str] = []
    keyboard.send_text(f"$.toc{ENTER}")

    def answer(query: str) -> None:
        queries.append(query)
        keyboard.send_text(CTRL_D if len(queries) > 1 else f"$.wrong{CTRL_C}$.files{ENTER}")

    prompt(answer)
    assert queries == ["$.toc", "$.files"]


def test_a_query_of_an_earlier_session_comes_back(keyboard: PipeInput, home: Path) -> None:
    asked(keyboard, f"$.toc{ENTER}$.files{ENTER}{CTRL_D}")
    assert list(module.open_history(home).load_history_strings()) == ["$.files", "$.toc"]
    assert (home / "query-history").stat().st_mode & 0o077 == 0


def test_a_state_folder_that_cannot_be_written_costs_the_history_only(keyboard: PipeInput, home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert asked(keyboard, f"$.toc{ENTER}$.files{ENTER}{CTRL_D}") == ["$.toc", "$.files"]


def test_history_takes_what_a_terminal_in_latin_1_gives(home: Path) -> None:
    home.mkdir()
    history = module.open_history(home)
    history.append_string("gr\udcfc\udcdfe")
    assert "gr" in (home / "query-history").read_text("utf-8")


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), IndexDamagedError(Path("g"), what="it was deleted")])
def test_an_answer_that_fails_does_not_end_the_prompt(
    failure: BaseException, keyboard: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    queries: list[str] = []

    def answer(query: str) -> None:
        queries.append(query)
        if len(queries) == 1:
            raise failure

    keyboard.send_text(f"first{ENTER}second{ENTER}{CTRL_D}")
    prompt(answer)
    assert queries == ["first", "second"]
    printed = capsys.readouterr().err
    assert "interrupted" in printed or ("deleted" in printed and "fix:" in printed)


def completed(text: str) -> list[tuple[str, str]]:
    """Each completion, put into the line, with what it means."""
    document = Document(text, len(text))
    found: list[Completion] = list(DocQLCompleter().get_completions(document, CompleteEvent()))
    return [(text[: len(text) + item.start_position] + item.text, item.display_meta_text) for item in found]


def test_completion_replaces_the_word_at_the_cursor() -> None:
    assert completed("$.co")[0][0] == "$.content"
    assert completed('$.code.class("Cart").mem') == [
        ('$.code.class("Cart").members()', "what is directly inside, and a type's methods elsewhere")
    ]
    assert completed("how is a card charged") == []


def test_only_what_stands_before_the_cursor_counts() -> None:
    text = "$.to[0]"
    found = DocQLCompleter().get_completions(Document(text, 4), CompleteEvent())
    assert [(item.text, item.start_position) for item in found] == [("toc", -2)]


class _Terminal:
    """A stdin that is one."""

    def isatty(self) -> bool:
        return True


def test_without_a_query_the_index_is_built_and_then_asked(
    shop: Path, keyboard: PipeInput, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", _Terminal())
    keyboard.send_text(f"$.toc{ENTER}$.nope{ENTER}$.files[0]{ENTER}{CTRL_D}")
    assert run(["query", "--repo", str(shop)]) == 0
    printed = capsys.readouterr()
    assert "6 headings" in printed.out and "1 file" in printed.out
    told = [printed.err.index(part) for part in ("building it once", "Tab completes", "there is no context `nope`")]
    assert told == sorted(told)
