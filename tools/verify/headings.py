"""Whether the heading behind the `#` of a link exists, however its site spells it."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

from .baseline import Baseline

_LANGUAGES: Final = frozenset(["markdown", "html", "rst", "asciidoc"])
_WRITTEN: Final = re.compile(
    r"""\b(?:id|name)\s*=\s*["']?([^"'\s>]{1,200})|\{[^{}\n]{0,200}?\#([\w.:-]{1,200})|^\.\.\s_([^:\n]{1,200}):"""
    r"""|^\(([\w-]{1,200})\)=$|\[\[\#?([\w.:-]{1,200})(?:,[^\]]{0,200})?\]\]""",
    re.MULTILINE,
)
"""Anchors that a writer has set, in any of the languages."""
_LIKE: Final = 0.7
_ALWAYS: Final = frozenset(["top", "readme"])
"""What browsers and forges follow without an anchor."""


class Headings:
    """The anchors of the files of one tree."""

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline
        self._known: dict[str, dict[str, str]] = {}

    def missing(self, source: SourceFile, anchor: str) -> tuple[str, ...] | None:
        """None when a heading has the anchor, or the file has none at all; else those most like it."""
        known = self._known.get(source.path)
        if known is None:
            known = self._known[source.path] = self._read(source)
        wanted = letters_of(anchor.partition(":~:")[0].removeprefix("user-content-"))
        if not known or not wanted or wanted in known or wanted in _ALWAYS:
            return None
        return tuple(f"#{known[near]}" for near in get_close_matches(wanted, known, 2, _LIKE))

    def _read(self, source: SourceFile) -> dict[str, str]:
        """Letters and digits of each anchor, to how it is written. Sites differ in the rest."""
        found: dict[str, str] = {}
        for text in _WRITTEN.findall(source.text):
            anchor = next(filter(None, text))
            found.setdefault(letters_of(anchor), anchor)
        for name, anchor in self._headings(source):
            found.setdefault(letters_of(anchor or name), anchor.removeprefix("#") or name)
            found.setdefault(letters_of(name), anchor.removeprefix("#") or name)
        return found

    def _headings(self, source: SourceFile) -> list[tuple[str, str]]:
        document = self._baseline.structure.document(source.path)
        if document is not None and document.sha256 == source.sha256:
            nodes = self._baseline.structure.nodes_of(document.id)
            return [(node.name, node.anchor) for node in nodes if node.kind == "heading" or node.anchor]
        return [(node.name, node.anchor) for node in parse(source).nodes if node.kind == "heading" or node.anchor]


def is_page(path: str) -> bool:
    """Whether a link may lead to a heading of the file."""
    return language_of(path) in _LANGUAGES


def letters_of(text: str) -> str:
    """Letters and digits in lower case: sites differ in the rest of an anchor."""
    return "".join(filter(str.isalnum, text.casefold()))
