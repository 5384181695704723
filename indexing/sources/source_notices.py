"""What a person should know of the sources of a build: one that has no files, files that two of them hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..files.source_tree import Source, SourceTree, files_by_source, real_path
from ..files.walk import WalkResult
from .project_file import PROJECT_FILE


def source_notices(tree: SourceTree, walked: WalkResult) -> Iterator[str]:
    """One sentence for each source that a walk found no file of, and for each two that share files."""
    counts = files_by_source(tree, (file.path for file in walked.files))
    for source in tree.sources:
        if not counts[source.name]:
            why = _why_empty(tree, source, walked)
            yield f"{PROJECT_FILE}: no file of source `{source.name}` is indexed" + (f": {why}" if why else "")
    if len(tree.mounted) > 1:
        yield from _shared(tree, walked)


def _why_empty(tree: SourceTree, source: Source, walked: WalkResult) -> str:
    """The rule that leaves out the whole folder, or most of what is in it; empty where there is nothing in it."""
    for skip in walked.skipped:
        if skip.path.endswith("/") and source.prefix.startswith(skip.path):
            return f"{skip.path} is left out ({skip.detail})"
    inside = [skip for skip in walked.skipped if tree.label(skip.path) == source.name]
    if not inside:
        return ""
    detail, count = Counter(skip.detail for skip in inside).most_common(1)[0]
    return f"{count} of {len(inside)} files and folders are left out by {detail}"


def _shared(tree: SourceTree, walked: WalkResult) -> Iterator[str]:
    known: dict[str, str] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    prefixes = tuple(source.prefix for source in tree.mounted)
    for file in walked.files:
        if file.path.startswith(prefixes):
            label = tree.label(file.path)
            other = known.setdefault(real_path(tree, file.path), label)
            if other != label:
                pairs[other, label] += 1
    for (one, other), count in pairs.items():
        files = "1 file is" if count == 1 else f"{count} files are"
        yield f"{PROJECT_FILE}: {files} in source `{one}` and in `{other}`, and indexed twice"
