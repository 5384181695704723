"""What a text says about itself in the lines at its top: `Author: Ida Berg`, `**Date:** 2024-03-05`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from citeline.model import NodeData

_LINE: Final = re.compile(
    r"(?:[-*>]\s+)?(?:\*\*|__)?(?P<label>[^\W\d_][^:：*]{0,30}?)\s*(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*"
    r"(?P<value>[^\s*_].{0,200}?)\s*(?:\*\*|__)?\s*(?:\\|<br ?/?>)?$"
)
"""Of a line without padding: blanks that several parts may take would be tried in all ways to share them out."""
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MOST_LINES: Final = 20
_TITLE: Final = re.compile(r"\s*(?:#{1,6}\s|([=\-~*#^])\1{2,}\s*$|<)")
"""A heading, the line below one, or an element: a logo over the title."""


def head_facts(lines: Sequence[str], first: int = 0) -> NodeData:
    """`author`, `created`, `modified` and `version`, as far as labelled lines at the top of a text say them.

    They may stand below a title and between blank lines, from the line of index `first` on; with the first line that is
    something else the text begins. A line that has a label which is none of these ends nothing.
    """
    found: dict[str, str] = {}
    is_titled = False
    for line in lines[first : first + _MOST_LINES]:
        if not line.strip():
            continue
        if _TITLE.match(line):
            is_titled = True
            continue
        labelled = _LINE.match(" ".join(line.split()))
        if labelled is None:
            if found or is_titled:
                break
            is_titled = True  # of plain text, the first line is the title
        elif key := _labels().get(" ".join(labelled["label"].lower().split())):
            found.setdefault(key, _LINK.sub(r"\1", labelled["value"]).strip("\"'`* "))
    return {**found}


@cache
def _labels() -> Mapping[str, str]:
    """A label in small letters to the key that it stands for."""
    text = files("citeline.indexing.parsers").joinpath("head_labels.toml").read_text("utf-8")
    return {label: key for key, labels in tomllib.loads(text).items() for label in labels}
