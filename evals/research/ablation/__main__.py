"""`make ablation`: asks a dataset with every part of the retrieval, then without each of them in turn."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from citeline.errors import CitelineError
from citeline.indexing.generations.location import expanded_home
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from ...ablation_file import Ablated, write_ablation
from ...cases.dataset import Dataset, read_dataset
from ...compare import compare
from ...corpora.fetch import fetch
from ...corpora.manifest import read_manifest
from ...result import Result
from ...run import asker, run_dataset
from .finding import Finding, find_by_channel
from .parts import Part, parts, without
from .public_sets import public_sets
from .table import COLUMNS, Row, searches_to_markdown, to_markdown

_HERE: Final = Path("evals/regression")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m citeline.evals.research.ablation", description=__doc__)
    parser.add_argument("--dataset", type=Path, default=_HERE / "regression.jsonl")
    parser.add_argument("--pinned", type=Path, default=_HERE / "corpora.toml", help="TOML file of its corpora.")
    parser.add_argument("--corpora", default="", metavar="FOLDER", help="Working trees of the public sets.")
    parser.add_argument("--labels", default="", metavar="FOLDER", help="Labels of the public sets.")
    parser.add_argument("--only", default="", metavar="TEXT", help="Parts whose kind or name has this text.")
    parser.add_argument(
        "--report", type=Path, default=None, metavar="FOLDER", help="Where `citeline eval run --report` shows it."
    )
    parser.add_argument("--write", type=Path, default=None, metavar="FILE", help="Where the page is written.")
    return parser


def main() -> None:
    """Print the page, and write it when that is wanted."""
    given = _parser().parse_args()
    chosen = [part for part in parts() if given.only.lower() in f"{part.kind} {part.name}".lower()]
    try:
        dataset = read_dataset(given.dataset)
        whole, rows, finding = _answers(dataset, given.pinned, chosen)
        page = _page(dataset, whole, rows, finding)
        if given.corpora and given.labels:
            page += _searches(Path(given.labels), Path(given.corpora), chosen)
    except CitelineError as error:
        sys.exit(f"error: {error}\n  fix: {error.remedy}")
    sys.stdout.write(page)
    if given.report:
        kept = [
            Ablated.of(whole.dataset_sha256, whole.name, row.part.kind, row.part.name, row.comparison) for row in rows
        ]
        _say(f"Written: {write_ablation(given.report, dataset.name, kept)}")
    if given.write:
        given.write.write_text(page, "utf-8")


def _answers(dataset: Dataset, pinned: Path, chosen: list[Part]) -> tuple[Result, list[Row], Finding]:
    """The result with everything, how the others compare with it, and what each channel finds by itself."""
    settings = Settings()
    home = expanded_home(settings.home) / "corpora"
    with ExitStack() as stack:
        handles = {
            name: stack.enter_context(index(fetch(corpus, home), settings=settings))
            for name, corpus in read_manifest(pinned).items()
        }

        def ask_all() -> Result:
            return run_dataset(dataset, lambda name: _kept_open(handles[name]), ask_case=asker(no_model=True))

        whole = ask_all()
        rows = []
        for part in chosen:
            _say(f"{dataset.name} without {part.kind}: {part.name}")
            with without(part):
                rows.append(Row(part, compare(whole, ask_all())))
        return whole, rows, find_by_channel(dataset.cases, handles)


def _page(dataset: Dataset, whole: Result, rows: list[Row], finding: Finding) -> str:
    figures = ", ".join(f"{name} {whole.figures[name].value * 100:.1f}" for name in COLUMNS)
    return (
        "# What each part of the retrieval is worth\n\n"
        "Written by `make ablation`. Each line is the whole machine, asked without a model, less one part:\n"
        "the difference in points of 100, bold where its 95 % interval, of the same questions with and without,\n"
        "leaves zero out; `·` is less than 0.05.\n\n"
        f"## {len(whole.judged)} questions of `{dataset.name}`\n\n"
        f"With everything: {figures}. Result {whole.name}.\n\n{to_markdown(rows)}\n"
        "## What the channels find\n\n"
        f"Of {finding.asked} questions that have an answer, in points: those of which a\n"
        "channel finds a right place among its first chunks, and those of which no other does.\n\n"
        f"{finding.to_markdown()}"
    )


def _searches(labels: Path, corpora: Path, chosen: list[Part]) -> str:
    with public_sets(labels, corpora, Settings()) as sets:
        whole = sets.scores()
        less = []
        for part in chosen:
            _say(f"public sets without {part.kind}: {part.name}")
            with without(part):
                less.append((part, sets.scores()))
    return f"\n## NDCG@10 of searches in the public sets\n\n{searches_to_markdown(whole, less)}" if whole else ""


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


@contextmanager
def _kept_open(handle: IndexHandle) -> Iterator[IndexHandle]:
    yield handle


if __name__ == "__main__":
    main()
