"""What a worker process is sent off with. Light, so that it can be made before anything heavy is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .documents import HalfMatrix, Outcome
    from .walk import WalkedFile


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files of one source; picklable."""

    root: Path
    max_file_bytes: int

    def __call__(self, file: WalkedFile) -> Outcome:
        """The document, not embedded yet; files that cannot be read are skipped."""
        from .reading import read_document

        return read_document(self.root, file, max_file_bytes=self.max_file_bytes)


@dataclass(frozen=True, slots=True)
class TextEmbedder:
    """Embeds texts; picklable."""

    setting: str
    """Which model; it is loaded when the first texts come."""

    def __call__(self, texts: Sequence[str]) -> tuple[str, HalfMatrix]:
        """The model's name, and a row for each text. Raises EmbeddingError."""
        import numpy as np

        from .embedding.dense import the_embedder

        embedder = the_embedder(self.setting)
        return embedder.name, embedder.embed(texts).astype(np.float16)


def prepare_reading() -> None:
    """Import the parsers, in a process that has nothing else to do yet."""
    from . import reading  # noqa: F401


def prepare_embedding() -> None:
    """Load the bundled model, in a process that has nothing else to do yet.

    The default, because the settings are not known so early; another model is loaded when it is asked for.
    """
    from .embedding.dense import BUNDLED_NAME, the_embedder

    the_embedder(BUNDLED_NAME).embed(["warm"])
