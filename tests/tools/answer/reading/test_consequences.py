"""A line that is only the head of a condition is told with what follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.reading.guards import guards_in
from citeline.tools.answer.reading.statements import head_told
from citeline.tools.answer.reading.syntax import source_of

from ..trees import indexed, place_of

TREES = {
    "python": (
        (
            "def redirect(request, response):\n    if response.status == 301:\n"
            "        # browsers do so too\n        request.method = 'GET'\n"
            "    return request\n"
        ),
        "app.py",
        ("redirect", "response.status == 301", "request.method = 'GET'", "app.py:2-4"),
    ),
    "go": (
        (
            "package app\n\nfunc redirect(status int) error {\n\tif status == 301 {\n"
            '\t\treturn errors.New("a redirect")\n\t}\n\treturn nil\n}\n'
        ),
        "app.go",
        ("redirect", "status == 301", 'return errors.New("a redirect")', "app.go:4-6"),
    ),
    "java": (
        (
            "class App {\n  int redirect(int status) {\n    if (status == 301) {\n"
            "      throw new IllegalStateException();\n    }\n    return 0;\n  }\n}\n"
        ),
        "App.java",
        ("App.redirect", "status == 301", "throw new IllegalStateException();", "App.java:3-5"),
    ),
    "javascript": (
        "function redirect(status) {\n  switch (status) {\n    case 301:\n      return 'moved'\n  }\n}\n",
        "app.js",
        ("redirect", "case 301", "return 'moved'", "app.js:3-4"),
    ),
}


@pytest.mark.parametrize("tree", TREES)
def test_the_head_of_a_condition_is_told_with_what_follows(tmp_path: Path, tree: str) -> None:
    text, path, (subject, condition, consequence, place) = TREES[tree]
    opened = indexed(tmp_path, {path: text})
    first = int(place.partition(":")[2].partition("-")[0])
    source = source_of(opened, 1)
    chunk = next(one for one in opened.structure.chunks_of([1]) if one.start_line <= first <= one.end_line)
    assert source is not None
    draft = head_told(source, chunk, first)
    assert draft is not None
    fact = draft.fact
    assert (fact["relation"], fact["subject"], fact["object"]) == ("when", subject, consequence)
    assert fact["condition"] == condition
    assert place_of(opened, draft) == place


def test_a_module_that_is_required_is_no_condition(tmp_path: Path) -> None:
    source = source_of(indexed(tmp_path, {"app.js": "const redirect = require('redirect')\n"}), 1)
    assert source is not None
    assert not list(guards_in(source, 1, 1))
