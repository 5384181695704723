"""What `citeline verify` has found, for people and for GitHub Actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from citeline.tools.answer.reading.lines import shortened
from citeline.tools.compact import message
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.verification import FileReport
from citeline.visible import one_line, visible

from .counts import counted

_MOST_UNDECIDED = 20
"""Sentences that are named one by one; a document with more of them is read as a whole."""
_SHOWN = 100
"""Characters of a sentence that recall it."""
_STYLES = {"error": ("✗", "red"), "warning": ("~", "yellow"), "fine": ("·", "green")}


def render_verification(reports: Sequence[FileReport], console: Console) -> None:
    """What is wrong and what was changed, file by file, and a line of sums."""
    for report in reports:
        if report.problem:
            console.print(Text(f"{one_line(report.file)} {one_line(report.problem)}", style="red"), soft_wrap=True)
        for fix in report.fixed:
            where = one_line(f"{report.file}:{fix.line}:{fix.column}")
            line = Text.assemble((where, "bold"), ("  fixed ", "green"), one_line(f"{fix.before} → {fix.after}"))
            console.print(line, soft_wrap=True)
        for item in report.checked:
            if item.level != "fine":
                _render(report, item, console)
    _render_undecided([(report, item) for report in reports for item in report.checked if _is_undecided(item)], console)
    console.print(_sums(reports), soft_wrap=True)


def _render_undecided(undecided: Sequence[tuple[FileReport, Checked]], console: Console) -> None:
    """Where a person has to read, each with its sentence: a count alone does not say what is left to do."""
    for report, item in undecided[:_MOST_UNDECIDED]:
        where = one_line(f"{report.file}:{item.citation.line}:{item.citation.column}")
        sentence = shortened(" ".join(item.citation.sentence.split()).rstrip(" .。"), _SHOWN)
        told = f"{item.citation.label}: undecided{f': “{sentence}”' if sentence else ''}"
        told = one_line(f"{told}; there with “{item.added}”" if item.added else told)
        console.print(Text.assemble((where, "bold"), ("  ? ", "yellow"), told), soft_wrap=True)
    if len(undecided) > _MOST_UNDECIDED:
        console.print(Text(f"… {len(undecided) - _MOST_UNDECIDED:,} more undecided", style="dim"))


def _render(report: FileReport, item: Checked, console: Console) -> None:
    mark, colour = _STYLES[item.level]
    where = one_line(f"{report.file}:{item.citation.line}:{item.citation.column}")
    console.print(Text.assemble((where, "bold"), (f"  {mark} ", colour), message(item)), soft_wrap=True)
    for line in visible(item.diff).split("\n") if item.diff else ():
        colour = {"+": "green", "-": "red"}.get(line[:1], "dim")
        console.print(Text(f"      {line}", style=colour), soft_wrap=True)


def _sums(reports: Sequence[FileReport]) -> Text:
    levels = {level: sum(report.count(level) for report in reports) for level in ("error", "warning")}
    total = sum(len(report.checked) for report in reports)
    fixed = sum(len(report.fixed) for report in reports)
    parts = [f"{counted(total, 'citation')} in {counted(len(reports), 'file')}"]
    parts += [counted(count, level) for level, count in levels.items() if count]
    parts += [f"{fixed} fixed"] if fixed else []
    checked = [item for report in reports for item in report.checked]
    proved = sum(item.supports == "supported" for item in checked)
    parts += [f"{proved} proved"] if proved else []
    unread = sum(bool(report.problem) for report in reports)
    parts += [f"{counted(unread, 'file')} not checked or not fixed"] if unread else []
    # That the lines are the right ones is no proof of what is said about them.
    undecided = sum(map(_is_undecided, checked))
    if undecided:
        parts.append(f"{undecided} undecided: the lines are there; read whether they say so")
    elif total and not any(levels.values()) and not unread and not proved:
        parts.append("all there")
    is_whole = not (undecided or levels["warning"])
    return Text(" · ".join(parts), style="red" if levels["error"] or unread else "green" if is_whole else "yellow")


def _is_undecided(item: Checked) -> bool:
    return item.level == "fine" and item.supports != "supported" and _cites_text(item)


def _cites_text(item: Checked) -> bool:
    """Whether a sentence rests on what stands there, and not only on a file or a name being there."""
    return item.citation.lines is not None or item.citation.place is not None


def workflow_commands(reports: Sequence[FileReport]) -> Iterator[str]:
    """`::error file=…,line=…,col=…::message`, as GitHub Actions shows them beside the lines of a change."""
    for report in reports:
        file = _property(report.path or report.file)
        if report.problem:
            yield f"::error file={file}::{_data(f'{report.file} {report.problem}')}"
        for fix in report.fixed:
            yield f"::notice file={file},line={fix.line}::{_data(f'fixed {fix.before} to {fix.after}')}"
        for item in report.checked:
            if item.level != "fine":
                place = f"line={item.citation.line},col={item.citation.column}"
                title = _property(f"citeline: {item.rule}")
                yield f"::{item.level} file={file},{place},title={title}::{_data(message(item))}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
