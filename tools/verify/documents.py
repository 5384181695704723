"""Reads Markdown files to check, and writes moved line numbers back into them."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.files.charsets import NotText, decode
from citeline.indexing.files.source_tree import SourceTree

from .checked import Checked
from .markdown import Citation, is_half_read, renumber
from .meaning import Suggestion
from .saved_page import SAVED, shown_text

MAX_BYTES: Final = 1_000_000
"""Nobody wrote a longer one by hand, and parsing it takes seconds."""


_HEAD: Final = 2_000
"""Characters of a page in which its title and the mark of a saved answer stand."""
_BROKEN: Final = "is a saved page that cannot be read to its end"
_MESSAGES: Final = frozenset({"COMMIT_EDITMSG", "MERGE_MSG", "TAG_EDITMSG"})
"""Files that git writes for a person to finish, as its hook `commit-msg` names them."""
_COMMENTS: Final = re.compile(r"^# -{8,} >8 -{8,}$.*|^#[^\n]*$", re.MULTILINE | re.DOTALL)
"""What git takes out of them: comments, and all behind its scissors."""


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """A text to check, and where it came from."""

    text: str
    """As decoded, line ends as they are on disk."""
    path: str | None
    """In the tree, links followed; None when it lies outside: its links start at the root."""
    mtime_ns: int
    """When it was written: what changed later has changed under its citations."""
    file: Path
    data: bytes
    encoding: str
    named: str = ""
    """As the caller named it."""

    @property
    def written_as(self) -> str:
        """The name that tells its language."""
        return "message.txt" if self.file.name in _MESSAGES else self.path or str(self.file)


@dataclass(frozen=True, slots=True)
class Fix:
    """One rewritten citation."""

    line: int
    column: int
    before: str
    after: str


def read_markdown(file: Path, root: Path) -> MarkdownFile | str:
    """The file, or why it cannot be checked. Its path is known only if it lies below the root: see `in_sources`."""
    try:
        real, real_root = file.resolve(strict=True), root.resolve()
        inside = real.is_relative_to(real_root)
        if not inside and file.parent.resolve().is_relative_to(real_root):
            return "is a link that leaves the repository"
        if not real.is_file():
            return "is not a regular file"
        with real.open("rb") as content:
            facts, data = os.fstat(content.fileno()), content.read(MAX_BYTES + 1)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a loop of links on older Pythons
        return f"cannot be read: {error}"
    if len(data) > MAX_BYTES:
        return f"is larger than {MAX_BYTES:,} bytes"
    decoded = decode(data)
    if isinstance(decoded, NotText):
        return f"is not text: {decoded.why}"
    path = real.relative_to(real_root).as_posix() if inside else None
    if real.name in _MESSAGES:
        text = _COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), decoded.text)
        return MarkdownFile(text, None, facts.st_mtime_ns, real, data, decoded.encoding, str(file))
    if (shown := _shown(decoded.text)) is None:
        return _BROKEN
    return MarkdownFile(shown, path, facts.st_mtime_ns, real, data, decoded.encoding, str(file))


def _shown(text: str) -> str | None:
    """What an answer that was saved as a page shows, as Markdown, or None where it is broken; other texts stay."""
    return shown_text(text) if text.startswith("<!doctype html>") and SAVED in text[:_HEAD] else text


def markdown_of(data: bytes, *, named: str) -> MarkdownFile | str:
    """A text that is no file, a commit message or the body of a pull request; or why it cannot be checked."""
    if len(data) > MAX_BYTES:
        return f"is larger than {MAX_BYTES:,} bytes"
    decoded = decode(data)
    if isinstance(decoded, NotText):
        return f"is not text: {decoded.why}"
    if (shown := _shown(decoded.text)) is None:
        return _BROKEN
    # Indented as `git log` shows it, a commit message is no code: it is read as plain text.
    return MarkdownFile(shown, None, time.time_ns(), Path("message.txt"), data, decoded.encoding, named)


def in_sources(document: MarkdownFile, tree: SourceTree, is_indexed: Callable[[str], object]) -> MarkdownFile | str:
    """The document with its path where it lies in a mounted source, of several one that has indexed it; or why not."""
    if document.path is not None or not tree.mounted:
        return document
    found = tree.paths_of(document.file)
    if found:
        return replace(document, path=next(filter(is_indexed, found), found[0]))
    if document.named and tree.paths_of(Path(document.named).parent.resolve()):
        return "is a link that leaves its source"
    return document


Chooser: TypeAlias = Callable[[Checked, Suggestion], bool]
"""Whether a suggestion is written in place of the lines of a citation."""


def fixes_for(document: MarkdownFile, checked: Sequence[Checked], choose: Chooser | None = None) -> list[Fix]:
    """The citations whose text has moved within its file, or whose page is another, with the new numbers, each once.

    Those that cannot be renumbered are left out: of an unknown form, or of a link whose definition is not found. With
    `choose`, suggestions that it takes are written too.
    """
    lines = split_lines(document.text)[0]
    fixes: dict[tuple[int, int], Fix] = {}
    refused: set[tuple[int, int]] = set()
    for item in checked:
        for fix in (*_fixes(item, lines), *(_suggested(item, lines, choose) if choose else ())):
            place = fix.line, fix.column
            if fixes.setdefault(place, fix) != fix:
                refused.add(place)
    return [fix for place, fix in fixes.items() if place not in refused]


def _fixes(item: Checked, lines: Sequence[str]) -> Iterator[Fix]:
    citation, moved, beside = item.citation, item.moved_to, item.citation.place
    if item.rule == "moved" and item.certain and citation.lines and moved is not None and moved[0] == item.path:
        after = renumber(citation.written, moved[1:])
        place = _place_of(citation, lines)
        if after != citation.written and place is not None:
            yield Fix(*place, citation.written, after)
    if beside is not None and item.place_after not in ("", beside.written):
        at = _place_of_text(beside.written, beside.line, beside.column, lines)
        if at is not None:
            yield Fix(*at, beside.written, item.place_after)


def _suggested(item: Checked, lines: Sequence[str], choose: Chooser) -> Iterator[Fix]:
    place = _place_of(item.citation, lines) if item.citation.lines else None
    for suggestion in item.suggested if place is not None and (item.rule != "moved" or not item.certain) else ():
        after = renumber(item.citation.written, suggestion.lines)
        # Numbers are written; in another file they would be of no use.
        if (
            place is not None
            and suggestion.path == item.path
            and after != item.citation.written
            and choose(item, suggestion)
        ):
            yield Fix(*place, item.citation.written, after)
            return


def _place_of(citation: Citation, lines: Sequence[str]) -> tuple[int, int] | None:
    """Line and column where the numbers stand: of a link by reference, those of its definition if there is one only."""
    return _place_of_text(citation.written, citation.line, citation.column, lines)


def _place_of_text(written: str, line: int, column: int, lines: Sequence[str]) -> tuple[int, int] | None:
    if lines[line - 1].startswith(written, column - 1):
        behind = lines[line - 1][column - 1 + len(written) :]
        return None if is_half_read(behind) else (line, column)
    definition = re.compile(rf"[\s>*+-]*\[[^\]]+\]:\s*<?({re.escape(written)})(?=[\s>]|$)")
    found = [(number, match) for number, line in enumerate(lines, 1) if (match := definition.match(line))]
    return (found[0][0], found[0][1].start(1) + 1) if len(found) == 1 else None


def apply_fixes(document: MarkdownFile, fixes: Sequence[Fix]) -> str:
    """Write the new numbers in one step, everything else byte for byte as it was; why not, if that is impossible."""
    lines = _with_ends(document.text)
    for fix in sorted(fixes, key=lambda item: (item.line, item.column), reverse=True):
        line, at = lines[fix.line - 1], fix.column - 1
        lines[fix.line - 1] = line[:at] + fix.after + line[at + len(fix.before) :]
    mark = _mark(document)
    if mark is None:
        return f"its encoding, {document.encoding}, cannot be written back unchanged"
    return _replace(document, mark + "".join(lines).encode(document.encoding.removesuffix("-sig")))


def _with_ends(text: str) -> list[str]:
    """The lines that `split_lines` counts, with their ends."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)


def _mark(document: MarkdownFile) -> bytes | None:
    """The byte order mark; None when encoding the text does not give the bytes that were read."""
    try:
        body = document.text.encode(document.encoding.removesuffix("-sig"))
    except (UnicodeEncodeError, LookupError):
        return None
    if not document.data.endswith(body) or len(document.data) - len(body) > 4:
        return None
    return document.data[: len(document.data) - len(body)]


def _replace(document: MarkdownFile, data: bytes) -> str:
    temporary = ""
    try:
        mode = document.file.stat().st_mode
        handle, temporary = tempfile.mkstemp(dir=document.file.parent, prefix=f".{document.file.name}.")
        with os.fdopen(handle, "wb") as target:
            target.write(data)
        Path(temporary).chmod(mode & 0o7777)
        if document.file.read_bytes() != document.data:
            return "it has changed meanwhile"
        os.replace(temporary, document.file)  # noqa: PTH105 (one spelling for every atomic step)
        temporary = ""
    except OSError as error:
        return f"cannot be written: {error}"
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
    return ""
