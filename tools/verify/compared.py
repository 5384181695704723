"""What became of cited lines since they were cited: unchanged, moved, edited, stale; and the page that they are on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import unified_diff
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.files.source_tree import Root, SourceTree, real_path
from citeline.indexing.files.walk import WalkedFile, read_regular
from citeline.indexing.parsers.languages import format_of, language_of
from citeline.indexing.secrets import mask_lines
from citeline.indexing.sources.tree_walk import walk_tree
from citeline.model import SourceFile, Span

from ..citations.anchors import Anchor, check_span, text_sha256
from ..citations.passage import contains_name
from ..citations.working_tree import WorkingTree
from .baseline import Baseline
from .checked import Checked
from .history import AtCommit
from .markdown import Citation, Quotation
from .paging import Paging, below_mark, is_at, with_place
from .quoted import check_quotation, places_of

_MIN_DISTINCTIVE: Final = 30
"""Letters. Shorter texts stand in several files by chance."""
_MOST_FILES: Final = 20_000


class Elsewhere:
    """The other files of a tree, listed on first need."""

    def __init__(self, root: Root, tree: WorkingTree, baseline: Baseline, *, max_file_bytes: int) -> None:
        self._root = root
        self._tree = tree
        self._baseline = baseline
        self._limit = max_file_bytes

    def find(
        self, path: str, places_in: Callable[[Sequence[str]], list[tuple[int, int]]], text: str
    ) -> tuple[str, tuple[int, int]] | None:
        """The only other file of the same kind that holds the text, and where; None for none or several."""
        longest = max((line.strip() for line in text.split("\n")), key=len, default="")
        if len("".join(text.split())) < _MIN_DISTINCTIVE:
            return None
        ending = PurePosixPath(path).suffix.lower()
        found: list[tuple[str, tuple[int, int]]] = []
        for other in (file.path for file in self._files):
            if other == path or PurePosixPath(other).suffix.lower() != ending or not self._holds(other, longest):
                continue
            lines = self._tree.lines(other)
            found += [(other, place) for place in (places_in(lines) if isinstance(lines, tuple) else [])]
        return found[0] if len(found) == 1 else None

    def is_new(self, name: str) -> bool:
        """Whether a file that is new or has changed since the index was built holds a name; prose does not count."""
        for path in self._unseen:
            if format_of(language_of(path)) != "prose" and self._holds(path, name):
                source = self._tree.source(path)
                if isinstance(source, SourceFile) and contains_name(source.text, name):
                    return True
        return False

    @cached_property
    def _unseen(self) -> list[str]:
        known = self._baseline.structure.fingerprints()
        return [
            file.path
            for file in self._files
            if (before := known.get(file.path)) is None
            or (before.size_bytes, before.mtime_ns) != (file.size_bytes, file.mtime_ns)
        ]

    @cached_property
    def _files(self) -> tuple[WalkedFile, ...]:
        return walk_tree(SourceTree.of(self._root), max_file_bytes=self._limit).files[:_MOST_FILES]

    def _holds(self, path: str, line: str) -> bool:
        """Whether the bytes can hold the line; a quick look that spares most files the decoding."""
        if not line.isascii():
            return True
        try:
            found = read_regular(real_path(self._root, path), self._limit)
        except OSError:
            return False
        return found is not None and (line.encode() in found[0] or b"\0" in found[0][:4])  # UTF-16 or UTF-32


_DIFF_LINES: Final = 12


@dataclass(frozen=True, slots=True)
class CitedLines:
    """A citation whose file was found."""

    citation: Citation
    source: SourceFile
    lines: tuple[int, int]
    """As cited; of a place those that it has now, or had when it is no more."""
    before: tuple[int, int] = (0, 0)
    """What these lines were when they were cited; (0, 0) for none."""
    then: Baseline | AtCommit | None = None
    """The files as they were when they were cited; None where that is not known."""
    gone: str = ""
    """Why a place is no more."""
    odd: str = ""
    """What is odd about a place that is there."""


class Comparison:
    """Compares the lines of one tree with what they were when they were cited."""

    def __init__(self, tree: WorkingTree, baseline: Baseline, *, paging: Paging, elsewhere: Elsewhere) -> None:
        self._tree = tree
        self._baseline = baseline
        self._paging = paging
        self._elsewhere = elsewhere

    def checked(self, cited: CitedLines) -> tuple[Checked, Anchor | None]:
        """The citation with its verdict, and where its text is now; no anchor where neither a quotation nor what stood
        there can tell.
        """
        anchor = self._anchor(cited)
        return self._placed(self._by_anchor(cited, anchor), cited, anchor), anchor

    def _anchor(self, cited: CitedLines) -> Anchor | None:
        """What became of the text: by its quotation, else by what stood there when it was cited; None when neither
        can tell.
        """
        source, quotation = cited.source, cited.citation.quotation
        known = (cited.then or self._baseline).lines(source.path) or ()
        if quotation is not None:
            anchor = check_quotation(
                self._tree.sources.root, source.path, cited.lines, quotation, tree=self._tree, earlier=known
            )
            if anchor is not None:
                return anchor
        if not isinstance(cited.then, AtCommit) and self._baseline.sha256(source.path) == source.sha256:
            return Anchor(True, "unchanged", cited.lines, "the file is as it was indexed")
        if known == source.lines:
            return Anchor(True, "unchanged", cited.lines, "the file is as it was when this was written")
        lines, earlier = cited.lines, cited.before
        if cited.citation.lines is None:  # the number of a page is no part of its text
            lines = below_mark(lines, source.lines)
            earlier = below_mark(earlier, known)
        before = joined_lines(known, earlier)
        if not before or cited.then is None:
            return None
        return check_span(
            self._tree.sources.root,
            Span(source.path, *lines, text_sha256(before)),
            before,
            tree=self._tree,
            earlier=known,
        )

    def _before(self, then: Baseline | AtCommit | None, path: str, lines: tuple[int, int]) -> str:
        """The cited lines as they were; empty when there were none."""
        return joined_lines((then or self._baseline).lines(path) or (), lines)

    def _by_anchor(self, cited: CitedLines, anchor: Anchor | None) -> Checked:
        citation, path = cited.citation, cited.source.path
        wrong = cited.gone or impossible(cited.lines, cited.source)
        if anchor is None or (wrong and anchor.unchanged == "unchanged"):
            if wrong:
                return Checked(citation, "unresolved", "error", wrong, path, resolves=False)
            return Checked(citation, "fine", "fine", "the lines exist", path)
        checked = Checked(
            citation, "fine", "fine", anchor.why, path, resolves=not wrong, unchanged=anchor.unchanged,
            moved_to=self._new_place(cited, anchor),
        )  # fmt: skip
        if anchor.unchanged == "moved" and citation.lines is None and not checked.moved_to:
            return replace(checked, unchanged="unchanged", why="the same text stands there")
        if anchor.unchanged == "unchanged":
            return checked
        if anchor.unchanged == "moved":
            return replace(checked, rule="moved", level="error")
        if anchor.unchanged == "edited":
            return self._edited(checked, cited, anchor)
        return self.found_elsewhere(
            replace(checked, rule=anchor.unchanged, level="error"), citation, path, cited.before, cited.then
        )

    def _new_place(self, cited: CitedLines, anchor: Anchor) -> tuple[str, int, int] | None:
        """None when the text still begins where it is cited, lies within the cited lines, or on the cited page."""
        place, lines = anchor.place, cited.lines
        if place is None or place[0] == lines[0] or (lines[0] <= place[0] and place[1] <= lines[1]):
            return None
        pages = self._paging.now(cited.source) if cited.citation.lines is None else None
        if pages and cited.citation.place and is_at(cited.citation.place, pages, place, exactly=True):
            return None
        return (cited.source.path, place[0], place[1] if lines[0] != lines[1] else place[0])

    def _placed(self, checked: Checked, cited: CitedLines, anchor: Anchor | None) -> Checked:
        """With the page, slide, sheet or cell of the lines, and whether that is the one that is written."""
        place = cited.citation.place
        pages = self._paging.now(cited.source) if place else None
        if pages is None or place is None or not (checked.resolves or checked.moved_to):
            return checked
        if cited.odd and checked.rule == "fine":
            return replace(checked, rule="unresolved", level="warning", why=cited.odd)
        lines = anchor.place if anchor and anchor.place else cited.lines
        # An index that is newer than the text knows no other lines than those that stand there now.
        are_right = cited.citation.quotation is not None and anchor is not None and anchor.unchanged == "unchanged"
        return with_place(checked, place, pages, lines, len(cited.source.lines), are_right=are_right)

    def _edited(self, checked: Checked, cited: CitedLines, anchor: Anchor) -> Checked:
        """An error when it also stands elsewhere, or is quoted with words that are no longer there."""
        quotation = cited.citation.quotation
        before = quotation.text if quotation else self._before(cited.then, cited.source.path, cited.before)
        now = cited.source.slice(*anchor.place) if anchor.place else ""
        same_words = before.split() == now.split() or "".join(before.split()) == "".join(now.split())
        grave = bool(checked.moved_to) or (quotation is not None and not same_words)
        diff = _diff(before, now, cited.source.lines)
        return replace(checked, rule="edited", level="error" if grave else "warning", diff=diff)

    def found_elsewhere(
        self,
        checked: Checked,
        citation: Citation,
        path: str,
        lines: tuple[int, int] | None,
        then: Baseline | AtCommit | None,
    ) -> Checked:
        """`moved` when exactly one other file has what is quoted, or what stood at the cited lines."""
        quotation, places_in = citation.quotation, None
        text = quotation.text if quotation else self._before(then, path, lines or (0, 0))
        if quotation is not None:
            places_in = _finder(quotation)
        elif text:
            places_in = _finder(Quotation(text, "code"))
        found = self._elsewhere.find(path, places_in, text) if places_in else None
        if found is None or (places_in and places_in((then or self._baseline).lines(found[0]) or ())):
            return checked
        why = f"the same text now stands in {found[0]}, lines {found[1][0]}–{found[1][1]}"
        return replace(checked, rule="moved", unchanged="moved", why=why, moved_to=(found[0], *found[1]), nearest=())


def joined_lines(lines: Sequence[str], span: tuple[int, int]) -> str:
    """The text of lines; empty when there are no such lines."""
    start, end = span
    return "\n".join(lines[start - 1 : end]) if 1 <= start <= end <= len(lines) else ""


def impossible(lines: tuple[int, int], source: SourceFile) -> str:
    """Why this file has no such lines; empty where it has them."""
    last = len(source.lines)
    return absurd(lines) or (f"{source.path} ends at line {last}" if lines[1] > last else "")


def absurd(lines: tuple[int, int]) -> str:
    """Why no file has such lines; empty where one may."""
    start, end = lines
    if start < 1 or end < 1:
        return "lines are counted from 1"
    return f"the lines are reversed: {start} comes after {end}" if end < start else ""


def _finder(quotation: Quotation) -> Callable[[Sequence[str]], list[tuple[int, int]]]:
    return lambda lines: places_of(quotation, lines)


def _diff(before: str, now: str, file: Sequence[str]) -> str:
    # Printed, also into the logs of a CI: what the index masks is masked here. The name of a value may stand in another
    # line of the file, as the head of its column.
    masked = dict(zip(file, mask_lines(file), strict=True))
    cited, there = (mask_lines([masked.get(line, line) for line in text.split("\n")]) for text in (before, now))
    lines = unified_diff(cited, there, "cited", "now", lineterm="", n=1)
    return "\n".join(islice(lines, 2, _DIFF_LINES + 2))
