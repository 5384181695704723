"""Brings the index of a tree up to date, by way of a builder process."""

from __future__ import annotations

import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from citeline.protocols import ProgressListener

from ..generations.location import expanded_home, resolve_root
from .builder import Builder
from .messages import BuildReport, BuildRequest

if TYPE_CHECKING:
    from citeline.settings import Settings  # takes 0.1 s to import; whoever has one has imported it

__all__ = ["BuildReport", "Builder", "build_index"]


def build_index(
    root: Path,
    settings: Settings,
    *,
    force: bool = False,
    rebuild: bool = False,
    allow_outside: bool = False,
    progress: ProgressListener | None = None,
    builder: Builder | None = None,
) -> BuildReport:
    """Index a tree, or what has changed in it; `force` allows a whole disk or home, `rebuild` starts from scratch,
    `allow_outside` lets `citeline.toml` name folders elsewhere, now and later.

    `builder` is a process that was started early and that the caller ends; without one, one is started here.

    What has grown beside the base gets into a new one by a process of its own afterwards, if the settings have it so.

    Readers go on with the generation before until the new one is published. Raises SourceNotFoundError,
    UnsafeRootError, ProjectFileError, OutsideSourceError, IndexBusyError, IndexTooNewError, StorageError,
    EmbeddingError, VectorServerError or BuildFailedError; whatever was published before is then untouched, as it is
    after Ctrl-C.
    """
    request = _request(resolve_root(root, force=force), settings, rebuild=rebuild, allow_outside=allow_outside)
    with nullcontext(builder) if builder else Builder() as used:
        report = used.build(request, progress)
    if report.merge_is_due:
        from .merging import merge_later

        merge_later(request, report, settings)
    return report


def _request(root: Path, settings: Settings, *, rebuild: bool, allow_outside: bool) -> BuildRequest:
    return BuildRequest(
        root=root,
        home=expanded_home(settings.home),
        command=shlex.join([Path(sys.argv[0]).name or "python", *sys.argv[1:]])[:200],
        embedder=settings.embedder,
        max_file_bytes=settings.max_file_bytes,
        secrets=settings.secrets,
        workers=settings.workers,
        keep_generations=settings.keep_generations,
        qdrant_url=settings.qdrant_url,
        qdrant_api_key=settings.qdrant_api_key.get_secret_value(),
        rebuild=rebuild,
        allow_outside=allow_outside,
        databases={name: url.get_secret_value() for name, url in settings.databases.items()},
    )
