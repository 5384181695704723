"""Where code is cut, and what each chunk says it is about."""

from __future__ import annotations

from citeline.indexing.chunking import chunk
from citeline.model import Chunk

from ..trees import document_of, source_of


def _chunks(text: str) -> list[Chunk]:
    source = source_of(text)
    return chunk(source, document_of(source))


def _spans(chunks: list[Chunk]) -> list[tuple[int, int]]:
    return [(piece.start_line, piece.end_line) for piece in chunks]


def _body(lines: int, indent: int = 4, width: int = 20) -> str:
    return "".join(" " * indent + "x" * width + "\n" for _ in range(lines))


def _function(name: str, lines: int, indent: int = 0) -> str:
    return " " * indent + f"def {name}\n" + _body(lines - 1, indent + 4)


def test_a_small_file_is_one_chunk() -> None:
    [piece] = _chunks("import a\n\n" + _function("f", 10) + "\n" + _function("g", 5))
    assert (piece.start_line, piece.end_line) == (1, 18)
    assert piece.definitions == ("f", "g")


def test_small_neighbours_are_merged_up_to_the_budget() -> None:
    chunks = _chunks("\n".join(_function(name, 15) for name in "abcde"))
    assert [piece.definitions for piece in chunks] == [("a", "b"), ("c", "d"), ("e",)]


def test_a_function_somewhat_over_the_budget_stays_whole() -> None:
    chunks = _chunks(_function("a", 20) + "\n" + _function("b", 50) + "\n" + _function("c", 20))
    assert _spans(chunks) == [(1, 20), (22, 71), (73, 92)]


def test_a_large_function_is_cut_at_blank_lines() -> None:
    text = "def f\n" + _body(29) + "\n" + _body(30) + "\n" + _body(30)
    chunks = _chunks(text)
    assert _spans(chunks) == [(1, 30), (32, 61), (63, 92)]
    assert [piece.breadcrumb for piece in chunks] == ["pkg/example.py › f"] * 3
    assert [piece.scope for piece in chunks] == ["", "f", "f"]
    assert [piece.definitions for piece in chunks] == [("f",), (), ()]


def test_a_large_function_without_blank_lines_is_cut_at_the_least_indentation() -> None:
    text = "def f\n" + (" " * 4 + "if x:\n" + _body(8, 8)) * 9
    for piece in _chunks(text)[1:]:
        assert piece.text.startswith("    if x:")


def test_a_large_class_gets_a_header_chunk_with_its_fields() -> None:
    header = "class Big\n" + _body(9) + "    field one\n    field two\n"
    members = "".join("\n" + _function(name, 30, 4) for name in ("first", "second"))
    chunks = _chunks(header + members)
    assert _spans(chunks) == [(1, 12), (14, 43), (45, 74)]
    assert [piece.definitions for piece in chunks] == [("Big", "one", "two"), ("first",), ("second",)]
    assert [piece.breadcrumb for piece in chunks] == [
        "pkg/example.py › Big",
        "pkg/example.py › Big.first",
        "pkg/example.py › Big.second",
    ]
    assert [piece.scope for piece in chunks] == ["", "Big", "Big"]


def test_a_bare_class_line_joins_its_first_method() -> None:
    chunks = _chunks("class Big\n" + _function("first", 35, 4) + _function("second", 30, 4))
    assert _spans(chunks) == [(1, 36), (37, 66)]
    assert chunks[0].breadcrumb == "pkg/example.py › Big", "the class is defined here, so it is what the chunk is about"


def test_merged_methods_are_about_their_class() -> None:
    methods = "".join("\n" + _function(name, 13, 4) for name in "abcdef")
    chunks = _chunks("class Big\n" + _body(12) + methods)
    assert chunks[1].definitions == ("a", "b", "c")
    assert chunks[1].breadcrumb == "pkg/example.py › Big"
    assert chunks[1].scope == "Big"


def test_comments_and_decorators_stay_with_their_definition() -> None:
    above = "# why\n@decorated(\n    1,\n)\n@plain\n"
    chunks = _chunks(_function("a", 30) + above + _function("b", 30))
    assert _spans(chunks) == [(1, 30), (31, 65)]
    chunks = _chunks(_function("a", 30) + "/**\n * Doc.\n */\n" + _function("b", 30))
    assert _spans(chunks) == [(1, 30), (31, 63)]


def test_code_above_a_definition_is_no_comment() -> None:
    chunks = _chunks(_function("a", 38) + "#include <x>\ny = 1; /* z */\n" + _function("b", 38))
    assert _spans(chunks) == [(1, 40), (41, 78)]


def test_a_closing_brace_never_stands_alone() -> None:
    chunks = _chunks("class Big\n" + "".join("\n" + _function(name, 35, 4) for name in "ab") + "}\n")
    assert chunks[-1].text.endswith("\n}")
    assert chunks[-1].text.lstrip().startswith("def b")


def test_imports_stay_apart_from_a_large_definition() -> None:
    chunks = _chunks("import x\n" * 12 + "\n" + _function("f", 45))
    assert _spans(chunks) == [(1, 12), (14, 58)]
    assert chunks[0].breadcrumb == "pkg/example.py"
    assert chunks[0].scope == ""


def test_a_definition_among_imports_is_what_the_chunk_is_about() -> None:
    [piece] = _chunks("import x\n" * 12 + "\n" + _function("f", 8))
    assert piece.breadcrumb == "pkg/example.py › f"
