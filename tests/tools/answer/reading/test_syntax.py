"""The definition around a line."""

from __future__ import annotations

import pytest

from citeline.tools.answer.reading.syntax import source_of
from citeline.tools.answer.writing.citing import Citations

from ..conftest import Indexed


@pytest.mark.parametrize(
    ("name", "text", "line", "around"),
    [
        ("a.js", "class Pier { moor() { tie() } }\n", 1, "Pier.moor"),
        ("a.js", "class Pier { moor() { tie()\n  }\n}\n", 1, "Pier.moor"),
        ("a.js", "class Pier { moor() { tie() }\n  sail() { go() } }\n", 2, "Pier.sail"),
        ("a.js", "function moor() { tie() } function sail() {\n  go()\n}\n", 1, "moor"),
        ("a.js", "function moor() { tie() } function sail() {\n  go()\n}\n", 2, "sail"),
        ("A.java", "class Pier { int rope; void moor() { tie(rope);\n  }\n}\n", 2, "Pier.moor"),
    ],
)
def test_the_innermost_definition_is_around_a_line_of_several(
    indexed: Indexed, name: str, text: str, line: int, around: str
) -> None:
    index = indexed({name: text})
    source = source_of(index, 1)
    assert source is not None
    for found in (source.enclosing(line), Citations(index, [], "en").definition_at(1, line)):
        assert found is not None
        assert found.qualified_name == around
