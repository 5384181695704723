"""Measures quality and speed. A set whose labels or working trees are missing is
skipped, and that is said.

CORPORA holds one working tree per repository, under the name in its labels:

  CORPORA/flask, CORPORA/fastapi, …
      url and revision of each: LABELS/code-search/repos.json
  CORPORA/octocode
      github.com/Muvon/octocode at b1771ba48214
  CORPORA/sweqa-flask, CORPORA/sweqa-requests
      the commits that the answers of repo-qa are about: 85c5d93, 46e939b

LABELS holds the labelled sets:

  code-search   LABELS/code-search/repos.json and annotations/NAME.json,
                in the form of the semble benchmark
  languages     LABELS/code-search/zh.jsonl, and our own translations of it
  line-spans    LABELS/line-spans/queries.jsonl
  repo-qa       LABELS/repo-qa/queries.jsonl
  web-queries   LABELS/web-queries/queries.jsonl and corpus.jsonl
  refusal       the questions of code-search and languages, asked of other
                repositories too
  speed         needs no labels: index time of every tree, and the rest on a
                copy of one of them (--tree)
  page          needs no labels: how soon the page shows something, in Chromium
                (--tree)

Speed depends on the machine: quote ratios of one run. Indexes are built in
temporary folders; yours are not touched. --home keeps those of the labelled sets.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.settings import Settings

from . import code_search, quality, refusal, speed, translated, web_page

USAGE: Final = 2
SPEED_TREE: Final = "fastapi"
"""About a thousand source files once the translations of its documentation are left out."""


@dataclass(frozen=True, slots=True)
class _LabelledSet:
    folder: str
    """Below the folder of labels."""
    file: str
    run: Callable[[Path, Path, Settings, quality.Say], quality.Report]


_LABELLED: Final = {
    "code-search": _LabelledSet("code-search", "repos.json", quality.run_code_search),
    "languages": _LabelledSet("code-search", "zh.jsonl", translated.run_languages),
    "line-spans": _LabelledSet("line-spans", "queries.jsonl", quality.run_line_spans),
    "repo-qa": _LabelledSet("repo-qa", "queries.jsonl", quality.run_repo_qa),
    "web-queries": _LabelledSet("web-queries", "queries.jsonl", quality.run_web_queries),
    "refusal": _LabelledSet("code-search", "repos.json", refusal.run_refusal),
}
SETS: Final = (*_LABELLED, "speed", "page")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _quality(name: str, labels: Path | None, corpora: Path, home: str) -> bool:
    chosen = _LABELLED[name]
    if labels is None:
        _say("  skipped: it needs labels (--labels, or LABELS= with make)")
        return False
    file = labels / chosen.folder / chosen.file
    if not file.is_file():
        _say(f"  skipped: there is no {str(file)!r}")
        return False
    with nullcontext(home) if home else tempfile.TemporaryDirectory() as kept:
        return bool(chosen.run(labels / chosen.folder, corpora, Settings(home=Path(kept)), _say))


def _speed(arguments: argparse.Namespace, labels: Path | None, corpora: Path) -> bool:
    if labels is not None and (labels / "code-search" / "repos.json").is_file():
        roots = [repository.root for repository in code_search.repositories(labels / "code-search", corpora)]
    else:
        roots = sorted(path for path in corpora.iterdir() if path.is_dir())
    speed.measure_index_time(roots, _say)
    tree = corpora / (arguments.tree or SPEED_TREE)
    if not tree.is_dir():
        _say(f"  latency and memory are skipped: there is no {str(tree)!r}; --tree names another folder of the corpora")
        return bool(roots)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "tree"
        shutil.copytree(tree, copy, symlinks=True, ignore=shutil.ignore_patterns("docs"))
        _say(f"latency on {tree.name} without its documentation")
        speed.measure_tree(copy, Path(scratch) / "home", _say)
    return True


def _page(arguments: argparse.Namespace, corpora: Path) -> bool:
    tree = corpora / (arguments.tree or SPEED_TREE)
    if not tree.is_dir():
        _say(f"  skipped: there is no {str(tree)!r}; --tree names another folder of the corpora")
        return False
    with tempfile.TemporaryDirectory() as home:
        return bool(web_page.measure_page(tree, Path(home), _say))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m citeline.evals.research.benchmarks",
        description=__doc__,
        epilog="with make: make bench CORPORA=FOLDER LABELS=FOLDER",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; all of them by default")
    parser.add_argument("--corpora", metavar="FOLDER", default="", help="working trees, one per repository")
    parser.add_argument(
        "--labels",
        metavar="FOLDER",
        default="",
        help="labelled sets; `speed` and `page` need none",
    )
    parser.add_argument(
        "--tree",
        metavar="NAME",
        default="",
        help=f"tree that `speed` and `page` are measured on; {SPEED_TREE} by default",
    )
    parser.add_argument(
        "--home", metavar="FOLDER", default="", help="keep the indexes of labelled sets here, for the next run"
    )
    return parser


def _folder(parser: argparse.ArgumentParser, option: str, given: str) -> Path | None:
    """None when nothing is given; ends the program when it is no folder."""
    if not given:
        return None
    folder = Path(given).expanduser().resolve()
    if not folder.is_dir():
        parser.error(f"{option}: there is no folder {given!r}")
    return folder


def main() -> None:
    """Run the chosen sets, all by default; ends with 2 when nothing could be measured."""
    parser = _parser()
    arguments = parser.parse_args()
    if unknown := sorted(set(arguments.sets) - set(SETS)):
        parser.error(f"no such set: {', '.join(unknown)}; there are {', '.join(SETS)}")
    corpora, labels = (_folder(parser, f"--{name}", getattr(arguments, name)) for name in ("corpora", "labels"))
    if corpora is None:
        parser.error(
            "nothing to measure on\n"
            "  fix: name a folder of working trees with --corpora FOLDER (make: CORPORA=FOLDER) and one of labelled\n"
            "       sets with --labels FOLDER (make: LABELS=FOLDER); --help shows what lies where in them"
        )
    measured = False
    try:
        for name in arguments.sets or SETS:
            _say(name)
            if name == "page":
                measured |= _page(arguments, corpora)
            elif name == "speed":
                measured |= _speed(arguments, labels, corpora)
            else:
                measured |= _quality(name, labels, corpora, arguments.home)
    except CitelineError as error:
        sys.exit(f"error: {error}\n  fix: {error.remedy}")
    if not measured:
        parser.exit(USAGE, "nothing was measured; --help shows what lies where in --corpora and --labels\n")


if __name__ == "__main__":
    main()
