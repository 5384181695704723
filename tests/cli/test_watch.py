"""`citeline watch` as a person sees it: a line for each change, and an end without a word."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.cli.main import run
from citeline.errors import BuildFailedError, CitelineError
from citeline.indexing import watching
from citeline.indexing.builds.messages import BuildReport


def report(outcome: str, changed: int = 0) -> BuildReport:
    counts = {"documents": 3, "chunks": 4, "nodes": 5, "edges": 6}
    return BuildReport("000001-a", outcome, 0, changed, 0, 0, counts, 0.25, {})  # type: ignore[arg-type]


def of(monkeypatch: pytest.MonkeyPatch, *outcomes: BuildReport | CitelineError) -> None:
    """Have the watch find these, and then Ctrl-C."""

    def found(*_: object, **__: object) -> Iterator[BuildReport | CitelineError]:
        yield from outcomes
        raise KeyboardInterrupt

    monkeypatch.setattr(watching, "watch_index", found)


def test_each_change_is_one_line_and_nothing_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of(monkeypatch, report("unchanged"), report("unchanged"), report("updated", 2), report("updated"))
    assert run(["watch", "."]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("  ")[2] for line in lines] == [
        "up to date, 3 files · 4 chunks · 5 symbols and headings · 6 edges, in 0.2 s",
        "0 new, 2 changed, 0 gone, in 0.2 s",
    ]


def test_what_stays_wrong_is_said_once_and_its_end_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = BuildFailedError("out of memory")
    of(monkeypatch, report("unchanged"), broken, broken, report("unchanged"))
    assert run(["watch", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert printed.err.count("out of memory") == 1
    assert [json.loads(line)["outcome"] for line in printed.out.splitlines()] == ["unchanged", "unchanged"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.timeout(120)
def test_ctrl_c_ends_it_and_its_builder_without_a_trace(shop: Path, home: Path) -> None:
    script = "import sys; from citeline.cli.main import run; sys.exit(run(sys.argv[1:]))"
    watcher = subprocess.Popen(
        [sys.executable, "-c", script, "watch", str(shop)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CITELINE_HOME": str(home)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert watcher.stdout is not None
    assert "indexed" in watcher.stdout.readline()
    watcher.send_signal(signal.SIGINT)
    # The end of both pipes is the end of everybody who holds them, the builder among them.
    rest, errors = watcher.communicate()
    assert (watcher.returncode, rest, errors) == (0, "", "")
