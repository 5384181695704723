"""Secrets of an index that keeps them: found in whole documents, whatever part of one is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.evidence.evidence import evidence_from_hits
from citeline.tools.evidence.masks import Masks
from citeline.tools.handle import IndexHandle

KEY = [f"MIIEpAIBAAKCAQEA{number:02}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV" for number in range(40)]
PEM = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *KEY, "-----END RSA PRIVATE KEY-----"])


@pytest.fixture(scope="module", params=["keep", "mask"])
def handle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    root = tmp_path_factory.mktemp(request.param) / "tree"
    root.mkdir()
    (root / "key.md").write_text(f"# Key\n\n{PEM}\n\nIt signs the releases.\n")
    with citeline.index(root, settings=Settings(home=root.parent / "home", secrets=request.param)) as opened:
        yield opened


def test_every_part_of_a_key_is_hidden_and_all_other_lines_stay(handle: IndexHandle) -> None:
    masks = Masks(handle.reader)
    (document,) = handle.reader.structure.documents()
    chunks = handle.reader.structure.chunks_of([document.id])
    shown = "\n".join(masks.chunk(chunk).text for chunk in chunks)
    assert not [line for line in KEY if line in shown] and "It signs the releases." in shown
    kept = handle.settings.secrets == "keep"
    assert len(chunks) > 1 or not kept  # a part of it begins in the middle of the key
    assert any(line in chunk.text for line in KEY for chunk in chunks) == kept
    assert len(masks.hidden_in("key.md")) == (len(KEY) if kept else 0)
    assert masks.hidden_in("nowhere.md") == {}


def test_pieces_and_sentences_that_quote_them_are_shown_without(handle: IndexHandle) -> None:
    masks = Masks(handle.reader)
    pieces = evidence_from_hits(handle.search("the key signs", top_k=9).hits)
    assert [piece["start_line"] for piece in masks.pieces(pieces)] == [piece["start_line"] for piece in pieces]
    shown = "\n".join(piece["text"] for piece in masks.pieces(pieces))
    assert not [line for line in KEY if line in shown]
    if handle.settings.secrets == "keep":
        said = masks.sentence(f"It says “{KEY[30]}”.", pieces)
        assert KEY[30] not in said and said.startswith("It says “")


@pytest.mark.parametrize(
    "said", ["db_password = '9 Correct horses!", "horses! battery' is set", "9 Correct horses! bat"]
)
def test_a_sentence_that_ends_within_a_secret_shows_no_part_of_it(tmp_path: Path, said: str) -> None:
    """`!` ends a sentence, and without its closing quote nothing tells that a password stands there."""
    root = tmp_path / "tree"
    root.mkdir()
    (root / "db.md").write_text("# Database\n\nIt opens with db_password = '9 Correct horses! battery' alone.\n")
    with citeline.index(root, settings=Settings(home=tmp_path / "home", secrets="keep")) as opened:
        pieces = evidence_from_hits(opened.search("database", top_k=3).hits)
        shown = Masks(opened.reader).sentence(said, pieces)
    assert "[secret:" in shown and "horses" not in shown
