"""The GitHub action and the pre-commit hook: their own shell steps, run as a workflow runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tools.verify.test_history import HEADER, OLD, commit, git
from tests.tools.verify.written import write

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEP = ACTION["runs"]["steps"][-1]

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the action runs in bash")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    write(root, "src/a.py", OLD)
    write(root, "README.md", "One is `src/a.py:9-10`.\n\nGone is `src/a.py:900`.\n")
    write(root, "docs/deep/one.md", "Two is `src/a.py:5`.\n")
    git(root, "init", "-q", "-b", "main")
    commit(root)
    return root


def act(root: Path, *, files: str = "", since: str = "") -> tuple[int, str]:
    """The last step of the action, with `citeline` on the path as pip would put it there."""
    program = write(root.parent, "bin/citeline", f'#!/bin/sh\nexec "{sys.executable}" -m citeline.cli.main "$@"\n')
    program.chmod(0o755)
    values = {
        "${{ inputs.files }}": files,
        "${{ inputs.since }}": since,
        "${{ runner.temp }}/citeline": str(root.parent / "home"),
    }
    given = {name: values[value] for name, value in STEP["env"].items()}
    environment = {**os.environ, **given, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-e", "-c", STEP["run"]], cwd=root, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_pull_request_fails_for_what_it_broke_and_shows_it_beside_the_line(tree: Path) -> None:
    git(tree, "checkout", "-q", "-b", "change")
    write(tree, "src/a.py", HEADER + OLD)
    commit(tree)
    code, said = act(tree, since="main")
    assert code == 4
    assert "::error file=README.md,line=1" in said and "moved 9-10→12-13" in said
    assert "docs/deep/one.md" in said and ":900" not in said
    assert act(tree, since="HEAD")[0] == 0


def test_files_are_patterns_and_no_code(tree: Path) -> None:
    code, said = act(tree, files="docs/**/*.md")
    assert code == 0 and "README" not in said
    assert act(tree)[0] == 4  # all Markdown, when there is no pull request
    code, said = act(tree, files="$(touch ran) `touch ran`; touch ran *.none")
    assert code != 0 and not (tree / "ran").exists()
    assert act(tree, files="*.none")[0] == 2


def test_inputs_reach_scripts_through_the_environment_alone() -> None:
    """In the text of a script an input would be code."""
    assert all("${{" not in step.get("run", "") for step in ACTION["runs"]["steps"])
    assert all(step.get("shell") == "bash" for step in ACTION["runs"]["steps"] if "run" in step)


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_hook_runs_the_command_that_there_is(hook: dict[str, str], tree: Path) -> None:
    program, *arguments = hook["entry"].split()
    assert program == "citeline"
    command = [sys.executable, "-m", "citeline.cli.main", *arguments, "README.md"]
    environment = {**os.environ, "CITELINE_HOME": str(tree.parent / "home")}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 4 and "ends at line" in done.stdout
