"""Checks Markdown files as a whole: what `citeline verify` does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index

from .audit import Auditor
from .baseline import Baseline
from .checked import Checked, Level
from .documents import MAX_BYTES, Chooser, Fix, MarkdownFile, apply_fixes, fixes_for, markdown_of, read_markdown
from .history import AtCommit, History
from .markdown import UnreadableMarkdownError, find_citations, may_cite

Document: TypeAlias = "MarkdownFile | FileReport"
"""A file that was read, or the report that says why it cannot be."""


_DRAFT: Final = "-"
"""Names a text that stands in no file."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file."""

    file: str
    """As it was named by the caller."""
    path: str | None
    """In the tree; None when it lies outside."""
    checked: tuple[Checked, ...] = ()
    fixed: tuple[Fix, ...] = ()
    problem: str = ""
    """Why it could not be checked or not be fixed."""

    def count(self, level: Level) -> int:
        """Citations of a level."""
        return sum(item.level == level for item in self.checked)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as `citeline verify --format json` prints them."""
        return {
            "file": self.file,
            "problem": self.problem or None,
            "citations": [item.to_json() for item in self.checked],
            "fixed": [
                {"line": fix.line, "column": fix.column, "from": fix.before, "to": fix.after} for fix in self.fixed
            ],
        }


def read_files(
    files: Iterable[Path], root: Path, *, standard_input: Callable[[], bytes] | None = None
) -> list[Document]:
    """The files, each once, in order; `-` is what `standard_input` gives, where that is known.

    It needs no index: whoever builds one first learns what cannot be checked.
    """
    found: list[Document] = []
    for file in dict.fromkeys(files):
        if standard_input is not None and str(file) == _DRAFT:
            document = markdown_of(standard_input(), named=_DRAFT)
        else:
            document = read_markdown(file, root)
        found.append(FileReport(str(file), None, problem=document) if isinstance(document, str) else document)
    return found


def cites_nothing(document: Document) -> bool:
    """Whether nothing in a document needs an index: it has no citation, or was not read."""
    if isinstance(document, FileReport):
        return True
    try:
        return not find_citations(document.text, document.written_as)
    except UnreadableMarkdownError:
        return False


def files_citing_changes(root: Path, since: str) -> list[Path]:
    """The files of a repository that may cite what has changed since a commit, and those that have changed themselves.

    By the names of files alone: a name costs nothing to look for.
    """
    history = History(root)
    changed = history.changed(since)
    names = {PurePosixPath(path).name.encode() for path in changed}
    return [
        root / path for path in history.files() if may_cite(path) and (path in changed or _holds(root / path, names))
    ]


def _holds(file: Path, names: Iterable[bytes]) -> bool:
    try:
        data = file.read_bytes() if file.is_file() and file.stat().st_size <= MAX_BYTES else b""
    except OSError:
        return False
    return any(name in data for name in names)


def verify_documents(
    index: Index, documents: Sequence[Document], *, fix: bool = False, since: str = "", choose: Chooser | None = None
) -> list[FileReport]:
    """Check documents against the tree of an index, as it is now; with `fix`, write moved line numbers into the files.

    `since` is a full hash: of citations that were there at that commit only those are told that a change since broke.
    `choose` is asked for each suggestion whether it is written too. A file that cannot be checked has a `problem`;
    nothing is raised for what files hold.
    """
    at = AtCommit(History(index.root), since) if since else None
    auditor = Auditor(index.tree, Baseline(index.structure), max_file_bytes=index.manifest.shape.max_file_bytes)
    placed = [item if isinstance(item, FileReport) else _placed(auditor, item) for item in documents]
    return [item if isinstance(item, FileReport) else _checked(auditor, item, at, choose, fix=fix) for item in placed]


def verify_draft(index: Index, text: str) -> FileReport:
    """Check a text that has just been written, as `citeline verify -` does."""
    document = markdown_of(text.encode("utf-8", "replace"), named=_DRAFT)
    read = FileReport(_DRAFT, None, problem=document) if isinstance(document, str) else document
    (report,) = verify_documents(index, [read])
    return report


def _checked(
    auditor: Auditor, document: MarkdownFile, since: AtCommit | None, choose: Chooser | None, *, fix: bool
) -> FileReport:
    """A text without a file was written from results of the index, or from the files as they are now.

    Of both the better verdict counts: lines that carry the sentence where they stand now hold, and lines that were
    right when they were indexed have moved.
    """
    now = _verify(auditor, document, since, choose, fix=fix)
    if document.named != _DRAFT or since is not None:
        return now
    as_indexed = _verify(auditor, replace(document, mtime_ns=0), None, None, fix=False)
    # Citations are found in the text alone, so both reports have the same ones in the same order.
    checked = (
        indexed if item.level != "fine" and indexed.rule == "moved" else item
        for item, indexed in zip(now.checked, as_indexed.checked, strict=True)
    )
    return replace(now, checked=tuple(checked))


def _placed(auditor: Auditor, document: MarkdownFile) -> Document:
    """Sources are known only now: the files were read before there was an index."""
    placed = auditor.place(document)
    return FileReport(document.named, None, problem=placed) if isinstance(placed, str) else placed


def _verify(
    auditor: Auditor, document: MarkdownFile, since: AtCommit | None, choose: Chooser | None, *, fix: bool
) -> FileReport:
    file = document.named
    try:
        checked = auditor.check(document, since=since)
    except UnreadableMarkdownError as error:
        return FileReport(file, document.path, problem=f"the Markdown parser gave up: {error}")
    report = FileReport(file, document.path, tuple(checked))
    fixes = fixes_for(document, checked, choose) if fix else []
    if not fixes:
        return replace(report, checked=tuple(map(_left_over, checked))) if fix else report
    problem = apply_fixes(document, fixes)
    if problem:
        return replace(report, problem=f"was not fixed: {problem}")
    again = read_markdown(document.file, auditor.root)
    again = again if isinstance(again, str) else auditor.place(again)
    if isinstance(again, str):
        return replace(report, fixed=tuple(fixes), problem=again)
    return replace(report, checked=tuple(map(_left_over, auditor.check(again, since=since))), fixed=tuple(fixes))


def _left_over(item: Checked) -> Checked:
    """Lines that moved within their file are fixed, or it is told that they are not."""
    if item.rule != "moved" or item.moved_to is None or item.moved_to[0] != item.path:
        return item
    return replace(item, why=f"{item.why}; not fixed, for it is not clear which numbers to replace")
