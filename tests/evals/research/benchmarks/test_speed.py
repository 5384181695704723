"""The measurements of speed, on a small tree; Citeline is a script that notes how it was called."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import CitelineError
from citeline.evals.research.benchmarks import speed

Program = Callable[[str, str], Path]

SCRIPT = """#!{python}
import json, os, sys
call = {{"arguments": sys.argv[1:], "environment": dict(os.environ)}}
with open({log!r}, "a") as log:
    log.write(json.dumps(call) + "\\n")
{body}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Writes a program that notes its calls in `NAME.log` and does what is said."""

    def write(name: str, body: str) -> Path:
        path = tmp_path / name
        script = SCRIPT.format(python=sys.executable, log=str(tmp_path / f"{name}.log"), body=body)
        path.write_text(script, "utf-8")
        path.chmod(0o755)
        return path

    return write


@pytest.fixture
def citeline(program: Program, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = program("citeline", "print('Indexed 3 files')")
    monkeypatch.setattr(speed, "CITELINE", (str(path),))
    return path


def calls(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.with_name(f"{path.name}.log").read_text("utf-8").splitlines()]


def test_every_index_is_the_first_one(citeline: Path, tmp_path: Path) -> None:
    said: list[str] = []
    tree = tmp_path / "corpora" / "tree"
    speed.measure_index_time([tree], said.append, repeats=2)
    homes = {call["environment"]["CITELINE_HOME"] for call in calls(citeline)}
    assert len(homes) == 2 and not any(Path(folder).exists() for folder in homes)
    assert len(said) == 1 and "corpora/tree" in said[0]


def test_a_citeline_that_fails_is_no_measurement(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "CITELINE", (str(program("citeline", "sys.exit('error: disk full')")),))
    with pytest.raises(CitelineError, match="exit code 1: error: disk full"):
        speed.measure_start_up(tmp_path, tmp_path / "home", print, repeats=1)


def test_one_file_is_changed_before_each_further_index(citeline: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.py").write_text("# small\n", "utf-8")
    (tree / "b.py").write_text("# large\n" * 200, "utf-8")
    said: list[str] = []
    speed.measure_incremental(tree, tmp_path / "home", said.append, repeats=2)
    assert len(calls(citeline)) == 3 and "n=2" in said[0]
    assert (tree / "a.py").read_text("utf-8") == "# small\n"
    assert (tree / "b.py").read_text("utf-8").endswith("def added_1():\n    return 1\n")


def test_a_tree_without_python_is_said_and_skipped(citeline: Path, tmp_path: Path) -> None:
    said: list[str] = []
    speed.measure_incremental(tmp_path / "nothing", tmp_path / "home", said.append)
    assert "skipped" in said[0]


def test_everything_else_is_measured_on_one_tree(citeline: Path, shop: Path, tmp_path: Path) -> None:
    said: list[str] = []
    speed.measure_tree(shop, tmp_path / "home", said.append)
    words = ["memory while indexing", "warm search", "warm ask", "fresh `citeline search`", "one changed file"]
    assert len(said) == len(words)
    assert all(word in line for word, line in zip(words, said, strict=True))
    assert "n=100" in said[1]
