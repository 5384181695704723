"""Is a web address one of this repository's own?"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_SECTION: Final = re.compile(r"^\s*\[\s*([\w.-]+)", re.MULTILINE)
_URL: Final = re.compile(r"^\s*(?:\[[^\]\n]*\]\s*)?url\s*=\s*\"?([^\s\"]+?)(?:\.git)?/?\"?\s*$", re.MULTILINE)
_MAX_CONFIG: Final = 1_000_000


def is_remote_of(root: Path, repository: str) -> bool:
    """Whether `owner/name` is a remote of the git repository at `root`; False without git or remotes."""
    wanted = repository.lower()
    return any(remote == wanted or remote.endswith((f"/{wanted}", f":{wanted}")) for remote in _remotes(root))


@lru_cache(maxsize=8)
def _remotes(root: Path) -> tuple[str, ...]:
    text = _read(_common_folder(root) / "config")
    begins = [(section.start(), section[1].lower()) for section in _SECTION.finditer(text)]
    ends = [*(start for start, _ in begins), len(text)][1:]
    return tuple(
        url.lower()
        for (start, name), end in zip(begins, ends, strict=True)
        if name == "remote"
        for url in _URL.findall(text[start:end])
    )


def _common_folder(root: Path) -> Path:
    """Where the configuration is: of a submodule, or of a further work tree, `.git` is a file that says where."""
    pointed = _read(root / ".git").strip()
    folder = root / pointed.removeprefix("gitdir:").strip() if pointed.startswith("gitdir:") else root / ".git"
    common = _read(folder / "commondir").strip()
    return folder / common if common else folder


def _read(file: Path) -> str:
    """Empty when it cannot be read."""
    try:
        with file.open("rb") as content:
            return content.read(_MAX_CONFIG).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
