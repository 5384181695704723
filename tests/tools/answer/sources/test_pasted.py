"""A message that is pasted without any mark, and the code of an error, lead to the place that raises them."""

from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.question.messages import pasted_sentences

FILES = {
    "pool.py": (
        "class Pool:\n    def open(self, source, source_name, url):\n        if not (source or source_name or url):\n"
        '            raise ValueError("source or source_name or url is needed to open a pool")\n'
        "        return url\n\n\ndef start(pool):\n    pool.open(None, None, None)\n"
    ),
    "shelf.js": (
        "'use strict'\n\nconst { ERR_SHELF_FULL } = require('./errors')\n\nfunction put (shelf, good) {\n"
        "  if (shelf.length > 9) {\n    throw new ERR_SHELF_FULL(good)\n  }\n}\n\nmodule.exports = { put }\n"
    ),
    "errors.js": (
        "'use strict'\n\nmodule.exports = {\n  ERR_SHELF_NONE: createError(\n    'ERR_SHELF_NONE',\n"
        "    'There is no shelf of that name'\n  ),\n  ERR_SHELF_FULL: createError(\n    'ERR_SHELF_FULL',\n"
        "    'The shelf has no room for %s'\n  )\n}\n"
    ),
    "docs/errors.md": (
        "# Errors\n\nThe source, the name or the url of a pool is needed by its owner.\n\n"
        "| Code | How to solve |\n|---|---|\n| ERR_SHELF_NONE | Make one. |\n| ERR_SHELF_FULL | Clear it first. |\n"
    ),
    "limits.py": "MAX_SHELF_GOODS = 10\n",
    "sink.go": (
        "package app\n\ntype errNoSink struct{ scheme string }\n\nfunc (e *errNoSink) Error() string {\n"
        '\treturn fmt.Sprintf("no sink found for scheme %q", e.scheme)\n}\n\n'
        "func newSink(scheme string) (Sink, error) {\n\tfactory, ok := factories[scheme]\n\tif !ok {\n"
        "\t\treturn nil, &errNoSink{scheme}\n\t}\n\treturn factory(scheme)\n}\n"
    ),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root: Path = tmp_path_factory.mktemp("pasted")
    for path, text in FILES.items():
        (root / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (root / "tree" / path).write_text(text)
    return citeline.index(root / "tree", settings=Settings(home=root / "home", workers=1, no_model=True))


@pytest.mark.parametrize(
    "question",
    [
        "source or source_name or url is needed to open a pool",
        "source or source_name or url is needed to open a pool. what did i forget?",
        "i get source or source_name or url is needed to open a pool when it starts",
        "source or source_name or url is needed to open a pool - why?",
    ],
)
def test_a_message_without_marks_is_told_by_what_raises_it(shop: IndexHandle, question: str) -> None:
    """It was answered with where the names in it are defined."""
    answer = citeline.ask(question, shop)
    assert answer.claims[0]["text"].startswith(
        "`Pool.open` raises `ValueError` when `not (source or source_name or url)`"
    )


def test_the_text_of_an_error_leads_to_what_returns_it(shop: IndexHandle) -> None:
    """A language whose errors are values raises nothing: the message was told by lines that share words with it."""
    answer = citeline.ask("no sink found for scheme, when does that come", shop)
    assert answer.claims[0]["text"].startswith("`newSink` returns `errNoSink` when `!ok`")


@pytest.mark.parametrize(
    "question",
    ["got ERR_SHELF_FULL at night, how do i fix it", "why do i get ERR_SHELF_FULL", "ERR_SHELF_FULL"],
)
def test_a_code_is_told_with_its_message_its_row_and_what_raises_it(shop: IndexHandle, question: str) -> None:
    """It was answered with the line that imports it."""
    message, row, raised = [claim["text"] for claim in citeline.ask(question, shop).claims[:3]]
    assert message == "`ERR_SHELF_FULL` says `The shelf has no room for %s`:"
    assert row == "Code: ERR_SHELF_FULL · How to solve: Clear it first."
    assert raised == "`put` raises `ERR_SHELF_FULL` when `shelf.length > 9`:"


def test_a_constant_that_nothing_raises_is_no_code_of_an_error(shop: IndexHandle) -> None:
    assert "10" in citeline.ask("MAX_SHELF_GOODS", shop).claims[0]["text"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("the pool is paused for now - how do I open it?", ["the pool is paused for now"]),
        ("how do I open a pool when its url is not known?", []),
        ('I see "no room for it on the shelf" all day', []),
        ("no room", []),
    ],
)
def test_what_asks_is_no_message_nor_is_what_stands_beside_a_quoted_one(question: str, told: list[str]) -> None:
    assert pasted_sentences(question) == told
