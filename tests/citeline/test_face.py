from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import citeline

ROOMS = ("indexing", "tools", "nodes", "graph", "evals", "cli")
HEAVY = ("langgraph", "langchain_core", "qdrant_client", "networkx", "numpy", "pydantic")


def test_importing_the_package_starts_nothing() -> None:
    script = f"import sys, citeline; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_promised_name_is_there() -> None:
    assert all(callable(getattr(citeline, name)) for name in citeline.__all__ if name != "__version__")


def test_the_graph_room_is_not_shadowed() -> None:
    assert "graph" not in citeline.__all__
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        citeline.nonsense  # noqa: B018


def test_the_vocabulary_loads_no_room() -> None:
    modules = [f"citeline.{path.stem}" for path in Path(citeline.__file__).parent.glob("*.py")]
    script = (
        f"import sys, importlib; [importlib.import_module(name) for name in {modules}]\n"
        f"print([name for name in sys.modules if name.split('.')[:2] in {[['citeline', room] for room in ROOMS]}])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
