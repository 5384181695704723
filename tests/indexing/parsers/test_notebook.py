"""Notebooks: every line stays on its line of the file, and a broken or strange one is never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers.notebook import parse_notebook
from citeline.indexing.parsers.notebook_lines import notebook_lines
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile

from .examples import Example, read_examples, show, source_of
from .notebooks import cell, from_script, notebook, printed

_EXAMPLES = read_examples(Path(__file__).parent / "notebook_examples" / "cells.md")


def _read(text: str) -> SourceFile:
    raw = text.removesuffix("\n").split("\n")
    return source_of("\n".join(notebook_lines(raw) or raw) + "\n", "example.ipynb")


def _parse(text: str) -> ParsedDocument:
    return parse(_read(text))


@pytest.mark.parametrize("example", [pytest.param(example, id=example.name) for example in _EXAMPLES])
def test_example(example: Example) -> None:
    document = parse_notebook(_read(from_script(example.given)))
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected


def test_each_line_of_a_cell_stands_on_the_line_of_the_file_that_holds_it() -> None:
    text = notebook(cell("code", 'x = "a\\n"\n\n  # %% cell 9 [sh]\n# %% cell 9 [sh]\n', printed("\x1b[31m7\x1b[0m\n")))
    raw = text.splitlines()
    shown = notebook_lines(raw)
    assert shown is not None
    assert len(shown) == len(raw)
    marks = {line: raw[number].strip() for number, line in enumerate(shown) if line}
    assert marks == {
        "# %% output of cell 1": '"outputs": [',
        "7": '"\\u001b[31m7\\u001b[0m\\n"' if "\\u001b" in text else marks["7"],
        "# %% cell 1 [python]": '"source": [',
        'x = "a\\n"': r'"x = \"a\\n\"\n",',
        "  # %% cell 9 [sh]": r'"  # %% cell 9 [sh]\n",',
        " # %% cell 9 [sh]": r'"# %% cell 9 [sh]\n"',
    }


def test_pictures_are_no_text_and_do_not_make_a_notebook_too_long_to_read(tmp_path: Path) -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "A" * 300_000, "text/plain": ["<Figure>"]}}
    (tmp_path / "a.ipynb").write_text(notebook(cell("code", "plot()", picture)))
    source = read_source(tmp_path, WalkedFile("a.ipynb", 0, 0), max_file_bytes=1_000_000)
    assert isinstance(source, SourceFile)
    assert [line for line in source.lines if line] == [
        "# %% output of cell 1", "<Figure>", "# %% cell 1 [python]", "plot()",
    ]  # fmt: skip


def test_a_notebook_on_one_line_is_no_notebook() -> None:
    line = '{"cells": [{"cell_type": "code", "source": "x = 1", "outputs": []}], "nbformat": 4}'
    assert notebook_lines([line]) is None


def test_a_cell_is_known_by_its_id_unless_another_has_it_too() -> None:
    cells = [cell("code", text, printed(text), name=name) for text, name in (("a", "x1"), ("b", "y-2"), ("c", "y-2"))]
    document = _parse(notebook(*cells, cell("code", "d", name="no id"), cell("markdown", "# E", name="z_3")))
    root = document.nodes[0].data
    assert root["page_numbers"] == [1, 1, 2, 2, 3, 3, 4, 5]
    assert root["page_names"] == ["x1", "x1", "", "", "", "", "", "z_3"]


def test_format_3_is_read_too() -> None:
    old = {
        "metadata": {},
        "nbformat": 3,
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": ["Old"]},
                    {"cell_type": "code", "input": ["def f():\n", "    pass"], "language": "python", "outputs": []},
                ]
            }
        ],
    }
    document = _parse(json.dumps(old, indent=1))
    assert [(node.kind, node.name, node.page) for node in document.nodes[1:]] == [
        ("heading", "Old", 1),
        ("codeblock", "python", 2),
        ("function", "f", 2),
    ]


@pytest.mark.parametrize("language", ["julia", "r", "no such language"])
def test_kernels_of_other_languages_name_their_cells(language: str) -> None:
    document = _parse(notebook(cell("code", "f <- 1"), language=language))
    assert [node.data["language"] for node in document.nodes if node.kind == "codeblock"] == [
        language if " " not in language else "python"
    ]


_GOOD = notebook(cell("markdown", "# A\ntext"), cell("code", "x = 1"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(_GOOD[: len(_GOOD) // 2], id="truncated"),
        pytest.param(json.dumps(json.loads(_GOOD)), id="on one line"),
        pytest.param(
            json.dumps({"cells": [{"cell_type": "code", "source": "a\nb"}]}, indent=1), id="source is a string"
        ),
        pytest.param("[" * 100_000, id="nested"),
        pytest.param('{"cells": [' + "[" * 900 + "]" * 900 + "]}", id="lists in the place of cells"),
        pytest.param('{"cells": {"a": 1}, "worksheets": 3}', id="no cells"),
        pytest.param("# no JSON\n", id="mislabelled"),
        pytest.param('{"cells": [{"source": 3}, 4, null, {"cell_type": 5, "outputs": 6}]}', id="wrong types"),
    ],
)
def test_a_notebook_that_cannot_be_read_line_by_line_is_read_as_json_with_a_note(text: str) -> None:
    document = _parse(text)
    assert (document.language, document.format) == ("json", "data")
    assert "read as JSON" in document.note


def test_cells_of_every_wrong_type_do_no_harm() -> None:
    cells: list[object] = [
        None,
        3,
        "x",
        [],
        {"cell_type": 5, "source": ["kept\n", 7, None]},
        {"outputs": [{"text": [1, ["no"]]}]},
    ]
    document = _parse(json.dumps({"cells": cells, "metadata": []}, indent=1))
    assert document.format == "prose"
    assert [node.kind for node in document.nodes] == ["file"]


@pytest.mark.parametrize("is_last", [True, False])
def test_authors_title_and_date_in_the_metadata_are_front_matter(is_last: bool) -> None:
    """Neither a filter nor "who wrote …" knew them."""
    about = {"title": "Tides", "authors": [{"name": "Ada Byron"}, {"name": "Tony Hoare"}], "date": "2013-03-04"}
    made = json.loads(notebook(cell("markdown", "# Rise\n\nFour metres.", name="a1"), cell("code", "x = 1")))
    made = {"cells": made["cells"], "metadata": about} if is_last else {"metadata": about, "cells": made["cells"]}
    document = _parse(json.dumps(made, indent=1) + "\n")
    (front,) = [node for node in document.nodes if node.kind == "frontmatter"]
    assert (document.title, front.page) == ("Tides", None)
    assert front.data == {"title": "Tides", "author": ["Ada Byron", "Tony Hoare"], "date": "2013-03-04"}
    assert [node.name for node in document.nodes if node.kind == "heading"] == ["Rise"]


@pytest.mark.parametrize("kind", ["raw", "markdown"])
def test_front_matter_in_the_first_cell_is_read(kind: str) -> None:
    document = _parse(notebook(cell(kind, "---\ntitle: Gauge\nauthor: Ada\n---"), cell("markdown", "# Gauges")))
    (front,) = [node for node in document.nodes if node.kind == "frontmatter"]
    assert front.data == {"title": "Gauge", "author": "Ada"}


def test_a_line_that_looks_like_a_fact_about_the_notebook_is_one_of_its_cell() -> None:
    document = _parse(notebook(cell("markdown", "# %% about author: Eve")))
    assert not [node for node in document.nodes if node.kind == "frontmatter"]
