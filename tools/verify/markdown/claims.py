"""The sentence that a citation stands in, without the citations: what it is meant to carry."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from citeline.text import has_word

from ...answer.reading.sentences import sentence_ends
from .inline import InlineText

Range: TypeAlias = tuple[int, int]
"""First character and the one behind the last, in `InlineText.shown`."""

_CUT: Final = "\0"
"""Stands where a citation stood until the brackets around it are gone too."""
_EMPTY: Final = re.compile(r"[(\[（][\s,;、&+]*\0[\s,;、&+\0]*[)\]）]|\0")
_OPENED: Final = re.compile(r"\s*[(\[（]\s*$")


def sentences_of(inline: InlineText) -> list[Range]:
    """Where each sentence begins and ends, in order, nothing left out."""
    code = [(piece.shown - 1, piece.shown + len(piece.text) + 1) for piece in inline.pieces if piece.kind == "code"]
    edges = [0, *sentence_ends(inline.shown, 0, code), len(inline.shown)]
    return [(begin, end) for begin, end in pairwise(edges) if begin < end]


def claim(text: str, span: Range, cuts: Sequence[Range]) -> str:
    """What a range says without the citations in it; empty when no word is left."""
    kept, place = [], span[0]
    for first, last in sorted(cuts):
        if first < span[1] and last > place:
            kept += [text[place : max(first, place)], _CUT]
            place = last
    kept.append(text[place : span[1]])
    said = " ".join(_EMPTY.sub(" ", "".join(kept)).split())
    return said.strip(" ,;:—–-") if has_word(said) else ""


def sentence_around(place: int, text: str, sentences: Sequence[Range], cuts: Sequence[Range]) -> Range:
    """The sentence that a citation belongs to: its own, or the one before when its own says nothing.

    `It retries. (src/a.py:12) Then it ends.` is how models cite.
    """
    number = min(bisect_right(sentences, place, key=lambda sentence: sentence[1]), len(sentences) - 1)
    if number <= 0:
        return sentences[0] if sentences else (0, len(text))
    if _OPENED.match(text[sentences[number][0] : place]):
        return sentences[number - 1]
    if not claim(text, sentences[number], cuts):
        return sentences[number - 1][0], sentences[number][1]
    return sentences[number]


def clause_around(cut: Range, text: str, sentence: Range, cuts: Sequence[Range]) -> str:
    """The part of a sentence that one of several citations is for: what stands before it, or behind it if they lead."""
    inside = [other for other in sorted(set(cuts)) if sentence[0] <= other[0] < sentence[1]]
    if len(inside) < 2 or cut not in inside:
        return claim(text, sentence, cuts)
    edges = [sentence[0], *(edge for other in inside for edge in other), sentence[1]]
    gaps = list(zip(edges[::2], edges[1::2], strict=True))
    number = inside.index(cut)
    # Where nothing stands between two citations, both are for the same words.
    own = reversed(gaps[: number + 1]) if claim(text, gaps[0], ()) else gaps[number + 1 :]
    return next(filter(None, (claim(text, gap, ()) for gap in own)), "") or claim(text, sentence, cuts)
