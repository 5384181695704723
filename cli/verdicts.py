"""The verdicts of a text's citations as an agent reads them."""

from __future__ import annotations

from citeline.tools.citations.checked import Checked
from citeline.tools.citations.verification import FileReport
from citeline.tools.compact import fit

from .render import counted
from .render_verify import message


def verification_text(report: FileReport, *, max_tokens: int) -> str:
    """A verdict for each citation of a text: what is wrong first, with the lines where the cited text stands now."""
    if report.problem:
        return f"not checked: the text {report.problem}"
    if not report.checked:
        return "no citation found: cite lines as `path/to/file.py:12-20`, in the sentence that they carry"
    order = {"error": 0, "warning": 1, "fine": 2}
    items = sorted(report.checked, key=lambda item: order[item.level])
    wrong, doubtful = (sum(item.level == level for item in items) for level in ("error", "warning"))
    opening = (
        f"{counted(len(items), 'citation')}: {len(items) - wrong - doubtful} hold, {doubtful} doubtful, {wrong} wrong"
    )
    return fit([opening, *map(_verdict, items)], (), max_tokens=max_tokens)


def _verdict(item: Checked) -> str:
    mark = {"error": "wrong", "warning": "doubtful", "fine": "holds"}[item.level]
    return f"{mark} (line {item.citation.line}) {message(item)}"
