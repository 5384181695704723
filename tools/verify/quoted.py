"""Does a quotation stand where it is said to stand?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citeline.indexing.files.source_tree import Root
from citeline.indexing.parsers.masking import mask_file
from citeline.indexing.secrets import holds_marker
from citeline.model import Span

from ..citations.anchors import Anchor, check_span, text_sha256
from ..citations.passage import collapse
from ..citations.working_tree import WorkingTree
from .markdown import Quotation

_ELISION = re.compile(r"\s*(?:#|//|--|/\*|<!--)?\s*(?:\.\.\.|…|\[(?:\.\.\.|…)\])\s*(?:\*/|-->)?\s*$")
_EDGE = " \t\n\"'“”„«»「」.…"


def places_of(quotation: Quotation, lines: Sequence[str]) -> list[tuple[int, int]]:
    """First and last line of every occurrence: code line by line but for indentation as a whole and blanks at line
    ends, prose word by word. Lines of `...` may stand for what was left out.
    """
    if quotation.form == "prose":
        return _places_of_prose(quotation.text, lines)
    wanted = _trim(quotation.text.split("\n"))
    whole = _places_of_code(wanted, lines)
    parts = _parts(wanted)
    if whole or len(parts) < 2:
        return whole
    return _in_order([_places_of_code(part, lines) for part in parts])


def is_foreign(quotation: Quotation, lines: Sequence[str]) -> bool:
    """Whether a fence without a language has nothing in common with a file: then it quotes something else."""
    there = {line.strip() for line in lines}
    return not quotation.has_label and not any(
        line.strip() in there and any(map(str.isalnum, line)) for line in quotation.text.split("\n")
    )


def check_quotation(
    root: Root,
    path: str,
    cited: tuple[int, int],
    quotation: Quotation,
    *,
    tree: WorkingTree,
    earlier: Sequence[str] = (),
) -> Anchor | None:
    """What became of quoted text; None when it stands around the cited line, and so tells nothing about the number.

    `earlier` are all lines of the file when it was quoted, where they are known.
    """
    found = tree.lines(path)
    lines: Sequence[str] = found if isinstance(found, tuple) else ()
    if holds_marker(quotation.text):  # quoted from an answer, which masks what the index masks
        lines = mask_file(path, lines)
    places = places_of(quotation, lines)
    start, end = cited
    if any(_is_there(place, start, end) for place in places):
        return Anchor(True, "unchanged", (start, end), f"the quoted text stands at {_lines((start, end))}")
    if any(first < start and end <= last for first, last in places):
        return None
    resolves = 1 <= start <= end <= len(lines)
    text = "\n".join(_trim(quotation.text.split("\n")))
    span = Span(path, start, start + text.count("\n"), text_sha256(text))
    if len(places) > 1:
        if any(place == cited for place in places_of(quotation, earlier)):
            before = "\n".join(earlier[start - 1 : end])
            span = Span(path, start, end, text_sha256(before))
            aligned = check_span(root, span, before, tree=tree, earlier=earlier)
            if aligned.unchanged == "moved":
                return aligned
        where = " and ".join(_lines(place) for place in places[:3])
        return Anchor(resolves, "stale", None, f"the quoted text stands at {where}: which one was meant is unclear")
    anchor = check_span(root, span, text, tree=tree)
    if places and (anchor.unchanged != "edited" or _overlap(places[0], anchor.place)):
        place = places[0] if start != end else (places[0][0], places[0][0])
        return Anchor(resolves, "moved", place, f"the quoted text now stands at {_lines(places[0])}")
    if anchor.unchanged == "edited":
        return Anchor(resolves, "edited", anchor.place, "the lines are similar to what is quoted, but not the same")
    if anchor.unchanged in ("unchanged", "moved"):  # the same letters, other white space within the lines
        return Anchor(resolves, "edited", anchor.place, "only white space differs from what is quoted")
    why = anchor.why if not lines else "the quoted text stands nowhere in the file"
    return Anchor(resolves, anchor.unchanged, None, why)


def _is_there(place: tuple[int, int], start: int, end: int) -> bool:
    return (start <= place[0] and place[1] <= end) or (start == end == place[0])


def _overlap(one: tuple[int, int], other: tuple[int, int] | None) -> bool:
    return other is not None and one[0] <= other[1] and other[0] <= one[1]


def _lines(place: tuple[int, int]) -> str:
    return f"line {place[0]}" if place[0] == place[1] else f"lines {place[0]}–{place[1]}"


def _trim(lines: Sequence[str]) -> list[str]:
    """Without blank lines around."""
    kept = [number for number, line in enumerate(lines) if line.strip()]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def _parts(lines: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if _ELISION.match(line):
            parts.append([])
        else:
            parts[-1].append(line)
    return [trimmed for part in parts if (trimmed := _trim(part))]


def _places_of_code(wanted: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    if not wanted:
        return []
    bare = [line.strip() for line in wanted]
    length = len(wanted)
    return [
        (number + 1, number + length)
        for number in range(len(lines) - length + 1)
        if lines[number].strip() == bare[0]
        and all(lines[number + n].strip() == bare[n] for n in range(1, length))
        and _same_shape(wanted, lines[number : number + length])
    ]


def _same_shape(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the lines below the first are indented alike, as a whole further in or out."""
    pairs = [(_indent(a), _indent(b)) for a, b in zip(wanted[1:], found[1:], strict=True) if a.strip()]
    return all(a.endswith(b) or b.endswith(a) for a, b in pairs) and len({len(b) - len(a) for a, b in pairs}) <= 1


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _in_order(found: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The places where the first part is followed by all others; the nearest of each."""
    places = []
    for first, last in found[0]:
        for part in found[1:]:
            after = next((place for place in part if place[0] > last), None)
            if after is None:
                break
            last = after[1]
        else:
            places.append((first, last))
    return places


def _places_of_prose(text: str, lines: Sequence[str]) -> list[tuple[int, int]]:
    wanted = collapse(text).strip(_EDGE).split()
    if not wanted:
        return []
    words = [(word, number) for number, line in enumerate(lines, start=1) for word in collapse(line).split()]
    length = len(wanted)
    return [
        (words[place][1], words[place + length - 1][1])
        for place in range(len(words) - length + 1)
        if words[place][0].endswith(wanted[0]) or (length == 1 and wanted[0] in words[place][0])
        if length == 1 or words[place + length - 1][0].startswith(wanted[-1])
        if all(words[place + n][0] == wanted[n] for n in range(1, length - 1))
    ]
