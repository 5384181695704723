"""The levels of a PDF's headings: of the outline, of section numbers, of parts and items, and else of their style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from .pdf_headings import Found
from .pdf_patterns import ITEM, NUMBERED, PART
from .pdf_words import Style

_Class: TypeAlias = tuple[float, bool, bool]
"""Size, weight and capitals: what a reader tells levels by."""
_SAME_SIZE: Final = 0.6
"""Points."""
_DEEPEST: Final = 6
_FEWEST_NUMBERED: Final = 2


def levels_of(found: Sequence[Found]) -> list[int]:
    """Of each heading, 1 to 6, in order."""
    ranks = _ranks(found)
    levels = [ranks[_class_of(one, ranks)] for one in found]
    outlined = [at for at, one in enumerate(found) if one.level]
    if outlined:
        levels = _by_outline(found, levels)
    levels = _by_number(found, levels)
    return _nested(_by_item(found, levels))


def _nested(levels: Sequence[int]) -> list[int]:
    """The same tree without gaps: a heading is one deeper than the last before it that stands above it."""
    open_: list[int] = []
    nested: list[int] = []
    for level in levels:
        while open_ and open_[-1] >= level:
            open_.pop()
        open_.append(level)
        nested.append(min(_DEEPEST, len(open_)))
    return nested


def _ranks(found: Iterable[Found]) -> dict[_Class, int]:
    """Styles to levels, the largest first; sizes that hardly differ are one."""
    seen = sorted({_plain_class(one) for one in found}, key=lambda kind: (-kind[0], not kind[1], not kind[2]))
    ranks: dict[_Class, int] = {}
    merged: list[_Class] = []
    for kind in seen:
        near = next((other for other in merged if abs(other[0] - kind[0]) < _SAME_SIZE and other[1:] == kind[1:]), None)
        if near is None:
            merged.append(kind)
        ranks[kind] = ranks[near] if near is not None else len(merged)
    return ranks


def _plain_class(one: Found) -> _Class:
    return one.style.size, one.style.is_bold, one.text.upper() == one.text


def _class_of(one: Found, ranks: dict[_Class, int]) -> _Class:
    kind = _plain_class(one)
    # A title in capitals by chance (`API`) is no class of its own.
    lower = (kind[0], kind[1], False)
    return lower if kind[2] and lower in ranks and len(one.text) < 6 else kind


def _by_outline(found: Sequence[Found], levels: Sequence[int]) -> list[int]:
    """The outline's level; other headings take that of their style, or stand below the last one of the outline."""
    by_style: dict[Style, Counter[int]] = {}
    for one in found:
        if one.level and one.count:
            by_style.setdefault(one.style, Counter())[one.level] += 1
    usual = {style: min(counts.items(), key=lambda item: (-item[1], item[0]))[0] for style, counts in by_style.items()}
    given: list[int] = []
    above = 0
    floor: dict[int, int] = {}
    for one, rank in zip(found, levels, strict=True):
        if one.level:
            above = one.level
            floor = {}
            given.append(one.level)
            continue
        if one.style in usual:
            given.append(usual[one.style])
            continue
        # Below the outline, styles are levels in the order of their rank.
        deeper = sorted({*floor, rank})
        floor = dict.fromkeys(deeper, 0)
        given.append(above + 1 + deeper.index(rank))
    return given


def _by_number(found: Sequence[Found], levels: Sequence[int]) -> list[int]:
    """`2.1.3` stands two below `2`, wherever `2` stands."""
    depths = [_depth(one.text) for one in found]
    bases = Counter[int]()
    for depth, level, one in zip(depths, levels, found, strict=True):
        if depth:
            bases[level - depth + 1] += 10 if one.level else 1
    if sum(1 for depth in depths if depth) < _FEWEST_NUMBERED:
        return list(levels)
    # Where sections stand most often; with all at one size, where the first of them stands.
    base = min(bases.items(), key=lambda item: (-item[1], -item[0]))[0]
    base = max(1, base)
    return [
        level if one.level or not depth else base + depth - 1
        for one, depth, level in zip(found, depths, levels, strict=True)
    ]


def _depth(text: str) -> int:
    """Of a section number; 0 for what has none."""
    match = NUMBERED.match(text)
    return match[1].count(".") + 1 if match is not None and text[match.end()].isupper() else 0


def _by_item(found: Sequence[Found], levels: Sequence[int]) -> list[int]:
    """Parts above items above everything in them."""
    is_part = [PART.match(one.text) is not None for one in found]
    is_item = [ITEM.match(one.text) is not None for one in found]
    if sum(is_item) < _FEWEST_NUMBERED:
        return list(levels)
    top = min(level for level, part, item in zip(levels, is_part, is_item, strict=True) if part or item)
    top = min(top, 2)  # what stands on the cover is larger, and holds nothing
    item_level = top + 1 if any(is_part) else top
    first = next(at for at in range(len(found)) if is_part[at] or is_item[at])
    inner = zip(levels[first:], is_part[first:], is_item[first:], strict=True)
    ranks = sorted({level for level, part, item in inner if not (part or item)})
    return [
        top if part else item_level if item else level if at < first else item_level + 1 + ranks.index(level)
        for at, (level, part, item) in enumerate(zip(levels, is_part, is_item, strict=True))
    ]
