"""Who made a page, when, and of what version it is, as its head says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..inline import shorten
from .html_nodes import attribute

_KEYS: Final[Mapping[str, str]] = {
    name: key
    for key, names in (
        ("author", "author article:author dc.creator dcterms.creator citation_author parsely-author"),
        (
            "created",
            "article:published_time datepublished date dc.date dc.date.issued dcterms.created dcterms.issued "
            "article:published dcterms.date citation_publication_date citation_date pubdate parsely-pub-date",
        ),
        ("modified", "article:modified_time og:updated_time datemodified last-modified dcterms.modified"),
        ("version", "version softwareversion dcterms.hasversion docsearch:version"),
    )
    for name in names.split()
}
"""Names of `meta` elements, in lower case."""
_LINKED: Final[Mapping[str, str]] = {
    **{"author": "author", "creator": "author", "datePublished": "created", "dateCreated": "created"},
    **{"dateModified": "modified", "version": "version", "softwareVersion": "version"},
}
"""What schema.org calls them, in JSON-LD."""
_MARKED: Final = (
    ('[itemprop~="author"]', "author"),
    ('a[rel~="author"]', "author"),
    ('time[itemprop~="datePublished"],time[pubdate],meta[itemprop~="datePublished"]', "created"),
    ('time[itemprop~="dateModified"]', "modified"),
)
"""Elements of the text that say it, as schema.org and HTML name them."""
_MOST_MARKED: Final = 3
_NAMED_BY: Final = ("name", "property", "itemprop", "http-equiv")
_MOST: Final = 300
"""Elements that are looked at."""


def head_facts(page: LexborHTMLParser) -> dict[str, str]:
    """Under `author`, `created`, `modified` and `version`, as far as the page says; the first of each."""
    found: dict[str, str] = {}
    for node in page.css("meta")[:_MOST]:
        key = next((_KEYS[name] for by in _NAMED_BY if (name := attribute(node, by).strip().lower()) in _KEYS), "")
        value = shorten(" ".join(attribute(node, "content").split()))
        # The address of a profile is no name.
        if key and value and "://" not in value:
            found.setdefault(key, value)
    for script in page.css('script[type="application/ld+json"]')[:_MOST]:
        found = {**_linked_facts(script.text()), **found}
    for marks, key in _MARKED:
        if key not in found and (value := _marked(page.css(marks))):
            found[key] = value
    return found


def _marked(nodes: Sequence[LexborNode]) -> str:
    """What the first of a few elements says: a page where many are marked so lists what others have written."""
    if not 0 < len(nodes) <= _MOST_MARKED:
        return ""
    first = nodes[0]
    told = first.attributes.get("datetime") or first.attributes.get("content")
    if not told and first.tag not in {"time", "meta"}:
        named = first.css_first('[itemprop~="name"]') or first
        told = named.attributes.get("content") or named.text(separator=" ")
    return shorten(" ".join((told or "").split()))


def _linked_facts(text: str) -> dict[str, str]:
    """Of the things that a page describes in JSON-LD those of the first that has a day or a version; else nothing."""
    try:
        things = _listed(json.loads(text))
    except (ValueError, RecursionError):
        return {}
    graphs = [one for thing in things if isinstance(thing, dict) for one in _listed(thing.get("@graph"))]
    for thing in [*things, *graphs]:
        found: dict[str, str] = {}
        for name, key in _LINKED.items() if isinstance(thing, dict) else ():
            if value := shorten(", ".join(filter(None, map(_name, _listed(thing.get(name)))))):
                found.setdefault(key, value)
        if found.keys() - {"author"}:
            return found
    return {}


def _listed(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else [value]


def _name(value: Any) -> str:
    """A text, or what a person or an organisation is called."""
    value = value.get("name") if isinstance(value, dict) else value
    return " ".join(unescape(value).split()) if isinstance(value, str) and "://" not in value else ""
