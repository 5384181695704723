"""What `citeline verify` has found as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from citeline.tools.compact import message
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.markdown import renumber
from citeline.tools.verify.verification import FileReport

_RULES: Final[Mapping[str, str]] = {
    "outside": "The cited path leads out of the repository.",
    "unresolved": "The cited file or lines do not exist.",
    "moved": "The cited text stands at other lines now.",
    "misplaced": "The cited lines are on another page, slide, sheet or cell, or below another anchor.",
    "wrong": "The cited text has moved, and was not what the sentence is about.",
    "edited": "The cited text has been edited.",
    "stale": "The cited text is no longer there.",
    "deleted": "The cited file no longer exists.",
    "contradicted": "The cited lines say otherwise.",
    "not-shown": "The cited lines do not show what the sentence says.",
    "partly": "The cited lines show only a part of what the sentence says.",
    "unknown-symbol": "Nothing in the repository has this name.",
}


def sarif_log(reports: Sequence[FileReport], root: Path) -> dict[str, Any]:
    """One run with a result for each citation that does not hold; what could not be checked is a notification."""
    results = [_result(report, item) for report in reports for item in report.checked if item.level != "fine"]
    driver = {
        "name": "citeline",
        "version": version("citeline"),
        "rules": [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()],
    }
    problems = [
        {
            "level": "error",
            "message": {"text": f"{report.file} {report.problem}"},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(report)}}],
        }
        for report in reports
        if report.problem
    ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": f"{root.as_uri().rstrip('/')}/"}},
        "invocations": [{"executionSuccessful": not problems, "toolExecutionNotifications": problems}],
        "results": results,
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _artifact(report: FileReport) -> dict[str, str]:
    if report.path is None:
        return {"uri": Path(report.file).absolute().as_uri()}
    return {"uri": quote(report.path, errors="surrogateescape"), "uriBaseId": "ROOT"}


def _result(report: FileReport, item: Checked) -> dict[str, Any]:
    citation = item.citation
    region = {
        "startLine": citation.line,
        "startColumn": citation.column,
        "endColumn": citation.column + len(citation.written),
    }
    place = {"artifactLocation": _artifact(report), "region": region}
    result: dict[str, Any] = {
        "ruleId": item.rule,
        "ruleIndex": list(_RULES).index(item.rule),
        "level": item.level,
        "message": {"text": message(item)},
        "locations": [{"physicalLocation": place}],
    }
    if replacements := _replacements(item, region):
        change = {"artifactLocation": _artifact(report), "replacements": replacements}
        result["fixes"] = [{"description": {"text": "Write the new numbers"}, "artifactChanges": [change]}]
    return result


def _replacements(item: Checked, region: Mapping[str, int]) -> list[dict[str, Any]]:
    """The new lines, and the new page, slide, sheet or cell."""
    citation, moved, place = item.citation, item.moved_to, item.citation.place
    found: list[dict[str, Any]] = []
    if item.rule == "moved" and citation.lines and moved is not None and moved[0] == item.path:
        text = renumber(citation.written, moved[1:])
        found.append({"deletedRegion": region, "insertedContent": {"text": text}})
    if place is not None and item.place_after:
        ends = place.column + len(place.written)
        there = {"startLine": place.line, "startColumn": place.column, "endColumn": ends}
        found.append({"deletedRegion": there, "insertedContent": {"text": item.place_after}})
    return found
