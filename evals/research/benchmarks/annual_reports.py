"""`python -m citeline.evals.research.benchmarks.annual_reports CLONES`: FinanceBench, each report searched by itself.

The page that the benchmark names counts as found where one of the five best pieces begins, ends or stands on it. With
`--figures` only the questions for one figure of one statement are asked: the first claim has it, in whatever unit.
Halves are those of docs/evals.md: every other company in the order of their names. Reports whose bytes the clone lacks
are left out with their questions, and counted.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.graph.run import ask
from citeline.indexing.extraction.process import let_this_process_die
from citeline.model import StoredChunk
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from ..clones import Clones

REPOSITORY: Final = "patronus-ai/financebench"
COMMIT: Final = "cc39aeb4afdf33909ee1412188bf89035950c2eb"
_QUESTIONS: Final = "data/financebench_open_source.jsonl"
_TOP: Final = 5
_NUMBER: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_ROUNDED: Final = 0.03
"""Of a figure: one of 389 millions is 0.4 billions there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one report."""

    report: str
    company: str
    kind: str
    question: str
    pages: frozenset[int]
    """Counted from 1, any of which counts."""
    figure: float | None = None
    """Of a question for one figure of one statement."""


Measure = Callable[[Asked, IndexHandle], bool]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each question whose page is not found, and the shares."""
    parser = argparse.ArgumentParser(prog="annual_reports", description=__doc__)
    parser.add_argument("clones", type=Path, help="folder of clones, each called OWNER+NAME")
    parser.add_argument("--figures", action="store_true", help="ask for the figures instead")
    parser.add_argument("--reports", type=int, default=0, help="only the first so many reports")
    given = parser.parse_args(arguments)
    let_this_process_die()
    clones = Clones(given.clones)
    written = clones.read(REPOSITORY, COMMIT, _QUESTIONS)
    if written is None:
        sys.stderr.write(clones.report())
        return 2
    asked: dict[str, list[Asked]] = defaultdict(list)
    for one in questions_of(written):
        if one.figure is not None or not given.figures:
            asked[one.report].append(one)
    measure = has_figure if given.figures else has_page
    chosen = sorted(asked)[: given.reports or None]
    found: dict[Asked, bool] = {}
    for report in chosen:
        found.update(on_report(report, asked[report], clones, measure))
    for one, is_found in found.items():
        if not is_found:
            sys.stdout.write(f"missed: {one.report}, page {sorted(one.pages)}: {one.question[:90]}\n")
    sys.stdout.write(shares(found))
    missed = sum(len(asked[report]) for report in chosen) - len(found)
    sys.stdout.write(f"not measured, because their reports are not in the clone: {missed} questions\n")
    return 0


def questions_of(written: bytes) -> Iterator[Asked]:
    """Those of the benchmark; pages of other reports are no place to find."""
    for line in written.decode("utf-8").splitlines():
        row: Mapping[str, Any] = json.loads(line)
        report = row["doc_name"]
        pages = frozenset(one["evidence_page_num"] + 1 for one in row["evidence"] if one["doc_name"] == report)
        is_figure = (row["question_type"], row["question_reasoning"]) == ("metrics-generated", "Information extraction")
        figure = float(row["answer"].strip("$").replace(",", "")) if is_figure else None
        yield Asked(report, row["company"], row["question_type"], row["question"], pages, figure)


def on_report(report: str, asked: Sequence[Asked], clones: Clones, measure: Measure) -> Iterator[tuple[Asked, bool]]:
    """What is measured of each question, on its report alone; nothing where the clone has no such report."""
    data = clones.read(REPOSITORY, COMMIT, f"pdfs/{report}.pdf")
    if data is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "reports"
        tree.mkdir()
        (tree / f"{report}.pdf").write_bytes(data)
        with index(tree, settings=Settings(home=Path(folder) / "home")) as handle:
            for one in asked:
                yield one, measure(one, handle)


def has_page(asked: Asked, handle: IndexHandle) -> bool:
    """Whether one of its pages is among the best pieces."""
    hits = handle.search(asked.question, top_k=_TOP, single=True).hits
    return any(pages_of(hit.chunk) & asked.pages for hit in hits)


def has_figure(asked: Asked, handle: IndexHandle) -> bool:
    """Whether the first claim has its figure, rounded as the benchmark does, in units, thousands or millions."""
    claims = ask(asked.question, handle).claims
    return bool(claims) and asked.figure is not None and is_told(asked.figure, claims[0]["text"])


def is_told(figure: float, text: str) -> bool:
    """`8.7` is told by `8,738`: what is asked for in billions stands in millions in the report."""
    numbers = [float(number.replace(",", "")) for number in _NUMBER.findall(text)]
    return any(abs(number / unit - figure) <= _ROUNDED * figure for number in numbers for unit in (1, 1e3, 1e6))


def pages_of(chunk: StoredChunk) -> set[int]:
    """The pages that a chunk stands on, counted from 1."""
    if chunk.pages is None:
        return set()
    first, last = chunk.pages.number_at(chunk.start_line), chunk.pages.number_at(chunk.end_line)
    return set(range(first, last + 1)) if first is not None and last is not None else set()


def shares(found: Mapping[Asked, bool]) -> str:
    """A line for each half of the companies, each kind of question, and all."""
    companies = sorted({one.company for one in found})
    groups: dict[str, list[bool]] = defaultdict(list)
    for one, is_found in found.items():
        half = "AB"[companies.index(one.company) % 2]
        for group in ("all", half, one.kind):
            groups[group].append(is_found)
    return "".join(
        f"{group}: {sum(flags)} of {len(flags)} ({sum(flags) / len(flags):.2f})\n"
        for group, flags in sorted(groups.items())
    )


if __name__ == "__main__":
    sys.exit(main())
