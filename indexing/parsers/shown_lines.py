"""The lines of a file as they are read, shown and cited, where these are not simply those on disk: by its name."""

from __future__ import annotations

from typing import Final

_PAGES: Final = (".html", ".htm", ".xhtml")
_NOTEBOOK: Final = ".ipynb"


def shown_lines(path: str, lines: list[str]) -> list[str]:
    """Of a notebook what its cells say, of a page of HTML what it shows, of all other files `lines`."""
    name = path.lower()
    # Neither reader is loaded for a folder that has none of its files.
    if name.endswith(_NOTEBOOK):
        from .notebook_lines import notebook_lines

        return notebook_lines(lines) or lines
    if name.endswith(_PAGES):
        from .markup.page_lines import page_lines

        return page_lines(lines)
    return lines
