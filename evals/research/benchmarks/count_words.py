"""Counts how common words are in software at large: the background that grading holds a corpus against.

`python -m citeline.evals.research.benchmarks.count_words FOLDER…` counts each folder as one project and writes
`tools/question/background.txt`. The shipped table is of 51 projects in 20 languages: those of `code-search`, the
standard library of Python, the headers of C, a package manager, and two dozen Python packages. A project's own words
weigh one part in 51, so a corpus that is among them is judged a little more strictly than a new one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from citeline.errors import CitelineError
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import walk
from citeline.model import SourceFile
from citeline.text import terms

LINES = 40
"""Of a piece: about what a chunk of an index holds."""
MOST_FILES = 500
"""Of a project, evenly spaced: more say the same."""
LEAST_SHARE = 1e-4
LEAST_PROJECTS = 3
_MOST_BYTES = 200_000
_LONGEST = 30
PER = 100_000


def count_project(root: Path) -> dict[str, float]:
    """Term to the share of the project's pieces that hold it; empty for a folder with almost no text."""
    found = walk(root, max_file_bytes=_MOST_BYTES).files
    step = max(1, len(found) // MOST_FILES)
    counted: Counter[str] = Counter()
    pieces = 0
    for file in found[::step][:MOST_FILES]:
        source = read_source(root, file, max_file_bytes=_MOST_BYTES)
        if not isinstance(source, SourceFile):
            continue
        lines = source.text.split("\n")
        for start in range(0, len(lines), LINES):
            held = {term for term in terms("\n".join(lines[start : start + LINES])) if len(term) <= _LONGEST}
            pieces += bool(held)
            counted.update(held)
    return {term: number / pieces for term, number in counted.items() if term.isascii()} if pieces >= LINES else {}


def pool(projects: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Mean share over projects, each of the same weight, of the terms that are common enough to keep."""
    total: dict[str, float] = defaultdict(float)
    holders: Counter[str] = Counter()
    for shares in projects:
        holders.update(shares.keys())
        for term, share in shares.items():
            total[term] += share / len(projects)
    return {term: share for term, share in total.items() if share >= LEAST_SHARE and holders[term] >= LEAST_PROJECTS}


def to_text(shares: Mapping[str, float], projects: int) -> str:
    """The file: a line for each rounded share, `21 kafka redi …` with pieces of 100,000 and the terms."""
    by_share: dict[int, list[str]] = defaultdict(list)
    for term, share in shares.items():
        by_share[round(share * PER)].append(term)
    lines = [f"# How many of {PER} pieces of {LINES} lines hold a term, over {projects} projects. See count_words.py."]
    lines += [f"{number} {' '.join(sorted(by_share[number]))}" for number in sorted(by_share, reverse=True)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and write; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        projects = [shares for folder in chosen.folders if (shares := count_project(folder.resolve()))]
    except CitelineError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201 - a script's message
        return error.exit_code
    shares = pool(projects)
    Path(str(files("citeline.tools.question").joinpath("background.txt"))).write_text(
        to_text(shares, len(projects)), "utf-8"
    )
    print(f"{len(shares)} terms of {len(projects)} projects")  # noqa: T201 - a script's result
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
