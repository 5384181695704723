"""Configuration and records: top-level keys with their lines, and never an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.parsers.data import parse_data
from citeline.indexing.parsers.registry import parse

from .examples import Example, read_examples, show, source_of

_FILES = sorted((Path(__file__).parent / "data_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, path.stem, id=f"{path.stem}: {example.name}")
    for path in _FILES
    for example in read_examples(path)
]


@pytest.mark.parametrize(("example", "ending"), _EXAMPLES)
def test_example(example: Example, ending: str) -> None:
    assert show(parse(source_of(example.given, f"example.{ending}")), with_title=False) == example.expected


def _keys(text: str, language: str) -> list[tuple[str, int, int]]:
    document = parse_data(source_of(text, f"example.{language}"), language)
    return [(node.name, node.start_line, node.end_line) for node in document.nodes[1:]]


def test_json_keys_are_those_at_depth_one() -> None:
    text = '{\n  "name": "x",\n\t"deps": {\n    "a": 1\n  },\n  // a comment: "no": 1\n  "list": [{"b": 2}],\n}\n'
    assert _keys(text, "json") == [("name", 2, 2), ("deps", 3, 6), ("list", 7, 8)]


def test_yaml_keys_are_those_without_indentation() -> None:
    text = "# c: no\non:\n  push: 1\n'quoted key': |\n  text: no\n- item\njobs: {}\nurl: http://x\n"
    assert _keys(text, "yaml") == [("on", 2, 3), ("quoted key", 4, 6), ("jobs", 7, 7), ("url", 8, 8)]


def test_toml_tables_and_the_keys_above_them() -> None:
    text = 'name = "x"\ntext = """\n[no]\n"""\n[tool.ruff]\nselect = [\n  "E",\n]\n[[bin]]\nk = 1\n'
    assert _keys(text, "toml") == [("name", 1, 1), ("text", 2, 4), ("tool.ruff", 5, 8), ("bin", 9, 10)]


def test_ini_sections_and_plain_assignments() -> None:
    assert _keys("[a]\nx=1\n[b]\ny=2\n", "ini") == [("a", 1, 2), ("b", 3, 4)]
    assert _keys("db.url=x\nexport A=1\n", "properties") == [("db.url", 1, 1), ("A", 2, 2)]


def test_comma_separated_values_are_a_table_with_headers() -> None:
    document = parse_data(source_of('name,"full, name"\na,b\n', "x.csv"), "csv")
    assert document.nodes[1].kind == "table"
    assert document.nodes[1].data == {"headers": ["name", "full, name"]}
    assert (document.nodes[1].start_line, document.nodes[1].end_line) == (1, 2)


def test_a_file_of_records_gets_no_keys() -> None:
    assert _keys("{" + ",\n".join(f'"k{i}": {i}' for i in range(3_000)) + "}", "json") == []


@pytest.mark.parametrize("language", ["json", "yaml", "toml", "ini", "csv", "xml"])
@given(text=st.text(alphabet="{}[]\":,=#-\n\t '\\a1", max_size=80))
def test_nothing_raises_and_spans_stay_inside(language: str, text: str) -> None:
    source = source_of(text, "x")
    for node in parse_data(source, language).nodes:
        assert 1 <= node.start_line <= node.end_line <= max(1, len(source.lines))
