"""A tree that changes again and again, of which every file says its version: an index holds one state of it, or lies.

States are numbered. Which of them an index holds is read from its chunks and vectors, never from what a writer says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from citeline.indexing.reader import Index

State: TypeAlias = Mapping[str, int]
"""Path to the version that the file says."""

_VERSION: Final = re.compile(r"^VERSION = (\d+)$", re.MULTILINE)
_LOOKED_UP: Final = 3
_ALL_POINTS: Final = 100_000


class NumberedTree:
    """The files; each change gives all that it writes the same version, that of the state."""

    def __init__(self, root: Path, files: int, seed: int) -> None:
        self._root = root
        self._dice = Random(seed)
        self._made = 0
        self.state: dict[str, int] = {}
        root.mkdir(parents=True)
        for _ in range(files):
            self._write(self._new_path(), 0)

    def change(self, number: int) -> None:
        """Make the next state: mostly of few files, now and then of all, as an editor, a checkout and a move do."""
        paths = sorted(self.state)
        match self._dice.randrange(10):
            case 0:
                written = paths
            case 1 | 2:
                written = [self._new_path() for _ in range(self._dice.randint(1, 3))]
            case 3 if len(paths) > 1:
                self._remove(self._dice.choice(paths))
                written = [sorted(self.state)[0]]
            case 4:
                self._remove(self._dice.choice(paths))
                written = [self._new_path()]  # renamed
            case _:
                written = self._dice.sample(paths, min(len(paths), self._dice.randint(1, 3)))
        for path in written:
            self._write(path, number)

    def change_few(self, number: int) -> None:
        """Make the next state, of two other files."""
        for path in self._dice.sample(sorted(self.state), 2):
            self._write(path, number)

    def _new_path(self) -> str:
        self._made += 1
        return f"package_{self._made % 5}/part_{self._made}.py"

    def _write(self, path: str, version: int) -> None:
        name = Path(path).stem
        file = self._root / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'"""{name}."""\n\nVERSION = {version}\n\n\ndef {name}_is_of():\n    return VERSION\n', "utf-8")
        self.state[path] = version

    def _remove(self, path: str) -> None:
        (self._root / path).unlink()
        del self.state[path]


def state_of(index: Index) -> State:
    """What an open index holds. Raises ValueError where its two stores differ, or a file is there in part."""
    found = index.vectors.search_dense("dense", index.embed_query("version"), limit=_ALL_POINTS).ids.tolist()
    chunks = index.structure.chunks(found)
    expected = index.structure.counts().chunks
    if not len(found) == len(chunks) == expected:
        raise ValueError(f"{len(found)} points, {len(chunks)} of them chunks, and there are {expected} chunks")
    state = {chunk.path: int(said[1]) for chunk in chunks.values() for said in _VERSION.finditer(chunk.text)}
    paths = {document.path for document in index.structure.documents()}
    if state.keys() != paths:
        raise ValueError(f"{len(paths ^ state.keys())} files without a version, or versions without a file")
    return state


def number_of(state: State) -> int:
    """Which state it is: each change writes a file of its number."""
    return max(state.values(), default=0)


def wrong_hits(index: Index, state: State) -> Iterator[str]:
    """Definitions of some of the files that are not found by name, or found elsewhere."""
    for path in list(state)[:_LOOKED_UP]:
        name = Path(path).stem
        nodes = index.structure.nodes_named([f"{name}_is_of"])
        if [node.path for node in nodes] != [path]:
            yield f"{name}_is_of is in {[node.path for node in nodes]}, not in {path}"
