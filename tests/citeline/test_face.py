from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import citeline
from citeline.errors import IndexMissingError

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


def test_the_face_shows_its_names_and_nothing_that_it_imports() -> None:
    assert dir(citeline) == sorted(citeline.__all__)


def test_an_option_that_does_not_exist_is_an_error_that_names_the_nearest(shop: Path, home: Path) -> None:
    with citeline.index(shop) as index:
        with pytest.raises(TypeError, match="did you mean 'top_k'"):
            citeline.ask("how is a card charged?", index, topk=3)  # type: ignore[call-arg]  # the slip under test
        with pytest.raises(TypeError, match="banana"):
            citeline.ask("how is a card charged?", index, banana=1)  # type: ignore[call-arg]  # as above


def test_help_names_every_option_of_ask() -> None:
    from citeline.graph.run import Options

    assert citeline.ask.__doc__ is not None
    assert all(f" {name}" in citeline.ask.__doc__ for name in Options.__optional_keys__)


def test_what_a_notebook_shows_is_short_and_cites(shop: Path, home: Path) -> None:
    with citeline.index(shop) as index:
        answer, found = citeline.ask("how is a card charged?", index), index.search("card", top_k=2)
        assert isinstance(answer, citeline.Answer) and isinstance(found.hits[0], citeline.Hit)
        assert all(len(repr(one)) < 250 for one in (answer, found, found.hits[0], index))
        assert str(answer) == answer.answer
        assert "payment.py:" in answer._repr_markdown_() and "<pre>" in answer._repr_html_()
        assert found._repr_markdown_().startswith("1. `src/shop/")


def test_a_search_takes_an_open_index_or_a_folder_that_has_one(shop: Path, home: Path) -> None:
    with pytest.raises(IndexMissingError):
        citeline.search("card", shop)
    with citeline.index(shop) as index:
        found = [citeline.search("card", where, top_k=2) for where in (index, shop, str(shop))]
        found.append(asyncio.run(citeline.asearch("card", shop, top_k=2)))
    first, *others = (one.to_json()["hits"] for one in found)
    assert first and all(one == first for one in others)


def test_tools_answer_a_mistake_with_what_to_write_instead(shop: Path, home: Path) -> None:
    with citeline.index(shop) as index:
        _, search, query, verify = citeline.as_tools(index, "functions")
        assert query("$.nonsense").startswith("error:") and search("card", top_k=0).startswith("error:")
        draft = "Paying empties the cart, `src/shop/payment.py:33-37`, as `src/shop/payment.py:900` says."
        assert "1 hold, 0 doubtful, 1 wrong" in verify(draft) and "ends at line 37" in verify(draft)
        assert "cite lines as" in verify("Paying empties the cart.")
        tool = citeline.as_tools(index)[0]
        assert "payment.py" in tool.invoke({"question": "how is a card charged?"})
        with pytest.raises(ValueError, match="kind"):
            citeline.as_tools(index, "nonsense")  # type: ignore[call-overload]  # the slip under test
