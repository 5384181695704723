from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.sources.consequences import best_consequence
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

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
    "rust": (
        (
            "fn redirect(status: u16) -> Kind {\n    match status {\n"
            "        301 => Kind::Moved,\n        _ => Kind::Other,\n    }\n}\n"
        ),
        "app.rs",
        ("redirect", "301", "Kind::Moved", "app.rs:3-3"),
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
def test_a_condition_that_the_question_names_leads_to_what_follows(tmp_path: Path, tree: str) -> None:
    text, path, (subject, condition, consequence, place) = TREES[tree]
    opened = indexed(tmp_path, {path: text})
    question = "what happens to a redirect when the status is 301"
    chunks = [hit.chunk for hit in search(opened, read(question), top_k=20, single=True).hits]
    found = best_consequence(opened, read(question), chunks)
    assert found is not None
    _, draft = found
    fact = draft.fact
    assert (fact["relation"], fact["subject"], fact["object"]) == ("when", subject, consequence)
    assert fact["condition"] == condition
    assert place_of(opened, draft) == place


def test_a_module_that_is_required_is_no_condition(tmp_path: Path) -> None:
    opened = indexed(tmp_path, {"app.js": "const redirect = require('redirect')\n"})
    chunks = [hit.chunk for hit in search(opened, read("redirect"), top_k=20, single=True).hits]
    assert best_consequence(opened, read("redirect"), chunks) is None
