"""reStructuredText: the tree of every example, nothing of any other file, and nothing lost when docutils gives up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from docutils.parsers.rst import directives, states

from citeline.indexing.parsers.markup import rst
from citeline.indexing.parsers.registry import parse

from .examples import Example, read_examples, show, source_of

_FILES = sorted((Path(__file__).parent / "rst_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example.name}") for path in _FILES for example in read_examples(path)
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = rst.parse_rst(source_of(example.given, "example.rst"))
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected


@pytest.mark.parametrize(
    "directive",
    [
        ".. include:: {0}",
        ".. literalinclude:: {0}",
        ".. raw:: html\n   :file: {0}",
        ".. raw:: html\n   :url: file://{0}",
        ".. csv-table:: T\n   :file: {0}",
        ".. csv-table:: T\n   :url: file://{0}",
        ".. figure:: {0}\n   :figwidth: image",
        ".. image:: {0}",
        ".. math::\n   :file: {0}",
    ],
)
def test_no_directive_opens_another_file(directive: str, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("STOLEN,text\n=====\n")
    document = parse(source_of(directive.format(tmp_path / "other") + "\n\nText.\n", "a.rst"))
    assert "STOLEN" not in show(document, with_title=True)
    assert [node.kind for node in document.nodes] == ["file"]


_GOOD = "Alpha\n=====\n\ntext\n\nBeta\n----\n\n"


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("".join(f"{' ' * 2 * depth}* x\n\n" for depth in range(400)), id="400 nested lists"),
        pytest.param("".join(f"{' ' * 3 * depth}.. note::\n\n" for depth in range(300)), id="300 nested directives"),
        pytest.param("|a|\n\n.. |a| replace:: |b| |b|\n.. |b| replace:: |a| |a|\n", id="substitutions in a circle"),
        pytest.param("+---+\n| a |\n+===", id="table without end"),
        pytest.param(".. code-block::", id="directive without anything"),
        pytest.param("`" * 3_000 + "*" * 3_000 + "|" * 3_000 + "\n", id="markup that never closes"),
        pytest.param("\x00\ufeff\x0b\x0c\u2028\n", id="control characters"),
        pytest.param(".. list-table::\n\n   * no table\n", id="list that is no table"),
    ],
)
def test_text_that_was_written_to_hurt_keeps_the_headings(hostile: str) -> None:
    document = parse(source_of(_GOOD + hostile, "a.rst"))
    assert [node.name for node in document.nodes if node.kind == "heading"][:2] == ["Alpha", "Beta"]


def test_a_parser_that_gives_up_leaves_the_headings_and_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> None:
        raise RecursionError

    monkeypatch.setattr(rst, "parse_markup", fail)
    document = parse(source_of(_GOOD, "a.rst"))
    assert [node.name for node in document.nodes] == ["a.rst", "Alpha", "Beta"]
    assert document.note == "only headings were read: docutils failed (RecursionError)"


def test_a_long_file_is_not_given_to_docutils(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rst, "_MAX_CHARS", 10)
    document = parse(source_of(_GOOD, "a.rst"))
    assert (len(document.nodes), "too long" in document.note) == (3, True)


def test_docutils_is_left_as_it_was() -> None:
    before = directives.directive
    parse(source_of(".. unknown::\n", "a.rst"))
    assert directives.directive is before


def test_a_list_makes_the_states_that_it_enters_and_options_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # docutils makes all sixteen for each list, and a parser of options for each document: four tenths of the time that
    # a tree of documentation takes.
    made: list[str] = []
    prepare = states.RSTState.__init__

    def counted(state: states.RSTState, *given: object) -> None:
        made.append(type(state).__name__)
        prepare(state, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(states.RSTState, "__init__", counted)
    for _ in range(2):
        made.clear()
        rst.parse_rst(source_of("\n\n".join(f"* item {n}\n\n  1. one\n" for n in range(10)), "list.rst"))
    assert len(made) < 80
    monkeypatch.setattr("citeline.indexing.parsers.markup.rst_markup.get_default_settings", None)
    assert rst.parse_rst(source_of("Title\n=====\n", "title.rst")).title == "Title"


def test_a_word_of_a_hundred_thousand_letters_takes_no_time() -> None:
    """Patterns of docutils went over it once for each letter: 20 s, and no tree; ours over words that it kept: 8 s."""
    started = time.process_time()
    assert not parse(source_of(f"{'A' * 1999} \n" * 2000, "a.rst")).note
    document = parse(source_of(f"{_GOOD}\n{'A:' * 90_000}\n\nGamma\n=====\n\nEnd.\n", "a.rst"))
    assert time.process_time() - started < 5
    assert not document.note
    assert [node.name for node in document.nodes if node.kind == "heading"] == ["Alpha", "Beta", "Gamma"]


def test_a_table_wider_than_the_longest_word_is_one() -> None:
    """Its borders were cut as words are, and it was text."""
    border = f"+{'-' * 900}" * 3 + "+\n"
    cells = "|".join(name.ljust(900) for name in ("Sail", "Mast", "Keel"))
    document = parse(source_of(f"{_GOOD}\n{border}|{cells}|\n{border}", "a.rst"))
    assert "table" in [node.kind for node in document.nodes]
