"""Terms and endpoints are for the query language alone: chunks are those of the same document without them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeline.indexing.chunking import chunk
from citeline.indexing.parsers import markdown
from citeline.indexing.parsers.markdown import parse_markdown
from citeline.indexing.parsers.prose_entities import is_glossary
from citeline.model import DEFINITION_KINDS, PROSE_ENTITY_KINDS

from .examples import source_of

_TEXT = "# API\n\n## GET /a\n" + "Some words about it.\n\n" * 40 + "## Glossary\n" + "- **T**: a thing\n" * 60


def test_terms_and_endpoints_do_not_change_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(_TEXT)
    document = parse_markdown(source)
    monkeypatch.setattr(markdown, "find_entities", lambda *_: [])
    bare = parse_markdown(source)
    assert len(document.nodes) == len(bare.nodes) + 61
    # Positions in the document differ, what stands there does not.
    assert [replace(part, node=0) for part in chunk(source, document)] == [
        replace(part, node=0) for part in chunk(source, bare)
    ]


def test_terms_and_endpoints_are_no_definitions() -> None:
    assert not PROSE_ENTITY_KINDS & DEFINITION_KINDS


@pytest.mark.parametrize(
    "title",
    [*("Glossary", "1. Glossary of terms", "Key terms", "Terminology", "Terms & Definitions", "DEFINITIONS"), "术语表"],
)
def test_titles_of_glossaries(title: str) -> None:
    assert is_glossary(title)


@pytest.mark.parametrize("title", ["Terms of use", "Type definitions", "In terms of speed", "", "Setup"])
def test_titles_of_other_sections(title: str) -> None:
    assert not is_glossary(title)
