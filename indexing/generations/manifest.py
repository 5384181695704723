"""The manifest of a generation: what it is, what shaped it, and the size and digest of each of its files.

A generation that was not finished often opens without an error, so its manifest, written last, is the only proof
that it is whole. The manifest carries a digest of itself. The way it is sealed is the same in every format, so that
damage is not mistaken for a newer format.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.errors import IndexDamagedError, IndexTooNewError
from citeline.left_out import Secrets

from ..files.source_tree import Source, sources_from_body
from ..stores.sparse_files import digest_file, side_by_side, sync_file, sync_folder

FORMAT: Final = 10
"""Layout of a generation. Raise it when an older Citeline could no longer read what is written."""
OLDEST_FORMAT: Final = 10
"""The lowest that is searched; what is older has texts or terms elsewhere, or other vectors or changes of them."""
RECIPE: Final = 112
"""Raise it when parsing, chunking, embedding or linking give other results for the same files, or when stores are made
otherwise: old indexes rebuild."""
MANIFEST_NAME: Final = "manifest.json"
_REWRITTEN: Final = frozenset({"edge_config.json", "segment.json"})
"""Names of JSON files that the vector store writes anew at each open: keys in another order, and perhaps more of them
in its next version. They are compared by what they say."""
_VOLATILE: Final = "/.atomicwrite"
"""The vector store's temporary files; one is left over when a reader is killed at the wrong moment."""
_DIGEST_THREADS: Final = 4

Backend: TypeAlias = Literal["edge", "server"]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What a file must be like."""

    size_bytes: int
    digest: str
    """As `sparse_files.digest_file` gives it."""
    stamp: tuple[int, int] = field(default=(0, 0), compare=False)
    """Inode and time when the digest was begun, known to the process that took it and not written."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Everything that decides what an index of given files looks like; another shape means a rebuild."""

    embedder: str
    """The setting."""
    backend: Backend
    max_file_bytes: int
    recipe: int = RECIPE
    secrets: Secrets = "keep"
    """The default speaks for indexes from before there was a choice."""
    sources: tuple[Source, ...] = ()
    """As `citeline.toml` names them."""
    plugins: tuple[str, ...] = ()
    """Parsers of other packages, with their versions."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A published generation, described."""

    generation: str
    created: str
    """When the tree was walked: UTC, ISO 8601, to the microsecond."""
    root: str
    shape: Shape
    model: str
    """Name of the embedding model that made the vectors, with its version."""
    dimension: int
    commit: str = ""
    """HEAD of the repository when the files were read; uncommitted changes are not told apart. Empty without git."""
    collection: str = ""
    """Name of the server's collection; empty for the embedded store."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """documents, nodes, edges, chunks, skipped, points."""
    averages: Mapping[str, float] = field(default_factory=dict)
    """Mean field lengths that the sparse vectors were made with."""
    averaged_documents: int = 0
    """Number of documents that the averages were taken over."""
    changed_since: int = 0
    """Documents added, changed or removed since then."""
    files: Mapping[str, FileEntry] = field(default_factory=dict)
    """Relative POSIX path to what it must be like."""
    documents: Mapping[str, Any] = field(default_factory=dict)
    """The same for JSON files that are rewritten whenever they are opened: what they must say, at least."""
    format: int = FORMAT


def read_manifest(generation: Path) -> Manifest:
    """The manifest of a finished generation.

    Raises IndexDamagedError when it is missing or was changed, IndexTooNewError when it is of a newer format.
    """
    try:
        body = json.loads((generation / MANIFEST_NAME).read_bytes())
        seal = body.pop("seal")
        if seal != _seal(body):
            raise IndexDamagedError(generation, what=f"{MANIFEST_NAME} was changed after it was written")
        if body["format"] > FORMAT:
            raise IndexTooNewError(body["format"], FORMAT)
        return _from_body(body)
    except FileNotFoundError:
        raise IndexDamagedError(generation, what=f"{MANIFEST_NAME} is missing") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise IndexDamagedError(generation, what=f"{MANIFEST_NAME} cannot be read: {error}") from error


def write_manifest(generation: Path, manifest: Manifest) -> None:
    """Put the manifest in place in one step; afterwards the generation is finished."""
    files = {name: (entry.size_bytes, entry.digest) for name, entry in manifest.files.items()}
    # What is long is not copied leaf by leaf.
    rest = dataclasses.asdict(dataclasses.replace(manifest, files={}, documents={}))
    body = {**rest, "files": files, "documents": manifest.documents}
    # On one line: with an indent it is not C that writes it.
    text = json.dumps({**body, "seal": _seal(body)})
    temporary = generation / f"{MANIFEST_NAME}.tmp"
    temporary.write_text(text, "utf-8")
    sync_file(temporary)
    os.replace(temporary, generation / MANIFEST_NAME)  # noqa: PTH105 (one spelling for every atomic step)
    sync_folder(generation)


def file_names(generation: Path, under: str = "") -> list[str]:
    """Files that a manifest vouches for, in the folder `under`: not the manifest itself, nothing temporary."""
    found: list[str] = []
    top = os.fspath(generation)
    for parent, folders, names in os.walk(os.path.join(top, under)):  # noqa: PTH118 (a path object a file takes longer)
        folders.sort()
        within = parent[len(top) :].strip(os.sep).replace(os.sep, "/")
        relative = (f"{within}/{name}".removeprefix("/") for name in sorted(names))
        found.extend(name for name in relative if name != MANIFEST_NAME and _VOLATILE not in name)
    return found


def is_rewritten(name: str) -> bool:
    """True for files that are compared by what they say."""
    return name.rpartition("/")[2] in _REWRITTEN


def list_files(generation: Path, names: Iterable[str]) -> dict[str, FileEntry]:
    """Sizes and digests of files as they are now; those that are rewritten are left out."""
    fixed = [name for name in names if not is_rewritten(name)]

    def entry(name: str) -> FileEntry:
        file = generation / name
        stamp = stamp_of(file)
        digest = digest_file(file)
        return FileEntry(file.stat().st_size, digest, stamp)

    return dict(zip(fixed, side_by_side(entry, fixed, threads=_DIGEST_THREADS), strict=True))


def stamp_of(file: Path) -> tuple[int, int]:
    """Inode and time of the last change of the content, which links to the file do not touch."""
    stat = file.stat()
    return stat.st_ino, stat.st_mtime_ns


def read_documents(generation: Path, names: Iterable[str]) -> dict[str, Any]:
    """What those files say that are rewritten whenever they are opened. Raises IndexDamagedError."""
    return {name: _read_document(generation, name) for name in names if is_rewritten(name)}


def check_sizes(generation: Path, manifest: Manifest) -> None:
    """Raise IndexDamagedError unless every file is there with its length; takes a millisecond."""
    top = os.fspath(generation)
    for name, entry in manifest.files.items():
        try:
            size = os.stat(f"{top}/{name}").st_size  # noqa: PTH116 (a path object a file takes longer)
        except OSError:
            raise IndexDamagedError(generation, what=f"{name} is missing") from None
        if size != entry.size_bytes:
            raise IndexDamagedError(generation, what=f"{name} has {size} bytes instead of {entry.size_bytes}")
    for name, expected in manifest.documents.items():
        if not _agrees(_read_document(generation, name), expected):
            raise IndexDamagedError(generation, what=f"{name} was changed after it was written")


def check_digests(generation: Path, manifest: Manifest, names: Collection[str] | None = None) -> None:
    """Raise IndexDamagedError unless every file, or each of those named, has its content; call `check_sizes` first."""
    wanted = manifest.files if names is None else names
    try:
        digests = side_by_side(lambda name: digest_file(generation / name), wanted, threads=_DIGEST_THREADS)
        for name, digest in zip(wanted, digests, strict=True):
            if digest != manifest.files[name].digest:
                raise IndexDamagedError(generation, what=f"{name} was changed after it was written")
    except OSError as error:
        raise IndexDamagedError(generation, what=f"{error.filename}: {error.strerror}") from error


def _read_document(generation: Path, name: str) -> object:
    try:
        return json.loads((generation / name).read_bytes())
    except FileNotFoundError:
        raise IndexDamagedError(generation, what=f"{name} is missing") from None
    except (OSError, ValueError, RecursionError) as error:
        raise IndexDamagedError(generation, what=f"{name} cannot be read: {error}") from error


def _seal(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _from_body(body: dict[str, Any]) -> Manifest:
    files = {str(name): FileEntry(int(size), str(digest)) for name, (size, digest) in body.pop("files").items()}
    return Manifest(**{**body, "shape": _shape(body["shape"]), "files": files})


def _shape(body: dict[str, Any]) -> Shape:
    sources, plugins = sources_from_body(body.get("sources", ())), tuple(body.get("plugins", ()))
    return Shape(**{**body, "sources": sources, "plugins": plugins})


def _agrees(found: object, expected: object) -> bool:
    """`found` says everything that `expected` says; it may say more."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and _agrees(found[key], value) for key, value in expected.items()
        )
    return found == expected
