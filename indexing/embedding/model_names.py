"""What the embedding models are called: told without loading one, or what runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from citeline.errors import EmbeddingError

BUNDLED_NAME: Final = "bundled"
BUNDLED_FOLDER: Final = Path(__file__).parent / "bundled"
ROWS_FILE: Final = "rows.npy"
REINSTALL: Final = "reinstall citeline, e.g. `pip install --force-reinstall citeline`"


def embedder_name(setting: str = BUNDLED_NAME) -> str:
    """What the loaded model of a setting calls itself: vectors of another name are of another model.

    Raises EmbeddingError when the bundled one cannot be read.
    """
    return static_name(model_manifest(BUNDLED_FOLDER)) if setting == BUNDLED_NAME else fastembed_name(setting)


def static_name(manifest: dict[str, Any]) -> str:
    """Of a model of token vectors, by its manifest."""
    return f"citeline-static-{manifest['dimension']}-{manifest['files'][ROWS_FILE]['sha256'][:8]}"


def fastembed_name(name: str) -> str:
    """Of a model that fastembed knows by `name`."""
    return f"fastembed:{name}"


def model_manifest(folder: Path) -> dict[str, Any]:
    """What a folder with a model of token vectors says of itself. Raises EmbeddingError when that cannot be read."""
    try:
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
    except (OSError, ValueError) as error:
        raise unreadable(error) from error
    return manifest


def unreadable(error: Exception) -> EmbeddingError:
    """Why the bundled model is none."""
    return EmbeddingError(f"the bundled embedding model cannot be read: {error}", remedy=REINSTALL)
