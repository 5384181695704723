"""Faces that are bold beside a light one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .pdf_furniture import body_style
from .pdf_lines import Line

_WEIGHTS: Final = {"thin": 1, "hairline": 1, "extralight": 2, "ultralight": 2, "light": 3, "medium": 5}
_NAMED: Final = re.compile(rf"{'|'.join(_WEIGHTS)}", re.IGNORECASE)
_REGULAR: Final = 4
"""Of a face that names no weight, or one in the middle."""
_MUCH: Final = 2
"""Steps: from a light face to a medium one."""


def bold_beside_light(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The same lines; where most of a document is set in a light face, those in a medium one are bold.

    Families of fonts for Korean, Chinese and Japanese come in light, medium and bold, and headings are set in medium.
    """
    body = body_style(pages)
    least = _weight(body.face) + _MUCH
    if body.is_bold or least > max(_WEIGHTS.values()):
        return list(pages)
    return [[_bold(line) if _weight(line.style.face) >= least else line for line in lines] for lines in pages]


def _bold(line: Line) -> Line:
    return replace(line, style=replace(line.style, is_bold=True))


def _weight(face: str) -> int:
    """From 1, the thinnest; faces that are bold by themselves are known as such before."""
    match = _NAMED.search(face)
    return _WEIGHTS[match[0].lower()] if match is not None else _REGULAR
