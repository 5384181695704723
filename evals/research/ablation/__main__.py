"""`make ablation`: asks a dataset with every part of the retrieval, then without each of them in turn."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Final

from citeline.errors import CitelineError
from citeline.indexing.generations.location import expanded_home
from citeline.model import ChunkId
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import CHANNELS
from citeline.tools.retrieval.query import first_query

from ...ablation_file import Ablated, write_ablation
from ...bootstrap import interval
from ...cases.case import Case
from ...cases.dataset import Dataset, read_dataset
from ...compare import Change, Comparison, compare
from ...corpora.fetch import fetch
from ...corpora.manifest import read_manifest
from ...places import match
from ...result import Result
from ...run import asker, run_dataset
from .parts import Part, parts, without
from .public_sets import public_sets

_HERE: Final = Path("evals/regression")
COLUMNS: Final = ("NDCG@10", "Hit@10", "cites gold", "line recall", "refused, rightly", "refused, wrongly")


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


@dataclass(slots=True)
class Finding:
    """Questions by what has found a right place of them."""

    asked: int = 0
    found: Counter[str] = field(default_factory=Counter)
    """By channel."""
    alone: Counter[str] = field(default_factory=Counter)
    """Those that no other channel has found."""

    def to_markdown(self) -> str:
        """Shares of the questions, in points."""
        lines = ["| channel | finds a right place | finds it alone |", "| --- | ---: | ---: |"]
        for channel in CHANNELS:
            shares = (100 * counted[channel.name] / max(self.asked, 1) for counted in (self.found, self.alone))
            lines.append(f"| {channel.name} | {' | '.join(f'{share:.1f}' if share else '·' for share in shares)} |")
        return "\n".join(lines) + "\n"


def find_by_channel(cases: Iterable[Case], handles: Mapping[str, IndexHandle]) -> Finding:
    """Ask every channel for its best chunks, as many as the machine shows in its first round, without a model."""
    depth = Settings.model_fields["channel_k"].default
    finding = Finding()
    for case in cases:
        if not case.answerable:
            continue
        reader = handles[case.corpus].reader
        query = first_query(reader, read(case.question))
        found = set()
        for channel in CHANNELS:
            first = channel.find(reader, query).chunks.ids[:depth].tolist()
            chunks = reader.structure.chunks([ChunkId(chunk) for chunk in first])
            if any(match([list(chunks.values())], case.right)):
                found.add(channel.name)
        finding.asked += 1
        finding.found.update(found)
        finding.alone.update(found if len(found) == 1 else ())
    return finding


@dataclass(frozen=True, slots=True)
class Row:
    """A part, and how the results without it compare with those with it."""

    part: Part
    comparison: Comparison


def to_markdown(rows: Iterable[Row]) -> str:
    """Differences to the whole machine, in points; bold where the interval leaves zero out."""
    return _table(COLUMNS, ((row.part, _cells(row.comparison)) for row in rows))


def searches_to_markdown(
    whole: Mapping[str, Sequence[float]], less: Sequence[tuple[Part, Mapping[str, Sequence[float]]]]
) -> str:
    """The same for the public sets: by set, the scores with everything, and those without each part."""
    columns = [f"{name} ({len(values)}) {fmean(values) * 100:.1f}" for name, values in whole.items()]
    return _table(
        columns, ((part, [_difference(whole[name], scores[name]) for name in whole]) for part, scores in less)
    )


def _table(columns: Sequence[str], rows: Iterable[tuple[Part, Sequence[str]]]) -> str:
    lines = [_line(["switched off", *columns]), _line(["---", *("---:" for _ in columns)])]
    kind = ""
    for part, cells in rows:
        if part.kind != kind:
            kind = part.kind
            lines.append(_line([f"*{kind}*", *("" for _ in columns)]))
        lines.append(_line([part.name, *cells]))
    return "\n".join(lines) + "\n"


def _cells(comparison: Comparison) -> list[str]:
    changes = {change.measure.name: change for change in comparison.changes}
    return [_cell(changes.get(name)) for name in COLUMNS]


def _difference(before: Sequence[float], after: Sequence[float]) -> str:
    differences = [new - old for old, new in zip(before, after, strict=True)]
    low, high = interval(differences)
    return _points(fmean(differences), is_more_than_chance=low > 0 or high < 0)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(change: Change | None) -> str:
    if change is None:
        return ""
    return _points(change.difference, is_more_than_chance=change.verdict in ("better", "worse"))


def _points(difference: float, *, is_more_than_chance: bool) -> str:
    """`−1.2`: a hundredth of the whole scale is a point."""
    points = f"{abs(difference) * 100:.1f}"
    if points == "0.0":
        return "·"
    told = ("−" if difference < 0 else "+") + points
    return f"**{told}**" if is_more_than_chance else told


if __name__ == "__main__":
    main()
