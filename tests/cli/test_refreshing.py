"""A question to an index that is older than its tree."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from citeline.cli.main import run
from citeline.cli.opening import with_staleness
from citeline.cli.options import stale_option
from citeline.errors import IndexBusyError
from citeline.indexing import staleness
from citeline.indexing.builds import writer
from citeline.indexing.staleness import Staleness, staleness_before_opening
from citeline.settings import StalePolicy
from citeline.tools.handle import open_index

Captured = pytest.CaptureFixture[str]
NEW = "def refund_everything():\n    return 0\n"


@pytest.fixture
def changed(shop: Path, home: Path, capsys: Captured) -> Path:
    """An indexed project with one new file."""
    assert run(["index", str(shop)]) == 0
    (shop / "refund.py").write_text(NEW)
    capsys.readouterr()
    return shop


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is quick."""
    monkeypatch.setattr(staleness, "QUICK_S", 0.0)


def ask_for(root: Path, capsys: Captured, *options: str, command: str = "search") -> tuple[dict[str, Any], str]:
    """The JSON, and what was said beside it."""
    assert run([command, "refund_everything", "--repo", str(root), "--format", "json", *options]) in (0, 3, 5)
    printed = capsys.readouterr()
    return json.loads(printed.out), printed.err


def finds_it(result: dict[str, Any]) -> bool:
    return any(hit["path"] == "refund.py" for hit in result["hits"])


def test_a_quick_refresh_is_done_without_a_word(changed: Path, capsys: Captured) -> None:
    result, said = ask_for(changed, capsys)
    assert finds_it(result) and said == "" and "stale" not in result["index"]


@pytest.mark.parametrize("command", ["search", "ask"])
def test_what_would_take_long_is_left_and_said(slow: None, changed: Path, capsys: Captured, command: str) -> None:
    (changed / "README.md").unlink()
    result, said = ask_for(changed, capsys, command=command)
    assert result["index"]["stale"] == 2
    assert "2 files differ from the index (1 new, 1 gone)" in said and f"citeline index {changed}" in said


def test_warn_warns_however_quick_a_refresh_is(changed: Path, capsys: Captured) -> None:
    result, said = ask_for(changed, capsys, "--stale", "warn")
    assert not finds_it(result) and result["index"]["stale"] == 1 and "1 file differs" in said


def test_ignore_says_nothing(changed: Path, capsys: Captured) -> None:
    result, said = ask_for(changed, capsys, "--stale", "ignore")
    assert not finds_it(result) and "stale" not in result["index"] and said == ""


def test_refresh_refreshes_however_long_it_takes(slow: None, changed: Path, capsys: Captured) -> None:
    result, said = ask_for(changed, capsys, "--stale", "refresh")
    assert finds_it(result) and said == ""


def test_the_setting_is_the_default(changed: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_STALE", "ignore")
    assert ask_for(changed, capsys)[1] == ""
    assert "1 file differs" in ask_for(changed, capsys, "--stale", "warn")[1]


def test_the_option_offers_what_the_setting_takes() -> None:
    @stale_option
    def command(stale: StalePolicy | None) -> None: ...

    (option,) = command.__click_params__  # type: ignore[attr-defined]  # click keeps them there
    assert tuple(option.type.choices) == get_args(StalePolicy)


def test_an_index_that_another_process_writes_is_used_as_it_is(
    changed: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise IndexBusyError("process 1 on here")

    monkeypatch.setattr(writer, "build_index", busy)
    result, said = ask_for(changed, capsys)
    assert result["index"]["stale"] == 1 and "process 1 on here" in said and "1 file differs" in said


@pytest.mark.parametrize("policy", ["auto", "refresh"])
def test_a_deleted_tree_is_answered_from_its_index(changed: Path, capsys: Captured, policy: str) -> None:
    shutil.rmtree(changed)
    assert run(["search", "charge a card", "--repo", str(changed), "--stale", policy]) == 0
    printed = capsys.readouterr()
    assert "payment.py" in printed.out and "gone" in printed.err and "Traceback" not in printed.err


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_a_folder_with_odd_entries_is_no_error(changed: Path, capsys: Captured) -> None:
    (changed / "loop").symlink_to(changed)
    (changed / "dangling").symlink_to(changed / "nothing")
    os.mkfifo(changed / "pipe")
    assert finds_it(ask_for(changed, capsys)[0])


def test_a_handle_counts_for_whoever_asks(changed: Path) -> None:
    with open_index(changed) as handle:
        found = handle.staleness()
        assert (found.added, found.changed, found.removed, found.gone) == (1, 0, 0, False)
        assert isinstance(found, Staleness) and handle.stale_files == 0
        assert with_staleness({"index": {"name": "x"}}, handle) == {"index": {"name": "x"}}


def test_an_index_made_with_other_secrets_is_made_again(
    shop: Path, home: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shop / "refund.py").write_text(NEW.replace("return 0", f'connect(password="{"Tr0ub4" + "dor&3"}")'))
    monkeypatch.setenv("CITELINE_SECRETS", "keep")
    assert "dor&3" in json.dumps(ask_for(shop, capsys)[0])
    monkeypatch.delenv("CITELINE_SECRETS")
    result, said = ask_for(shop, capsys, "--stale", "ignore")
    assert finds_it(result) and "dor&3" not in json.dumps(result) and "secrets = keep" in said


@pytest.mark.skipif(sys.platform != "linux", reason="forks where that is safe")
def test_a_question_about_a_changed_tree_starts_no_interpreter(changed: Path) -> None:
    """What the builder needs is loaded already; started anew it would load it again, a third of what such a question
    takes.
    """
    script = (
        "import contextlib, sys\n"
        "started = []\n"
        "sys.addaudithook(lambda event, of: started.append(of) if event == 'subprocess.Popen' else None)\n"
        "from citeline.cli.entry import main\n"
        "with contextlib.suppress(SystemExit):\n"
        "    main()\n"
        "print(len(started))\n"
    )
    command = [sys.executable, "-c", script, "search", "refund_everything", "--repo", str(changed)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "refund.py" in printed and printed.endswith("\n0\n")


def test_an_index_that_cannot_be_read_is_left_to_who_opens_it(changed: Path, home: Path) -> None:
    assert staleness_before_opening(changed, home) is not None
    shutil.rmtree(next(home.glob("*/generations")))
    assert staleness_before_opening(changed, home) is None
