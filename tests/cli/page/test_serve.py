"""`citeline serve` as a process: what it prints is all that is needed, and bad input ends with a remedy."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from citeline.cli.loopback import listen
from citeline.cli.main import run

from ...docs.console_examples import typed_in


@pytest.mark.timeout(120)
def test_the_printed_address_shows_the_folder_and_ctrl_c_ends_it(shop: Path) -> None:
    serving = subprocess.Popen(
        [sys.executable, "-m", "citeline.cli.entry", "serve", str(shop)],
        env={**os.environ, "CITELINE_HOME": str(shop.parent / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert serving.stdout is not None
        shown = typed_in(Path(__file__).parents[3] / "docs" / "page.md")[0]
        address = serving.stdout.readline().strip()
        assert re.fullmatch(re.escape(shown.printed[0]).replace("…", ".+").replace("40123", r"\d+"), address)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", address)
        page = build_opener(HTTPCookieProcessor(CookieJar()))
        assert "sells flowers" in page.open(address).read().decode()
    finally:
        serving.send_signal(signal.SIGINT)
        _, told = serving.communicate(timeout=60)
    assert "Traceback" not in told and shown.printed[1] in told


def test_a_taken_port_and_an_odd_editor_are_told(
    shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(shop.parent / "home"))
    with listen(0) as taken:
        assert run(["serve", str(shop), "--port", str(taken.getsockname()[1])]) == 2
    assert "is taken" in capsys.readouterr().err
    assert run(["serve", str(shop), "--editor", "vim {path}"]) == 2
    assert "{file} and {line}" in capsys.readouterr().err


def test_what_may_not_be_indexed_ends_the_command_before_a_page_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "me"))
    (tmp_path / "home" / "me").mkdir(parents=True)
    assert run(["serve", str(tmp_path / "home")]) == 2
    assert "--force" in capsys.readouterr().err and not list(tmp_path.glob("state/*/current"))


def test_read_only_builds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "home"))
    (tmp_path / "new").mkdir()
    assert run(["serve", str(tmp_path / "new"), "--read-only"]) == 1
    assert not list(tmp_path.glob("home/*/generations"))
