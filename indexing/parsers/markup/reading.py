"""Lines of marked-up text as a person reads them, by language: each line on its own, so that its number stays right.

A language in `READERS` is shown, embedded, split into sentences and checked by what its lines say, not by its markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from ...secrets import mask_lines
from .read_line import ReadLine

Reader: TypeAlias = Callable[[str, str], list[ReadLine]]
"""Takes a part of a file and the file's path; gives one line for each line of the text."""


def _read_html(text: str, _: str) -> list[ReadLine]:
    from .html_reading import read_lines as read_html  # with the first page, as below

    return read_html(text)


def _read_man(text: str, path: str) -> list[ReadLine]:
    from .man_reading import read_man

    return read_man(text, path)


READERS: Final[Mapping[str, Reader]] = {"html": _read_html, "man": _read_man}


def is_read(language: str) -> bool:
    """Whether lines of the language are shown as they read, and not as they are written."""
    return language in READERS


def read_lines(text: str, language: str, path: str) -> list[ReadLine]:
    """One for each line of the text. KeyError for a language that is not in `READERS`."""
    return READERS[language](text, path)


def readable(text: str, language: str, path: str) -> str:
    """The text in the form of Markdown: headings with `#`, items with `-`, code in back quotes or indented, `| rows |`.

    Lines without a word inside of a paragraph are left out: a line break, `.br`, ends none.
    """
    told: list[str] = []
    inside = False
    for line in reversed(read_lines(text, language, path)):
        if line.text or not inside:
            told.append(line.text)
        inside = not line.begins if line.text else inside
    return "\n".join(reversed(told))


def read_shown(text: str, language: str, path: str) -> list[ReadLine]:
    """The lines without secrets: one that markup takes apart is whole, and found, only here."""
    lines = read_lines(text, language, path)
    masked = mask_lines([line.text for line in lines])
    return [replace(line, text=shown) for line, shown in zip(lines, masked, strict=True)]


def shown_lines(text: str, language: str, path: str) -> tuple[str, ...]:
    """Their texts."""
    return tuple(line.text for line in read_shown(text, language, path))
