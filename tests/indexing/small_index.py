"""A tree of a few files that all name their version, and its index: torn or mixed versions cannot hide."""

from __future__ import annotations

from pathlib import Path

from citeline.indexing.builds.building import build
from citeline.indexing.builds.messages import BuildReport, BuildRequest
from citeline.indexing.generations.location import Location, locate
from citeline.indexing.reader import Index, open_index
from citeline.settings import Settings

FILES = 6


def write_tree(root: Path, version: int = 0, files: int = FILES) -> Path:
    """Write `files` Python files, each with `VERSION = <version>`."""
    root.mkdir(exist_ok=True)
    for number in range(files):
        body = f'"""Part {number}."""\n\nVERSION = {version}\n\n\ndef part_{number}():\n    return {number}\n'
        (root / f"part_{number}.py").write_text(body)
    return root.resolve()


def request_for(root: Path, home: Path, **fields: object) -> BuildRequest:
    return BuildRequest(**{"root": root.resolve(), "home": home, "command": "citeline index", **fields})  # type: ignore[arg-type]


def silent(stage: str, done: int, total: int) -> None:
    """A progress listener that listens to nothing."""


def build_small(root: Path, home: Path, **fields: object) -> BuildReport:
    """Build in this process."""
    return build(request_for(root, home, **fields), silent)


def settings_for(home: Path) -> Settings:
    return Settings(home=home)


def open_small(root: Path, home: Path) -> Index:
    return open_index(root, settings_for(home))


def location_of(root: Path, home: Path) -> Location:
    return locate(root.resolve(), home)


def current_generation(root: Path, home: Path) -> Path:
    location = location_of(root, home)
    return location.generations / location.current.read_text().strip()


def versions(root: Path, home: Path) -> set[int]:
    """The versions that an open index speaks of, after asking both of its stores."""
    index = open_small(root, home)
    try:
        found = index.vectors.search_dense("dense", index.embed_query("version of part"), limit=10_000)
        chunks = index.structure.chunks(found.ids.tolist())
        assert len(found.ids) == len(chunks) == index.structure.counts().chunks
        lines = [line for chunk in chunks.values() for line in chunk.text.splitlines() if line.startswith("VERSION")]
        assert len(lines) == index.structure.counts().documents
        return {int(line.removeprefix("VERSION = ")) for line in lines}
    finally:
        index.close()
