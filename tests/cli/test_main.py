"""The terminal: what is printed where, and with which exit code."""

import io
import json
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import citeline
from citeline.cli.main import COMMANDS, main, run
from citeline.visible import visible


@pytest.fixture
def indexed(shop: Path, home: Path) -> Path:
    assert run(["index", str(shop)]) == 0
    return shop


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


@pytest.mark.parametrize("arguments", [["serach", "x"], ["search"], ["search", "x", "--top-k", "0"]])
def test_a_wrong_command_line_is_a_usage_error(arguments: list[str], home: Path) -> None:
    assert run(arguments) == 2


def test_a_missing_folder_is_named_with_a_remedy(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", "no/such/folder"]) == 2
    printed = capsys.readouterr()
    assert "no/such/folder" in printed.err and "fix:" in printed.err
    assert "Traceback" not in printed.err and printed.out == ""


def test_a_folder_without_a_file_to_search_is_not_told_as_up_to_date(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "binaries"
    folder.mkdir()
    (folder / "program.bin").write_bytes(bytes(range(256)) * 4)
    for _ in range(2):
        assert run(["index", str(folder)]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith("Nothing indexed: no file to search: name the folder that holds them;")
        assert "up to date" not in printed and "and why in" not in printed


@pytest.mark.parametrize("name", ["index", "status", "clean"])
@pytest.mark.parametrize("form", [[], ["--repo"]])
def test_a_folder_is_named_in_the_same_two_forms_everywhere(
    name: str, form: list[str], shop: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(shop)]) == 0
    assert run([name, *form, str(shop), *(["--yes"] if name == "clean" else [])]) == 0
    assert run([name, *form, "no/such/folder"]) == 2
    printed = capsys.readouterr().err
    assert "'no/such/folder' does not exist" in printed and "fix:" in printed


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["status", "a", "--repo", "b"], "two folders"),
        (["clean", "a", "--all"], "--all"),
        (["index", ""], "the path is empty"),
        (["ask", "x", "--repo", ""], "the path is empty"),
        (["search", "charge a card", "."], "--repo ."),
        (["serach", "x"], "citeline search"),
        (["retries"], "citeline ask"),
        (["index", "--nope"], "citeline index --help"),
        (["clean", "--yes", "no/such/folder"], "no/such/folder"),
    ],
)
def test_a_slip_is_answered_with_what_to_write_instead(
    arguments: list[str], named: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert named in printed.err and "fix:" in printed.err and printed.out == ""


def test_a_question_may_end_with_the_name_of_a_folder(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(indexed)
    assert run(["search", "what", "is", "in", "docs"]) == 0


def test_options_of_ask_may_stand_before_the_question(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """README names `--repo FOLDER` beside the question, and people type it first."""
    assert run(["--repo", str(indexed), "--format", "json", "how are payments charged?"]) == 0
    assert json.loads(capsys.readouterr().out)["claims"]


def test_options_before_a_command_are_told_where_they_stand(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--repo", str(indexed), "search", "charge a card"]) == 2
    assert f"`citeline search --repo {indexed} 'charge a card'`" in capsys.readouterr().err


def test_a_folder_that_is_called_like_a_command_is_no_command(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (indexed.parent / "index").symlink_to(indexed)
    monkeypatch.chdir(indexed.parent)
    assert run(["--repo", "index", "--format", "json", "how are payments charged?"]) == 0
    assert json.loads(capsys.readouterr().out)["claims"]


def test_a_remedy_can_be_pasted_into_a_shell(tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my 项目"
    folder.mkdir()
    assert run(["status", str(folder)]) == 1
    assert f"citeline index '{folder}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["index", "search x --repo", "ask x --repo", "status", "clean", "query $.toc --repo"]
)
def test_a_home_of_nobody_is_a_missing_folder(command: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "~nosuchuser/x"]) == 2
    assert "~nosuchuser" in capsys.readouterr().err


def test_a_state_folder_of_nobody_is_a_wrong_setting(
    shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_HOME", "~nosuchuser/x")
    assert run(["search", "x", "--repo", str(shop)]) == 2
    assert "CITELINE_HOME" in capsys.readouterr().err


def test_a_file_as_path_is_refused(shop: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(shop / "README.md")]) == 2
    assert "is a file" in capsys.readouterr().err


@pytest.mark.parametrize("root", ["/", "~"])
def test_a_whole_disk_or_home_is_refused(root: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(Path(root).expanduser())]) == 2
    assert "--force" in capsys.readouterr().err


def test_index_tells_what_it_did(shop: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(shop)]) == 0
    assert "Indexed 10 files" in capsys.readouterr().out
    assert run(["index", str(shop)]) == 0
    assert "up to date" in capsys.readouterr().out


def test_search_prints_places_that_exist(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "charge a card", "--repo", str(indexed)]) == 0
    assert "src/shop/payment.py:" in capsys.readouterr().out


def test_search_json_has_the_documented_shape(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["search", "charge", "a", "card", "--repo", str(indexed), "--top-k", "3", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"schema", "query", "index", "hits", "timings_ms"}
    assert set(result["index"]) == {"name", "generation", "commit"}
    assert result["query"] == "charge a card"
    assert len(result["hits"]) == 3
    place = {"start_line", "end_line", "kind", "name", "qualified_name", "definitions"}
    fields = place | {"path", "language", "score", "channels"}
    for hit in result["hits"]:
        assert set(hit) == fields | {"features", "text", "also"}
        assert all(set(other) == place | {"text"} for other in hit["also"])
        lines = (indexed / hit["path"]).read_text("utf-8").splitlines()
        assert hit["text"] == "\n".join(lines[hit["start_line"] - 1 : hit["end_line"]])
    assert result["hits"][0]["path"] == "src/shop/payment.py"


def test_the_first_search_builds_the_index(shop: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["search", "discount", "--repo", str(shop)]) == 0
    printed = capsys.readouterr()
    assert "building it once" in printed.err
    assert "cart.py" in printed.out


def test_a_wrong_setting_is_named_with_a_remedy(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_TOP_K", "many")
    assert run(["search", "cart", "--repo", str(shop)]) == 2
    assert "CITELINE_TOP_K" in capsys.readouterr().err


def test_a_state_folder_below_a_file_is_told_with_what_helps(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`Not a directory` was answered with the advice to free some space first."""
    monkeypatch.setenv("CITELINE_HOME", str(shop / "config.yaml" / "home"))
    assert run(["search", "cart", "--repo", str(shop)]) == 1
    assert "fix: set CITELINE_HOME to a folder that you can write to" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_answers_fit_through_a_pipe_that_only_takes_ascii(
    form: str, indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = io.BytesIO()
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, "ascii"))
    monkeypatch.setattr(sys, "argv", ["citeline", "ask", "charge a card", "--repo", str(indexed), "--format", form])
    with pytest.raises(SystemExit) as ended:
        main()
    sys.stdout.flush()
    printed = pipe.getvalue().decode("ascii")
    assert (ended.value.code, bool(printed), capsys.readouterr().err) == (0, True, "")
    if form == "json":
        assert json.loads(printed)["status"] == "answered"
    if form == "html":
        assert "✓ proved" in unescape(printed)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_full_disk_behind_stdout_is_an_error_without_a_traceback(form: str, indexed: Path) -> None:
    command = [sys.executable, "-m", "citeline.cli.main", "search", "cart", "--repo", str(indexed), "--format", form]
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert finished.returncode == 1
    assert finished.stderr.startswith("error: ") and "Traceback" not in finished.stderr


def test_a_question_without_a_single_word_finds_nothing(indexed: Path) -> None:
    assert run(["search", "🦊 … \x07", "--repo", str(indexed)]) == 3


def test_status_names_what_was_left_out(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (indexed / "logo").write_bytes(b"\x00\x01\x02" * 100)
    assert run(["index", str(indexed)]) == 0
    capsys.readouterr()
    assert run(["status", "--repo", str(indexed), "--format", "json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert {"path": "logo", "reason": "binary"}.items() <= status["skipped"][0].items()
    assert run(["status", "--repo", str(indexed)]) == 0
    assert "logo" in capsys.readouterr().out


def test_status_without_an_index_says_what_to_do(shop: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status", "--repo", str(shop)]) == 1
    assert "citeline index" in capsys.readouterr().err


def test_config_masks_secrets(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CITELINE_QDRANT_API_KEY", "sk-very-secret")
    assert run(["config"]) == 0
    assert run(["config", "--format", "json"]) == 0
    assert "very-secret" not in capsys.readouterr().out


def test_clean_removes_the_index_and_never_the_source(indexed: Path, home: Path) -> None:
    before = sorted(path.read_bytes() for path in indexed.rglob("*") if path.is_file())
    assert run(["clean", "--repo", str(indexed), "--yes"]) == 0
    assert list(home.glob("*/generations")) == []
    assert sorted(path.read_bytes() for path in indexed.rglob("*") if path.is_file()) == before


def test_clean_asks_first(indexed: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.confirm", interrupted)
    assert run(["clean", "--repo", str(indexed)]) == 130
    assert list(home.glob("*/generations")) != []


def test_clean_with_nobody_to_ask_says_how_to_do_without(indexed: Path, home: Path) -> None:
    command = [sys.executable, "-m", "citeline.cli.main", "clean", str(indexed)]
    finished = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert finished.returncode == 2 and "--yes" in finished.stderr and "Traceback" not in finished.stderr
    refused = subprocess.run(command, input="n\n", capture_output=True, text=True)
    assert refused.returncode == 1 and "Nothing was removed" in refused.stderr
    assert list(home.glob("*/generations")) != []


def test_clean_tells_programs_what_it_removed(indexed: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (directory,) = home.iterdir()
    capsys.readouterr()
    assert run(["clean", str(indexed), "--yes", "--format", "json"]) == 0
    removed = json.loads(capsys.readouterr().out)
    assert removed["removed"] == [str(directory)] and removed["freed_bytes"] > 0
    assert run(["clean", str(indexed), "--yes", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"schema": 2, "removed": [], "freed_bytes": 0}


@pytest.mark.parametrize("arguments", [["search", "cart"], ["ask", "charge a card"], ["status"], ["config"]])
def test_what_goes_into_a_pipe_is_neither_wrapped_nor_filled_up(
    arguments: list[str], indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.chdir(indexed)
    capsys.readouterr()
    assert run(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    # A space alone follows the number of an empty line of source.
    assert all(line == line.rstrip() or line.rstrip().isdigit() or line.strip().isdigit() for line in lines)
    assert max(map(len, lines)) > 60


def test_what_a_source_contains_cannot_steer_the_terminal() -> None:
    assert visible("a\x1b[31mb\u202ec\u200bd\te\n") == "a\\x1b[31mb\\u202ec\\u200bd\te\n"


def test_brackets_in_a_path_are_text_and_not_markup(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    odd = shop / "a[" / "[bold]b" / "]"
    odd.mkdir(parents=True)
    (odd / "b.py").write_text("def b():\n    pass\n", "utf-8")
    assert run(["index", str(odd)]) == 0
    capsys.readouterr()
    assert run(["status", "--repo", str(odd)]) == 0
    assert "a[/[bold]b/]" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_reader_that_goes_away_is_no_failure(indexed: Path, form: str) -> None:
    command = [sys.executable, "-m", "citeline.cli.main", "search", "cart", "--repo", str(indexed), "--format", form]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


def test_a_state_folder_inside_the_sources_is_not_indexed_itself(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(shop / "state"))
    assert run(["index", str(shop)]) == 0
    assert run(["search", "charge a card", "--repo", str(shop)]) == 0
    with citeline.open_index(shop) as handle:
        assert not [one.path for one in handle.reader.structure.documents() if one.path.startswith("state/")]


def test_a_misspelt_setting_is_told(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_TOPK", "3")
    run(["search", "charge a card", "--repo", str(indexed)])
    assert "CITELINE_TOPK is no setting: did you mean CITELINE_TOP_K?" in capfd.readouterr().err


def test_search_says_when_no_word_was_found(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["search", "zygomorphic flibbertigibbet", "--repo", str(indexed)])
    assert capsys.readouterr().out.startswith("No word of the question occurs")


def test_who_runs_out_of_time_does_not_say_that_there_is_nothing(
    indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELINE_BUDGET_S", "0.000001")
    assert run(["ask", "zygomorphic flibbertigibbet", "--repo", str(indexed)]) == 5


def test_steps_that_were_asked_for_are_written_into_a_file_too(
    indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", "where is the total of a cart computed?", "--repo", str(indexed), "--steps"]) == 0
    told = capsys.readouterr().err
    assert "lexical" in told and "\x1b" not in told
    assert run(["ask", "where is the total of a cart computed?", "--repo", str(indexed)]) == 0
    assert capsys.readouterr().err == ""


def test_a_question_that_begins_with_an_option_is_asked(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Behind `--`, as the message said, `--repo` was a part of the question and the current folder was indexed."""
    for question in ("--total or Cart.total: where is the total of a cart computed?", "--total=1 or Cart.total?"):
        assert run(["ask", question, "--repo", str(indexed)]) == run(["ask", "--repo", str(indexed), "--", question])
        assert "No such option" not in capsys.readouterr().err
    assert run(["ask", "where is the total?", f"--repository={indexed} or elsewhere"]) != 0
    assert "No such option" in capsys.readouterr().err
