"""What the check of one citation in a Markdown file has found."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.state import Supports, Unchanged

from .markdown import Citation
from .meaning import Suggestion

Level: TypeAlias = Literal["fine", "warning", "error"]
Rule: TypeAlias = Literal[
    "fine",
    "outside",
    "unresolved",
    "moved",
    "misplaced",
    "wrong",
    "edited",
    "stale",
    "deleted",
    "contradicted",
    "not-shown",
    "partly",
    "unknown-symbol",
]
"""The one word for a citation: the first of its verdicts that is not good."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One citation with its verdicts."""

    citation: Citation
    rule: Rule
    level: Level
    why: str
    path: str = ""
    """Of the file that was found, relative to the root; empty when there is none."""
    resolves: bool = True
    """The file exists and has the lines; for a symbol, that it is known."""
    unchanged: Unchanged | None = None
    """None when there is nothing to compare the lines with."""
    supports: Supports | None = None
    """None when nothing is claimed that could be looked for."""
    basis: str = ""
    added: str = ""
    """What limits it in the lines, where the sentence repeats the rest."""
    moved_to: tuple[str, int, int] | None = None
    """Path and lines where the cited text stands now, or what has become of it, when that is not where it is cited."""
    certain: bool = True
    """Of text that moved: whether it fits the sentence well enough to be renumbered unasked."""
    suggested: tuple[Suggestion, ...] = ()
    """Lines that the sentence may be about, best first; where the cited ones do not carry it, or did not when they
    were cited."""
    place: str = ""
    """Page, slide, sheet or cell of the lines as they are now, `sheet Costs, B2:C9`; empty where there are none."""
    place_after: str = ""
    """What to write instead of the place in the citation; empty to leave it, or where that is not sure."""
    diff: str = ""
    """From what was cited to what stands there now."""
    nearest: tuple[str, ...] = ()
    """Names or paths that may have been meant."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, as `citeline verify --format json` prints them."""
        citation = self.citation
        lines = citation.lines or (None, None)
        moved = self.moved_to
        return {
            "line": citation.line,
            "column": citation.column,
            "kind": citation.kind,
            "written": citation.written,
            "path": self.path or citation.path or None,
            "start_line": lines[0],
            "end_line": lines[1],
            "place": citation.place.written if citation.place else None,
            "name": citation.name or None,
            "sentence": citation.sentence or None,
            "verdict": self.rule,
            "level": self.level,
            "resolves": self.resolves,
            "unchanged": self.unchanged,
            "supports": self.supports,
            "basis": self.basis or None,
            "why": self.why,
            "added": self.added or None,
            "moved_to": {"path": moved[0], "start_line": moved[1], "end_line": moved[2]} if moved else None,
            "certain": self.certain if moved else None,
            "suggested": [
                {"path": item.path, "start_line": item.lines[0], "end_line": item.lines[1], "score": item.score}
                for item in self.suggested
            ],
            "place_now": self.place or None,
            "diff": self.diff or None,
            "nearest": list(self.nearest),
        }
