"""What a citation in Markdown is made of, and which block is a quotation of which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.parsers.languages import language_of

from .blocks import Block
from .claims import Range, claim
from .page_places import WrittenPlace
from .pointers import Pointer, pointers_in_text

_TO_THE_END: Final = re.compile(r"[\s).,:;\]）。：*_\"'`]*$")
_FROM_THE_START: Final = re.compile(r"[\s(\[（*_\"'`—–-]*(?:(?:from|source|see|in|来源|来自|出自)[\s:：`(]*)?$", re.I)
_COLON: Final = re.compile(r"[:：][\s*_]*$")
_COMMENT: Final = re.compile(r"\s*(?:#|//|--|/\*|<!--|;+|%)\s*(\S+)\s*(?:\*/|-->)?\s*$")
_PLAIN: Final = {"", "text", "txt", "plain", "plaintext", "code"}
_ALERT: Final = re.compile(r"\[![A-Z]+\]")
CitationKind: TypeAlias = Literal["lines", "place", "file", "symbol"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A citation of lines in a block of text."""

    pointer: Pointer
    block: int
    """Position of the block."""
    cut: Range
    """Where it stands in the shown text, back quotes included."""
    begin: int
    """Where it begins for the reader: at the text of a link."""
    sentence: Range


@dataclass(frozen=True, slots=True)
class Beside:
    """A block and the citation that it is the quotation of."""

    mark: Mark
    quotation: Quotation
    is_announced: bool
    """The citation stands before the block, and not behind it."""


def quotation_beside(blocks: Sequence[Block], place: int, marks: Sequence[Mark]) -> Beside | None:
    """What the block at `place` quotes, if it is the quotation of a citation right before or right after it.

    A fence that names its own lines is the quotation of those.
    """
    block = blocks[place]
    if block.kind == "text" or (block.kind == "quote" and _ALERT.match(block.text)) or citation_in_code(block):
        return None
    announced = _announced(blocks, place - 1, marks)
    found = announced or _attributed(blocks, place + 1, marks)
    if found is None or not _may_be_from(block, found.pointer.path):
        return None
    is_code = block.kind == "code"
    has_label = not is_code or _label(block) not in _PLAIN
    quotation = Quotation(block.text, "code" if is_code else "prose", has_label)
    return Beside(found, quotation, is_announced=announced is not None)


def citation_in_code(block: Block) -> tuple[Pointer, Quotation, int] | None:
    """A citation in the fence itself, ```` ```python src/a.py:12-20 ````, or alone in a comment on the first line.

    With the quotation, and how many lines below the fence the citation stands.
    """
    if block.kind != "code":
        return None
    for pointer in pointers_in_text(block.info):
        if pointer.lines and pointer.sure:
            return pointer, Quotation(block.text, "code"), 0
    first, _, rest = block.text.partition("\n")
    comment = _COMMENT.match(first)
    if comment is None or not rest.strip():
        return None
    for pointer in pointers_in_text(comment[1]):
        if pointer.lines and pointer.sure and pointer.written == comment[1]:
            return pointer, Quotation(rest, "code"), 1
    return None


def _announced(blocks: Sequence[Block], place: int, marks: Sequence[Mark]) -> Mark | None:
    """The citation that ends the block before, or is the only one of its last sentence before a colon."""
    inline = blocks[place].inline if place >= 0 else None
    if inline is None:
        return None
    here = [mark for mark in marks if mark.block == place]
    if not here:
        return None
    last = here[-1]
    if _TO_THE_END.match(inline.shown[last.cut[1] :]):
        return last
    in_last = [mark for mark in here if mark.sentence == last.sentence]
    ends = last.sentence[1] >= len(inline.shown.rstrip())
    return last if len(in_last) == 1 and ends and _COLON.search(inline.shown) else None


def _attributed(blocks: Sequence[Block], place: int, marks: Sequence[Mark]) -> Mark | None:
    """The citation that the block behind begins with, when its sentence says nothing else and announces nothing."""
    inline = blocks[place].inline if place < len(blocks) else None
    first = next((mark for mark in marks if mark.block == place), None)
    if inline is None or first is None or not _FROM_THE_START.match(inline.shown[: first.begin]):
        return None
    if _COLON.search(inline.shown):
        return None
    rest = claim(inline.shown, (first.cut[1], first.sentence[1]), [mark.cut for mark in marks if mark.block == place])
    return None if rest else first


def _may_be_from(block: Block, path: str) -> bool:
    """Whether the language of a fence is that of the file: a shell session behind a citation is no quotation of it."""
    if block.kind != "code":
        return True
    word = _label(block)
    if word in _PLAIN:
        return True
    language = language_of(path)
    names = {word, word.replace("#", "sharp").replace("++", "pp"), language_of(f"x.{word}")}
    alike = {language, language.replace("_", "")}
    return bool(names & alike) or (names | alike) <= {"c", "cpp", "h", "hpp", "objc", word, "text"}


def _label(block: Block) -> str:
    """The language that a fence names."""
    return re.split(r"[\s{:,]", block.info.lower().lstrip("{."), maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Quotation:
    """A block that stands beside a citation and claims to be the cited text."""

    text: str
    """As written in the Markdown file, quote marks and fences removed; its lines joined with LF."""
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
