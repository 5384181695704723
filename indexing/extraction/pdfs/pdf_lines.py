"""The lines of a page of a PDF, as every later step sees them."""

from __future__ import annotations

from citeline.dataclass import dataclass

from .pdf_words import Style


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page's text, or one row of a table on it."""

    text: str
    style: Style
    """Of most of its characters."""
    is_uniform: bool
    """All words have the weight of `style`, and nearly its size."""
    left: float
    right: float
    base: float
    """Points from the top of the page."""
    is_apart: bool
    """A new paragraph, column or block begins here."""
    pieces: int = 1
    """Parts with wide gaps between them."""
    is_broken: bool = False
    """Its last word is divided, and goes on in the next line."""
    table: int = 0
    """Number of the table on its page, counted from 1; 0 outside of one. `text` is then cells separated by tabs."""
    is_head: bool = False
    """A row of headers."""
    goes_on: bool = False
    """The first row of a table that goes on with the last one of the page before."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is not flowing text: a table, already in lines."""

    lines: tuple[Line, ...]
    left: float
    right: float
    top: float
    bottom: float
