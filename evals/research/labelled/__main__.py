"""Lays out the corpora of `questions.jsonl`: `python -m citeline.evals.research.labelled FOLDER [CORPUS …]`.

`corpora.toml` names for each a repository and a commit, and what was left out of it; git fetches that commit alone.
FOLDER gets a working tree for each corpus. What is there already is left as it is.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass

HERE: Final = Path(__file__).parent
CORPORA: Final = HERE / "corpora.toml"
QUESTIONS: Final = HERE / "questions.jsonl"
REWORDINGS: Final = HERE / "rewordings.jsonl"
"""Ids of them, each with other wordings that the same answer answers."""

Teaches: TypeAlias = Literal["all", "weights", "nothing"]
Fetch: TypeAlias = Callable[["Source", Path], None]
"""Puts the files of a commit into an empty folder."""


@dataclass(frozen=True, slots=True)
class Source:
    """A repository at a commit, as a folder of the corpora."""

    folder: str
    """Corpus, or folder of a corpus that is put together from several repositories; POSIX."""
    repository: str
    """URL that git fetches from."""
    commit: str
    drop: Sequence[str] = field(default=())
    """Files and folders that are left out."""
    teaches: Teaches = "all"
    """`nothing`: it judges; `weights`: nothing but these is fitted on it."""

    @property
    def corpus(self) -> str:
        """As the questions name it."""
        return self.folder.partition("/")[0]


def read_sources(table: Path = CORPORA) -> list[Source]:
    """All of them, in the order of the file."""
    return [Source(folder, **row) for folder, row in tomllib.loads(table.read_text("utf-8")).items()]


def corpora_that_teach(what: Teaches) -> frozenset[str]:
    """The names of those that teach so much and no more."""
    return frozenset(source.corpus for source in read_sources() if source.teaches == what)


def lay_out(sources: Sequence[Source], target: Path, fetch: Fetch, only: Collection[str] = ()) -> list[Path]:
    """The folders that were added below `target`: each whole or not at all. `only`: corpora; empty for every one.

    Raises CalledProcessError where git cannot fetch.
    """
    added: list[Path] = []
    for source in sources:
        place = target / source.folder
        if place.exists() or (only and source.corpus not in only):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target, prefix=".fetch-") as scratch:
            tree = Path(scratch) / "tree"
            tree.mkdir()
            fetch(source, tree)
            _leave_out(tree, source.drop)
            tree.rename(place)
        added.append(place)
    return added


def _leave_out(tree: Path, drop: Sequence[str]) -> None:
    """Take out what the labels do not know: links, the history, and what the source names."""
    for path in [one for one in tree.rglob("*") if one.is_symlink()]:
        path.unlink()
    for name in (".git", *drop):
        path = tree / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def fetch_with_git(source: Source, tree: Path) -> None:
    """One commit, without its history."""
    for command in (
        ("init", "--quiet"),
        ("fetch", "--quiet", "--depth", "1", source.repository, source.commit),
        ("-c", "core.autocrlf=false", "checkout", "--quiet", "FETCH_HEAD"),
    ):
        subprocess.run(["git", *command], cwd=tree, check=True)


def main() -> None:
    """Fetch what is missing, and say what was added."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the working trees go")
    parser.add_argument("corpora", nargs="*", help="names of corpora; by default all")
    arguments = parser.parse_args()
    for place in lay_out(read_sources(), arguments.folder, fetch_with_git, arguments.corpora):
        sys.stdout.write(f"{place}\n")


if __name__ == "__main__":
    main()
