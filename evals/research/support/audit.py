"""How far is `citeline verify` right on an audit of line numbers by people?

`handochan/aelix-ai` read every `path:line` in its comments and documents against the sentence around it, and wrote the
right lines in one commit (its ADR 0224 tells how): a citation whose numbers that commit left alone was right.
REPOSITORY is a clone of it; FOLDER becomes the tree before the audit, with its history, and is indexed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from citeline.tools.handle import index
from citeline.tools.verify.audit import Auditor
from citeline.tools.verify.baseline import Baseline
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.documents import read_markdown

_BEFORE: Final = "3ae68f0"
_AFTER: Final = "754afcf"
_READ: Final = ("packages/", "tests/", "docs/guides/")
_FULL: Final = re.compile(r"(?<![\w/.-])((?:[\w.-]+/)*[\w.-]+\.py):(\d+)(?:-(\d+))?", re.ASCII)
_GOES_ON: Final = re.compile(r"(?<![\w/.:-]):(\d{2,4})(?:-(\d+))?(?![\w.-])")
_NEAR: Final = 2
"""Lines that a place may be off."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Lines as a line of text cites them."""

    at: int
    path: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Label:
    """One citation with what the audit made of it."""

    file: str
    cited: Cited
    target: str
    right: tuple[int, int] | None
    """The lines that it should cite; None where the sentence had to be changed."""

    @property
    def is_right(self) -> bool:
        """Whether the audit left it alone."""
        return self.right == self.cited.lines


class _Repository:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, str], list[str]] = {}
        self.files = self._git("ls-tree", "-r", "--name-only", _BEFORE).splitlines()
        self._by_suffix: defaultdict[str, set[str]] = defaultdict(set)
        for file in self.files:
            parts = file.split("/")
            for start in range(len(parts) if file.endswith(".py") else 0):
                self._by_suffix["/".join(parts[start:])].add(file)

    def _git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self._folder), *arguments]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")

    def lines(self, commit: str, file: str) -> list[str]:
        """Of a file as it was; none where it was not there."""
        if (commit, file) not in self._kept:
            try:
                self._kept[commit, file] = self._git("show", f"{commit}:{file}").split("\n")
            except subprocess.CalledProcessError:
                self._kept[commit, file] = []
        return self._kept[commit, file]

    def target(self, file: str, cited: Cited) -> str:
        """The only file that a citation can mean, as the audit chose it; empty where there are several."""
        fitting = self._by_suffix.get(cited.path, set())
        if len(fitting) > 1:
            fitting = {one for one in fitting if cited.lines[1] <= len(self.lines(_BEFORE, one))} or fitting
        for near in (_folder_of, _module_of):
            if len(fitting) > 1 and len(same := {one for one in fitting if near(one) == near(file) != ""}) == 1:
                fitting = same
        return next(iter(fitting)) if len(fitting) == 1 else ""


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def _module_of(path: str) -> str:
    parts = path.split("/")
    return parts[3] if path.startswith("packages/") and len(parts) > 3 else ""


def _citations(lines: Sequence[str], first: int, end: int) -> list[Cited]:
    return [cited for number in range(first, end) for cited in _in_line(lines[number], number + 1)]


def _in_line(line: str, number: int) -> Iterator[Cited]:
    """`path:12-20`, and `:30` behind one on the same line."""
    found = list(_FULL.finditer(line))
    told = [(one.start(2), one[1], one[2], one[3]) for one in found]
    for one in _GOES_ON.finditer(line):
        before = [other[1] for other in found if other.end() <= one.start()]
        if before and not any(other.start() <= one.start() < other.end() for other in found):
            told.append((one.start(1), before[-1], one[1], one[2]))
    for _, path, start, end in sorted(told):
        yield Cited(number, path, (int(start), int(end or start)))


def labels_of(repository: _Repository) -> Iterator[Label]:
    """Every citation of the tree before the audit, with the lines that it has behind it."""
    for file in repository.files:
        if not (file.endswith((".py", ".md")) and (file.startswith(_READ) or "/" not in file)):
            continue
        before, after = repository.lines(_BEFORE, file), repository.lines(_AFTER, file)
        if not after or not _citations(before, 0, len(before)):
            continue
        for tag, start, end, start2, end2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            old, new = _citations(before, start, end), _citations(after, start2, end2)
            names = [[one.path.rpartition("/")[2] for one in side] for side in (old, new)]
            paired = list(zip(old, new, strict=True)) if tag == "equal" or names[0] == names[1] else []
            for one, other in paired or ((one, None) for one in old):
                if target := repository.target(file, one):
                    same_file = other is not None and (other.path == one.path or other.lines != one.lines)
                    yield Label(file, one, target, other.lines if other is not None and same_file else None)


def _check(tree: Path, labels: Sequence[Label]) -> list[tuple[Label, Checked | None]]:
    reader = index(tree).reader
    auditor = Auditor(reader.tree, Baseline(reader.structure), max_file_bytes=1_000_000)
    found: list[tuple[Label, Checked | None]] = []
    for file in dict.fromkeys(label.file for label in labels):
        document = read_markdown(tree / file, tree)
        checked = [] if isinstance(document, str) else list(auditor.check(document))
        for label in (label for label in labels if label.file == file):
            alike = [one for one in checked if one.citation.lines == label.cited.lines]
            alike.sort(key=lambda one: abs(one.citation.line - label.cited.at))
            near = alike and abs(alike[0].citation.line - label.cited.at) <= 1
            found.append((label, alike[0] if near else None))
    return found


def _suggests(label: Label, item: Checked) -> bool:
    places = ([item.moved_to] if item.moved_to else []) + [(one.path, *one.lines) for one in item.suggested]
    return label.right is not None and any(
        path == label.target and start <= label.right[1] + _NEAR and end >= label.right[0] - _NEAR
        for path, start, end in places
    )


def main() -> None:
    """Print what was read, told and suggested."""
    parser = argparse.ArgumentParser("python -m citeline.evals.research.support.audit", description=__doc__)
    parser.add_argument("repository", type=Path, metavar="REPOSITORY")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if not arguments.folder.exists():
        clone = ["git", "clone", "--quiet", "--no-checkout", str(arguments.repository), str(arguments.folder)]
        subprocess.run(clone, check=True)
        checkout = ["git", "-C", str(arguments.folder), "checkout", "--quiet", _BEFORE]
        subprocess.run(checkout, check=True)
    labels = list(labels_of(_Repository(arguments.folder)))
    rows = _check(arguments.folder, labels)
    wrong = [(label, item) for label, item in rows if not label.is_right]
    right = [(label, item) for label, item in rows if label.is_right]
    errors = [sum(item is not None and item.level == "error" for _, item in side) for side in (wrong, right)]
    suggested = sum(item is not None and _suggests(label, item) for label, item in wrong)
    for told, count, of in (
        ("read", sum(item is not None for _, item in rows), len(rows)),
        ("wrong ones with an error", errors[0], len(wrong)),
        ("right ones with an error", errors[1], len(right)),
        ("wrong ones with the right place suggested", suggested, len(wrong)),
    ):
        sys.stdout.write(f"{told:<44} {count:>4} of {of:>4}  {count / max(1, of):.3f}\n")


if __name__ == "__main__":
    main()
