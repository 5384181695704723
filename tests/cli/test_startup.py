"""What a fresh command loads: seconds before the first word, held by names of modules and not by a clock."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from citeline import index

_SCRIPT = """
import contextlib, io, json, sys
with contextlib.redirect_stdout(io.StringIO()):
    from citeline.cli.main import run
    run(json.loads(sys.argv[1]))
print(json.dumps(sorted(sys.modules)))
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that one command line has loaded when it ends."""
    command = [sys.executable, "-c", _SCRIPT, json.dumps(arguments)]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(finished.stdout.splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    """The packages that they belong to, ours excepted."""
    return {name.partition(".")[0] for name in modules} - {"citeline"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_loads_no_command_and_nothing_that_one_needs(arguments: list[str]) -> None:
    modules = loaded(*arguments)
    assert not {name for name in modules if name.startswith("citeline.cli.commands")}
    assert not packages(modules) & {"numpy", "pydantic", "pydantic_settings", "rich", "langgraph", "qdrant_edge"}
    assert {name for name in modules if name.startswith("citeline.")} <= {
        "citeline.cli",
        "citeline.cli.exit_codes",
        "citeline.cli.glyphs",
        "citeline.cli.main",
        "citeline.cli.sign",
        "citeline.errors",
        "citeline.visible",
    }


@pytest.fixture
def indexed(shop: Path, home: Path) -> str:
    index(shop).close()
    return str(shop)


def test_search_loads_only_what_reads_and_ranks(indexed: str) -> None:
    modules = loaded("search", "charge a card", "--repo", indexed)
    not_needed = {"asyncio", "detect_secrets", "docutils", "filelock", "fastembed", "langchain_core", "langgraph"}
    not_needed |= {"langsmith", "lxml", "markdown_it", "networkx", "pygments", "qdrant_client", "tree_sitter", "yaml"}
    assert not packages(modules) & {*not_needed, "tokenizers"}
    assert "numpy.ma" not in modules  # a quarter of a first search
    assert not {
        name for name in modules if name.startswith(("citeline.graph", "citeline.nodes", "citeline.indexing.parsers"))
    }


def test_ask_without_a_model_loads_no_state_machine_and_no_parser_that_it_does_not_use(indexed: str) -> None:
    modules = loaded("ask", "how is a card charged?", "--repo", indexed)
    not_needed = {"charset_normalizer", "docutils", "fastembed", "filelock", "httpx", "langchain_core", "langgraph"}
    not_needed |= {"langsmith", "lxml", "markdown_it", "networkx", "openai", "pygments", "qdrant_client", "requests"}
    assert not packages(modules) & not_needed
    others = ("citeline.tools.explore", "citeline.tools.citations.markdown", "citeline.indexing.builds")
    assert not {name for name in modules if name.startswith(others)}
