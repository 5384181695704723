"""Lines of a document that are told where they hold no sentence: without tags, and none of nothing but markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from citeline.text import unique

from .lines import read_line

_ONLY_MARKUP: Final = re.compile(
    # Rows of a table, whose cells are told with the names of their columns; the frame of a table or of a note;
    # directives of reStructuredText; a picture; a tag of a template.
    r"\|.*\||\+[-=][-=+]*|:{3,}.*|!{3}.*|\.\. [\w-]+::.*|!\[[^\]]*\]\([^)]*\)|\{[%{<](?:(?![%}>]\}).)*[%}>]\}"
)
_TAG: Final = re.compile(
    r"</?(?:table|t(?:head|body|foot|[rdh])|caption|img|picture|source|p|div|center|details|summary|h[1-6]|[uod]l|li|d[dt]"
    r"|a|b|i|br|hr|em|strong|span|sup|sub)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_HEADS: Final = re.compile(r"(?:#{1,6}|=+)\s+")


def lines_told(text: str) -> list[str]:
    """The lines of a text that say something, in order, each once; headings only where nothing else does: they say of
    what the others speak.
    """
    told = list(_told(text))
    others = [line for line, is_heading in told if not is_heading]
    return unique(others or [_HEADS.sub("", line, count=1) for line, _ in told])


def _told(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with whether it is a heading."""
    for line in text.split("\n"):
        bare = " ".join(line.split())
        read = read_line(line)
        if read.blank or read.fence or _ONLY_MARKUP.fullmatch(bare):
            continue
        if bare.startswith("<"):  # a tag inside of a line may be what it is about
            bare = " ".join(_TAG.sub(" ", bare).split())
        if any(map(str.isalnum, bare)):
            yield bare, read.heading
