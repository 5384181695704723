"""Pinned files of public repositories, out of a folder of clones called OWNER+NAME, with or without a work tree."""

from __future__ import annotations

import subprocess
from dataclasses import field
from pathlib import Path

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Clones:
    """Reads files at a commit and remembers which are not there."""

    folder: Path
    absent: dict[str, list[str]] = field(default_factory=dict)
    """By repository: why each file could not be read."""

    def read(self, repository: str, commit: str, path: str) -> bytes | None:
        """The bytes of a file; None where its repository, its commit or its blob is not there."""
        clone = self.folder / repository.replace("/", "+")
        places = (clone / "repo", clone / "repo" / ".git", clone / ".git", clone)
        git = next((place for place in places if (place / "HEAD").exists()), None)
        if git is None:
            self._miss(repository, f"no clone called {clone.name}")
            return None
        found = subprocess.run(
            ["git", f"--git-dir={git}", "show", f"{commit}:{path}"], capture_output=True, check=False
        )
        if found.returncode:
            self._miss(repository, f"{path}: {found.stderr.decode('utf-8', 'replace').strip()}")
            return None
        return found.stdout

    def _miss(self, repository: str, reason: str) -> None:
        self.absent.setdefault(repository, []).append(reason)

    def report(self) -> str:
        """A line for each repository with files that were not read; empty if all were."""
        return "".join(f"* {name}: {len(why)}; {why[0]}\n" for name, why in sorted(self.absent.items()))
