"""docs/extending.md: each example is run as it stands there, and does what the page says."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import citeline
from citeline.indexing.parsers import plugins
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import CHANNELS

from .console_examples import blocks

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
PARSER, RETRIEVER, ACTION = (block.content for block in blocks(PAGE, "python"))
MOST_LINES = 30
TEXT = ("Deploying the shop", "STEP Build the wheel", "make wheel", "STEP Sign it", "gpg --sign")


def run(example: str) -> Any:
    """The names that an example defines."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, PAGE.name, "exec"), names)
    return SimpleNamespace(**names)


@pytest.mark.parametrize("example", [PARSER, RETRIEVER, ACTION])
def test_each_example_is_short(example: str) -> None:
    assert len(example.splitlines()) < MOST_LINES


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets a test say what the entry points of other packages lead to."""

    def install(*found: object) -> None:
        points = [
            SimpleNamespace(name=f"p{n}", value=f"x:p{n}", dist=None, load=lambda o=o: o) for n, o in enumerate(found)
        ]
        monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == plugins.GROUP else [])
        plugins.installed_parsers.cache_clear()

    yield install
    plugins.installed_parsers.cache_clear()


def test_a_plugin_gives_files_their_tree(installed: Any) -> None:
    installed(run(PARSER).RUNBOOK)
    document = parse(SourceFile("ops/deploy.runbook", TEXT, "", 1, 1))
    assert [(node.name, node.start_line, node.end_line) for node in document.nodes[1:]] == [
        ("Build the wheel", 2, 3),
        ("Sign it", 4, 5),
    ]
    assert document.language == "runbook" and not document.note


def test_a_plugin_that_breaks_costs_the_tree_and_not_the_file(installed: Any) -> None:
    installed(citeline.ParserPlugin("odd", (".odd",), lambda source, language: 1 / 0))  # type: ignore[arg-type,return-value]
    document = parse(SourceFile("a.odd", TEXT, "", 1, 1))
    assert "ZeroDivisionError" in document.note and document.format == "text"


@pytest.mark.parametrize(
    ("found", "told"),
    [("no plugin", "is str and no ParserPlugin"), (citeline.ParserPlugin("x", ("X",), None), "begin with a dot")],  # type: ignore[arg-type]
)
def test_what_is_no_plugin_is_told_and_not_used(installed: Any, found: object, told: str) -> None:
    installed(found)
    assert told in plugins.installed_parsers().problems[0] and not plugins.installed_parsers().by_suffix


def test_a_plugin_that_cannot_be_imported_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_package:X", plugins.GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [broken])
    plugins.installed_parsers.cache_clear()
    try:
        assert "ModuleNotFoundError" in plugins.installed_parsers().problems[0]
    finally:
        plugins.installed_parsers.cache_clear()


def test_a_retriever_joins_the_search_and_is_cited_from_the_index(shop: Path, home: Path) -> None:
    incidents = run(RETRIEVER).incidents
    with citeline.index(shop, settings=Settings(home=home, workers=1)) as index:
        hits = incidents.find(index.reader, query("double charge of a card")).hits(5)
        chunk = index.reader.structure.chunks([hits[0]["chunk_id"]])[hits[0]["chunk_id"]]
        assert chunk.path == "src/shop/payment.py" and chunk.start_line <= 18 <= chunk.end_line
        asked = "why was there a double charge of a card?"
        assert "incidents" in citeline.ask(asked, index, channels=[incidents]).timings_ms
        context = Context().carrying(Resources(index.reader, index.settings))
        state = citeline.build_graph([*CHANNELS, incidents], whole=True).invoke({"question": asked}, context=context)
    assert [one["chunk_id"] for one in state["candidates"] if "incidents" in one["channels"]] == [chunk.id]


def test_a_retriever_that_fails_leaves_the_others_to_answer(shop: Path, home: Path) -> None:
    example = run(RETRIEVER)
    failing = citeline.channel_of(example.Incidents.model_construct(fixes=None), "incidents")
    with citeline.index(shop, settings=Settings(home=home, workers=1)) as index:
        answer = citeline.ask("how is a card charged?", index, channels=[failing])
    assert answer.status == "answered"
    assert "the retriever 'incidents' failed" in str(answer.degradations)


def test_what_the_index_does_not_hold_is_not_cited(shop: Path, home: Path) -> None:
    example = run(RETRIEVER)
    places = {"card": ("gone.py", 1), "charge": (str(shop / "src/shop/payment.py"), 18), "a": ("/etc/passwd", 1)}
    channel = citeline.channel_of(example.Incidents(fixes=places), "incidents")
    with citeline.index(shop, settings=Settings(home=home, workers=1)) as index:
        assert len(channel.find(index.reader, query("charge a card")).hits(5)) == 1


def test_an_action_runs_after_a_yes(shop: Path, home: Path, tmp_path: Path) -> None:
    ticket = run(ACTION).TICKET
    settings = Settings(home=home, workers=1, actions_folder=tmp_path / "out")
    with citeline.index(shop, settings=settings) as index:
        asked = "how is a card charged? open a ticket"
        assert asked in PAGE.read_text("utf-8")
        proposed = citeline.ask(asked, index, actions=[ticket])
        assert proposed.actions[0]["status"] == "proposed" and not (tmp_path / "out").exists()
        done = citeline.ask(asked, index, actions=[ticket], yes=["ticket.open"])
    assert done.actions[0]["status"] == "done"
    assert done.answer in (tmp_path / "out" / "tickets.md").read_text("utf-8")


def query(question: str) -> Any:
    from citeline.tools.question.question import translate
    from citeline.tools.retrieval.query import make_query

    return make_query(read(question), translate(read(question)), {"exact": [], "parts": [], "related": []})
