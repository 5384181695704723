"""Is the cited text still there? Anchored by content: line numbers are only where the search begins."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.files.source_tree import Root
from citeline.indexing.parsers.marks import PLACE_MARK
from citeline.indexing.parsers.masking import mask_file
from citeline.indexing.parsers.notebook_lines import CELL_MARK, OUTPUT_MARK
from citeline.indexing.secrets import holds_marker
from citeline.model import Span
from citeline.state import Unchanged
from citeline.text import word_runs

from .working_tree import Absence, WorkingTree

# Below this share of equal words two texts of code are as alike as any two neighbours are.
SIMILAR = 0.6
_TWIN = 0.8
# A unique copy of `}`, `continue` or `return x` proves nothing about where the cited line went.
_MIN_DISTINCTIVE = 12
_MIN_OF_TWO_WORDS = 9
# Between lines of code that look alike a short text is told by its letters, a longer one by its place.
_SHORT = 3
# Between short texts a single common word says something, between long ones it is chance.
_FEW_WORDS = 4
_MANY_LINES = 100
_MANY_WORDS = 3000
"""With both, a text is compared line by line."""
_MOST_COMPARED: Final = 4_000_000
"""Pairs of lines between two lines that are certain; more, as of two generated files, are not compared."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """What became of one cited span."""

    resolves: bool
    """The file can be read and has the cited lines."""
    unchanged: Unchanged
    place: tuple[int, int] | None
    """First and last line of the text now, or of what it was edited into; None when it is gone."""
    why: str


def text_sha256(text: str) -> str:
    """The hash of a span: its lines joined with LF, UTF-8. Lone surrogates, as of odd file names, are allowed."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_span(
    root: Root, span: Span, text: str, *, tree: WorkingTree | None = None, earlier: Sequence[str] | None = None
) -> Anchor:
    """Compare a cited span with the working tree. `text` is what was read when the answer was built.

    A `tree` that is shared by several calls reads each file once. `earlier` are all lines of the file when the text was
    read, where they are known: then both texts are aligned, and a text that moved is told from a twin of it. Never
    raises for a path, line number or text.
    """
    lines = (tree or WorkingTree(root)).lines(span.path)
    if isinstance(lines, Absence):
        return Anchor(False, "deleted" if lines.reason == "deleted" else "stale", None, lines.detail)
    if holds_marker(text):  # quoted from masked text: it is compared with the file masked likewise
        lines = mask_file(span.path, lines)
    start, end = span.start_line, span.end_line
    resolves = 1 <= start <= end <= len(lines)
    if resolves and text_sha256("\n".join(lines[start - 1 : end])) == span.sha256:
        if earlier is not None and _is_twin(lines, span, earlier):
            moved = _by_alignment(lines, span, text.split("\n"), resolves, earlier)
            if moved is not None and moved.unchanged == "moved":
                return moved
        return Anchor(True, "unchanged", (start, end), f"{_lines(start, end)} are as they were read")
    if text_sha256(text) != span.sha256:
        return Anchor(resolves, "stale", None, "the quoted text is not the text that was read from the file")
    wanted = [without_number(line) for line in text.split("\n")]
    if "\n".join(wanted) != text:  # a page or cell is the same one with others before it
        lines = tuple(map(without_number, lines))
        earlier = earlier and [*map(without_number, earlier)]
    if earlier is not None and (found := _by_alignment(lines, span, wanted, resolves, earlier)):
        return found
    return _find_again(lines, span, wanted, resolves, earlier)


def check_evidence(item: Mapping[str, Any], tree: WorkingTree) -> Anchor:
    """A piece of evidence of a printed answer, compared with its file as it is in the tree."""
    span = Span(item["path"], item["start_line"], item["end_line"], item["sha256"], item.get("page"))
    return check_span(tree.sources, span, item["text"], tree=tree)


def _lines(start: int, end: int) -> str:
    return f"lines {start}–{end}"


def _is_twin(lines: Sequence[str], span: Span, earlier: Sequence[str]) -> bool:
    """Whether the lines that stand at the cited place now are all others of the old text."""
    cited = range(span.start_line - 1, span.end_line)
    now = aligned(tuple(earlier), tuple(lines))
    there = {place: at for at, place in enumerate(now) if place in cited}
    return len(there) == len(cited) and not set(there.values()) & set(cited)


def _by_alignment(
    lines: Sequence[str], span: Span, wanted: Sequence[str], resolves: bool, earlier: Sequence[str]
) -> Anchor | None:
    """What the cited lines of the old text became in the new one; None when the old text has no such lines, or they
    are gone from where their neighbours are.
    """
    first = next((at for at in _starts(span, wanted, earlier)), None)
    if first is None:
        return None
    now = aligned(tuple(earlier), tuple(lines))
    own = now[first : first + len(wanted)]
    if min(own) >= 0 and own[-1] - own[0] == len(own) - 1 and _holds_on(earlier, now, first, wanted):
        place = own[0] + 1, own[-1] + 1
        if place == (span.start_line, span.end_line):  # but for the number of a page or cell
            return Anchor(resolves, "unchanged", place, f"{_lines(*place)} are as they were read")
        return Anchor(resolves, "moved", place, f"the same text now stands at {_lines(*place)}")
    taken = {place for at, place in enumerate(now) if not first <= at < first + len(wanted)}
    copies = [copy for copy in _occurrences(lines, wanted) if not taken & set(range(copy - 1, copy - 1 + len(wanted)))]
    edited = _edited_in_place(lines, wanted, first, now)
    # Beside an exact copy it is the cited text only when nearly all of it is left.
    if edited is not None and edited[0] >= (_TWIN if copies else SIMILAR):
        why = f"the text at {_lines(*edited[1])} is similar but not the same"
        if len(copies) == 1:
            why += f"; an exact copy stands at {_lines(copies[0], copies[0] + len(wanted) - 1)}"
        return Anchor(resolves, "edited", edited[1], why)
    if len(copies) == 1 and _is_distinctive(wanted, known=False):
        place = copies[0], copies[0] + len(wanted) - 1
        return Anchor(resolves, "moved", place, f"the same text now stands at {_lines(*place)}")
    return None


def _edited_in_place(
    lines: Sequence[str], wanted: Sequence[str], first: int, now: Sequence[int]
) -> tuple[float, tuple[int, int]] | None:
    """(similarity, lines) of what stands between the neighbours of the cited lines; None when none of those is left."""
    own = now[first : first + len(wanted)]
    kept = [place for place in own if place >= 0]
    if not kept:
        return None
    above = next((place for place in reversed(now[:first]) if place >= 0), -1)
    below = next((place for place in now[first + len(wanted) :] if place >= 0), len(lines))
    # Where a line at the end of the text is gone, what stands there now is what became of it.
    begin = kept[0] if own[0] >= 0 else max(above + 1, kept[0] - own.index(kept[0]))
    end = kept[-1] if own[-1] >= 0 else min(below - 1, kept[-1] + len(own) - 1 - own.index(kept[-1]))
    cited, there = (Counter(word_runs("\n".join(text))) for text in (wanted, lines[begin : end + 1]))
    both = sum(cited.values()) + sum(there.values())
    return (2 * sum((cited & there).values()) / both, (begin + 1, end + 1)) if both else None


def _starts(span: Span, wanted: Sequence[str], earlier: Sequence[str]) -> Iterator[int]:
    """Indexes of the lines of the old text that the cited text began at: where it is cited, or its only copy."""
    start = span.start_line - 1
    if list(earlier[start : start + len(wanted)]) == list(wanted):
        yield start
    elif len(copies := _occurrences(earlier, wanted)) == 1:
        yield copies[0] - 1


def _holds_on(earlier: Sequence[str], now: Sequence[int], first: int, wanted: Sequence[str]) -> bool:
    """Whether lines are known by what they say, or by a neighbour that went with them: a bracket alone says nothing."""
    if _is_distinctive(wanted, known=False):
        return True
    last = first + len(wanted) - 1
    beside = [(first - 1, -1), (last + 1, 1)]
    return any(
        0 <= at < len(now)
        and earlier[at].strip()
        and now[at] >= 0
        and now[at] == now[last if step > 0 else first] + step
        for at, step in beside
    )


def _find_again(
    lines: Sequence[str], span: Span, wanted: Sequence[str], resolves: bool, earlier: Sequence[str] | None
) -> Anchor:
    copies = _occurrences(lines, wanted)
    length = len(wanted)
    if len(copies) > 1:
        found = " and ".join(_lines(copy, copy + length - 1) for copy in copies[:3])
        return Anchor(resolves, "stale", None, f"the same text now stands at {found}: which one was meant is unclear")
    before = len(_occurrences(earlier, wanted)) if earlier is not None else 0
    if copies and before < 2 and _is_distinctive(wanted, known=before == 1):
        return _moved_or_edited(lines, span, wanted, resolves, (copies[0], copies[0] + length - 1))
    edited = _find_edited(lines, span.start_line, wanted, copies)
    if edited is not None:
        return Anchor(resolves, "edited", edited, f"the text at {_lines(*edited)} is similar but not the same")
    why = "something else stands there now" if resolves else f"the file now ends at line {len(lines)}"
    if copies:
        why += f"; whether the same text at {_lines(copies[0], copies[0] + length - 1)} is what was meant is unclear"
    return Anchor(resolves, "stale", None, why)


def _moved_or_edited(
    lines: Sequence[str], span: Span, wanted: Sequence[str], resolves: bool, copy: tuple[int, int]
) -> Anchor:
    """The only copy is the cited text, or a twin of it while the cited one was edited."""
    if copy == (span.start_line, span.end_line):  # but for the number of a page or cell
        return Anchor(resolves, "unchanged", copy, f"{_lines(*copy)} are as they were read")
    here = _similar_near(lines, min(span.start_line, len(lines)), wanted) if len(wanted) > _SHORT else None
    if here is not None and here[0] >= _TWIN and (here[1][1] < copy[0] or copy[1] < here[1][0]):
        why = f"the text at {_lines(*here[1])} is similar but not the same; an exact copy stands at {_lines(*copy)}"
        return Anchor(resolves, "edited", here[1], why)
    return Anchor(resolves, "moved", copy, f"the same text now stands at {_lines(*copy)}")


def _is_distinctive(wanted: Sequence[str], *, known: bool) -> bool:
    """Whether a text says enough to be known by: two words of some length, or one long one.

    `known` to have been the only one in its file: then any word will do.
    """
    letters = len("".join("".join(line.split()) for line in wanted))
    words = {word for line in wanted for word in word_runs(line) if len(word) > 1}
    if known:
        return bool(words)
    return letters >= _MIN_DISTINCTIVE or (letters >= _MIN_OF_TWO_WORDS and len(words) > 1)


def _occurrences(lines: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """First lines (1-based) of every exact copy."""
    length = len(wanted)
    return [
        place + 1
        for place in range(len(lines) - length + 1)
        if lines[place] == wanted[0] and list(lines[place : place + length]) == list(wanted)
    ]


def _find_edited(
    lines: Sequence[str], start: int, wanted: Sequence[str], copies: Sequence[int]
) -> tuple[int, int] | None:
    """Where the most similar text stands, near the old place or where most of the lines have gone; not one of the
    exact copies, which begin at `copies`.
    """
    if not lines:
        return None
    here = min(max(start, 1), len(lines))
    best: tuple[float, tuple[int, int]] | None = None
    for place in dict.fromkeys([here, *_voted_starts(lines, here, wanted)]):
        found = _similar_near(lines, place, wanted)
        if found is not None and found[1][0] not in copies and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best is not None and best[0] >= SIMILAR else None


def _voted_starts(lines: Sequence[str], here: int, wanted: Sequence[str]) -> list[int]:
    """The two starts that explain most of the surviving lines; among equals the one nearest to the old place."""
    offsets: dict[str, list[int]] = {}
    for offset, line in enumerate(wanted):
        if len(word_runs(line)) > 1:
            offsets.setdefault(line.strip(), []).append(offset)
    votes = Counter(
        number - offset for number, line in enumerate(lines, start=1) for offset in offsets.get(line.strip(), ())
    )
    ranked = sorted(votes, key=lambda place: (-votes[place], abs(place - here), place))
    return [min(max(place, 1), len(lines)) for place in ranked[:2]]


def _similar_near(lines: Sequence[str], start: int, wanted: Sequence[str]) -> tuple[float, tuple[int, int]] | None:
    """(similarity, lines) of the best match of the cited words around a place; None when they share too few.

    White space and punctuation do not count, so a reformatted block is found whole. In a long text whole lines are
    compared: word by word, a page of 600 KB takes minutes.
    """
    margin = len(wanted) // 2 + 2
    first = max(1, start - margin)
    near = lines[first - 1 : start + len(wanted) - 1 + margin]
    cited, cited_ends = _words_by_line(wanted)
    words, ends = _words_by_line(near)
    is_long = len(wanted) > _MANY_LINES and len(cited) > _MANY_WORDS
    if is_long:
        (cited, cited_ends), (words, ends) = _words_by_line(wanted, joined=True), _words_by_line(near, joined=True)
    shared = sum((Counter(cited) & Counter(words)).values())
    if not cited or shared / len(cited) < SIMILAR / (2 - SIMILAR):  # fewer than that can never reach SIMILAR
        return None
    matcher = SequenceMatcher(None, cited, words, autojunk=is_long)
    blocks = [block for block in matcher.get_matching_blocks() if block.size > (1 if len(cited) > _FEW_WORDS else 0)]
    if not blocks:
        return None
    head, tail = blocks[0], blocks[-1]
    top, bottom = bisect_left(ends, head.b + 1), bisect_left(ends, tail.b + tail.size)
    in_place = ends[bottom] - (ends[top - 1] if top else 0)
    ratio = 2 * sum(block.size for block in blocks) / (len(cited) + in_place)
    # Lines at the ends of which no word has survived still belong to the place.
    above = bisect_left(cited_ends, head.a + 1)
    below = len(wanted) - 1 - bisect_left(cited_ends, tail.a + tail.size)
    return ratio, (max(1, first + top - above), min(len(lines), first + bottom + below))


def _words_by_line(lines: Sequence[str], *, joined: bool = False) -> tuple[list[str], list[int]]:
    """All words in order, and how many of them there are up to the end of each line. `joined`: a line is one word."""
    words: list[str] = []
    ends: list[int] = []
    for line in lines:
        found = word_runs(line)
        words.extend([" ".join(found)] if joined and found else found)
        ends.append(len(words))
    return words, ends


@lru_cache(maxsize=32)  # a document cites a file many times
def aligned(old: tuple[str, ...], new: tuple[str, ...]) -> Sequence[int]:
    """For each old line the index of the new line that it became, -1 for one that is gone; the indexes ascend.

    A patience diff: lines that both texts have once are certain, what lies between them is compared line by line. The
    numbers of pages, slides and cells are no part of their lines.
    """
    one, other = [without_number(line) for line in old], [without_number(line) for line in new]
    found = [-1] * len(one)
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        a, b, c, d = waiting.pop()
        while a < b and c < d and one[a] == other[c]:
            found[a] = c
            a, c = a + 1, c + 1
        while a < b and c < d and one[b - 1] == other[d - 1]:
            b, d = b - 1, d - 1
            found[b] = d
        if a == b or c == d:
            continue
        certain = list(_unique(one, other, (a, b, c, d)))
        if certain:
            edges = [(a - 1, c - 1), *certain, (b, d)]
            for number, (x, y) in enumerate(edges[:-1]):
                if number:
                    found[x] = y
                waiting.append((x + 1, edges[number + 1][0], y + 1, edges[number + 1][1]))
        elif (b - a) * (d - c) <= _MOST_COMPARED:
            for block in SequenceMatcher(None, one[a:b], other[c:d], autojunk=False).get_matching_blocks():
                for step in range(block.size):
                    found[a + block.a + step] = c + block.b + step
    return found


def without_number(line: str) -> str:
    """A line that only tells where a page, slide or cell begins without its number, any other as it is."""
    if found := CELL_MARK.match(line) or OUTPUT_MARK.match(line):
        return line[: found.start(1)] + line[found.end(1) :]  # the id of a cell stays
    if PLACE_MARK.match(line):
        return "".join(char for char in line if not char.isdigit())
    return line


def _unique(one: Sequence[str], other: Sequence[str], part: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
    """The longest ascending run of lines that both parts have exactly once."""
    a, b, c, d = part
    here, there = Counter(one[a:b]), Counter(other[c:d])
    at = {line: number for number, line in enumerate(other[c:d], c) if there[line] == 1}
    pairs = [(number, at[line]) for number, line in enumerate(one[a:b], a) if here[line] == 1 and line in at]
    tops: list[int] = []
    piles: list[int] = []
    """Index of the pair on top of each pile."""
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1], piles[pile : pile + 1] = [place], [index]
    chosen: list[tuple[int, int]] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    yield from reversed(chosen)
