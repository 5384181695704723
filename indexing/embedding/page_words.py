"""What a page says it is about, beside its text: `keywords`, `aliases` and more of its front matter.

`<meta>` of HTML says it of a whole site, for search engines: pages of a blog came before the documentation by it. Read
from the chunks alone, so that the terms of a stored document can be counted again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from citeline.model import Chunk, StoredChunk
from citeline.patterns import re

_ENDS: Final = {"---": ("---", "..."), "+++": ("+++",)}
"""Of front matter, by its first line: YAML and TOML."""
_KEYS: Final = "description|subject|summary|title|(aliases|categor(?:y|ies)|keywords?|redirect_from|tags?)"
_KEY: Final = re.compile(rf"(?:{_KEYS})\s*[:=]", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\s|-\s|\]")
"""A further line of a value: indented, an item of a list, or its end."""


class Said(NamedTuple):
    """What a page says of itself."""

    text: str
    is_key: bool
    """Given to be found by: keywords, tags, aliases, earlier addresses; else its title or description."""


def words_about(chunks: Sequence[Chunk | StoredChunk]) -> list[Said]:
    """What the page of these chunks says it is about; empty for code and where a page says nothing."""
    if not chunks or chunks[0].kind != "prose":
        return []
    lines = chunks[0].text.split("\n") if chunks[0].start_line == 1 else [""]
    ends = _ENDS.get(lines[0].removeprefix("\ufeff").rstrip())
    return [*_of_front_matter(lines[1:], ends)] if ends else []


def _of_front_matter(lines: Sequence[str], ends: Sequence[str]) -> Iterator[Said]:
    key: re.Match[str] | None = None
    for line in takewhile(lambda line: line.rstrip() not in ends, lines):
        if found := _KEY.match(line):
            key = found
            yield Said(line[found.end() :], bool(found[1]))
        elif key and _GOES_ON.match(line):
            yield Said(line, bool(key[1]))
        else:
            key = None
