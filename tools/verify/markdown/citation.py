"""What a citation in Markdown is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .page_places import WrittenPlace

CitationKind: TypeAlias = Literal["lines", "place", "file", "symbol"]


@dataclass(frozen=True, slots=True)
class Quotation:
    """A block that stands beside a citation and claims to be the cited text."""

    text: str
    """As written in the Markdown file, quote marks and fences removed; its lines joined with LF."""
    line: int
    """Where it begins in the Markdown file."""
    form: Literal["code", "prose"]
    """Code is compared line by line; prose may have been wrapped anew."""
    has_label: bool = True
    """False for a fence that names no language: it may as well be what a program prints."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One place of a Markdown file that names lines, a file or a symbol."""

    kind: CitationKind
    written: str
    """As it stands in the file: `src/a.py:12-20`, the destination of a link, the inside of a code span."""
    line: int
    column: int
    """1-based, in characters, of the Markdown file."""
    path: str = ""
    """As meant: percent escapes decoded, line numbers gone. Empty for a symbol."""
    lines: tuple[int, int] | None = None
    """First and last line as written, which may be impossible; None for a whole file or a symbol."""
    place: WrittenPlace | None = None
    """The page, slide, sheet or cell that is written instead of lines, or beside them."""
    anchor: str = ""
    """Of a heading, as the link writes it behind its `#`."""
    ahead: str | None = None
    """What stands before a path in running text: a path may have blanks, and letters that are read as a word of the
    text. None where marks show how long the path is: in links and in code."""
    name: str = ""
    """Of a symbol, without brackets: `Session.send`."""
    sure: bool = True
    """False when it only looks like a citation: to be dropped unless there is such a file."""
    pinned: str = ""
    """The commit that a permanent link names: its lines are not those of the working tree."""
    repository: str = ""
    """`owner/name` that a web address names; empty for a path."""
    sentence: str = ""
    """What is claimed, code in back quotes, citations taken out; empty when there is only the citation."""
    clause: str = ""
    """The part of the sentence behind the citation before this one; the sentence itself when it is the first."""
    quotation: Quotation | None = None
    listed: bool = False
    """Only its numbers are written: they continue a list behind a path, as the second in `src/a.py:1-3, 6-8`."""

    @property
    def has_sure_place(self) -> bool:
        """Whether it names a part of its file that no other word can mean."""
        return self.place is not None and self.place.sure

    @property
    def label(self) -> str:
        """As written, with the path in front where that is not written here, and the place behind."""
        label = self.written
        if self.listed:
            numbers = self.written.lstrip(":#L")
            label = f"{self.path}{':' if numbers[:1].isdigit() or numbers[:1] == '-' else ', '}{numbers}"
        return f"{label}, {self.place.written}" if self.place and self.place.written not in label else label
