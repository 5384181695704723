"""A small indexed tree, and Markdown about it."""

from __future__ import annotations

from pathlib import Path

from citeline.indexing.reader import Index
from citeline.tools.verify.audit import Auditor
from citeline.tools.verify.baseline import Baseline
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.documents import MarkdownFile, read_markdown
from tests.indexing.small_index import build_small, open_small


def write(root: Path, path: str, content: str | bytes) -> Path:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return target


def indexed(root: Path, home: Path) -> Index:
    build_small(root, home)
    return open_small(root, home)


def auditor(index: Index) -> Auditor:
    return Auditor(index.root, Baseline(index.structure), max_file_bytes=1_000_000)


def check_file(index: Index, path: str) -> list[Checked]:
    """What is found in a file of the tree."""
    document = read_markdown(index.root / path, index.root)
    assert isinstance(document, MarkdownFile), document
    return auditor(index).check(document)


def check_text(index: Index, text: str, *, near: str | None = "answer.md", mtime_ns: int = 2**62) -> list[Checked]:
    """What is found in a text as if it were a file that is written last of all."""
    document = MarkdownFile(text, near, mtime_ns, index.root / (near or "answer.md"), text.encode(), "utf-8")
    return auditor(index).check(document)
