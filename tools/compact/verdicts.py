"""The verdicts of a text's citations as an agent reads them."""

from __future__ import annotations

from typing import Final

from citeline.pages import line_range
from citeline.visible import one_line

from ..verify.checked import Checked
from ..verify.meaning import Suggestion
from ..verify.verification import FileReport
from .fitting import counted, fit

_LONGEST: Final = 200
"""Characters of a citation as written; a line number of a thousand digits is known by its beginning."""


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


def message(item: Checked) -> str:
    """One sentence on a citation, with what to write instead where that is known; control characters escaped."""
    written = item.citation.label
    written = written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"
    parts = [f"{written}: {item.rule.replace('-', ' ')}{_arrow(item)}: {item.why}"]
    if item.nearest:
        parts.append(f"nearest: {', '.join(item.nearest)}")
    if item.suggested:
        parts.append(f"it may be about {' or '.join(map(_suggestion, item.suggested))}")
    if item.rule == "edited" and item.supports in ("not_shown", "contradicted"):
        parts.append(f"and what stands there now does not carry the sentence ({item.supports.replace('_', ' ')})")
    return one_line("; ".join(parts))


def _suggestion(item: Suggestion) -> str:
    return f"{item.path}:{line_range(*item.lines)} (score {item.score:.2f})"


def _arrow(item: Checked) -> str:
    """` 41→57`, ` 41→57, page 9→page 11`, and the path in front of it when that is another."""
    place = f" {item.citation.place.written}→{item.place_after}" if item.citation.place and item.place_after else ""
    if item.moved_to is None or (item.citation.lines is None and place):
        return place
    path, *lines = item.moved_to
    after = line_range(*lines)
    if path != item.path:
        return f" to {path}:{after}"
    if item.citation.lines is None:
        return ""
    return f" {line_range(*item.citation.lines)}→{after}{f',{place}' if place else ''}"
