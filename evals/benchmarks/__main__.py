"""`make bench`: every benchmark whose corpora are there; what is missing is skipped with a message."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from citeline.settings import Settings

from . import code_search, quality, speed

SETS = ("code-search", "chinese", "line-spans", "speed")
SPEED_TREE = "fastapi"
"""About a thousand source files once the translations of its documentation are left out."""


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _quality(name: str, labels: Path, corpora: Path, settings: Settings) -> None:
    runners = {
        "code-search": (quality.run_code_search, "code-search"),
        "chinese": (quality.run_chinese, "code-search"),
        "line-spans": (quality.run_line_spans, "line-spans"),
    }
    runner, folder = runners[name]
    _say(f"{name}")
    if not (labels / folder).is_dir():
        _say("  skipped: no labels; pass --labels")
        return
    runner(labels / folder, corpora, settings, _say)


def _speed(corpora: Path, labels: Path, semble: str, semble_model: str) -> None:
    _say("index time")
    if (labels / "code-search").is_dir():
        roots = [repository.root for repository in code_search.repositories(labels / "code-search", corpora)]
    else:
        roots = sorted(path for path in corpora.iterdir() if path.is_dir())
    speed.compare_index_time(roots, _say, semble=semble, semble_model=semble_model)
    tree = corpora / SPEED_TREE
    if not tree.is_dir():
        _say(f"  skipped: latency and memory need {SPEED_TREE}")
        return
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "tree"
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("docs"))
        home = str(Path(scratch) / "home")
        _say(f"latency on {SPEED_TREE} without its documentation")
        speed.measure_memory(copy, _say)
        handle, settings = speed.open_in(copy, home)
        with handle:
            speed.measure_latency(handle, settings, _say)
        speed.measure_start_up(copy, home, _say)
        speed.measure_incremental(copy, home, _say)


def main() -> None:
    """Run the chosen sets, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", help=f"of {', '.join(SETS)}; all by default")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with one working tree per repository")
    parser.add_argument("--labels", type=Path, default=Path(), help="folder with the labelled sets")
    parser.add_argument("--semble", default="", help="the semble program, for comparison")
    parser.add_argument("--semble-model", default="", help="folder of the model2vec model that semble uses")
    arguments = parser.parse_args()
    chosen = arguments.sets or SETS
    if unknown := sorted(set(chosen) - set(SETS)):
        parser.error(f"no such set: {', '.join(unknown)}; there are {', '.join(SETS)}")
    if not str(arguments.corpora).strip(".") or not arguments.corpora.is_dir():
        _say("no corpora: give --corpora FOLDER (or `make bench CORPORA=FOLDER LABELS=FOLDER`)")
        return
    with tempfile.TemporaryDirectory() as home:
        for name in chosen:
            if name == "speed":
                _speed(arguments.corpora, arguments.labels, arguments.semble, arguments.semble_model)
            else:
                _quality(name, arguments.labels, arguments.corpora, Settings(home=Path(home)))


if __name__ == "__main__":
    main()
