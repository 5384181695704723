"""Nothing calls it: that is an answer, and no reason to show something else; who is given it is one, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.settings import Settings


def told(tmp_path: Path, files: Mapping[str, str], question: str) -> Sequence[Mapping[str, Any]]:
    for path, text in files.items():
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / path).write_text(text)
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        return citeline.ask(question, handle, no_model=True).claims


def test_that_nothing_calls_a_function_is_said_with_its_definition(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "jobs.py").write_text("def run_nightly():\n    return 1\n\n\ndef run_daily():\n    return 2\n")
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = citeline.ask("who calls run_nightly?", handle)
    assert answer.claims[0]["text"].startswith("No caller of `run_nightly` is known here")
    assert answer.answers is not None
    assert (answer.evidence[0]["start_line"], answer.answers["verdict"]) == (1, "partly")


def test_when_a_function_is_not_used_is_not_answered_with_who_uses_it(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "jobs.py").write_text("def merge():\n    return 1\n\n\ndef run_daily():\n    return merge()\n")
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        asked = ("谁使用 merge？", "merge 什么情况下不使用？")
        used, unused = (citeline.ask(question, handle).answers for question in asked)
    assert used == {"verdict": "yes", "why": "rests on a graph"}
    assert unused != used


@pytest.mark.parametrize("question", ["who calls close_all of Till?", "Till 的 close_all 都有谁在调用？"])
def test_who_calls_a_member_is_not_asked_of_its_type(tmp_path: Path, question: str) -> None:
    """What makes a `Till` was told, as its name stands before that of the member."""
    files = {
        "till.py": "class Till:\n    def close_all(self):\n        return 1\n\n    def ring(self):\n"
        "        return self.close_all()\n\n\ndef open_shop():\n    return Till()\n"
    }
    assert told(tmp_path, files, question)[0]["text"].startswith("`Till.ring`")


def test_who_is_given_a_function_stands_behind_who_calls_it(tmp_path: Path) -> None:
    """`yes` stood above one of the two places that run it; a file that exports it runs nothing."""
    files = {
        "paths.js": "function resolvePath(name) {\n  return name\n}\n\nmodule.exports = { resolvePath }\n",
        "remove.js": "const { resolvePath } = require('./paths')\n"
        "function removeOne(name) {\n  return resolvePath(name)\n}\n",
        "add.js": "const { resolvePath } = require('./paths')\n"
        "function addAll(names) {\n  return names.map(resolvePath)\n}\n",
    }
    said = [claim["text"] for claim in told(tmp_path, files, "who calls resolvePath?")]
    assert said == ["`removeOne` calls `resolvePath`:", "`addAll` uses `resolvePath`:"]


def test_who_is_given_a_method_of_an_object_is_told(tmp_path: Path) -> None:
    """Only a test was told of a method that the product hands on and nobody else calls."""
    files = {
        "stream.go": "package a\n\ntype API struct{}\n\nfunc (a *API) DropUser(id int) {}\n",
        "router.go": "package a\n\nfunc Create(bus *Bus) {\n\ts := open()\n\tbus.OnDrop(s.DropUser)\n}\n",
    }
    assert told(tmp_path, files, "Who calls DropUser?")[0]["text"].startswith("`Create` uses `DropUser`")


def test_what_stands_in_brackets_denies_nothing_of_the_callers(tmp_path: Path) -> None:
    """`(no tests)` was read as a question for what is not called."""
    files = {"jobs.py": "def merge_all():\n    return 1\n\n\ndef run_daily():\n    return merge_all()\n"}
    assert told(tmp_path, files, "merge_all callers (no tests)")[0]["text"] == "`run_daily` calls `merge_all`:"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("nightly.py", "def start(clock):\n    clock.every_day(at=3, do=run_nightly)\n"),
        ("nightly.go", "package main\n\nfunc start(clock Clock) {\n\tdo := run_nightly\n\tclock.every(3, do)\n}\n"),
        ("nightly.ts", "export const start = (clock: Clock) => {\n  clock.jobs = { nightly: run_nightly };\n};\n"),
        ("nightly.rs", "fn start(clock: &mut Clock) {\n    clock.every(3, jobs::run_nightly);\n}\n"),
    ],
)
def test_who_is_given_a_function_is_told_where_nobody_calls_it(tmp_path: Path, path: str, text: str) -> None:
    files = {"jobs.py": "def run_nightly():\n    return sweep()\n", path: text}
    said = [one["text"] for one in told(tmp_path, files, "who calls run_nightly?")]
    assert said[0].startswith("`start` uses `run_nightly`")
    assert not any(one.startswith("No caller") for one in said)


def test_a_name_in_a_comment_a_text_or_an_import_is_nobody_who_uses_it(tmp_path: Path) -> None:
    files = {
        "jobs.py": "def run_nightly():\n    return sweep()\n",
        "other.py": "from jobs import run_nightly\n\n\ndef start(run_nightly):\n    # run_nightly\n"
        '    say("run_nightly")\n',
        "tests/test_jobs.py": "def test_jobs(clock):\n    clock.every(3, run_nightly)\n",
    }
    assert told(tmp_path, files, "who calls run_nightly?")[0]["text"].startswith("No caller of `run_nightly` is known")


def test_where_a_file_is_used_that_nothing_imports_is_no_error(tmp_path: Path) -> None:
    assert (
        told(tmp_path, {"night_jobs.py": "TOTAL = 1\n", "a.py": "x = 1\n"}, "where is night_jobs.py used?") is not None
    )


def test_a_question_about_a_name_that_many_definitions_have_is_no_error(tmp_path: Path) -> None:
    files = {f"shop_{number}.py": "class Shop:\n    def open_till(self):\n        pass\n" for number in range(45)}
    assert told(tmp_path, files, "where is open_till used?") is not None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("report.py", "def report(names):\n    run_nightly = len(names)\n    return run_nightly\n"),
        ("report.py", "def report(options):\n    options.update(run_nightly=True)\n"),
        ("report.py", "class Report:\n    def add(self):\n        return self.run_nightly + 1\n"),
        ("report.ts", "interface Options { run_nightly: boolean }\n"),
        (
            "report.ts",
            "function report(o: Options) {\n  const run_nightly = o.run_nightly;\n  return run_nightly;\n}\n",
        ),
        ("report.ts", "function report(o: Options) {\n  return o.run_nightly ? 1 : 0;\n}\n"),
        ("report.go", "package a\n\nfunc report(o Options) int {\n\treturn o.run_nightly\n}\n"),
    ],
)
def test_something_else_of_that_name_is_not_the_function(tmp_path: Path, path: str, text: str) -> None:
    files = {"jobs.py": "def run_nightly():\n    return sweep()\n", path: text}
    assert told(tmp_path, files, "who calls run_nightly?")[0]["text"].startswith("No caller of `run_nightly` is known")


def test_calls_that_linking_cannot_follow_are_told_by_the_name(tmp_path: Path) -> None:
    """`No caller of set_stamp is known` was said, with `yes`, of a function that a tuple takes out of a result."""
    files = {
        "stamps.py": "def _load():\n    def get(path): ...\n\n    def put(path, stamp): ...\n\n    return get, put\n\n"
        "get_stamp, set_stamp = _load()\n",
        "sink.py": "from stamps import set_stamp\n\n\ndef close_file(path):\n    set_stamp(path, 0)\n",
        "notes.py": "# set_stamp(path) is not called here\nTEXT = 'set_stamp(path)'\n",
    }
    said = [one["text"] for one in told(tmp_path, files, "who calls set_stamp()?")]
    assert said[:1] == ["`close_file` calls `set_stamp`:"]
    assert not any("notes" in one for one in said)


def test_what_a_project_can_do_is_not_answered_by_who_imports_it(tmp_path: Path) -> None:
    """Twenty lines of imports answered, with `yes`, which file formats SOPS supports, asked in Chinese."""
    files = {
        "pyproject.toml": '[project]\nname = "sops"\n',
        "sops.py": "def keep():\n    return 1\n",
        "config.py": "class Sops:\n    pass\n",
        "seal.py": "import sops\n\n\ndef seal():\n    return sops.keep()\n",
        "README.md": "# sops\n\nsops edits files of the formats YAML, JSON and INI.\n",
    }
    said = [one["text"] for one in told(tmp_path, files, "SOPS 支持哪些文件格式？")]
    assert not any("导入" in one for one in said)
