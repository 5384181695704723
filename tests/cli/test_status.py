"""`citeline status` at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.cli.main import run


def test_captures_of_a_folder_are_one_row_behind_what_a_person_can_mend(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 866 captures each was a row, and files with errors in their syntax stood behind them."""
    root = tmp_path / "project"
    (root / "tests" / "data").mkdir(parents=True)
    for number in range(3):
        (root / "tests" / "data" / f"{number}.json").write_text('{\n"a": 1,\n' + "\n" * 32_000 + '"b": 2\n}\n')
    (root / "zoo.py").write_text("def lion(:\n    pass\n")
    assert run(["index", str(root)]) == 0
    capsys.readouterr()
    assert run(["status", str(root)]) == 0
    told = capsys.readouterr().out.partition("read in part (4)\n")[2].split("\n")
    assert told[0].startswith("  zoo.py  the syntax has errors")
    assert told[1] == "  tests/data/  data that tests keep: the first lines of 3 files"
    assert run(["status", str(root), "--all"]) == 0
    assert "  tests/data/2.json  a sample: the first 3," in capsys.readouterr().out
