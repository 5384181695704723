"""Which page says what a project is: its README, or the first page of its documentation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from citeline.model import StoredDocument

from .prose import Said, purpose_of
from .texts import Texts, depth, stem_of
from .words import first_pages, pointing_at_start

_OTHER_PAGE: Final = 0.01


def purposes_of(texts: Texts, readme: StoredDocument, names: Sequence[str]) -> list[Said]:
    """Those of the README, or of the first page of the documentation where only that defines the project."""
    own = purpose_of(texts, readme, names)
    if depth(readme.path) or (own and (not own[0].rank or pointing_at_start().match(own[0].text))):
        return own
    for document in texts.documents:
        is_first = stem_of(document.path) in first_pages() and depth(document.path) == 1
        if is_first and document.format == "prose" and document.language != "html" and not texts.is_aside(document):
            told = purpose_of(texts, document, names)
            if told and not told[0].rank:
                return [*(replace(one, rank=one.rank + _OTHER_PAGE) for one in told), *own]
    return own
