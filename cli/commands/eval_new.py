"""`citeline eval new`: a labelled set, written at the terminal row by row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from citeline.evals.cases.case import Case, Gold
from citeline.evals.cases.dataset import read_dataset
from citeline.evals.cases.labelling import NONE, append_case, lines_to_ask_about, make_case, read_groups, read_patterns
from citeline.model import StoredChunk
from citeline.settings import Settings
from citeline.tools.citations.working_tree import WorkingTree
from citeline.tools.handle import IndexHandle
from citeline.visible import one_line, visible

from ..console import stderr
from ..opening import open_or_build
from ..options import force_option, repo_option, typed

END: Final = "q"
_SHOWN_LINES: Final = 16
_QUESTION: Final = f"Question that these lines answer (empty: other lines, {END}: end)"
_RIGHT: Final = (
    f"Right: numbers, path:12-20, or {NONE}; commas between alternatives, semicolons between points "
    "(empty: the lines above)"
)
_SAYS: Final = "It must say: a pattern for each point, semicolons between (empty: only the places count)"


@click.command("new", short_help="Write a dataset, row by row.")
@click.argument("dataset", type=click.Path(path_type=Path))
@repo_option
@click.option("--corpus", default="", metavar="NAME", help="Corpus that the rows name; empty: the folder of --repo.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Tag of every row; repeatable.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides which lines are shown.")
@force_option
def new(dataset: Path, repo: Path, corpus: str, tags: tuple[str, ...], seed: int, force: bool) -> int:
    """Write rows to DATASET, which is made or continued.

    It shows some lines, you type a question that they answer, and then which other places answer it too: hits of the
    search by their number, or any place of the corpus. `none` makes it a question that the corpus does not answer.
    Where you say what an answer must say, answers to the row are graded. Each row is written at once.
    """
    taken = {case.id for case in read_dataset(dataset).cases} if dataset.exists() else set[str]()
    console = stderr()
    with open_or_build(repo, Settings(), force=force) as handle:
        written = 0
        for shown in lines_to_ask_about(handle, seed):
            _show(shown, console)
            question = typed(_QUESTION)
            if question == END:
                break
            if question and (case := _case(question, shown, handle, corpus, tags, taken, console)):
                append_case(dataset, case)
                taken.add(case.id)
                written += 1
    console.print(Text(visible(f"{written} rows written to {dataset}, which has {len(taken)}."), "dim"))
    return 0


def _case(
    question: str,
    shown: StoredChunk,
    handle: IndexHandle,
    corpus: str,
    tags: tuple[str, ...],
    taken: set[str],
    console: Console,
) -> Case | None:
    """The row, once what was typed is right; None when the person gives it up."""
    hits = [hit.chunk for hit in handle.search(question, single=True).hits]
    _list(hits, console)
    tree = WorkingTree(handle.reader.tree)
    while (given := typed(_RIGHT)) != END:
        try:
            groups = _groups(given, shown, hits)
            says = read_patterns(typed(_SAYS)) if groups else ()
            return make_case(question, groups, tree, says=says, corpus=corpus, tags=tags, taken=taken)
        except ValueError as error:
            console.print(Text(visible(f"{error}; {END} gives the question up"), "yellow"))
    return None


def _groups(given: str, shown: StoredChunk, hits: Sequence[StoredChunk]) -> tuple[tuple[Gold, ...], ...]:
    if given == NONE:
        return ()
    if not given:
        return ((Gold(path=shown.path, start_line=shown.start_line, end_line=shown.end_line),),)
    return read_groups(given, hits)


def _show(piece: StoredChunk, console: Console) -> None:
    lines = piece.text.splitlines()
    console.print(Text(f"\n{_at(piece)}", "bold"))
    console.print(Text(visible("\n".join(lines[:_SHOWN_LINES])), "dim"))
    if len(lines) > _SHOWN_LINES:
        console.print(Text(f"… {len(lines) - _SHOWN_LINES} lines more", "dim"))


def _list(hits: Sequence[StoredChunk], console: Console) -> None:
    for number, hit in enumerate(hits, start=1):
        console.print(Text.assemble(f"{number:>3}  {_at(hit)}  ", (one_line(hit.name), "dim")))


def _at(piece: StoredChunk) -> str:
    return one_line(f"{piece.path}:{piece.start_line}-{piece.end_line}")
