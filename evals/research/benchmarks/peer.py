"""semble on the questions and trees of `code-search`, where it is installed: its NDCG@10 beside ours.

It runs in its own environment, by the Python beside its program: one process a repository, which makes an index in
memory and answers every question.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from citeline.errors import CitelineError

from . import code_search
from .quality import Report, Say
from .speed import semble_environment

_SCRIPT: Final = """
import json, sys
from importlib.metadata import version
from semble import SembleIndex
asked = json.load(sys.stdin)
index = SembleIndex.from_path(asked["root"], model_path=asked["model"] or None)
chunks = [[hit.chunk for hit in index.search(question, top_k=asked["top"])] for question in asked["questions"]]
found = [[[chunk.file_path, chunk.start_line, chunk.end_line] for chunk in hits] for hits in chunks]
print(json.dumps({"version": version("semble"), "found": found}))
"""
_LIMIT_S: Final = 600


@dataclass(frozen=True, slots=True)
class Peer:
    """An installed semble."""

    program: str
    """Its command."""
    model: str = ""
    """Folder of a model2vec model; its own, which it may download, when empty."""

    @property
    def python(self) -> Path:
        """The interpreter of its environment. Raises CitelineError when there is none beside the program."""
        folder = Path(shutil.which(self.program) or self.program).resolve().parent
        for name in ("python", "python3", "python.exe"):
            if (folder / name).exists():
                return folder / name
        raise CitelineError(
            f"there is no Python beside semble in {str(folder)!r}", remedy="install it with `pip install semble==0.7.0`"
        )


def run_peer(labels: Path, corpora: Path, peer: Peer, say: Say) -> tuple[str, Report]:
    """The version, and NDCG@10 by the same groups as `quality.run_code_search` has."""
    by_group: dict[str, list[float]] = defaultdict(list)
    version = ""
    for repository in code_search.repositories(labels, corpora):
        version, found = _search(peer, repository.root, [sample.query for sample in repository.samples])
        for sample, places in zip(repository.samples, found, strict=True):
            score = code_search.ndcg_of_places([[place] for place in places], sample.targets, repository.prefix)
            for group in ("all", f"category/{sample.category}", f"repository/{repository.name}"):
                by_group[group].append(score)
        say(f"  {repository.name:<16} {fmean(by_group[f'repository/{repository.name}']):.3f}")
    return version, {group: fmean(scores) for group, scores in by_group.items()}


def _search(peer: Peer, root: Path, questions: Sequence[str]) -> tuple[str, list[list[code_search.Place]]]:
    asked = {"root": str(root), "model": peer.model, "top": code_search.TOP, "questions": list(questions)}
    # Its cache is a new one: an index of yours would be of other settings.
    with tempfile.TemporaryDirectory() as cache:
        finished = subprocess.run(
            [peer.python, "-c", _SCRIPT],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            env=semble_environment(cache, peer.model),
            timeout=_LIMIT_S,
            check=False,
        )
    try:
        answer = json.loads(finished.stdout.splitlines()[-1])
        places = [[(str(path), int(start), int(end)) for path, start, end in hits] for hits in answer["found"]]
        return str(answer["version"]), places
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise CitelineError(
            f"semble failed on {str(root)!r} with exit code {finished.returncode}: {finished.stderr.strip()[-500:]}",
            remedy="run it by itself; --semble-model must name the folder of a model2vec model",
        ) from error


def say_beside(ours: Mapping[str, float], version: str, theirs: Mapping[str, float], say: Say) -> None:
    """Both in one table: all questions, each category, and in how many repositories each is ahead."""
    say(f"  {'NDCG@10':<24} {'citeline':>10} {f'semble {version}':>14}")
    for group in sorted(group for group in ours if not group.startswith("repository/") and group in theirs):
        say(f"  {group:<24} {ours[group]:>10.4f} {theirs[group]:>14.4f}")
    repositories = [group for group in ours if group.startswith("repository/") and group in theirs]
    ahead = sum(ours[group] > theirs[group] for group in repositories)
    behind = sum(ours[group] < theirs[group] for group in repositories)
    say(f"  {'repositories ahead':<24} {ahead:>10} {behind:>14}")
