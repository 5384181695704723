"""Every example in `examples/*.md` gives the text or the error that stands below it."""

from __future__ import annotations

import pytest

from .read_examples import FOLDER, Example, outcome, read_examples

_EXAMPLES = [
    pytest.param(example, id=f"{name}: {example.name}")
    for name in ("errors", "habits", "canonical")
    for example in read_examples(FOLDER / f"{name}.md")
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    assert outcome(example.query) == example.expected


def test_names_of_examples_are_unique() -> None:
    for name in ("errors", "habits", "canonical"):
        names = [example.name for example in read_examples(FOLDER / f"{name}.md")]
        assert len(names) == len(set(names))
