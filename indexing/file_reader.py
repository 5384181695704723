"""What a parser process is sent off with. Light, so that it can be made before anything heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from citeline.model import Skipped

if TYPE_CHECKING:
    from .documents import Outcome
    from .walk import WalkedFile


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files of one source; picklable."""

    root: Path
    max_file_bytes: int
    embedder: str
    """The setting; loaded when the first document is to be embedded."""

    def prepare(self) -> None:
        """Import and load what is needed for embedding, while there is nothing else to do."""
        from .reading import the_embedder

        the_embedder(self.embedder).embed(["warm"])

    def __call__(self, file: WalkedFile, *, embed: bool) -> Outcome:
        """The document, with vectors if `embed`. Raises EmbeddingError; files that cannot be read are skipped."""
        from .reading import read_document, the_embedder, with_vectors

        outcome = read_document(self.root, file, max_file_bytes=self.max_file_bytes)
        if isinstance(outcome, Skipped) or not embed:
            return outcome
        return with_vectors(outcome, the_embedder(self.embedder))
