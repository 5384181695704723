"""One file from disk to chunks with counted terms: what a parser process does.

Needs nothing but the file, and nothing of the stores. Imports every parser: import it late where that matters.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from citeline.left_out import Secrets, Skipped

from ..chunking import chunk, chunk_ids
from ..embedding.sparse import count_terms
from ..extraction.decoding import read_source
from ..files.formats import document_format
from ..files.source_tree import Root
from ..files.walk import WalkedFile
from ..generations.documents import Outcome, ReadDocument
from ..parsers.masking import mask_file
from ..parsers.registry import load_parsers, parse, parse_as_text
from ..secrets import mask_lines
from ..stores.packed_uses import pack_uses, without_uses

_NAMES_A_SECRET: Final = ('password = "x7Kq9ZpQ2m"',)
"""Nearly every tree has such a line; judging its value loads lists of words and the vocabulary of the model."""


def read_document(
    root: Root,
    file: WalkedFile,
    *,
    max_file_bytes: int,
    secrets: Secrets = "mask",
    plain: str = "",
    by_name: bool = False,
) -> Outcome:
    """Read, parse and chunk one file of the source; a file that cannot be is skipped by name.

    `by_name`: somebody names the file, and data of tests are read like any other.

    `plain` says why no parser is asked for its tree; empty when one is.
    Secrets are masked before anything else sees the text, so that no name, chunk, term or vector is made of one.
    """
    try:
        if plain and document_format(file.path):
            return Skipped(file.path, "parse_failed", f"{plain}: open it and save it anew")  # it has no plain text
        source = read_source(root, file, max_file_bytes=max_file_bytes, by_name=by_name)
        if isinstance(source, Skipped):
            return source
        if secrets == "mask":
            # Where no parser is asked for a tree, none is asked what is text.
            masked = mask_lines(source.lines) if plain else mask_file(file.path, source.lines)
            source = dataclasses.replace(source, lines=masked)
            del masked
        document = parse_as_text(source, plain) if plain else parse(source)
        if source.note:
            document = dataclasses.replace(document, note="; ".join(filter(None, (source.note, document.note))))
        chunks = chunk(source, document)
        # Before terms are counted, which of a large file takes as much memory as its lines.
        source = dataclasses.replace(source, lines=("",) * len(source.lines))
        return ReadDocument(
            source=source,
            document=without_uses(document),
            chunks=tuple(chunks),
            chunk_ids=tuple(chunk_ids(file.path, chunks)),
            terms=count_terms(file.path, chunks),
            uses=pack_uses(document),
        )
    # Whatever a strange file makes a parser do, it costs this file and not the run; `status` shows the reason.
    except Exception as error:  # noqa: BLE001
        return Skipped(file.path, "parse_failed", f"{type(error).__name__}: {error}"[:300])


def load_for(paths: Iterable[str]) -> None:
    """Load what reads such files; some, and what tells secrets, are else loaded with the first that needs them."""
    if names := [*paths]:
        from ..secrets import detectors  # noqa: F401

        mask_lines(_NAMES_A_SECRET)
        load_parsers(names)
