"""What a fresh command loads: seconds before the first word, held by names of modules and not by a clock."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from citeline import index

_SCRIPT = """
import contextlib, io, json, re._compiler, sys
patterns, read, compiled = [], [], re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: patterns.append(pattern) or compiled(pattern, flags)
sys.addaudithook(lambda event, of: read.append(of) if event == "open" and "entry_points.txt" in str(of[0]) else None)
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    from citeline.cli.entry import main
    main()
print(json.dumps([sorted(sys.modules), len(patterns), len(read)]))
"""


def started(*arguments: str) -> tuple[set[str], int, int]:
    """The modules that one command line has loaded when it ends, the regular expressions that it has compiled, and the
    packages that it has looked through for entry points.
    """
    command = [sys.executable, "-c", _SCRIPT, *arguments]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    modules, patterns, packages_read = json.loads(finished.stdout.splitlines()[-1])
    return set(modules), patterns, packages_read


def loaded(*arguments: str) -> set[str]:
    """The modules alone."""
    return started(*arguments)[0]


def packages(modules: set[str]) -> set[str]:
    """The packages that they belong to, ours and the empty modules of `entry` excepted."""
    return {name.partition(".")[0] for name in modules if not name.startswith("numpy._core._add_newdocs")} - {
        "citeline"
    }


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_loads_no_command_and_nothing_that_one_needs(arguments: list[str]) -> None:
    modules = loaded(*arguments)
    assert not {name for name in modules if name.startswith("citeline.cli.commands")}
    assert not packages(modules) & {"numpy", "pydantic", "pydantic_settings", "rich", "langgraph", "qdrant_edge"}
    assert {name for name in modules if name.startswith("citeline.")} <= {
        "citeline.cli",
        "citeline.cli.entry",
        "citeline.cli.exit_codes",
        "citeline.cli.main",
        "citeline.cli.sign",
        "citeline.errors",
        "citeline.patterns",
        "citeline.visible",
    }


def test_numpy_is_loaded_without_the_texts_of_its_help() -> None:
    """An eighth of its import; an empty module of a name that it does not ask for would save nothing."""
    code = """
import sys
sys.argv = ["citeline", "--version"]
from citeline.cli.entry import main
try:
    main()
except SystemExit:
    import numpy
    print(numpy.ndarray.__doc__, numpy.arange(3).sum())
"""
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines()[-1] == "None 3"


@pytest.fixture
def indexed(shop: Path, home: Path) -> str:
    index(shop).close()
    return str(shop)


def test_search_loads_only_what_reads_and_ranks(indexed: str) -> None:
    modules = loaded("search", "charge a card", "--repo", indexed)
    not_needed = {"asyncio", "detect_secrets", "docutils", "filelock", "fastembed", "langchain_core", "langgraph"}
    not_needed |= {"langsmith", "lxml", "markdown_it", "networkx", "pygments", "qdrant_client", "tree_sitter", "yaml"}
    not_needed |= {"decimal", "difflib", "zoneinfo"}
    assert not packages(modules) & {*not_needed, "pydantic", "tokenizers"}
    assert "numpy.ma" not in modules  # a quarter of a first search
    assert "zipfile" not in modules
    assert not {
        name for name in modules if name.startswith(("citeline.graph", "citeline.nodes", "citeline.indexing.parsers"))
    }


def test_ask_without_a_model_loads_no_state_machine_and_no_parser_that_it_does_not_use(indexed: str) -> None:
    modules = loaded("ask", "how is a card charged?", "--repo", indexed)
    not_needed = {"charset_normalizer", "docutils", "fastembed", "filelock", "httpx", "langchain_core", "langgraph"}
    not_needed |= {"langsmith", "lxml", "markdown_it", "networkx", "openai", "pygments", "qdrant_client", "requests"}
    not_needed |= {"asyncio", "ssl", "yaml"}
    assert not packages(modules) & not_needed
    others = ("citeline.tools.explore", "citeline.tools.verify.markdown", "citeline.indexing.builds")
    assert not {name for name in modules if name.startswith(others)}


@pytest.mark.parametrize(
    ("arguments", "modules", "patterns"),
    [(["--help"], 11, 25), (["search", "charge a card"], 147, 180), (["ask", "how is a card charged?"], 402, 415)],
)
def test_a_start_grows_only_knowingly(arguments: list[str], modules: int, patterns: int, indexed: str) -> None:
    """What every process pays for: modules of ours, a pattern a tenth of a millisecond, packages asked for plugins.
    The numbers are those of today and a little more; a pattern waits until it is used (`citeline/patterns.py`).
    """
    found, compiled, packages_read = started(*arguments, *([] if arguments == ["--help"] else ["--repo", indexed]))
    assert len([name for name in found if name.partition(".")[0] == "citeline"]) <= modules
    assert compiled <= patterns
    assert packages_read == 0


def test_a_start_looks_for_no_garbage_and_the_command_does_again() -> None:
    """Of what is imported nothing is garbage, and looking was a tenth of what a short command takes."""
    script = (
        "import contextlib, gc, io, sys\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    from citeline.cli.entry import main\n"
        "    main()\n"
        "print(gc.isenabled(), gc.get_stats()[2]['collections'], gc.get_freeze_count() > 10_000)\n"
    )
    command = [sys.executable, "-c", script, "ask", "--help"]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout == "True 0 True\n"


def test_index_loads_nothing_that_renders_or_checks_types_where_nobody_looks(indexed: str) -> None:
    modules = loaded("index", indexed)
    assert not packages(modules) & {"numpy", "pydantic", "rich", "tree_sitter", "asyncio", "filelock", "qdrant_edge"}
    assert not modules & {"citeline.model", "citeline.state", "citeline.text", "multiprocessing", "importlib.metadata"}
    assert len([name for name in modules if name.partition(".")[0] == "citeline"]) <= 32


@pytest.mark.parametrize("arguments", [["search", "charge a card"], ["ask", "how is a card charged?"]])
def test_garbage_is_looked_for_seldom(arguments: list[str], indexed: str) -> None:
    """By Python's own threshold 81 times in an answer about this shop, and a server looked through the whole index."""
    code = """
import gc
from citeline.cli.entry import main
try:
    main()
except SystemExit:
    print(sum(generation["collections"] for generation in gc.get_stats()))
"""
    command = [sys.executable, "-c", code, *arguments, "--repo", indexed]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(finished.stdout.splitlines()[-1]) <= 25
