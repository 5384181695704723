"""Where one chunk ends and the next begins.

A block that fits is one part. A block that does not is cut into its parts (what lies between its children, and
the children), neighbouring small parts are merged up to the budget, and large children are cut in turn. A part
that has no inner structure is cut between lines, preferably at a blank line or at the least indentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.model import TYPE_KINDS, VALUE_KINDS, Format

from .blocks import Block
from .budgets import OVERFLOW, WHOLE
from .line_table import LineTable

LineRange: TypeAlias = tuple[int, int]
"""First and last line, 1-based, inclusive."""

_MAX_DEPTH: Final = 40
"""Deeper nesting is machine-made; it is cut between lines, so that no file can exhaust the stack."""
_CLOSING: Final = re.compile(r"\s*(?:[)\]}>]|end\b|else\b|elif\b|except\b|finally\b|catch\b|</)")
_RULE: Final = re.compile(r"[\W_]+$")
_INTRODUCES: Final = (":", "：")
_BLANK_BONUS: Final = 6
"""A blank line outweighs one and a half levels of indentation."""
_CLOSING_COST: Final = 100
_EARLIEST_CUT: Final = 0.5


@dataclass(slots=True)
class _Part:
    start: int
    end: int
    block: Block | None = None
    breaks: bool = False
    """A chunk that holds enough ends before this part."""
    kept_until: int = 0
    """No cut before or at this line: a heading stays with its text, a table's head with its first row."""


class Splitter:
    """Cuts the blocks of one file."""

    def __init__(self, table: LineTable, format_: Format) -> None:
        self._table = table
        self._prose = format_ in {"prose", "text"}

    def spans(self, root: Block) -> list[LineRange]:
        """Ranges in order, without blank lines at their ends."""
        whole = self._table.trim(root.start, root.end)
        if whole is None:
            return []
        if self._fits(*whole, limit=1.0):
            return [whole]
        return self._cut_block(root, depth=0)

    def _fits(self, start: int, end: int, limit: float = WHOLE) -> bool:
        return self._table.weight(start, end) <= limit

    def _cut_block(self, block: Block, depth: int) -> list[LineRange]:
        done: list[LineRange] = []
        run: list[_Part] = []
        for part in self._joined(self._parts(block), heads=block.kind == "heading"):
            if self._fits(part.start, part.end, limit=self._limit(part)):
                run.append(part)
            elif part.block is not None and self._has_parts(part.block) and depth < _MAX_DEPTH:
                inner = self._cut_block(part.block, depth + 1)
                self._flush(run, done, following=inner, opens=not done)
                done.extend(inner)
            else:
                pieces = self._cut_lines(part.start, part.end, part.kept_until)
                run.extend(_Part(*piece, breaks=part.breaks and not i) for i, piece in enumerate(pieces))
        self._flush(run, done, following=None, opens=False)
        return done

    def _parts(self, block: Block) -> Iterator[_Part]:
        """The block's lines in order: children, and what lies between them."""
        line = block.start
        heads_over = block.kind not in TYPE_KINDS or self._prose
        for child in block.children:
            yield from self._between(line, child.start - 1)
            breaks = child.kind == "heading"
            if not heads_over and child.kind not in VALUE_KINDS:
                breaks = heads_over = True
            trimmed = self._table.trim(child.start, child.end)
            if trimmed is not None:
                kept = trimmed[0] + 2 if child.kind == "table" else 0
                yield _Part(*trimmed, block=child, breaks=breaks, kept_until=kept)
            line = child.end + 1
        yield from self._between(line, block.end)

    def _between(self, start: int, end: int) -> Iterator[_Part]:
        trimmed = self._table.trim(start, end)
        if trimmed is None:
            return
        if not self._prose:
            yield _Part(*trimmed)
            return
        first, last = trimmed
        for line in range(first, last + 1):
            if self._table.is_blank(line):
                if first < line:
                    yield _Part(first, line - 1)
                first = line + 1
        yield _Part(first, last)

    def _limit(self, part: _Part) -> float:
        """Sections with subsections have natural borders, so they need not stay whole beyond the budget."""
        composite = self._prose and part.block is not None and any(c.kind == "heading" for c in part.block.children)
        return 1.0 if composite else WHOLE

    def _has_parts(self, block: Block) -> bool:
        return bool(block.children) or (self._prose and block.kind == "heading")

    def _joined(self, parts: Iterator[_Part], *, heads: bool) -> Iterator[_Part]:
        """Headings glued to what they head, `For example:` to the example; `heads`: the first part is a heading."""
        if not self._prose:
            yield from parts
            return
        held: _Part | None = None
        opening = heads
        for part in parts:
            if held is not None:
                is_section = part.block is not None and part.block.kind == "heading"
                if not is_section and (held.kept_until or self._fits(held.start, part.end)):
                    keep = max(held.kept_until, part.kept_until, held.kept_until and part.start)
                    part = _Part(held.start, part.end, None, held.breaks, keep)
                else:
                    yield held
            held = part if self._holds(part, opening) else None
            opening = False
            if held is None:
                yield part
        if held is not None:
            yield held

    def _holds(self, part: _Part, opening: bool) -> bool:
        if part.block is not None:
            return False
        if opening and all(_RULE.match(self._table.lines[n - 1].strip()) for n in range(part.start + 1, part.end + 1)):
            part.kept_until = part.end
            return True
        return self._table.lines[part.end - 1].rstrip().endswith(_INTRODUCES)

    def _flush(
        self, run: list[_Part], done: list[LineRange], *, following: list[LineRange] | None, opens: bool
    ) -> None:
        """Merge the waiting parts and append them to `done`; scraps join a neighbour."""
        merged = self._merge(run)
        run.clear()
        if not merged:
            return
        # A short section must not slip into the next one; what opens a section belongs to whatever follows.
        joins_next = not self._prose or (opens and len(merged) == 1)
        if following and joins_next and self._is_scrap(merged[-1], following[0]):
            following[0] = (merged.pop()[0], following[0][1])
        if merged and done and not self._prose and self._is_scrap(merged[0], done[-1]):
            done[-1] = (done[-1][0], merged.pop(0)[1])
        done.extend(merged)

    def _is_scrap(self, span: LineRange, neighbour: LineRange) -> bool:
        weight = self._table.weight(*span)
        together = min(span[0], neighbour[0]), max(span[1], neighbour[1])
        if weight >= self._table.budget.tiny or self._table.is_apart(*together):
            return False
        return weight < OVERFLOW or weight + self._table.weight(*neighbour) <= WHOLE

    def _merge(self, run: list[_Part]) -> list[LineRange]:
        merged: list[LineRange] = []
        section_starts: list[bool] = []
        for part in run:
            if merged:
                start, end = merged[-1]
                full = part.breaks and self._table.weight(start, end) >= self._table.budget.enough
                if not full and self._fits(start, part.end, limit=1.0):
                    merged[-1] = (start, part.end)
                    continue
            merged.append((part.start, part.end))
            section_starts.append(part.breaks)
        # A short tail joins what it follows, but a section of its own stays one.
        if len(merged) > 1 and not section_starts[-1] and self._is_scrap(merged[-1], merged[-2]):
            last = merged.pop()
            merged[-1] = (merged[-1][0], last[1])
        return merged

    def _cut_lines(self, start: int, end: int, kept_until: int) -> list[LineRange]:
        """Cut between lines; each piece at most the budget unless a single line is more."""
        table = self._table
        pieces: list[LineRange] = []
        while start <= end:
            stop = self._longest(start, end)
            stop = max(stop, min(kept_until, end))
            if stop < end and self._fits(start, end):
                stop = end
            elif stop < end:
                stop = self._best_cut(start, stop, max(start, kept_until))
            trimmed = table.trim(start, stop)
            if trimmed is not None:
                pieces.append(trimmed)
            start = stop + 1
        return pieces

    def _longest(self, start: int, end: int) -> int:
        """The last line up to which the budget holds; at least `start`."""
        low, high = start, end
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(start, middle, limit=1.0):
                low = middle
            else:
                high = middle - 1
        return low

    def _best_cut(self, start: int, stop: int, earliest: int) -> int:
        """The last line of a piece that may reach from `start` to `stop`."""
        table = self._table
        best, best_cost = stop, float("inf")
        for last in range(stop, earliest - 1, -1):
            if last < stop and table.weight(start, last) < _EARLIEST_CUT:
                break
            if table.is_blank(last + 1):
                continue
            cost = float(table.indent(last + 1))
            if table.is_blank(last):
                cost -= _BLANK_BONUS
            if _CLOSING.match(table.lines[last]):
                cost += _CLOSING_COST
            if cost < best_cost:
                best, best_cost = last, cost
        return best
