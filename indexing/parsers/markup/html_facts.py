"""Who made a page and when, as its head says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from ..inline import shorten
from .html_nodes import attribute

_KEYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("author", "article:author", "dc.creator", "dcterms.creator", "citation_author"), "author"),
    **dict.fromkeys(("article:published_time", "datepublished", "date", "dc.date", "dcterms.created"), "created"),
    **dict.fromkeys(
        ("article:modified_time", "og:updated_time", "datemodified", "last-modified", "dcterms.modified"), "modified"
    ),
}
"""Names of `meta` elements, in lower case."""
_NAMED_BY: Final = ("name", "property", "itemprop", "http-equiv")
_MOST: Final = 300
"""Elements that are looked at."""


def head_facts(page: LexborHTMLParser) -> dict[str, str]:
    """Under `author`, `created` and `modified`, as far as the page says; the first of each."""
    found: dict[str, str] = {}
    for node in page.css("meta")[:_MOST]:
        key = next((_KEYS[name] for by in _NAMED_BY if (name := attribute(node, by).strip().lower()) in _KEYS), "")
        value = shorten(" ".join(attribute(node, "content").split()))
        # The address of a profile is no name.
        if key and value and "://" not in value:
            found.setdefault(key, value)
    return found
