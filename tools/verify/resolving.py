"""What a citation cites: lines of a file now, at a commit or of a page; or a verdict that needs no look at them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import SourceFile

from ..citations.working_tree import Absence, Location, WorkingTree
from .baseline import Baseline
from .checked import Checked, Level, Rule
from .compared import CitedLines, Comparison, absurd, impossible
from .history import AtCommit, History
from .html_anchors import Headings, is_page
from .markdown import Citation, WrittenPlace
from .meaning import Meaning
from .paging import Paging
from .places import Places, Unresolved, candidates
from .quoted import is_foreign, places_of
from .symbols import Symbols

_SECTION: Final = re.compile(r"^\s*\[\s*([\w.-]+)", re.MULTILINE)
_URL: Final = re.compile(r"^\s*(?:\[[^\]\n]*\]\s*)?url\s*=\s*\"?([^\s\"]+?)(?:\.git)?/?\"?\s*$", re.MULTILINE)
_MAX_CONFIG: Final = 1_000_000


def is_remote_of(root: Path, repository: str) -> bool:
    """Whether `owner/name` is a remote of the git repository at `root`; False without git or remotes."""
    wanted = repository.lower()
    return any(remote == wanted or remote.endswith((f"/{wanted}", f":{wanted}")) for remote in _remotes(root))


@lru_cache(maxsize=8)
def _remotes(root: Path) -> tuple[str, ...]:
    text = _read(_common_folder(root) / "config")
    begins = [(section.start(), section[1].lower()) for section in _SECTION.finditer(text)]
    ends = [*(start for start, _ in begins), len(text)][1:]
    return tuple(
        url.lower()
        for (start, name), end in zip(begins, ends, strict=True)
        if name == "remote"
        for url in _URL.findall(text[start:end])
    )


def _common_folder(root: Path) -> Path:
    """Where the configuration is: of a submodule, or of a further work tree, `.git` is a file that says where."""
    pointed = _read(root / ".git").strip()
    folder = root / pointed.removeprefix("gitdir:").strip() if pointed.startswith("gitdir:") else root / ".git"
    common = _read(folder / "commondir").strip()
    return folder / common if common else folder


def _read(file: Path) -> str:
    """Empty when it cannot be read."""
    try:
        with file.open("rb") as content:
            return content.read(_MAX_CONFIG).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


_SUGGESTED: Final = 2
_AROUND: Final = (("(", ")"), ("[", "]"), ("（", "）"), ("", ""))
_PLAIN_BRANCH: Final = re.compile(r"/(?:blob|raw|blame)/(?:main|master|HEAD)/")
_MOST_PARTS: Final = 6
"""Of the name of a branch."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Finds what citations cite in one tree and its history."""

    tree: WorkingTree
    baseline: Baseline
    history: History | None
    """None for sources that are mounted from several places."""
    headings: Headings
    paging: Paging
    meaning: Meaning
    comparison: Comparison
    symbols: Symbols
    places: Places

    def resolve(self, citation: Citation, near: str | None, committed: AtCommit | None) -> Checked | CitedLines | None:
        """The lines that are cited, or a verdict; None for what is no citation of this tree.

        `near`: the document that cites. `committed`: the files at the commit that wrote its line.
        """
        if citation.kind == "symbol":
            return self._check_symbol(citation)
        if citation.repository:
            if not is_remote_of(self.tree.sources.root, citation.repository):
                return None
            # What a permanent link names may be gone by now, and the link is right.
            if citation.pinned and (at_commit := self._pinned(citation)) is not None:
                return at_commit
            citation = replace(citation, sure=not citation.pinned)
            place = self._find_on_host(citation)
        else:
            if citation.ahead is not None:
                citation = _with_path(citation, self.places.in_text(citation.path, citation.ahead, near))
            place = self.places.find(citation.path, near, page=citation.kind == "file" and citation.sure)
        place = self._having_lines(citation, place, near)
        if isinstance(place, Unresolved):
            return self._unresolved(citation, place, near, committed)
        return self._in_file(citation, place, committed)

    def _having_lines(
        self, citation: Citation, place: Location | Unresolved, near: str | None
    ) -> Location | Unresolved:
        """A short path may end like several files, and the one at hand be too short for the lines."""
        if citation.lines is None or citation.repository or absurd(citation.lines):
            return place
        if isinstance(place, Location):
            lines = self.tree.lines(place.path)
            is_short = isinstance(lines, tuple) and len(lines) < citation.lines[1]
        else:
            is_short = place.reason == "ambiguous"
        return (self.places.with_lines(citation.path, near, citation.lines[1]) or place) if is_short else place

    def _in_file(self, citation: Citation, place: Location, committed: AtCommit | None) -> Checked | CitedLines | None:
        wrong = absurd(citation.lines) if citation.lines else ""
        if wrong and citation.pinned:
            return Checked(citation, "unresolved", "error", wrong, place.path, resolves=False)
        if (citation.lines is None and citation.place is None) or citation.pinned:
            return self._check_anchor(Checked(citation, "fine", "fine", f"{place.path} exists", place.path))
        source = self.tree.source(place.path)
        if isinstance(source, Absence):
            level: Level = "warning" if source.reason == "secret" else "error"
            return Checked(citation, "unresolved", level, source.detail, place.path, resolves=False)
        if citation.listed and not citation.sure and impossible(citation.lines or (1, 1), source):
            return None
        quotation = citation.quotation
        if quotation is not None and is_foreign(quotation, source.lines):
            citation = replace(citation, quotation=None)
        citation = replace(citation, place=self.paging.anchored(citation.place, source, beside=bool(citation.lines)))
        if citation.lines is None and citation.place is not None:
            return self._lines_of_place(citation, citation.place, source)
        lines = citation.lines or (0, 0)
        then = committed if committed is not None and committed.lines(place.path) is not None else None
        return CitedLines(citation, source, lines, lines, then=then)

    def _pinned(self, citation: Citation) -> Checked | CitedLines | None:
        """A permanent link, checked in the files of its commit; None where the tree of today must do."""
        history = self.history
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
        if wrong := impossible(citation.lines, source):
            return Checked(
                citation, "unresolved", "error", f"at commit {citation.pinned} {wrong}", source.path, resolves=False
            )
        quotation = citation.quotation
        if quotation is not None and not is_foreign(quotation, lines) and not places_of(quotation, lines):
            why = f"at commit {citation.pinned} the quoted text stands nowhere in the file"
            return Checked(citation, "stale", "error", why, source.path, unchanged="stale")
        cited = replace(citation, quotation=None)
        return CitedLines(cited, source, citation.lines, citation.lines, then=AtCommit(history, commit))

    def _check_anchor(self, found: Checked) -> Checked:
        """A heading that a link names and nobody finds is a warning: a site may make anchors of its own."""
        source = self.tree.source(found.path) if found.citation.anchor and is_page(found.path) else None
        nearest = self.headings.missing(source, found.citation.anchor) if isinstance(source, SourceFile) else None
        if nearest is None:
            return found
        why = f"{found.path} has no heading #{found.citation.anchor}"
        return replace(found, rule="unresolved", level="warning", why=why, resolves=False, nearest=nearest)

    def _lines_of_place(
        self, citation: Citation, place: WrittenPlace, source: SourceFile
    ) -> Checked | CitedLines | None:
        now = self.paging.where(place, source)
        if now is None:
            return Checked(citation, "fine", "fine", f"{source.path} exists; its pages are not known", source.path)
        was = self.paging.before(place, source.path)
        if was is not None and was.lines is not None and (now.lines is None or (now.why and not was.why)):
            return CitedLines(citation, source, was.lines, was.lines, gone=now.why)
        if now.lines is not None:
            return CitedLines(citation, source, now.lines, (was.lines if was else None) or (0, 0), odd=now.why)
        if not place.sure and place.word == "anchor" and citation.sure:
            as_file = replace(citation, kind="file", place=None)
            return self._check_anchor(Checked(as_file, "fine", "fine", f"{source.path} exists", source.path))
        if not place.sure:  # any word may follow `sheet`
            return None
        level: Level = "warning" if now.unclear else "error"
        return Checked(citation, "unresolved", level, now.why, source.path, resolves=False, nearest=now.nearest)

    def _find_on_host(self, citation: Citation) -> Location | Unresolved:
        """A branch may have a slash in its name: then the path begins with the rest of it."""
        place = self.places.find(citation.path, None)
        parts = citation.path.split("/")
        for begin in range(1, 1 if _PLAIN_BRANCH.search(citation.written) else min(len(parts), _MOST_PARTS)):
            if isinstance(place, Unresolved) and "/".join(parts[begin:]) in self.baseline.paths:
                return self.places.find("/".join(parts[begin:]), None)
        return place

    def _unresolved(
        self, citation: Citation, place: Unresolved, near: str | None, committed: AtCommit | None
    ) -> Checked | None:
        written = candidates(self.tree.sources, citation.path, near)
        states: list[Baseline | AtCommit] = [state for state in (committed, self.baseline) if state is not None]
        known = [(path, state) for path in written for state in states if state.lines(path) is not None]
        indexed = known if place.reason != "outside" else []
        if not (citation.sure or indexed) and (citation.lines or not self.places.has_folder(citation.path, near)):
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
        gone = self.comparison.found_elsewhere(
            replace(gone, nearest=place.nearest), citation, path, citation.lines, then
        )
        return gone if gone.moved_to else self._in_files_like(gone, place.nearest)

    def _in_files_like(self, missing: Checked, paths: Sequence[str]) -> Checked:
        """With the lines that the sentence may be about, in files that are named like the one that is not there."""
        citation = missing.citation
        if citation.lines is None or absurd(citation.lines):
            return missing
        length = citation.lines[1] - citation.lines[0] + 1
        sources = [source for path in paths if isinstance(source := self.tree.source(path), SourceFile)]
        found = [
            suggestion
            for source in sources
            for suggestion in self.meaning.suggest(citation.sentence, citation.clause, source, length, limit=1)
        ]
        found.sort(key=lambda suggestion: -suggestion.score)
        return replace(missing, suggested=tuple(found[:_SUGGESTED]))

    def _check_symbol(self, citation: Citation) -> Checked:
        found = self.symbols.check(citation.name)
        if found.known:
            return Checked(citation, "fine", "fine", found.why)
        level: Level = "error" if found.certain else "warning"
        return Checked(citation, "unknown-symbol", level, found.why, resolves=False, nearest=found.nearest)


def _with_path(citation: Citation, path: str) -> Citation:
    """With a path of which running text shows only where it ends; its beginning is no part of the sentence."""
    ahead = path.removesuffix(citation.path) if path.endswith(citation.path) else ""
    shown = next((f"{a}{ahead}{b}" for a, b in _AROUND if ahead and f"{a}{ahead}{b}" in citation.sentence), "")
    sentence = citation.sentence.replace(shown, "", 1) if shown else citation.sentence
    return replace(citation, path=path, sentence=sentence)
