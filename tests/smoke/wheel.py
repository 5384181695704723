"""Builds the wheel, installs it elsewhere and uses it beside a hostile `tools/` and `graph.py`: `make check` runs this.

A forgotten package or data file, or an import of a bare `tools`, works in the checkout and fails here.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "raise RuntimeError('a module of the host was imported instead of ours')\n"


def run(*command: str, cwd: Path, environment: dict[str, str] | None = None) -> str:
    finished = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode:
        sys.exit(f"{' '.join(command)} failed with {finished.returncode}\n{finished.stdout}\n{finished.stderr}")
    return finished.stdout


def build_wheel(target: Path) -> Path:
    # From a clean copy of what git tracks: a stale `build/` folder would smuggle deleted modules into the wheel.
    # The links in `citeline/` are no files, so they are left behind: nobody needs them to build or to run.
    source = target / "source"
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(source), cwd=target)
    (wheel,) = target.glob("*.whl")
    return wheel


def hostile_folder(parent: Path) -> Path:
    folder = parent / "host"
    (folder / "tools").mkdir(parents=True)
    (folder / "nodes").mkdir()
    for name in ("graph.py", "tools/__init__.py", "nodes/__init__.py", "indexing.py", "cli.py", "evals.py"):
        (folder / name).write_text(HOSTILE, "utf-8")
    (folder / "agent.py").write_text(
        "def route_message(text):\n    '''Send a message on.'''\n    return text\n", "utf-8"
    )
    return folder


def readme_lines() -> list[str]:
    """What the README tells people to type first: how it is installed, and a question."""
    block = (ROOT / "README.md").read_text("utf-8").partition("```sh\n")[2].partition("```")[0]
    return [line.partition("  #")[0].strip() for line in block.splitlines()]


def environment_with_what_it_needs(folder: Path) -> Path:
    """The programs of a new environment that has what is installed here, except Citeline: pip needs no index."""
    run(sys.executable, "-m", "venv", "--without-pip", str(folder), cwd=ROOT)
    (packages,) = folder.glob("lib/python*/site-packages")
    for one in Path(sysconfig.get_path("purelib")).iterdir():
        if "citeline" not in one.name:
            (packages / one.name).symlink_to(one)
    return folder / "bin"


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        parent = Path(scratch)
        wheel = build_wheel(parent)
        if stowaways := [name for name in zipfile.ZipFile(wheel).namelist() if "/research/" in name]:
            sys.exit(f"the wheel has what belongs to a checkout: {', '.join(stowaways[:5])}")
        host = hostile_folder(parent)
        environment = {**os.environ, "CITELINE_HOME": str(parent / "home")}
        install, first_question = readme_lines()
        programs = environment_with_what_it_needs(parent / "installed")
        where = [str(programs / "python"), "-c", "import citeline; print(citeline.__file__)"]
        pip = (sys.executable, "-m", "pip", "--python", where[0], "--quiet", "--disable-pip-version-check")
        run(*pip, *install.split()[1:], "--no-index", "--find-links", str(parent), cwd=parent)
        if not run(*where, cwd=host, environment=environment).startswith(str(programs.parent)):
            sys.exit("the smoke test ran another Citeline than that of the wheel")
        typed = f"PATH={programs}:$PATH; {first_question}; test $? -eq 3"
        said = run("bash", "-c", typed, cwd=host, environment=environment)
        if "retries" not in said:
            sys.exit(f"`{first_question}` answers nonsense where nothing is about it:\n{said}")
        citeline = (str(programs / "citeline"),)
        found = run(*citeline, "search", "send a message", "--format", "json", cwd=host, environment=environment)
        answer = run(
            *citeline, "ask", "what does route_message do", "--format", "json", cwd=host, environment=environment
        )
        if json.loads(found)["hits"][0]["path"] != "agent.py" or json.loads(answer)["status"] != "answered":
            sys.exit(f"the installed wheel answers nonsense:\n{found}\n{answer}")
    sys.stdout.write(f"{wheel.name}: installed elsewhere, indexes, searches and answers\n")


if __name__ == "__main__":
    main()
