"""A structure store of a few files, for a moment: what asks about files that belong to no index."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from citeline.dataclass import dataclass
from citeline.left_out import Skipped

from ..files.walk import WalkedFile
from ..linking import link
from ..stores.structure_reader import StructureReader
from ..stores.structure_writer import StructureWriter
from .reading import read_document


@dataclass(frozen=True, slots=True)
class LooseFiles:
    """An open store of files that were read just now."""

    structure: StructureReader
    root: Path
    """Their paths are relative to it: the folder that was given, or the deepest one that holds them all."""
    skipped: tuple[Skipped, ...]
    """Those that could not be read, and why."""


@contextmanager
def open_loose_files(paths: Sequence[Path], *, max_file_bytes: int, base: Path | None = None) -> Iterator[LooseFiles]:
    """Read, parse and link files; nothing is embedded, and nothing stays behind. Where all of them lie in `base`, their
    paths are relative to it. Raises OSError for a missing file.
    """
    absolute = list(dict.fromkeys(path.resolve(strict=True) for path in paths))
    root = Path(os.path.commonpath([path.parent for path in absolute]))
    if base is not None and root.is_relative_to(base.resolve()):
        root = base.resolve()
    skipped: list[Skipped] = []
    with tempfile.TemporaryDirectory(prefix="citeline-files-") as folder:
        store = Path(folder) / "structure.db"
        with StructureWriter.create(store) as writer:
            for path in sorted(absolute):
                about = path.stat()
                file = WalkedFile(path.relative_to(root).as_posix(), about.st_size, about.st_mtime_ns)
                read = read_document(root, file, max_file_bytes=max_file_bytes, by_name=True)
                if isinstance(read, Skipped):
                    skipped.append(read)
                else:
                    writer.add_document(read.source, read.document, read.chunks, read.chunk_ids, uses=read.uses)
            link(writer.connection)
            writer.finish()
        with closing(StructureReader(store)) as structure:
            yield LooseFiles(structure, root, tuple(skipped))
