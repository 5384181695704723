"""`citeline eval`: how well a labelled set of questions is answered, and whether a change made it worse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from citeline.errors import UsageError
from citeline.evals.cases.case import Case
from citeline.evals.cases.dataset import Dataset, read_dataset
from citeline.evals.cases.feedback import feedback_file
from citeline.evals.compare import Comparison, compare
from citeline.evals.corpora.fetch import Corpus, fetch, read_manifest
from citeline.evals.outcome import Outcome
from citeline.evals.own_weights import fit_to, write_weights
from citeline.evals.report.page import write_page
from citeline.evals.result import newest_result, read_result, write_result
from citeline.evals.run import OpenCorpus, ResumeFile, asker, run_dataset
from citeline.evals.scores import read_scores, write_baseline
from citeline.evals.watch import TraceFile
from citeline.indexing.generations.location import expanded_home
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.retrieval.ranking import own_weights_file
from citeline.visible import one_line, visible

from ..console import stderr, stdout
from ..exit_codes import FAILED
from ..json_output import print_json
from ..opening import open_or_build
from ..options import Folder, force_option, format_option, no_model_option, repo_option
from ..rendering.render_eval import comparison_to_json, render_comparison, render_result
from .eval_new import new


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


_FILE = click.Path(path_type=Path)
_SHOWN_WEIGHTS = 10


@click.group("eval")
def command() -> None:
    """Measure how well a labelled set of questions is answered.

    A dataset is a file of JSON Lines: questions, and where their answers stand. `docs/evals.md` explains it.
    """


command.add_command(new)
command.add_command(corpora_command)


@command.command("run", short_help="Ask every question of a dataset.")
@click.argument("dataset", type=_FILE)
@repo_option
@click.option(
    "--corpora",
    type=Folder(),
    default=None,
    metavar="PATH",
    help="Folder of the corpora that rows name, or a TOML file that pins packages.  [default: beside DATASET]",
)
@click.option("--baseline", type=_FILE, default=None, metavar="FILE", help="A result or baseline to compare with.")
@click.option(
    "--repeats", type=click.IntRange(1, 20), default=1, metavar="N", help="Ask each question N times.  [default: 1]"
)
@click.option("--report", type=Folder(), default=None, metavar="DIR", help="Write the result and a page here.")
@click.option("--trace", type=_FILE, default=None, metavar="FILE", help="Write every run, step by step, as JSON Lines.")
@format_option
@no_model_option
@force_option
def run(
    dataset: Path,
    repo: Path,
    corpora: Path | None,
    baseline: Path | None,
    repeats: int,
    report: Path | None,
    trace: Path | None,
    output: str,
    no_model: bool,
    force: bool,
) -> int:
    """Ask every question of DATASET and measure what is found, cited and refused.

    With --report the result is written to DIR, named by the commit of Citeline, with a page to read in a browser; a run
    that was interrupted is continued there. Exit code 0: measured, 1: every case failed, 2: the dataset or a
    corpus is wrong.
    """
    cases = read_dataset(dataset)
    before = read_scores(baseline) if baseline else None
    opener = corpus_opener(repo, corpora or dataset.parent, Settings(), force=force)
    memory = ResumeFile(report, cases, no_model=no_model, repeats=repeats) if report else None
    with ExitStack() as stack:
        ask = stack.enter_context(TraceFile(trace, no_model=no_model)).ask if trace else asker(no_model=no_model)
        on_case = stack.enter_context(_progress(cases))
        # A trace of half a run would be none.
        recalled = None if trace else memory
        stack.enter_context(_telling_how_to_go_on(recalled))
        result = run_dataset(
            cases, opener, ask_case=ask, no_model=no_model, repeats=repeats, memory=recalled, on_case=on_case
        )
    if memory and memory.recalled:
        stderr().print(Text(f"{memory.recalled} of the cases were asked before the last run was interrupted.", "dim"))
    comparison = compare(before, result) if before else None
    if output == "json":
        changes = {"comparison": comparison_to_json(comparison)} if comparison else {}
        print_json({**result.model_dump(mode="json"), **changes})
    else:
        render_result(result, stdout(), comparison)
    if report and memory:
        page = write_page(result, report, comparison)
        written = write_result(result, report)
        memory.remove()
        stderr().print(Text(visible(f"Written: {written} and {page}"), "dim"))
    return FAILED if all(outcome.error for outcome in result.judged) else 0


@command.command("compare", short_help="What changed between two results.")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@format_option
def compare_command(before: Path, after: Path, output: str) -> int:
    """Compare two results of one dataset, case by case: what changed by more than chance.

    BEFORE and AFTER are result files, baselines, or folders, whose newest result is taken.
    """
    _show_compared(before, after, output)
    return 0


def _show_compared(before: Path, after: Path, output: str) -> Comparison:
    comparison = compare(read_scores(before), read_scores(after))
    if output == "json":
        print_json(comparison_to_json(comparison))
    else:
        render_comparison(comparison, stdout())
    return comparison


@command.command("gate", short_help="Fail when a metric has fallen.")
@click.argument("result", type=_FILE)
@click.option("--baseline", type=_FILE, required=True, metavar="FILE", help="What must not be undercut.")
@format_option
def gate(result: Path, baseline: Path, output: str) -> int:
    """Compare RESULT with a baseline, and end with 1 when a metric has become worse by more than chance.

    RESULT is a result file, or a folder, whose newest result is taken; FILE is one too, or what `eval baseline` wrote.
    Times are shown and fail nothing: they say more of the machine than of a change. Exit code 0: nothing fell, 1:
    something did, 2: the two share no case.
    """
    comparison = _show_compared(baseline, result, output)
    if not comparison.falls:
        return 0
    fell = ", ".join(change.measure.name for change in comparison.falls)
    stderr().print(Text(f"The gate is shut: worse than {one_line(str(baseline))}: {fell}.", "bold red"))
    return FAILED


@command.command("baseline", short_help="Keep what later results are compared with.")
@click.argument("result", type=_FILE)
@click.argument("file", type=_FILE)
def baseline_command(result: Path, file: Path) -> int:
    """Write the scores of RESULT to FILE: a small file for the repository, without texts and times.

    RESULT is a result file, or a folder, whose newest result is taken.
    """
    write_baseline(newest_result(result) if result.is_dir() else read_result(result), file)
    stderr().print(Text(visible(f"Written: {file}"), "dim"))
    return 0


@command.command("weights", short_help="Fit the ranking of an index to a dataset about it.")
@click.argument("dataset", type=_FILE, required=False)
@repo_option
@click.option("--write", is_flag=True, help="Use the weights from now on, if other questions are ordered better.")
@click.option("--forget", is_flag=True, help="Go back to the weights that Citeline brings.")
@force_option
def weights(dataset: Path | None, repo: Path, write: bool, forget: bool, force: bool) -> int:
    """Fit the weights of the ranking to DATASET, by default the feedback that was given about the folder.

    Shown is the mean reciprocal rank of the first right file: now, and of each question with weights that were fitted
    to the others. Nothing changes without --write, and `citeline status` says that weights of your own are used. Exit
    code 1: not written, since questions that were not fitted to are ordered no better.
    """
    with open_or_build(repo, Settings(), force=force) as handle:
        target = own_weights_file(handle.reader.location)
        if forget:
            target.unlink(missing_ok=True)
            stderr().print(Text("The weights are those that Citeline brings.", "dim"))
            return 0
        rows = read_dataset(dataset or feedback_file(handle.reader.location))
        fitted = fit_to(handle, rows)
        console = stdout()
        console.print(Text(f"{fitted.questions} questions, mean reciprocal rank of the first right file"))
        console.print(Text(f"  now {fitted.before:.3f}, fitted to the other questions {fitted.after:.3f}"))
        for name, (old, new) in list(fitted.changed.items())[:_SHOWN_WEIGHTS]:
            console.print(Text(f"  {name:<18} {old:7.3f} → {new:7.3f}", "dim"))
        if write and fitted.after <= fitted.before:
            stderr().print(Text("Not written: questions that were not fitted to are ordered no better.", "bold red"))
            return FAILED
        if write:
            write_weights(handle, rows, fitted)
            stderr().print(Text(visible(f"Written: {target}; `citeline eval weights --forget` takes it back."), "dim"))
    return 0


@contextmanager
def _telling_how_to_go_on(memory: ResumeFile | None) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        if memory:
            stderr().print(Text("What was asked is kept: the same command goes on from here.", "dim"))
        raise


@contextmanager
def _progress(dataset: Dataset) -> Iterator[Callable[[Outcome], None]]:
    """Draws on stderr when that is a terminal."""
    console = stderr()
    if not console.is_terminal:
        yield lambda outcome: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("Asking", total=len(dataset.cases))

        def show(outcome: Outcome) -> None:
            progress.update(task, advance=1, description=f"Asking {_short(outcome.case)}")

        yield show


def _short(case: Case) -> str:
    return one_line(case.id)[:30]
