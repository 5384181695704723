"""Every example of `docs/docql.md`, and of the README, prints what is shown when it is asked here."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from filelock import FileLock

from citeline.cli.main import cli, run
from citeline.settings import Settings
from citeline.tools.docql.language.catalog import CONTEXTS, FUNCTIONS, OPERATORS, PROPERTIES
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.handle import IndexHandle, open_index

from .console_examples import Typed, blocks, first_line, inline_queries, printed_lines, typed_in

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "docql.md"
TYPED = typed_in(TUTORIAL)
TAB = "<Tab>"
VARIABLE = "_CITELINE_COMPLETE"
TABS = [one for one in TYPED if TAB in one.text]
QUERIES = [one for one in TYPED if one not in TABS and (one.is_prompted or one.text.startswith("citeline query '"))]
OF_README = typed_in(ROOT / "README.md")
# The first of them waits for the index, which takes minutes on a busy machine.
pytestmark = pytest.mark.timeout(1200)
LEFT_OUT = re.compile(r"evals/|tests/(?!citeline/|fixtures/shop/)|indexing/embedding/bundled/|tools/.*\.json$")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the examples ask: a tree, and the state folder that has its index."""

    root: Path
    home: Path


@pytest.fixture(scope="session")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """This repository where CI names the index that it has made; else a part of it, indexed once for all workers.

    Most tests and the sets of evals are left out of the part: they take longer than all that the examples show.
    """
    if home := os.environ.get("CITELINE_HOME"):
        asked = Asked(ROOT, Path(home))
    else:
        base = tmp_path_factory.getbasetemp()
        shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "part-of-the-repository"
        asked = Asked(shared / "tree", shared / "home")
        shared.mkdir(exist_ok=True)
        with FileLock(shared / "lock"):
            if not asked.root.exists():
                copy_part(shared / "copied")
                (shared / "copied").rename(asked.root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CITELINE_HOME", str(asked.home))
        # Of several workers the first one builds, and the others wait for it.
        assert run(["query", "$.toc[0]", "--repo", str(asked.root)]) == 0
    return asked


def copy_part(to: Path) -> None:
    """What stands in the repository, less `LEFT_OUT`."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        file = ROOT / name
        if name and not LEFT_OUT.match(name) and file.is_file() and not file.is_symlink():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to / name)


@pytest.fixture(autouse=True)
def in_the_repository(repository: Asked, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run here, on the index as it is: files that are edited meanwhile change nothing."""
    monkeypatch.setenv("CITELINE_HOME", str(repository.home))
    monkeypatch.setenv("CITELINE_STALE", "ignore")
    monkeypatch.chdir(repository.root)


@pytest.fixture(scope="module")
def index(repository: Asked) -> Iterator[IndexHandle]:
    with open_index(repository.root, settings=Settings(home=repository.home)) as handle:
        yield handle


@pytest.mark.parametrize("typed", [pytest.param(one, id=one.place) for one in [*QUERIES, *OF_README]])
def test_what_the_tutorial_shows_is_what_is_printed(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["query", typed.text] if typed.is_prompted else shlex.split(typed.text)[1:])
    out, err = capsys.readouterr()
    printed = re.sub(r"(?m)^stale: .*\n", "", out) + err
    shown = "\n".join(typed.printed)
    if not typed.pattern().fullmatch(printed_lines(printed)):
        pytest.fail(f"{typed.place} shows for\n{typed.text}\n{shown}\n\nbut printed is\n{printed}", pytrace=False)
    expected = 2 if " error: " in shown else 3 if "Nothing found." in shown else 0
    assert code == expected and typed.exit_code in {code, None}


@pytest.mark.parametrize("typed", [pytest.param(one, id=one.place) for one in TABS])
def test_the_shell_offers_what_the_tutorial_says(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", typed.text.removesuffix(TAB))
    monkeypatch.setenv("COMP_CWORD", "2")
    offered = BashComplete(cli, {}, "citeline", VARIABLE).complete().split("\n")
    assert offered == [f"plain,{line}" for line in typed.printed]


def test_the_line_for_the_shell_is_the_right_one() -> None:
    (block,) = blocks(TUTORIAL, "bash")
    assert block.content == f'eval "$({VARIABLE}=bash_source citeline)"\n'


def test_nothing_that_is_typed_is_left_untested() -> None:
    assert [one.text for one in TYPED if one not in QUERIES and one not in TABS] == ["citeline query"]
    assert [one.exit_code for one in QUERIES if one.exit_code is not None] == [3, 2]


def test_the_python_of_the_tutorial_works() -> None:
    text = "\n".join(block.content for block in blocks(TUTORIAL, "pycon"))
    number = first_line(blocks(TUTORIAL, "pycon")[0]) - 1
    example = doctest.DocTestParser().get_doctest(text, {}, "tutorial", TUTORIAL.name, number)
    assert example.examples
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(example, out=told.append, clear_globs=False).failed == 0, "".join(told)
    example.globs["index"].close()


@pytest.mark.parametrize("query", sorted(set(inline_queries(TUTORIAL))))
def test_a_query_within_a_sentence_is_one(query: str, index: IndexHandle) -> None:
    try:
        index.query(query, limit=1)
    except DocQLError as error:
        pytest.fail(f"{query}: {error.report()}")


def test_the_whole_language_is_in_the_tutorial() -> None:
    text = TUTORIAL.read_text("utf-8")
    names = [context.path.partition(".")[0] for context in CONTEXTS]
    names += [one.name for items in PROPERTIES.values() for one in items]
    assert [name for name in dict.fromkeys(names) if not re.search(rf"`(?:\$\.)?{name}[`.]", text)] == []
    # h1 to h6 are named by the first and the last.
    assert [one.name for one in FUNCTIONS if one.level in {0, 1, 6} and not re.search(rf"\b{one.name}\(", text)] == []
    assert [one for one in dict.fromkeys(sum(OPERATORS.values(), ())) if f"`{one}`" not in text] == []
