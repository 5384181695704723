import json
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.builds.loose_files import open_loose_files
from citeline.tools.docql.data_trees.data_places import BrokenDataError, DataTree, Place
from citeline.tools.docql.evaluation import evaluate
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.evaluation.data import READERS, DataPathError, UnreadableError, compile_path, find_data
from citeline.tools.docql.evaluation.items import Item
from citeline.tools.docql.language.plan import Start
from citeline.tools.docql.query import query
from tests.indexing.parsers.examples import Example, read_examples

_EXAMPLES = read_examples(Path(__file__).with_name("examples") / "data.md")
_START = Start("data", "data", "$.data")


@contextmanager
def _corpus(folder: Path, files: dict[str, str]) -> Iterator[Corpus]:
    paths = [folder / name for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    with open_loose_files(paths, max_file_bytes=10_000_000) as loose:
        yield Corpus(loose.structure, loose.root)


def _find(folder: Path, files: dict[str, str], path: str) -> list[Item]:
    with _corpus(folder, files) as corpus:
        return find_data(corpus, replace(_START, argument=path)).items


def _show(item: Item) -> str:
    lines = str(item.line) if item.end_line == item.line else f"{item.line}-{item.end_line}"
    return f"{lines} {item.values['pointer']} {json.dumps(item.values['value'], allow_nan=False)}"


@pytest.mark.parametrize("example", _EXAMPLES, ids=[example.name for example in _EXAMPLES])
def test_example(example: Example, tmp_path: Path) -> None:
    name, path, text = example.given.split("\n", 2)
    assert "\n".join(map(_show, _find(tmp_path, {name: text}, path))) == example.expected


def test_items_carry_their_file_and_follow_the_order_of_files(tmp_path: Path) -> None:
    files = {"b.toml": "x = 1\n", "a.json": '{"x": 2}', "c.md": "# x: 3\n", "d.yaml": "y: 4\n"}
    with _corpus(tmp_path, files) as corpus:
        items = find_data(corpus, replace(_START, argument=".x")).items
    assert [(item.path, item.values["value"]) for item in items] == [("a.json", 2), ("b.toml", 1)]
    assert all(item.kind == "data" and item.document > 0 and item.node is None for item in items)
    assert items[0].get(("path",)) == "a.json"


def test_keys_are_found_however_they_are_written(tmp_path: Path) -> None:
    files = {"a.json": '{"\\u006bey": 1}', "b.yaml": '"k\\x65y": 2', "c.toml": '"ke\\u0079" = 3', "d.json": '{"no": 4}'}
    assert [item.values["value"] for item in _find(tmp_path, files, ".key")] == [1, 2, 3]


def test_broken_files_are_noted_when_others_have_the_value(tmp_path: Path) -> None:
    with _corpus(tmp_path, {"a.json": '{"x": 1}', "b.json": '{\n"x" 1}'}) as corpus:
        found = find_data(corpus, replace(_START, argument=".x"))
    assert [item.path for item in found.items] == ["a.json"]
    assert found.notes == ("b.json: line 2: expected a key and a colon, not '\"x\"'",)


def test_only_the_first_broken_files_are_named(tmp_path: Path) -> None:
    files = {"a.json": '{"x": 1}'} | {f"b{number}.json": '{"x"' for number in range(9)}
    with _corpus(tmp_path, files) as corpus:
        notes = find_data(corpus, replace(_START, argument=".x")).notes
    assert len(notes) == 6
    assert notes[-1] == "4 more files cannot be read"


@pytest.mark.parametrize("path", [".x", ".absent"])
def test_broken_files_and_nothing_else_are_an_error(path: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"b\.yaml: line 2: mapping values"):
        _find(tmp_path, {"a.json": '{"y": 1}', "b.yaml": "x: 1\ny: z: 2\n"}, path)


def test_values_that_nowhere_exist_are_no_items(tmp_path: Path) -> None:
    assert _find(tmp_path, {"a.json": '{"y": 1}', "c.md": "text"}, ".x") == []


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.json", '{\n"a": 1\n"b": 2}', 3),
        ("a.json", '{\n"a": "never\n}', 2),
        ("a.json", "[1,\n2", 2),
        ("a.json", "\n[}", 2),
        ("a.json", "[1]\n[2]", 2),
        ("a.json", "[\n,1]", 2),
        ("a.json", '{"a":\n}', 2),
        ("a.json", '[1,\n"a": 2]', 2),
        ("a.json", "// only this", 1),
        ("a.json", "[\n" + "[" * 10_000, 2),
        ("a.json", "[\n" + '{"a":' * 150 + "1" + "}" * 150 + "]", 2),
        ("a.yaml", "a: 1\nb: [", 2),
        ("a.yaml", "a: 1\nb: " + "[" * 100_000, 2),
        ("a.yaml", "a:\n" + "- " * 50_000, 2),
        ("a.yaml", "a: 1\n? [b]\n: 1", 2),
        ("a.yaml", "a: 1\nb: *c", 2),
        ("a.yaml", "a: &a [1, *a]", 1),
        ("a.yaml", "a: {{ b }}", 1),
        ("a.yaml", "a: 1\n<<: 2", 2),
        ("a.toml", "a = 1\nb =", 2),
        ("a.toml", "a = 1\na = 2", 2),
        ("a.toml", "x = 1\n" + "a." * 100_000 + "b = 1", 2),
        ("a.toml", "a = " + "[" * 10_000, 1),
    ],
)
def test_broken_files_name_the_line(name: str, text: str, line: int) -> None:
    with pytest.raises(BrokenDataError) as caught:
        _read(name, text)
    assert caught.value.line == line


def _read(name: str, text: str) -> DataTree:
    return READERS[name.rpartition(".")[2]](text)


@pytest.mark.parametrize("shape", ["[{}]", "{{k: 1, <<: [{}]}}"])
@pytest.mark.timeout(120)
def test_aliases_cannot_multiply_values(shape: str) -> None:
    tenfold = (shape.format(", ".join([f"*a{level}"] * 10)) for level in range(12))
    lines = ["a0: &a0 {x: 1, y: 2}", *(f"a{level}: &a{level} {value}" for level, value in enumerate(tenfold, 1))]
    with pytest.raises(BrokenDataError, match="aliases make more than"):
        _read("a.yaml", "\n".join(lines))


@pytest.mark.parametrize("number", ["1" * 5_000, "1e999", "-1e999"])
def test_numbers_that_json_cannot_say_are_texts(number: str) -> None:
    for language, text in (("json", f'{{"a": {number}}}'), ("yaml", f"a: {number}")):
        assert json.loads(json.dumps(READERS[language](text).value, allow_nan=False)).keys() == {"a"}


@pytest.mark.parametrize(
    ("path", "position"),
    [
        (".", 1),
        (".a[", 3),
        (".a['b", 5),
        (".a]", 2),
        (".größe", 3),
        (".a.`what`", 8),
        (".a\n.b]", 5),
        (".a" * 100, 0),
        ("." + "a" * 5_000, 2_000),
        (".a * 1000", 0),
        (".a.`sub(/x/, y)`", 0),
        (".a.`split(`", 3),
    ],
)
def test_paths_that_cannot_be_used_say_where(path: str, position: int, tmp_path: Path) -> None:
    with pytest.raises(DataPathError) as caught:
        _find(tmp_path, {"a.json": "{}"}, path)
    assert (caught.value.position, caught.value.kind) == (position, "syntax")


def test_patterns_that_cannot_be_used_are_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(DataPathError) as caught:
        _find(tmp_path, {"a.json": "{}"}, ".a[?(@.b =~ '(x')]")
    assert (caught.value.position, caught.value.kind) == (13, "regex")


@pytest.mark.parametrize("path", ["..*..*..*..*", "..[?(@..[?(@..x)])]", "..`parent`..*", "..*[?(@.b =~ '(a+)+$')]"])
@pytest.mark.timeout(120)
def test_hostile_paths_end_soon(path: str, tmp_path: Path) -> None:
    value: dict[str, Any] = {"b": "a" * 100_000 + "!"}
    for _ in range(60):
        value = {"a": value, "l": [{"b": number} for number in range(200)]}
    with _corpus(tmp_path, {"a.json": json.dumps(value)}) as corpus:
        find_data(corpus, replace(_START, argument=".l"))
        try:
            find_data(corpus, replace(_START, argument=path))
        except DataPathError as error:
            assert "more than" in error.message


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
@given(st.text(alphabet="ab.[]*?()@'=~<>&|!,:-1 `$/\\\n{}é", max_size=30))
def test_any_path_gives_matches_or_says_what_is_wrong(tail: str) -> None:
    try:
        compile_path(tail).search().matches({"a": [{"b": 1}, "x"], "b": None})
    except DataPathError as error:
        assert 0 <= error.position <= len(tail)


def _values(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
        max_leaves=12,
    )


_VALUES = _values(st.text(max_size=10))


def _scalars(value: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _scalars(item, place.inner[key])
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _scalars(item, place.inner[index])
    else:
        yield value, place


@given(_VALUES, st.booleans())
def test_each_value_of_json_stands_on_its_line(value: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=2, ensure_ascii=ascii_only)
    tree = _read("a.json", text)
    assert tree.value == value
    lines = text.split("\n")
    for found, place in _scalars(value, tree.find_places()):
        assert json.dumps(found, ensure_ascii=ascii_only) in lines[place.line - 1]


@given(_VALUES)
def test_comments_and_commas_change_no_value_and_no_line(value: Any) -> None:
    text = json.dumps(value, indent=2)
    plain, liberal = _read("a.json", text), _read("a.json5", text + " // the end")
    assert (liberal.value, liberal.find_places()) == (plain.value, plain.find_places())


@given(_values(st.text(st.characters(categories=("L", "N", "P", "S")), max_size=10)))
def test_each_value_of_yaml_stands_on_its_line(value: Any) -> None:
    text = json.dumps(value, indent=2, ensure_ascii=False)  # which is YAML, and its lines are those of JSON
    if value is not None:
        assert _read("a.yaml", text).find_places() == _read("a.json", text).find_places()


_WORDS = st.text(alphabet="abc-_1 .'\"\\é\n#=[]{},", max_size=8)
_TOML_SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | _WORDS
_TABLES = st.dictionaries(
    _WORDS,
    st.recursive(_TOML_SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3)),
    max_size=4,
)


@given(st.lists(_TABLES, min_size=1, max_size=4))
def test_each_value_of_toml_stands_on_its_line(tables: list[dict[str, Any]]) -> None:
    lines, expected = list[str](), list[tuple[str, int]]()
    for table in tables:
        lines += ["", "[['the tables']] # [[x]]"]
        for key, value in table.items():
            lines.append(f"{_toml(key)} = {_toml(value)}")
            expected.append((key, len(lines)))
    text = "\n".join(lines)
    tree = _read("a.toml", text)
    assert tree.value == tomllib.loads(text) == {"the tables": tables}
    found = tree.find_places().inner["the tables"]
    assert [(key, place.line) for table in found.inner.values() for key, place in table.inner.items()] == expected
    for value, place in _scalars(tables, found):
        assert _toml(value) in lines[place.line - 1]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


@given(st.text(alphabet="ab:-[]{}&*<>|'\"#\n ,1?%", max_size=40))
def test_yaml_reads_what_its_own_library_reads(text: str) -> None:
    # A file's lines are kept without their ends, so whether the last one had an end is not known.
    try:
        documents = [found for found in yaml.safe_load_all(text.removesuffix("\n") + "\n") if found is not None]
    except (yaml.YAMLError, ValueError, TypeError, AttributeError):
        return
    try:
        value = _read("a.yaml", text).value
    except BrokenDataError as error:
        assert "cannot be a key" in str(error) or "alias" in str(error)
        return
    expected = documents[0] if len(documents) == 1 else documents or None
    assert _texts(value) == _texts(expected)


def _texts(value: Any) -> Any:
    """Without the types of keys, and of values that JSON does not have."""
    if isinstance(value, dict):
        return [_texts(item) for item in value.values()]
    return [_texts(item) for item in value] if isinstance(value, list) else value


@given(st.text(max_size=60), st.sampled_from(sorted(READERS)))
def test_any_text_is_read_or_is_broken_on_one_of_its_lines(text: str, language: str) -> None:
    try:
        READERS[language](text).find_places()
    except BrokenDataError as error:
        assert 1 <= error.line <= text.count("\n") + 1


def test_a_query_that_costs_much_is_not_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _corpus(tmp_path, {"a.json": json.dumps([{"names": 1}] * 50)}) as corpus:
        assert query(corpus, "$.data.names").next == ("$.data..names", "$.files")
        monkeypatch.setattr(evaluate, "_MOST_TO_SUGGEST", 50)
        assert query(corpus, "$.data.names").next == ("$.files",)
