"""The worker processes of a build: parsers, and one that embeds."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Self

from citeline.dataclass import dataclass

from .file_reader import FileReader, TextEmbedder, prepare_embedding
from .limits import limits
from .loading import loading

if TYPE_CHECKING:
    from ..files.walk import WalkedFile
    from ..generations.documents import ChunkVectors, HalfMatrix, Outcome, ReadDocument
    from .pool import Worker


@dataclass(slots=True)
class Crew:
    """Processes that read and embed; without any, both is done in this one."""

    parsers: list[Worker]
    embedder: Worker | None
    is_cautious: bool = False
    """Whether even a single file is read in a process of its own."""
    may_die: bool = False
    """Whether a file may end this process: it is then asked to build once more, cautiously. A file that takes too much
    time or memory does end it.
    """

    @classmethod
    def none(cls, *, is_cautious: bool = False, may_die: bool = False) -> Self:
        """Nobody yet."""
        return cls([], None, is_cautious, may_die)

    def grow(self, parsers: int, paths: Sequence[str] = ()) -> None:
        """Have so many parsers, for such files. Call it before threads are started or stores opened."""
        with loading():
            if parsers and sys.platform == "linux":
                from .reading import load_for  # they are forked: what is loaded here none of them loads again

                load_for(paths)
            from .pool import start_worker  # here, because a build that finds nothing changed starts none

        self.parsers += [start_worker() for _ in range(parsers - len(self.parsers))]

    def have_embedder(self) -> None:
        """Have a process that embeds. Call it before threads are started or stores opened."""
        from .pool import start_worker

        if self.embedder is None:
            self.embedder = start_worker(prepare_embedding, memory_bytes=0)  # any model, as large as it is

    def read(self, files: Sequence[WalkedFile], read: FileReader) -> Generator[Outcome, None, None]:
        """What becomes of each file, in order."""
        if not self.parsers:
            if self.may_die:
                with loading():
                    from ..parsers.registry import load_parsers

                    load_parsers(file.path for file in files)
            for file in files:
                with limits() if self.may_die else contextlib.nullcontext():
                    outcome = read(file)
                yield outcome
            return
        from .pool import read_in_processes

        yield from read_in_processes(files, read, self.parsers)

    def embed(self, documents: Sequence[ReadDocument], setting: str) -> list[ChunkVectors]:
        """The vectors of each document's chunks, by the model of the setting. Raises EmbeddingError."""
        from ..generations.documents import embed_chunks

        return embed_chunks(documents, partial(self._embed_texts, TextEmbedder(setting)))

    def _embed_texts(self, embed: TextEmbedder, texts: Sequence[str]) -> tuple[str, HalfMatrix]:
        if self.embedder is not None:
            from .pool import ask

            with contextlib.suppress(EOFError, OSError):  # it has died; then we do it ourselves
                model, matrix = ask(self.embedder, embed, texts)
                return model, matrix
        return embed(texts)

    def end(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in [*self.parsers, *([self.embedder] if self.embedder else [])]:
            worker.kill()
        self.parsers, self.embedder = [], None
