"""Every example in `markdown_examples/*.md` parses to the tree that stands below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.parsers.markdown import parse_markdown

from .examples import Example, read_examples, show, source_of

_FILES = sorted((Path(__file__).parent / "markdown_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example.name}") for path in _FILES for example in read_examples(path)
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = parse_markdown(source_of(example.given), "markdown")
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected
