"""What a worker process is sent off with. Light, so that it can be made before anything heavy is imported."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from citeline.dataclass import dataclass

if TYPE_CHECKING:
    from citeline.left_out import Secrets

    from ..files.source_tree import Root
    from ..files.walk import WalkedFile
    from ..generations.documents import HalfMatrix, Outcome


@dataclass(frozen=True, slots=True)
class FileReader:
    """Reads files of one source; picklable."""

    root: Root
    max_file_bytes: int
    secrets: Secrets = "mask"

    plain: str = ""
    """Why no parser is asked, and the file read as plain text; empty when one is."""

    def plainly(self, why: str) -> FileReader:
        """One that asks no parser."""
        return dataclasses.replace(self, plain=why)

    def __call__(self, file: WalkedFile) -> Outcome:
        """The document, not embedded yet; files that cannot be read are skipped."""
        from .reading import read_document

        return read_document(
            self.root, file, max_file_bytes=self.max_file_bytes, secrets=self.secrets, plain=self.plain
        )


@dataclass(frozen=True, slots=True)
class TextEmbedder:
    """Embeds texts; picklable."""

    setting: str
    """Which model; it is loaded when the first texts come."""

    def __call__(self, texts: Sequence[str]) -> tuple[str, HalfMatrix]:
        """The model's name, and a row for each text. Raises EmbeddingError."""
        import numpy as np

        from ..embedding.dense import the_embedder

        embedder = the_embedder(self.setting)
        rows = embedder.embed(texts) if texts else np.empty((0, embedder.dimension))
        return embedder.name, rows.astype(np.float16)


def prepare_embedding() -> None:
    """Load the bundled model, in a process that has nothing else to do yet.

    The default, because the settings are not known so early; another model is loaded when it is asked for.
    """
    from ..embedding.dense import the_embedder
    from ..embedding.model_names import BUNDLED_NAME

    the_embedder(BUNDLED_NAME).embed(["warm"])
