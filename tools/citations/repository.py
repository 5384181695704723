"""Is a web address one of this repository's own?"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_REMOTE: Final = re.compile(r"^\s*url\s*=\s*(\S+?)(?:\.git)?/?\s*$", re.MULTILINE)
_MAX_CONFIG: Final = 1_000_000


def is_remote_of(root: Path, repository: str) -> bool:
    """Whether `owner/name` is a remote of the git repository at `root`; False without git or remotes."""
    wanted = repository.lower()
    return any(remote == wanted or remote.endswith((f"/{wanted}", f":{wanted}")) for remote in _remotes(root))


@lru_cache(maxsize=8)
def _remotes(root: Path) -> tuple[str, ...]:
    config = root / ".git" / "config"
    try:
        text = config.read_bytes()[:_MAX_CONFIG].decode("utf-8", "replace")
    except OSError:
        return ()
    return tuple(found.lower() for found in _REMOTE.findall(text))
