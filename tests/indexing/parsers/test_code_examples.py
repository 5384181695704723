"""Every example in `code_examples/*.md` parses to the outline and the references that stand below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.programs.code import parse_code
from citeline.indexing.parsers.programs.grammars import GRAMMARS

from .code_examples import read_code_example, show_outline, show_references
from .examples import source_of

_FOLDER = Path(__file__).parent / "code_examples"
_FILES = sorted(_FOLDER.glob("*.md"))


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.stem)
def test_example(file: Path) -> None:
    example = read_code_example(file)
    language = language_of(example.path, example.source)
    assert language == file.stem
    document = parse_code(source_of(example.source, example.path), language)
    assert show_outline(document) == example.outline
    assert show_references(document) == example.references


def test_every_grammar_has_an_example() -> None:
    assert {file.stem for file in _FILES} == set(GRAMMARS)
