"""The list of documents: repository, commit, path and hash of each; their bytes come from clones."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "manifest.json"


@dataclass(frozen=True, slots=True)
class Pinned:
    """One document."""

    repository: str
    commit: str
    path: str
    sha256: str
    expected: dict[str, Any] = field(default_factory=dict)
    """What a person has read off it, where no other program can be asked: `headings`, `headers`, `rows`."""


def read_manifest() -> list[Pinned]:
    """All documents, by repository and path."""
    written = json.loads(FILE.read_text("utf-8"))
    return [
        Pinned(name, repository["commit"], path, about["sha256"], about.get("expected", {}))
        for name, repository in written.items()
        for path, about in repository["documents"].items()
    ]


def with_bytes(documents: list[Pinned], clones: Path) -> Iterator[tuple[Pinned, bytes]]:
    """Those whose repository lies in `clones` as `OWNER+NAME`, with or without a work tree. Raises ValueError for
    bytes that are not those of the manifest.
    """
    for one in documents:
        folder = clones / one.repository.replace("/", "+")
        git = next((place for place in (folder / "repo", folder / ".git", folder) if (place / "HEAD").exists()), None)
        if git is None:
            continue
        found = subprocess.run(
            ["git", f"--git-dir={git}", "show", f"{one.commit}:{one.path}"], capture_output=True, check=False
        )
        if found.returncode:
            continue
        if hashlib.sha256(found.stdout).hexdigest() != one.sha256:
            raise ValueError(f"{one.repository}: {one.path} is another file than the manifest names")
        yield one, found.stdout
