"""The overview in the order in which a newcomer reads it, as rows with places, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from posixpath import basename
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.pages import line_range

from .commands import commands_said
from .model import Aspect, Dependency, Overview, Part, ProjectFact

_PARTS: Final = 10
"""Of code; documents are all shown."""
_EDGES: Final = 14
_EDGES_OF_ONE: Final = 3
"""A picture with every arrow shows none."""
_ORDER: Final = 6
_COMMANDS: Final[Sequence[Aspect]] = ("install", "run", "test", "lint", "build")
_LINES: Final[Mapping[Aspect, int]] = {"entry": 4, "requirements": 1, "licence": 1, "test": 2}
_MAX_RANK: Final = 0.75
"""Facts from worse places answer a question, and do not stand on the first screen."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the screen with the place that shows it."""

    label: str
    text: str
    path: str
    start_line: int
    end_line: int

    @property
    def place(self) -> str:
        """`path:3-7`, or `path:3` for one line."""
        return f"{self.path}:{line_range(self.start_line, self.end_line)}"

    def to_json(self) -> dict[str, Any]:
        """As printed."""
        return {
            "label": self.label,
            "text": self.text,
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
        }


def purpose_row(overview: Overview) -> Row | None:
    """What it is, in a sentence."""
    return next((_row(fact, overview.name) for fact in overview.about("purpose")), None)


def feature_row(overview: Overview) -> Row | None:
    """What it offers, in a line."""
    return next((_row(fact, "features") for fact in overview.about("features")), None)


def shown_parts(overview: Overview) -> Sequence[Part]:
    """The main ones."""
    return overview.parts if overview.is_prose else overview.parts[:_PARTS]


def part_rows(overview: Overview) -> list[Row]:
    """The main parts, the most important first, by their names below the folder that holds all of them."""
    shown = shown_parts(overview)
    rows = (_row(part.fact, label_of(part, shown)) for part in shown)
    return [
        row if part.summary or part.fact.draft.fact["relation"] == "part_defines" else replace(row, text=_size(part))
        for part, row in zip(shown, rows, strict=True)
    ]


def _size(part: Part) -> str:
    return f"{part.files} files, {part.lines} lines" if part.is_folder else f"{part.lines} lines"


def command_rows(overview: Overview) -> list[Row]:
    """What it requires, and how to install, run, test, lint and build it, each with its best place."""
    rows: list[Row] = []
    for aspect in ("requirements", *_COMMANDS, "licence"):
        told: set[str] = set()
        for fact in overview.about(aspect):
            relation, text = fact.draft.fact["relation"], fact.draft.fact["object"]
            is_answer = relation.startswith("to_") or relation in ("requires", "licence") or aspect == "requirements"
            is_answer |= aspect == "install" and bool(commands_said(aspect, text))
            if is_answer and fact.rank <= _MAX_RANK and text not in told and len(told) < _LINES.get(aspect, 1):
                rows.append(_row(fact, "" if told else aspect))
                told.add(text)
    return rows


def entry_rows(overview: Overview) -> list[Row]:
    """Where a run, or an import, begins."""
    facts = overview.about("entry")
    return [_row(fact, "") for fact in facts if fact.draft.fact["relation"] == "entry"][: _LINES["entry"]]


def order_rows(overview: Overview) -> list[Row]:
    """What to read, in order."""
    return [_row(fact, fact.draft.fact["subject"]) for fact in overview.order[:_ORDER]]


def shown_dependencies(overview: Overview) -> list[Dependency]:
    """Those between the parts that are shown: of each part the strongest few, of two directions the stronger one."""
    shown = {part.path for part in shown_parts(overview)}
    weights = {(edge.source, edge.target): edge.weight for edge in overview.dependencies}
    kept: list[Dependency] = []
    for edge in overview.dependencies:
        back = weights.get((edge.target, edge.source), 0.0)
        of_one = sum(one.source == edge.source for one in kept)
        if not {edge.source, edge.target} <= shown or edge.weight < back or of_one >= _EDGES_OF_ONE:
            continue
        if len(kept) < _EDGES and (edge.target, edge.source) not in {(one.source, one.target) for one in kept}:
            kept.append(edge)
    order = {fact.draft.fact["subject"]: place for place, fact in enumerate(overview.order)}
    return sorted(kept, key=lambda edge: (order.get(edge.source, len(order)), -edge.weight))


def mermaid(overview: Overview) -> str:
    """The main parts and how they depend on each other, as a Mermaid diagram; empty where nothing depends."""
    edges = shown_dependencies(overview)
    if not edges:
        return ""
    shown = shown_parts(overview)
    ids = {part.path: f"p{number}" for number, part in enumerate(shown, start=1)}
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    nodes = [f'    {ids[part.path]}["{_quoted(label_of(part, shown))}"]' for part in shown if part.path in ends]
    return "\n".join(["graph TD", *nodes, *(f"    {ids[edge.source]} --> {ids[edge.target]}" for edge in edges)])


def label_of(part: Part, shown: Sequence[Part]) -> str:
    """The name of a part below the folder that most shown parts lie in, if no other part is called so; a folder ends
    with a slash.
    """
    folders = [other.path.rpartition("/")[0] for other in shown]
    common = max(folders, key=folders.count, default="")
    inside = part.path[len(common) + 1 :] if common and part.path.startswith(common + "/") else part.path
    told = part.path if any(other.path == inside for other in shown) else inside
    return told + "/" * part.is_folder


def overview_json(overview: Overview) -> dict[str, Any]:
    """All of it as plain JSON values; every row has its place."""
    purpose, features = purpose_row(overview), feature_row(overview)
    return {
        "name": overview.name,
        "purpose": purpose.to_json() if purpose else None,
        "features": features.to_json() if features else None,
        "parts": [
            {
                **_row(part.fact, label_of(part, shown_parts(overview))).to_json(),
                "part": part.path,
                "files": part.files,
                "lines": part.lines,
            }
            for part in overview.parts
        ],
        "dependencies": [
            {"source": edge.source, "target": edge.target, **_place(edge.fact)} for edge in overview.dependencies
        ],
        "commands": [row.to_json() for row in _labelled(command_rows(overview))],
        "entry_points": [row.to_json() for row in entry_rows(overview)],
        "reading_order": [row.to_json() for row in order_rows(overview)],
        "mermaid": mermaid(overview),
    }


def _labelled(rows: Sequence[Row]) -> Iterator[Row]:
    """Rows with the label of the one above where they have none."""
    label = ""
    for row in rows:
        label = row.label or label
        yield Row(label, row.text, row.path, row.start_line, row.end_line)


def _row(fact: ProjectFact, label: str) -> Row:
    draft = fact.draft
    text = draft.fact["object"] if draft.fact["object"] != basename(label) else ""  # `yq.go  yq.go` says it twice
    if draft.fact["relation"] == "part_defines":
        text = f"defines {text}"
    return Row(label, text, fact.path, draft.start_line, draft.end_line)


def _place(fact: ProjectFact) -> dict[str, Any]:
    return {"path": fact.path, "start_line": fact.draft.start_line, "end_line": fact.draft.end_line}


def _quoted(label: str) -> str:
    return label.replace("#", "#35;").replace('"', "#quot;").replace("\n", " ")
