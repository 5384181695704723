"""Lines of ours in a text file that others write too, between markers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Markers:
    """The lines around a section, as comments of the file's language."""

    begin: str
    end: str


MARKDOWN: Final = Markers("<!-- citeline: begin -->", "<!-- citeline: end -->")
TOML: Final = Markers("# citeline: begin", "# citeline: end")


class SectionError(ValueError):
    """The markers are not as they were written."""


def set_section(text: str, body: str, markers: Markers) -> str:
    """The text with the body between the markers: in the place of what is there, else at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    section = newline.join([markers.begin, *body.strip("\n").split("\n"), markers.end]) + newline
    found = _found(text, markers)
    if found is not None:
        return text[: found.start()] + section + text[found.end() :]
    if not text:
        return section
    gap = newline if text.endswith("\n") else newline * 2
    return f"{text}{gap}{section}"


def remove_section(text: str, markers: Markers) -> str:
    """The text without the section, and without the empty line that was put before it."""
    found = _found(text, markers)
    if found is None:
        return text
    before = re.sub(r"(?<=\n)\r?\n\Z", "", text[: found.start()])
    return before + text[found.end() :]


def has_section(text: str, markers: Markers) -> bool:
    """Whether there is one."""
    return _found(text, markers) is not None


def _found(text: str, markers: Markers) -> re.Match[str] | None:
    begin, end = re.escape(markers.begin), re.escape(markers.end)
    counts = len(re.findall(f"^{begin}", text, re.MULTILINE)), len(re.findall(f"^{end}", text, re.MULTILINE))
    if counts == (0, 0):
        return None
    found = re.search(rf"^{begin}.*?^{end}[ \t]*(?:\r?\n|\Z)", text, re.MULTILINE | re.DOTALL)
    if counts != (1, 1) or found is None:
        raise SectionError(f"has not exactly one {markers.begin!r} before one {markers.end!r}")
    return found
