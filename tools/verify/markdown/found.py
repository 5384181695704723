"""Finds the citations of a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.parsers.inline import named_identifier
from citeline.text import IDENTIFIER_SHAPE

from .blocks import Block, UnreadableMarkdownError, read_blocks
from .claims import Range, claim, clause_around, sentence_around, sentences_of
from .inline import InlineText, LinkSpan, Piece
from .lined import lines_beside
from .page_places import WrittenPlace, has_pages, place_in_link_text
from .pointers import (
    FILE_IN_TEXT,
    Pointer,
    ahead_of,
    continued,
    is_file_name,
    is_sure,
    paged_in_code,
    paged_in_text,
    place_beside,
    pointers_in_code,
    pointers_in_text,
    pointers_of_link,
)
from .prose import prose_of
from .quotations import Citation, Mark, Quotation, citation_in_code, quotation_beside

__all__ = ["UnreadableMarkdownError", "find_citations"]

_MARK: Final = "\ufeff"
_OPENING: Final = re.compile(r"[(（\[]")
_CLOSING: Final = frozenset(")）]")
_MOST: Final = 100
"""Citations of lines in one paragraph; where there are more, nobody can tell which words each is for."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A pointer or name on its way to a citation."""

    pointer: Pointer | None
    name: str
    written: str
    raw: int
    """Where it stands in the block's content."""
    cut: Range
    """What to take out of the sentence: the text of a link stays."""
    begin: int
    """Where it begins for the reader."""
    place_raw: int = 0
    """Where its page, slide, sheet or cell stands in the block's content, if it has one."""


def find_citations(text: str, path: str = "") -> list[Citation]:
    """Every citation in what people wrote in a file, in reading order. Raises UnreadableMarkdownError.

    `path` tells the language of the text, see `prose`; it is Markdown without one. What stands in code blocks is not
    looked at, except as the quotation of a citation. A block behind `<!-- citeline: ignore -->`, or with that comment
    in it, is left out.
    """
    lines = split_lines(text.removeprefix(_MARK))[0]
    found: list[Citation] = []
    for prose in prose_of(path, lines):
        cited: list[Citation] = []
        _read(read_blocks(prose, lines), lines, cited)
        found += [item for item in cited if item.lines or item.place] if prose.cites_places_only else cited
    return sorted(found, key=lambda citation: (citation.line, citation.column))


def _read(blocks: Sequence[Block], lines: Sequence[str], found: list[Citation]) -> None:
    seen = {place: _seen_in(block.inline) for place, block in enumerate(blocks) if block.inline and not block.ignored}
    marks = [mark for place, items in seen.items() for mark in _marks(place, blocks[place], items)]
    announced: dict[tuple[int, Range], Quotation] = {}
    attributed: dict[tuple[int, Range], Quotation] = {}
    for place, block in enumerate(blocks):
        if block.ignored:
            continue
        beside = quotation_beside(blocks, place, marks)
        if beside is not None and not beside.mark.pointer.in_list:  # which of the ranges it quotes nobody can tell
            quotations = announced if beside.is_announced else attributed
            quotations.setdefault((beside.mark.block, beside.mark.cut), beside.quotation)
        if block.kind == "code":
            found.extend(_in_fence(block, lines))
        _read(block.inner, lines, found)
    for place, items in seen.items():
        found.extend(_citations(place, blocks[place], items, attributed | announced))


def _seen_in(inline: InlineText | None) -> list[_Seen]:
    if inline is None:
        return []
    seen: list[_Seen] = []
    for link in inline.links:
        seen += [_seen_in_link(pointer, link, inline) for pointer in pointers_of_link(link.destination)]
    taken = {item.raw for item in seen}
    plain, ahead = inline.plain(), None
    for pointer in (*pointers_in_text(plain), *paged_in_text(plain)):
        raw = inline.raw_at(pointer.start)
        ahead = ahead if pointer.lead else ahead_of(pointer, plain)
        if raw not in taken:  # the text of an automatic link is its destination
            taken.add(raw)
            pointer = replace(pointer, ahead=ahead)
            cut = (pointer.start - pointer.lead, pointer.start + len(pointer.written))
            seen.append(_with_place(_Seen(pointer, "", pointer.written, raw, cut, pointer.start), inline))
    seen.extend(_seen_in_spans(inline))
    seen = [lined for item in seen for lined in _with_lines(item, inline)]
    seen.extend(_files_with_lines(plain, inline, seen))
    places = [item.cut for item in seen if item.pointer is not None and item.pointer.place is not None]
    kept = [item for item in seen if item.pointer or not any(cut[0] <= item.cut[0] < cut[1] for cut in places)]
    return sorted(kept, key=lambda item: (item.cut, item.raw))


def _seen_in_link(pointer: Pointer, link: LinkSpan, inline: InlineText) -> _Seen:
    raw = link.raw + pointer.start
    seen = _Seen(pointer, "", pointer.written, raw, (link.end, link.end), link.begin)
    place = None if pointer.is_exact else place_in_link_text(pointer.path, inline.shown[link.begin : link.end])
    if place is None:
        return _with_place(seen, inline)
    whole = (link.begin, link.end)
    return replace(seen, pointer=replace(pointer, place=place), cut=whole, place_raw=inline.raw_at(link.begin))


def _with_place(item: _Seen, inline: InlineText) -> _Seen:
    """With the place that is written in the pointer, or in running text beside it."""
    pointer = item.pointer
    if pointer is None or pointer.in_list:  # of several ranges of lines nobody can tell which of them a place is for
        return item
    if pointer.place is not None:
        return replace(item, place_raw=item.raw + pointer.place.start - pointer.start)
    place = place_beside(pointer.path, inline.shown, item.begin, item.cut[1])
    if place is None:
        return item
    cut, raw = _cut_with(place, item.cut, inline.shown), inline.raw_at(place.start)
    return replace(item, pointer=replace(pointer, place=place), cut=cut, place_raw=raw)


def _with_lines(item: _Seen, inline: InlineText) -> list[_Seen]:
    """With each range of lines that is written in words beside a path: `` `src/a.py`, lines 3-9 ``."""
    pointer = item.pointer
    if pointer is None or pointer.is_exact or pointer.in_list or pointer.repository:
        return [item]
    beside = lines_beside(inline.shown, item.begin, item.cut[1])
    seen, begin = [], item.cut[0]
    for number, found in enumerate(beside):
        end = found.start + len(found.written)
        if inline.shown[end : end + 1] in _CLOSING and _OPENING.search(inline.shown, item.cut[1], found.start):
            end += 1
        worded = replace(
            pointer, lines=found.lines, start=found.start, written=found.written, anchor="", sure=True,
            in_list=len(beside) > 1, lead=1,
        )  # fmt: skip
        cut = (min(begin, found.start), max(item.cut[1], end))
        seen.append(_Seen(worded, "", found.written, inline.raw_at(found.start), cut, min(item.begin, found.start)))
        begin = item.cut[1] if number == 0 and found.start < item.cut[0] else end
    return seen or [item]


def _files_with_lines(plain: str, inline: InlineText, seen: Sequence[_Seen]) -> Iterator[_Seen]:
    """Paths in running text, and names in back quotes, which say nothing without the lines beside them."""
    taken = [item.cut for item in seen if item.pointer is not None]
    spans = [(found[0], found.start(), found.end()) for found in FILE_IN_TEXT.finditer(plain)]
    codes = [
        (piece.text, piece.shown - 1, piece.shown + len(piece.text) + 1)
        for piece in inline.pieces
        if piece.kind == "code"
    ]
    for path, begin, end in (*spans, *codes):
        if any(cut[0] <= begin < cut[1] for cut in taken) or not is_file_name(path):
            continue
        pointer = Pointer(path, None, begin, path, sure=True)
        if plain.startswith(path, begin):
            pointer = replace(pointer, ahead=ahead_of(pointer, plain))
        item = _Seen(pointer, "", path, inline.raw_at(begin), (begin, end), begin)
        yield from (lined for lined in _with_lines(item, inline) if lined is not item)


def _cut_with(place: WrittenPlace, cut: Range, shown: str) -> Range:
    """A citation and the place beside it, with the brackets around that."""
    end = max(cut[1], place.end)
    if place.start >= cut[1] and shown[end : end + 1] in _CLOSING and _OPENING.search(shown, cut[1], place.start):
        end += 1
    return min(cut[0], place.start), end


def _seen_in_spans(inline: InlineText) -> Iterator[_Seen]:
    """A span that holds only ranges goes on with the citation of the span before it."""
    held: list[_Seen] = []
    for piece in inline.pieces:
        if piece.kind != "code":
            continue
        last = held[-1] if held else None
        more = []
        if last is not None and last.pointer is not None:
            more = continued(piece.text, last.pointer, inline.shown[last.cut[1] : piece.shown - 1])
        if last is not None and more:
            held = [replace(item, pointer=item.pointer and replace(item.pointer, in_list=True)) for item in held]
            end = last.cut[1]
            if more[0].sure is False:  # the words between belong to the sentence
                end = piece.shown - 1
            for pointer in more:
                begin, end = end, piece.shown + pointer.start + len(pointer.written) + (pointer is more[-1])
                place = piece.shown + pointer.start
                held.append(_Seen(pointer, "", pointer.written, piece.raw + pointer.start, (begin, end), place))
            continue
        yield from (_with_place(item, inline) for item in held)
        held = list(_seen_in_code(piece, inline.shown))
    yield from (_with_place(item, inline) for item in held)


def _seen_in_code(piece: Piece, text: str) -> Iterator[_Seen]:
    code, raw, shown = piece.text, piece.raw, piece.shown
    pointers = paged_in_code(code) or pointers_in_code(code)
    beside = place_beside(code, text, shown - 1, shown + len(code) + 1) if has_pages(code) and not pointers else None
    if beside is not None:
        pointers = [Pointer(code, None, 0, code, sure=is_sure(beside))]
    for pointer in pointers:
        # The back quotes go with what they enclose.
        begin = shown + pointer.start - pointer.lead - (pointer is pointers[0])
        end = shown + pointer.start + len(pointer.written) + (pointer is pointers[-1])
        yield _Seen(pointer, "", pointer.written, raw + pointer.start, (begin, end), begin)
    named = None if pointers else named_identifier(code)
    if named is None:
        return
    name = f"{named[1]}.{named[0]}" if named[1] else named[0]
    # One plain word in back quotes may be a value, a command or a foreign name.
    if code.rstrip().endswith(")") or IDENTIFIER_SHAPE.match(code.strip()):
        yield _Seen(None, name, code, raw, (shown, shown), shown)


def _cuts(items: Sequence[_Seen]) -> list[Range]:
    return [item.cut for item in items if item.pointer is not None and item.pointer.is_exact]


def _marks(place: int, block: Block, items: Sequence[_Seen]) -> Iterator[Mark]:
    if block.inline is None:
        return
    cuts, sentences = _cuts(items), sentences_of(block.inline)
    for item in items if len(cuts) <= _MOST else ():
        if item.pointer is not None and item.pointer.is_exact:
            around = sentence_around(item.cut[0], block.inline.shown, sentences, cuts)
            yield Mark(item.pointer, place, item.cut, item.begin, around)


def _citations(
    number: int, block: Block, items: Sequence[_Seen], quotations: dict[tuple[int, Range], Quotation]
) -> Iterator[Citation]:
    if block.inline is None:
        return
    shown, cuts, sentences = block.inline.shown, _cuts(items), sentences_of(block.inline)
    for item in items:
        line, column = block.place(item.raw)
        if item.pointer is None:
            yield Citation("symbol", item.written, line, column, name=item.name)
            continue
        place = _placed(item.pointer.place, *block.place(item.place_raw))
        if len(cuts) > _MOST:
            yield _citation(item.pointer, line, column, place)
            continue
        around = sentence_around(item.cut[0], shown, sentences, cuts)
        yield replace(
            _citation(item.pointer, line, column, place),
            sentence=claim(shown, around, cuts),
            clause=_before_link(item, shown, around, cuts) or clause_around(item.cut, shown, around, cuts),
            quotation=quotations.get((number, item.cut)),
        )


def _before_link(item: _Seen, shown: str, around: Range, cuts: Sequence[Range]) -> str:
    """What a sentence says without the text of the link that ends it, `It retries ([source](a.py#L3)).`; empty for all
    other citations.
    """
    is_alone = sum(around[0] <= cut[0] <= around[1] for cut in cuts) == 1
    if not is_alone or item.begin >= item.cut[0] or claim(shown, (item.cut[1], around[1]), ()):
        return ""
    return claim(shown, (around[0], item.begin), ()).rstrip("([ ,;:")


def _in_fence(block: Block, lines: Sequence[str]) -> Iterator[Citation]:
    found = citation_in_code(block)
    if found is not None:
        pointer, quotation, below = found
        column = lines[block.line - 1 + below].find(pointer.written)
        if column >= 0:
            yield replace(_citation(pointer, block.line + below, column + 1), quotation=quotation)


def _placed(place: WrittenPlace | None, line: int, column: int) -> WrittenPlace | None:
    return replace(place, line=line, column=column) if place else None


def _citation(pointer: Pointer, line: int, column: int, place: WrittenPlace | None = None) -> Citation:
    return Citation(
        kind="lines" if pointer.lines else "place" if place else "file",
        written=pointer.written,
        line=line,
        column=column,
        path=pointer.path,
        lines=pointer.lines,
        place=place,
        anchor=pointer.anchor,
        ahead=pointer.ahead,
        sure=pointer.sure,
        pinned=pointer.pinned,
        repository=pointer.repository,
        listed=pointer.lead > 0,
    )
