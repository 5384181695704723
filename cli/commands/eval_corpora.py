"""Where `citeline eval` finds its corpora: folders, or source distributions that are downloaded once."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from citeline.errors import UsageError
from citeline.evals.corpora.fetch import Corpus, fetch, read_manifest
from citeline.evals.run import OpenCorpus
from citeline.indexing.generations.location import expanded_home
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.visible import one_line

from ..console import stderr, stdout
from ..json_output import print_json
from ..opening import open_or_build
from ..options import format_option


@click.command("corpora", short_help="Download the corpora of a dataset.")
@click.argument("file", type=click.Path(path_type=Path))
@format_option
def corpora_command(file: Path, output: str) -> int:
    """Download what FILE pins, check it, unpack it, and print where it lies; `eval run --corpora FILE` does so too.

    Exit code 2: FILE is wrong, or an archive is not the pinned one, 6: something cannot be downloaded.
    """
    settings = Settings()
    folders = {name: str(_fetched(corpus, settings)) for name, corpus in read_manifest(file).items()}
    if output == "json":
        print_json(folders)
    else:
        for name, folder in folders.items():
            stdout().print(Text(f"{name}  {one_line(folder)}"), soft_wrap=True)
    return 0


def corpus_opener(repo: Path, corpora: Path, settings: Settings, *, force: bool) -> OpenCorpus:
    """Opens the index of a corpus by its name: below a folder, or of a file that pins packages."""
    pinned = read_manifest(corpora) if corpora.is_file() else None

    def open_corpus(corpus: str) -> IndexHandle:
        folder = repo if not corpus else _folder(corpus, corpora, pinned, settings)
        return open_or_build(folder, settings, force=force)

    return open_corpus


def _folder(name: str, corpora: Path, pinned: dict[str, Corpus] | None, settings: Settings) -> Path:
    if pinned is None:
        folder = corpora / name
        why, remedy = f"{str(folder)!r} is no folder", "name the folder that the corpora lie in with --corpora"
        if folder.is_dir():
            return folder
    else:
        why, remedy = f"{str(corpora)!r} pins no such one", "add a table for it"
        if name in pinned:
            return _fetched(pinned[name], settings)
    raise UsageError(f"there is no corpus {name!r}: {why}", remedy=remedy)


def _fetched(corpus: Corpus, settings: Settings) -> Path:
    home = expanded_home(settings.home) / "corpora"
    if not (home / corpus.place).is_dir():
        stderr().print(Text(f"Downloading {corpus.package} {corpus.version}.", "dim"))
    return fetch(corpus, home)
