"""What a stranger's parser does wrong costs the tree of that file, never the file, its neighbours or the build."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from citeline.indexing.parsers import plugins
from citeline.indexing.parsers.plugins import ParserPlugin
from citeline.indexing.parsers.registry import parse
from citeline.model import Node, ParsedDocument, Reference, SourceFile

_SOURCE = SourceFile("a.odd", ("one", "two", "three"), "", 1, 1)
_FILE = Node("file", "a.odd", "", 1, 3, None)
_PART = Node("heading", "One", "One", 1, 3, 0, level=1)
_TABLE = replace(_PART, kind="table")
_GOOD = ParsedDocument("a.odd", "prose", "odd", "One", (_FILE, _PART), (Reference(1, "mentions", "two", 2),))
_ANY: Any = None
_ONE: Any = 1


def _never(source: SourceFile, language: str) -> ParsedDocument:
    raise AssertionError


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., plugins.Installed]]:
    """Lets a test say what loading each entry point does."""

    def installed(*loads: Callable[[], object]) -> plugins.Installed:
        points = [SimpleNamespace(name=f"p{n}", value=f"x:p{n}", dist=None, load=load) for n, load in enumerate(loads)]
        monkeypatch.setattr(plugins, "entry_points", lambda group: points)
        plugins.installed_parsers.cache_clear()
        return plugins.installed_parsers()

    yield installed
    plugins.installed_parsers.cache_clear()


def _bad(*, reference: Reference | None = None, **changes: Any) -> ParsedDocument:
    """A good tree but for one thing of its second node, or a reference."""
    return replace(_GOOD, nodes=(_FILE, replace(_PART, **changes)), references=(reference,) if reference else ())


@pytest.mark.parametrize(
    ("returned", "why"),
    [
        (None, "the plugin returned None and not a ParsedDocument"),
        (replace(_GOOD, nodes=()), "its nodes are ()"),
        (replace(_GOOD, nodes=_ANY), "TypeError"),
        (replace(_GOOD, nodes=(_ANY,)), "node 0 is None"),
        (replace(_GOOD, nodes=(_PART,)), "kind of node 0"),
        (replace(_GOOD, path="/etc/passwd"), "its path is '/etc/passwd' and not 'a.odd'"),
        (replace(_GOOD, format=_ANY), "its format is None"),
        (replace(_GOOD, title=_ANY), "title of the document is None"),
        (replace(_GOOD, identifiers=frozenset([_ANY])), "an identifier is None"),
        (_bad(name=None), "name of node 1 is None and not a text"),
        (_bad(name="\ud800"), "UnicodeEncodeError"),
        (_bad(kind="chapter"), "kind of node 1 is 'chapter'"),
        (_bad(start_line=0), "start_line of node 1 is 0 and not a number from 1 to 3"),
        (_bad(start_line=True), "start_line of node 1 is True"),
        (_bad(start_line=4, end_line=4), "start_line of node 1 is 4"),
        (_bad(end_line=4), "end_line of node 1 is 4"),
        (_bad(start_line=3, end_line=2), "end_line of node 1 is 2 and not a number from 3 to 3"),
        (_bad(parent=1), "parent of node 1 is 1"),
        (_bad(parent=-1), "parent of node 1 is -1"),
        (_bad(parent=None), "parent of node 1 is None"),
        (_bad(page="3"), "page of node 1 is '3'"),
        (_bad(level=10**30), "level of node 1"),
        (_bad(data={"when": object()}), "when in data of node 1"),
        (_bad(data={"size": float("nan")}), "ValueError"),
        (_bad(data={"headers": "no list"}), "headers in data of node 1"),
        (_bad(data={"rows": [["a"]], "row_lines": []}), "one for each row"),
        (_bad(reference=Reference(2, "mentions", "x", 1)), "source of reference 0 is 2"),
        (_bad(reference=Reference(0, _ANY, "x", 1)), "kind of reference 0"),
        (_bad(reference=Reference(0, "mentions", "x", 9)), "line of reference 0 is 9"),
    ],
)
def test_what_is_no_tree_leaves_plain_text_and_a_note(
    returned: ParsedDocument, why: str, install: Callable[..., plugins.Installed]
) -> None:
    install(lambda: ParserPlugin("odd", (".odd",), lambda source, language: returned))
    document = parse(_SOURCE)
    assert [node.kind for node in document.nodes] == ["file"]
    assert document.note.startswith("read as plain text: the odd parser failed") and why in document.note


def test_a_good_tree_is_kept(install: Callable[..., plugins.Installed]) -> None:
    table = replace(_TABLE, data={"headers": ["a"], "rows": [["x"]], "row_lines": [3], "caption": "c", "n": 1.5})
    good = replace(_GOOD, nodes=(_FILE, table))
    install(lambda: ParserPlugin("odd", (".odd",), lambda source, language: good))
    assert parse(_SOURCE) == good


def test_a_plugin_that_ends_the_program_costs_its_own_parser_only(install: Callable[..., plugins.Installed]) -> None:
    found = install(sys.exit, lambda: ParserPlugin("odd", (".odd",), lambda source, language: sys.exit("enough")))
    assert "SystemExit" in found.problems[0] and len(found.problems) == 1
    assert "SystemExit: enough" in parse(_SOURCE).note


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (ParserPlugin("odd", _ANY, _never), "its suffixes are None"),
        (ParserPlugin("odd", (".a", _ONE), _never), "its suffixes are ('.a', 1)"),
        (ParserPlugin("odd", _ONE, _never), "TypeError"),
        (ParserPlugin(_ANY, (".odd",), _never), "its language is None"),
        (ParserPlugin("odd", (".odd",), _ANY), "its parse is NoneType"),
    ],
)
def test_a_row_that_is_filled_in_wrongly_is_told_and_not_used(
    row: ParserPlugin, why: str, install: Callable[..., plugins.Installed]
) -> None:
    found = install(lambda: row)
    assert why in found.problems[0] and not found.by_suffix


def test_two_plugins_for_one_suffix_are_told(install: Callable[..., plugins.Installed]) -> None:
    one = ParserPlugin("one", (".odd",), lambda source, language: _GOOD)
    two = ParserPlugin("two", (".odd", ".even"), _never)
    found = install(lambda: one, lambda: two)
    assert found.problems == ("the parser plugin 'p1' does not read .odd: 'one' does",)
    assert found.by_suffix == {".odd": one, ".even": two}
