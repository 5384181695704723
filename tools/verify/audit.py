"""Gives every citation of a Markdown file its verdicts: resolves, unchanged, supports; symbols exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from itertools import islice
from typing import Final

from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.files.source_tree import Root, SourceTree
from citeline.indexing.parsers.notebook_lines import SUFFIX as NOTEBOOK_SUFFIX
from citeline.indexing.secrets import mask_lines
from citeline.model import SourceFile, Span

from ..citations.anchors import Anchor, check_span, text_sha256
from ..citations.support import Support
from ..citations.working_tree import Absence, Location, WorkingTree
from .baseline import Baseline, Mention, mentions_of
from .carried import Cited, judge, read_cited
from .checked import Checked, Level, Rule
from .documents import MarkdownFile, in_sources
from .elsewhere import Elsewhere
from .history import AtCommit, History
from .html_anchors import Headings, is_page
from .markdown import Citation, Quotation, UnreadableMarkdownError, WrittenPlace, find_citations, is_source
from .meaning import CERTAIN, CLEARLY_ELSEWHERE, FITS, Meaning, Suggestion
from .paging import Paging, below_mark, is_at, with_place
from .places import Places, Unresolved, candidates
from .quoted import check_quotation, is_foreign, places_of
from .repository import is_remote_of
from .symbols import Symbols

_SUGGESTED: Final = 2
_IN_DOUBT: Final = frozenset({"moved", "edited", "stale", "unresolved", "not-shown", "partly", "contradicted"})
"""Verdicts after which it is worth looking for what the sentence is about."""
_DIFF_LINES = 12
_BESIDE = 8
_AROUND: Final = (("(", ")"), ("[", "]"), ("（", "）"), ("", ""))
_PLAIN_BRANCH = re.compile(r"/(?:blob|raw|blame)/(?:main|master|HEAD)/")
_MOST_PARTS = 6
"""Of the name of a branch."""


@dataclass(frozen=True, slots=True)
class _Lines:
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


class Auditor:
    """Checks texts against one tree as it is now and one generation of its index; reads each file once."""

    def __init__(self, root: Root, baseline: Baseline, *, max_file_bytes: int) -> None:
        self.root = SourceTree.of(root).root
        self._tree = WorkingTree(root, baseline)
        self._baseline = baseline
        self._history = None if self._tree.sources.mounted else History(self.root)
        self._places = Places(self._tree, baseline.paths)
        self._headings = Headings(baseline)
        self._paging = Paging(baseline, self._headings)
        self._meaning = Meaning(baseline)
        self._elsewhere = Elsewhere(root, self._tree, baseline, max_file_bytes=max_file_bytes)
        self._symbols = Symbols(baseline.structure, self._elsewhere.is_new)

    def place(self, document: MarkdownFile) -> MarkdownFile | str:
        """The document with its path in the tree, or why it cannot be checked."""
        return in_sources(document, self._tree.sources, self._baseline.sha256)

    def check(self, document: MarkdownFile, *, since: AtCommit | None = None) -> list[Checked]:
        """Every citation of the document with its verdicts, in reading order. Raises UnreadableMarkdownError.

        With `since`, a citation that the document had at that commit is compared with what it cited then, and left out
        when it does not hold but what it cites is as it was then.
        """
        before = self._baseline.mentions(document.path) if document.path else None
        had = _mentions_at(since, document.path) if since and document.path else ()
        citations = find_citations(document.text, document.written_as)
        writers = self._writers(document, frozenset(citation.line for citation in citations))
        found: list[Checked] = []
        cited: dict[int, Cited] = {}
        sources: dict[int, _Lines] = {}
        old: set[int] = set()
        for citation, mention in zip(citations, mentions_of(citations), strict=True):
            committed = self._at(writers.get(citation.line, ""))
            if any(mention.is_same(other) for other in had):
                old.add(len(found))
                committed = since
            resolved = self._resolve(citation, document.path, committed)
            if isinstance(resolved, _Lines):
                if resolved.then is None:
                    changed_ns = resolved.source.mtime_ns
                    if _was_right_for(mention, before, written_ns=document.mtime_ns, changed_ns=changed_ns):
                        resolved = replace(resolved, then=self._baseline)
                anchor = self._anchor(resolved)
                checked = self._placed(self._by_anchor(resolved, anchor), resolved, anchor)
                if checked.resolves and checked.unchanged not in ("stale", "deleted"):
                    lines = anchor.place if anchor and anchor.place else resolved.lines
                    told = "" if citation.lines else checked.place
                    cited[len(found)] = read_cited(resolved.source, lines, self._baseline, told)
                sources[len(found)] = resolved
                found.append(checked)
            elif resolved is not None:
                found.append(resolved)
            else:
                old.discard(len(found))
        self._judge_support(found, cited, in_comments=is_source(document.written_as))
        judged = [self._by_meaning(item, sources.get(number)) for number, item in enumerate(found)]
        if since is None:
            return judged
        return [
            item
            for number, item in enumerate(judged)
            if number not in old or item.level == "fine" or self._is_broken_since(item, since, document.path)
        ]

    def _is_broken_since(self, checked: Checked, since: AtCommit, near: str | None) -> bool:
        """Whether what an unsound citation cites was another at a commit, or was there."""
        citation = checked.citation
        if citation.kind == "symbol":
            return False
        paths = [path for path in (checked.path, *candidates(self._tree.sources, citation.path, near)) if path]
        known = [lines for path in paths if (lines := since.lines(path)) is not None]
        if citation.lines and known and all(len(lines) < citation.lines[1] for lines in known):
            return False
        return checked.unchanged not in (None, "unchanged") or bool(known and not checked.resolves)

    def _by_meaning(self, checked: Checked, cited: _Lines | None) -> Checked:
        """With the lines that the sentence may be about, where the cited ones do not carry it.

        A text that moved and never was what the sentence is about is `wrong`: where it went to is no better.
        """
        if cited is None or cited.citation.lines is None or checked.rule not in _IN_DOUBT:
            return checked
        citation, source = cited.citation, cited.source
        moved = checked.moved_to if checked.moved_to and checked.moved_to[0] == source.path else None
        if checked.rule == "moved" and moved is None:
            return checked
        place = moved[1:] if moved else cited.lines
        fit = self._meaning.fit(citation.sentence, citation.clause, source, place)
        if fit >= FITS:
            if moved is None or fit >= CERTAIN:
                return checked
            place_now = Suggestion(source.path, moved[1:], round(fit, 2))
            return replace(checked, certain=False, suggested=(place_now,))
        length = max(1, min(cited.lines[1] - cited.lines[0] + 1, len(source.lines)))
        found = self._meaning.suggest(citation.sentence, citation.clause, source, length)
        if checked.rule == "moved" and found:
            why = f"{checked.why}, but the sentence is about something else"
            return replace(checked, rule="wrong", why=why, suggested=found)
        if (
            checked.rule == "not-shown"
            and checked.level == "error"
            and fit >= CLEARLY_ELSEWHERE
            and _is_as_cited(cited)
        ):
            return replace(checked, level="warning", suggested=found)
        return replace(checked, suggested=found)

    def _writers(self, document: MarkdownFile, lines: frozenset[int]) -> dict[int, str]:
        """The commits that wrote some lines of a document; of a notebook, whose lines are cells, none."""
        if document.path is None or self._history is None or document.path.endswith(NOTEBOOK_SUFFIX):
            return {}
        return self._history.writers_of(document.path, split_lines(document.text)[0], lines)

    def _at(self, commit: str) -> AtCommit | None:
        return AtCommit(self._history, commit) if commit and self._history is not None else None

    def _judge_support(self, found: list[Checked], cited: Mapping[int, Cited], *, in_comments: bool) -> None:
        by_sentence: dict[str, list[int]] = {}
        for number in cited:
            by_sentence.setdefault(found[number].citation.sentence, []).append(number)
        by_sentence.pop("", None)
        for numbers in by_sentence.values():
            for number in numbers:
                beside = [cited[other].passage for other in numbers if other != number]
                support = judge(found[number].citation, cited[number], beside[:_BESIDE])
                if support is not None:
                    found[number] = _with_support(found[number], support, in_comment=in_comments)

    def _resolve(self, citation: Citation, near: str | None, committed: AtCommit | None) -> Checked | _Lines | None:
        if citation.kind == "symbol":
            return self._check_symbol(citation)
        if citation.repository:
            if not is_remote_of(self.root, citation.repository):
                return None
            # What a permanent link names may be gone by now, and the link is right.
            if citation.pinned and (at_commit := self._pinned(citation)) is not None:
                return at_commit
            citation = replace(citation, sure=not citation.pinned)
            place = self._find_on_host(citation)
        else:
            if citation.ahead is not None:
                citation = _with_path(citation, self._places.in_text(citation.path, citation.ahead, near))
            place = self._places.find(citation.path, near, page=citation.kind == "file" and citation.sure)
        place = self._having_lines(citation, place, near)
        if isinstance(place, Unresolved):
            return self._unresolved(citation, place, near, committed)
        return self._in_file(citation, place, committed)

    def _having_lines(
        self, citation: Citation, place: Location | Unresolved, near: str | None
    ) -> Location | Unresolved:
        """A short path may end like several files, and the one at hand be too short for the lines."""
        if citation.lines is None or citation.repository or _absurd(citation.lines):
            return place
        if isinstance(place, Location):
            lines = self._tree.lines(place.path)
            is_short = isinstance(lines, tuple) and len(lines) < citation.lines[1]
        else:
            is_short = place.reason == "ambiguous"
        return (self._places.with_lines(citation.path, near, citation.lines[1]) or place) if is_short else place

    def _in_file(self, citation: Citation, place: Location, committed: AtCommit | None) -> Checked | _Lines | None:
        absurd = _absurd(citation.lines) if citation.lines else ""
        if absurd and citation.pinned:
            return Checked(citation, "unresolved", "error", absurd, place.path, resolves=False)
        if (citation.lines is None and citation.place is None) or citation.pinned:
            return self._check_anchor(Checked(citation, "fine", "fine", f"{place.path} exists", place.path))
        source = self._tree.source(place.path)
        if isinstance(source, Absence):
            level: Level = "warning" if source.reason == "secret" else "error"
            return Checked(citation, "unresolved", level, source.detail, place.path, resolves=False)
        if citation.listed and not citation.sure and _impossible(citation.lines or (1, 1), source):
            return None
        quotation = citation.quotation
        if quotation is not None and is_foreign(quotation, source.lines):
            citation = replace(citation, quotation=None)
        citation = replace(citation, place=self._paging.anchored(citation.place, source, beside=bool(citation.lines)))
        if citation.lines is None and citation.place is not None:
            return self._lines_of_place(citation, citation.place, source)
        lines = citation.lines or (0, 0)
        then = committed if committed is not None and committed.lines(place.path) is not None else None
        return _Lines(citation, source, lines, lines, then=then)

    def _pinned(self, citation: Citation) -> Checked | _Lines | None:
        """A permanent link, checked in the files of its commit; None where the tree of today must do."""
        history = self._history
        if history is None or not history.is_there:
            return None
        commit = history.commit(citation.pinned)
        if not commit:
            why = f"commit {citation.pinned} is not in this repository: its lines are not checked"
            if history.is_whole:
                return Checked(citation, "unresolved", "warning", why, citation.path, resolves=False)
            return Checked(
                citation, "fine", "fine", f"{why}, for it was cloned without all of its history", citation.path
            )
        lines = history.lines(commit, citation.path)
        if lines is None:
            why = f"at commit {citation.pinned} there is no text file {citation.path}"
            return Checked(citation, "unresolved", "error", why, citation.path, resolves=False)
        if citation.lines is None:
            return Checked(citation, "fine", "fine", f"{citation.path} exists at that commit", citation.path)
        source = SourceFile(citation.path, lines, commit, 0, 0)
        if wrong := _impossible(citation.lines, source):
            return Checked(
                citation, "unresolved", "error", f"at commit {citation.pinned} {wrong}", source.path, resolves=False
            )
        quotation = citation.quotation
        if quotation is not None and not is_foreign(quotation, lines) and not places_of(quotation, lines):
            why = f"at commit {citation.pinned} the quoted text stands nowhere in the file"
            return Checked(citation, "stale", "error", why, source.path, unchanged="stale")
        cited = replace(citation, quotation=None)
        return _Lines(cited, source, citation.lines, citation.lines, then=AtCommit(history, commit))

    def _check_anchor(self, found: Checked) -> Checked:
        """A heading that a link names and nobody finds is a warning: a site may make anchors of its own."""
        source = self._tree.source(found.path) if found.citation.anchor and is_page(found.path) else None
        nearest = self._headings.missing(source, found.citation.anchor) if isinstance(source, SourceFile) else None
        if nearest is None:
            return found
        why = f"{found.path} has no heading #{found.citation.anchor}"
        return replace(found, rule="unresolved", level="warning", why=why, resolves=False, nearest=nearest)

    def _lines_of_place(self, citation: Citation, place: WrittenPlace, source: SourceFile) -> Checked | _Lines | None:
        now = self._paging.where(place, source)
        if now is None:
            return Checked(citation, "fine", "fine", f"{source.path} exists; its pages are not known", source.path)
        was = self._paging.before(place, source.path)
        if was is not None and was.lines is not None and (now.lines is None or (now.why and not was.why)):
            return _Lines(citation, source, was.lines, was.lines, gone=now.why)
        if now.lines is not None:
            return _Lines(citation, source, now.lines, (was.lines if was else None) or (0, 0), odd=now.why)
        if not place.sure and place.word == "anchor" and citation.sure:
            as_file = replace(citation, kind="file", place=None)
            return self._check_anchor(Checked(as_file, "fine", "fine", f"{source.path} exists", source.path))
        if not place.sure:  # any word may follow `sheet`
            return None
        level: Level = "warning" if now.unclear else "error"
        return Checked(citation, "unresolved", level, now.why, source.path, resolves=False, nearest=now.nearest)

    def _find_on_host(self, citation: Citation) -> Location | Unresolved:
        """A branch may have a slash in its name: then the path begins with the rest of it."""
        place = self._places.find(citation.path, None)
        parts = citation.path.split("/")
        for begin in range(1, 1 if _PLAIN_BRANCH.search(citation.written) else min(len(parts), _MOST_PARTS)):
            if isinstance(place, Unresolved) and "/".join(parts[begin:]) in self._baseline.paths:
                return self._places.find("/".join(parts[begin:]), None)
        return place

    def _unresolved(
        self, citation: Citation, place: Unresolved, near: str | None, committed: AtCommit | None
    ) -> Checked | None:
        written = candidates(self._tree.sources, citation.path, near)
        states: list[Baseline | AtCommit] = [state for state in (committed, self._baseline) if state is not None]
        known = [(path, state) for path in written for state in states if state.lines(path) is not None]
        indexed = known if place.reason != "outside" else []
        if not (citation.sure or indexed) and (citation.lines or not self._places.has_folder(citation.path, near)):
            return None
        if not indexed or place.reason != "missing":
            rule: Rule = "outside" if place.reason == "outside" else "unresolved"
            # A path alone in back quotes may be a file that its reader is to make.
            is_file = citation.kind == "file" or (citation.kind == "place" and not citation.has_sure_place)
            unsure = is_file and not citation.sure and rule == "unresolved"
            level: Level = "warning" if unsure or place.reason == "case" else "error"
            missing = Checked(citation, rule, level, place.detail, resolves=False, nearest=place.nearest)
            return self._in_files_like(missing, place.nearest)
        gone = Checked(citation, "deleted", "error", place.detail, resolves=False, unchanged="deleted")
        path, then = indexed[0]
        gone = self._found_elsewhere(replace(gone, nearest=place.nearest), citation, path, citation.lines, then)
        return gone if gone.moved_to else self._in_files_like(gone, place.nearest)

    def _in_files_like(self, missing: Checked, paths: Sequence[str]) -> Checked:
        """With the lines that the sentence may be about, in files that are named like the one that is not there."""
        citation = missing.citation
        if citation.lines is None or _absurd(citation.lines):
            return missing
        length = citation.lines[1] - citation.lines[0] + 1
        sources = [source for path in paths if isinstance(source := self._tree.source(path), SourceFile)]
        found = [
            suggestion
            for source in sources
            for suggestion in self._meaning.suggest(citation.sentence, citation.clause, source, length, limit=1)
        ]
        found.sort(key=lambda suggestion: -suggestion.score)
        return replace(missing, suggested=tuple(found[:_SUGGESTED]))

    def _check_symbol(self, citation: Citation) -> Checked:
        found = self._symbols.check(citation.name)
        if found.known:
            return Checked(citation, "fine", "fine", found.why)
        level: Level = "error" if found.certain else "warning"
        return Checked(citation, "unknown-symbol", level, found.why, resolves=False, nearest=found.nearest)

    def _anchor(self, cited: _Lines) -> Anchor | None:
        """What became of the text: by its quotation, else by what stood there when it was cited; None when neither
        can tell.
        """
        source, quotation = cited.source, cited.citation.quotation
        known = (cited.then or self._baseline).lines(source.path) or ()
        if quotation is not None:
            anchor = check_quotation(self.root, source.path, cited.lines, quotation, tree=self._tree, earlier=known)
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
        before = _slice(known, earlier)
        if not before or cited.then is None:
            return None
        return check_span(
            self.root, Span(source.path, *lines, text_sha256(before)), before, tree=self._tree, earlier=known
        )

    def _before(self, then: Baseline | AtCommit | None, path: str, lines: tuple[int, int]) -> str:
        """The cited lines as they were; empty when there were none."""
        return _slice((then or self._baseline).lines(path) or (), lines)

    def _by_anchor(self, cited: _Lines, anchor: Anchor | None) -> Checked:
        citation, path = cited.citation, cited.source.path
        wrong = cited.gone or _impossible(cited.lines, cited.source)
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
        return self._found_elsewhere(
            replace(checked, rule=anchor.unchanged, level="error"), citation, path, cited.before, cited.then
        )

    def _new_place(self, cited: _Lines, anchor: Anchor) -> tuple[str, int, int] | None:
        """None when the text still begins where it is cited, lies within the cited lines, or on the cited page."""
        place, lines = anchor.place, cited.lines
        if place is None or place[0] == lines[0] or (lines[0] <= place[0] and place[1] <= lines[1]):
            return None
        pages = self._paging.now(cited.source) if cited.citation.lines is None else None
        if pages and cited.citation.place and is_at(cited.citation.place, pages, place, exactly=True):
            return None
        return (cited.source.path, place[0], place[1] if lines[0] != lines[1] else place[0])

    def _placed(self, checked: Checked, cited: _Lines, anchor: Anchor | None) -> Checked:
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

    def _edited(self, checked: Checked, cited: _Lines, anchor: Anchor) -> Checked:
        """An error when it also stands elsewhere, or is quoted with words that are no longer there."""
        quotation = cited.citation.quotation
        before = quotation.text if quotation else self._before(cited.then, cited.source.path, cited.before)
        now = cited.source.slice(*anchor.place) if anchor.place else ""
        same_words = before.split() == now.split() or "".join(before.split()) == "".join(now.split())
        grave = bool(checked.moved_to) or (quotation is not None and not same_words)
        diff = _diff(before, now, cited.source.lines)
        return replace(checked, rule="edited", level="error" if grave else "warning", diff=diff)

    def _found_elsewhere(
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
            places_in = _finder(Quotation(text, 0, "code"))
        found = self._elsewhere.find(path, places_in, text) if places_in else None
        if found is None or (places_in and places_in((then or self._baseline).lines(found[0]) or ())):
            return checked
        why = f"the same text now stands in {found[0]}, lines {found[1][0]}–{found[1][1]}"
        return replace(checked, rule="moved", unchanged="moved", why=why, moved_to=(found[0], *found[1]), nearest=())


def _mentions_at(commit: AtCommit, path: str) -> tuple[Mention, ...]:
    """What a document cited at a commit."""
    try:
        return mentions_of(find_citations("\n".join(commit.lines(path) or ()), path))
    except UnreadableMarkdownError:
        return ()


def _is_as_cited(cited: _Lines) -> bool:
    """Whether git knows that a person cited these very lines."""
    known = cited.then.lines(cited.source.path) if isinstance(cited.then, AtCommit) else None
    return known is not None and _slice(known, cited.lines) == cited.source.slice(*cited.lines)


def _slice(lines: Sequence[str], span: tuple[int, int]) -> str:
    """The text of lines; empty when there are no such lines."""
    start, end = span
    return "\n".join(lines[start - 1 : end]) if 1 <= start <= end <= len(lines) else ""


def _was_right_for(mention: Mention, before: Sequence[Mention] | None, *, written_ns: int, changed_ns: int) -> bool:
    """Whether a citation was written for the file as it was indexed, and not for what it is now.

    It was when the document had it when it was indexed, or when the file has changed after the document.
    """
    if before is not None and any(mention.is_same(other) for other in before):
        return True
    known = before is None or any(mention.written == other.written for other in before)
    return known and written_ns < changed_ns


def _impossible(lines: tuple[int, int], source: SourceFile) -> str:
    last = len(source.lines)
    return _absurd(lines) or (f"{source.path} ends at line {last}" if lines[1] > last else "")


def _with_path(citation: Citation, path: str) -> Citation:
    """With a path of which running text shows only where it ends; its beginning is no part of the sentence."""
    ahead = path.removesuffix(citation.path) if path.endswith(citation.path) else ""
    shown = next((f"{a}{ahead}{b}" for a, b in _AROUND if ahead and f"{a}{ahead}{b}" in citation.sentence), "")
    sentence = citation.sentence.replace(shown, "", 1) if shown else citation.sentence
    return replace(citation, path=path, sentence=sentence)


def _absurd(lines: tuple[int, int]) -> str:
    """Why no file has such lines."""
    start, end = lines
    if start < 1 or end < 1:
        return "lines are counted from 1"
    return f"the lines are reversed: {start} comes after {end}" if end < start else ""


def _finder(quotation: Quotation) -> Callable[[Sequence[str]], list[tuple[int, int]]]:
    return lambda lines: places_of(quotation, lines)


def _with_support(checked: Checked, support: Support, *, in_comment: bool) -> Checked:
    """Lines that moved or were edited keep that as their one word; what they carry is told beside it.

    A comment is about the code below it, and cites other lines for a part of what it says: what these do not show is a
    warning.
    """
    judged = replace(checked, supports=support.verdict, basis=support.basis, added=support.added)
    if checked.level == "error":
        return judged
    if support.verdict in ("not_shown", "contradicted"):
        rule: Rule = "contradicted" if support.verdict == "contradicted" else "not-shown"
        level: Level = "warning" if in_comment and rule == "not-shown" else "error"
        return replace(judged, rule=rule, level=level, why=support.why)
    if checked.rule == "fine":
        partly = support.verdict == "partly"
        return replace(
            judged, rule="partly" if partly else "fine", level="warning" if partly else "fine", why=support.why
        )
    return judged


def _diff(before: str, now: str, file: Sequence[str]) -> str:
    # Printed, also into the logs of a CI: what the index masks is masked here. The name of a value may stand in another
    # line of the file, as the head of its column.
    masked = dict(zip(file, mask_lines(file), strict=True))
    cited, there = (mask_lines([masked.get(line, line) for line in text.split("\n")]) for text in (before, now))
    lines = unified_diff(cited, there, "cited", "now", lineterm="", n=1)
    return "\n".join(islice(lines, 2, _DIFF_LINES + 2))
