"""Short names of files: four hex digits instead of a path, the same in every run.

A path costs a model ten to thirty tokens each time that it repeats it, and it gets long ones wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Final

_SHORTEST: Final = 4
_NEAREST: Final = 3


class FileIds:
    """Paths by their ids: the first digits of the path's SHA-256, more than four only where two paths need them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        same: dict[str, list[str]] = {}
        for path in sorted(paths):
            same.setdefault(_digits(path)[:_SHORTEST], []).append(path)
        for short, those in same.items():
            length = _SHORTEST
            while len({_digits(path)[:length] for path in those}) < len(those):
                length += 1
            for path in those:
                identity = short if len(those) == 1 else _digits(path)[:length]
                self._ids[path], self._paths[identity] = identity, path

    def of(self, path: str) -> str:
        """The id of a path. Raises KeyError for a path that the index does not hold."""
        return self._ids[path]

    def find(self, name: str) -> str | None:
        """The path that is meant by an id, a path, or the end of exactly one path; None when it is none or several."""
        plain = name.strip().strip("`").removeprefix("./")
        if plain in self._ids:
            return plain
        if plain.lower() in self._paths:
            return self._paths[plain.lower()]
        ends = [path for path in self._ids if path.endswith(f"/{plain}")] if plain else []
        return ends[0] if len(ends) == 1 else None

    def nearest(self, name: str) -> list[str]:
        """Paths whose file names are most like it, each with its id, best first."""
        wanted = PurePosixPath(name.replace("\\", "/")).name.lower()
        names: dict[str, list[str]] = {}
        for path in self._ids:
            names.setdefault(PurePosixPath(path).name.lower(), []).append(path)
        near = [path for one in get_close_matches(wanted, names, _NEAREST) for path in names[one]]
        return [f"{self._ids[path]} {path}" for path in near[:_NEAREST]]


def _digits(path: str) -> str:
    return sha256(path.encode("utf-8", "surrogatepass")).hexdigest()
