"""Small trees in several languages, with an index: real stores, a few files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.draft import Draft
from citeline.tools.handle import index


def indexed(folder: Path, files: Mapping[str, str]) -> Index:
    """An index of the files, given by path."""
    for path, text in files.items():
        place = folder / "tree" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return index(folder / "tree", settings=Settings(home=folder / "home", workers=1)).reader


def place_of(opened: Index, draft: Draft) -> str:
    """`path:start-end` of a draft."""
    (document,) = opened.structure.documents_by_id([draft.document]).values()
    return f"{document.path}:{draft.start_line}-{draft.end_line}"
