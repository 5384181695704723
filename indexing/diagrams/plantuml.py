"""PlantUML: sequence, class, component, use case and state diagrams, which share the way arrows are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .diagram import Diagram

_START: Final = re.compile(r"@start(\w+)")
_SKIPPED: Final = re.compile(
    r"'|@|!|(?:skinparam|title|hide|show|header|footer|legend|caption|scale|left|top|autonumber|activate|deactivate"
    r"|return|alt|else|end|loop|opt|group|par|break|newpage|together|namespace|\}|==|\.\.\.|\|\|\|)",
    re.IGNORECASE,
)
_NOTE: Final = re.compile(r"(?:[rh]?note|legend|skinparam\s.*\{|/')", re.IGNORECASE)
_NOTE_END: Final = re.compile(r"end\s*(?:[rh]?note|legend)|\}$|.*'/", re.IGNORECASE)
_KEYWORDS: Final = (
    "participant|actor|boundary|control|entity|database|collections|queue|component|interface|abstract class|abstract"
    "|class|enum|annotation|object|node|package|rectangle|usecase|state|cloud|folder|frame|storage|artifact|agent|card"
)
_CLASSES: Final = frozenset(["class", "interface", "abstract", "abstract class", "enum", "annotation", "object"])
_SIDE: Final = r"\"[^\"]+\"|\[[^\]*][^\]]*\]|\([^)*]+\)|:[^:]+:|\[\*\]|[\w.$@]+"
_DECLARED: Final = re.compile(
    rf"(?P<kind>{_KEYWORDS})\s+(?P<a>{_SIDE})(?:\s+as\s+(?P<b>{_SIDE}))?(?:\s*<[^{{]*>)?"
    rf"(?:\s+(?P<word>extends|implements)\s+(?P<base>[\w.$]+))?[^{{]*(?P<open>\{{)?\s*$",
    re.IGNORECASE,
)
_DASHES: Final = r"[-.]{1,20}(?:\[[^\]]{0,80}\])?"
_DIRECTION: Final = r"(?:(?:up|down|left|right|le|ri|do|[udlr])(?=[-.]|\[))?"
_LEFT: Final = r"(?P<left><\|?|<<|[*o#x+^}|]{1,2}(?=[-.]))?"
_RIGHT: Final = r"(?P<right>\|>|>>|>|[*#+^{|]{1,2}|[ox](?=\s))?[ox]?"
_TIMES: Final = r"\s*(?:\"[^\"]*\"\s*)?"
_ARROW: Final = re.compile(
    rf"(?P<a>{_SIDE}){_TIMES}{_LEFT}{_DASHES}{_DIRECTION}(?:{_DASHES})?{_RIGHT}{_TIMES}(?P<b>{_SIDE})"
    r"\s*(?:[+\-*!]{2}\s*)?(?::\s*(?P<label>.*))?$"
)
_ALONE: Final = re.compile(r"\[(?P<component>[^\]*]+)\](?:\s+as\s+(?P<name>\w+))?\s*$")


def read_plantuml(lines: Sequence[tuple[int, str]]) -> Diagram | None:
    """The first diagram of a block or file, given as line numbers and lines; None when it draws nothing."""
    diagram = Diagram("uml")
    inside_note, depth = False, 0
    for number, line in lines:
        text = line.strip()
        if found := _START.match(text):
            diagram.kind = found[1].lower()
        if inside_note:
            inside_note = not _NOTE_END.match(text)
        elif _NOTE.match(text) and not _DECLARED.match(text):
            # On one line it ends with its text behind a colon.
            inside_note = ":" not in text and not (text.startswith("/'") and text.endswith("'/"))
        elif depth:
            depth += text.count("{") - text.count("}")
        elif found := _DECLARED.match(text):
            _declare(diagram, found, number)
            depth = int(bool(found["open"]) and found["kind"].lower() in _CLASSES)
        elif not _SKIPPED.match(text):
            _draw(diagram, text, number)
    return diagram if diagram.labels else None


def _declare(diagram: Diagram, found: re.Match[str], line: int) -> None:
    first, second = _plain(found["a"]), _plain(found["b"] or "")
    # `component "Order service" as orders` and `participant orders as "Order service"` say the same.
    name, label = (first, second) if found["b"] and found["b"][0] == '"' else (second or first, first)
    diagram.shape(name, line, label)
    if found["base"]:
        diagram.arrow(name, found["base"], line, found["word"])


def _draw(diagram: Diagram, text: str, line: int) -> None:
    if found := _ARROW.match(text):
        source, target = _plain(found["a"]), _plain(found["b"])
        if "[*]" in (found["a"], found["b"]):
            return
        if (found["left"] or "").startswith("<") and not found["right"]:
            source, target = target, source
        diagram.arrow(source, target, line, found["label"] or "")
    elif found := _ALONE.match(text):
        diagram.shape(found["name"] or found["component"], line, found["component"])


def _plain(side: str) -> str:
    """Without the quotes or brackets that say which shape it has."""
    return side[1:-1].strip() if side and side[0] in '"[(:' else side
