"""What a builder loads, held by names of modules and not by a clock: where nothing has changed it does little else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.indexing.small_index import build_small, write_tree

_SCRIPT = """
import json, sys
from citeline.indexing.builds import build_process
from citeline.indexing.builds.messages import BuildRequest
from pathlib import Path
root, home = map(Path, sys.argv[1:])
compiled = []
import re._compiler
compile_pattern = re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: compiled.append(pattern) or compile_pattern(pattern, flags)
from citeline.indexing.builds.building import build
from citeline.indexing.builds.crew import Crew
outcome = build(BuildRequest(root, home, "test"), lambda *_: None, crew=Crew.none(is_cautious=True)).outcome
print(json.dumps([outcome, sorted(sys.modules), len(compiled)]))
"""


@pytest.fixture
def tree(tmp_path: Path) -> tuple[Path, Path]:
    """A tree with ignore rules that take an expression, and the home of its index."""
    root = write_tree(tmp_path / "tree", files=20)
    (root / ".gitignore").write_text("/out*/\n*.log\n")
    build_small(root, tmp_path / "home")
    return root, tmp_path / "home"


def loaded(root: Path, home: Path) -> tuple[str, set[str], int]:
    """What came of a build in a process of its own, the modules that it loaded, and how many patterns it compiled."""
    command = [sys.executable, "-c", _SCRIPT, str(root), str(home)]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    outcome, modules, patterns = json.loads(finished.stdout.splitlines()[-1])
    return outcome, set(modules), patterns


def test_a_build_that_finds_nothing_changed_loads_nothing_that_writes(tree: tuple[Path, Path]) -> None:
    outcome, modules, patterns = loaded(*tree)
    assert outcome == "unchanged"
    packages = {name.partition(".")[0] for name in modules}
    assert not packages & {
        "numpy",
        "pydantic",
        "rich",
        "tree_sitter",
        "qdrant_edge",
        "asyncio",
        "filelock",
        "zstandard",
    }
    assert not modules & {"multiprocessing", "concurrent.futures", "email", "importlib.metadata", "tomllib", "logging"}
    assert not modules & {"socket", "difflib"}
    assert not modules & {"citeline.model", "citeline.text", "citeline.indexing.builds.construction"}
    rooms = ("linking", "chunking", "extraction", "secrets", "parsers.programs", "stores.structure", "embedding.dense")
    assert not {name for name in modules if name.startswith(tuple(f"citeline.indexing.{room}" for room in rooms))}
    # The numbers are those of today and a little more.
    assert len([name for name in modules if name.partition(".")[0] == "citeline"]) <= 53
    assert patterns <= 15


def test_a_build_of_one_changed_file_loads_no_parser_that_it_does_not_use(tree: tuple[Path, Path]) -> None:
    root, home = tree
    (root / "part_1.py").write_text("def another():\n    return 1\n")
    outcome, modules, _ = loaded(root, home)
    assert outcome == "updated"
    assert not modules & {"html.entities", "numpy.ma", "concurrent.futures", "logging", "configparser"}
    assert not modules & {"yaml", "difflib", "tomllib"}
    of_others = ("macros", "item_macros")  # of C and of Rust
    assert not modules & {f"citeline.indexing.parsers.programs.{name}" for name in of_others}
    packages = {name.partition(".")[0] for name in modules}
    assert not packages & {
        "pydantic",
        "rich",
        "qdrant_edge",
        "qdrant_client",
        "asyncio",
        "filelock",
        "docutils",
        "lxml",
    }


def test_what_tells_secrets_is_loaded_once_for_all_processes_that_read() -> None:
    """The vocabulary alone takes .01 s, which each process paid."""
    script = """
from citeline.indexing.builds.reading import load_for
from citeline.indexing.embedding.word_tokenizer import bundled_vocabulary
load_for(["a.txt"])
print(bundled_vocabulary.cache_info().currsize)
"""
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "1"
