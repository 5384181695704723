"""`$.structure`: the folders and files as a tree of text."""

from __future__ import annotations

from collections import defaultdict


def tree_of(paths: list[str]) -> str:
    """Folders first, then files, each by name; two spaces a level, folders with a slash."""
    folders: dict[str, set[str]] = defaultdict(set)
    files: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        *above, name = path.split("/")
        files["/".join(above)].append(name)
        for depth in range(len(above)):
            folders["/".join(above[:depth])].add(above[depth])
    lines: list[str] = []
    # A stack instead of recursion: a path may be as deep as it likes. Pairs of folder and depth, or a line to print.
    waiting: list[tuple[str, int] | str] = [("", 0)]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            lines.append(entry)
            continue
        folder, depth = entry
        indent = "  " * depth
        below: list[tuple[str, int] | str] = []
        for name in sorted(folders[folder]):
            below += [f"{indent}{name}/", (f"{folder}/{name}" if folder else name, depth + 1)]
        below += [f"{indent}{name}" for name in sorted(files[folder])]
        waiting += reversed(below)
    return "\n".join(lines)
