"""The lines of a file as they are read, shown and cited, where these are not simply those on disk: by its name."""

from __future__ import annotations

from .markup.page_lines import SUFFIXES, page_lines
from .notebook_lines import SUFFIX, notebook_lines


def shown_lines(path: str, lines: list[str]) -> list[str]:
    """Of a notebook what its cells say, of a page of HTML what it shows, of all other files `lines`."""
    name = path.lower()
    if name.endswith(SUFFIX):
        return notebook_lines(lines) or lines
    return page_lines(lines) if name.endswith(SUFFIXES) else lines
