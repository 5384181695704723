"""What is ranked: spans of passages, and what the ranker reads of a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from citeline.dataclass import dataclass
from citeline.model import StoredChunk

from ..reading.lines import Line, as_read
from .spans import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that retrieval has found."""

    chunk: StoredChunk
    score: float
    """As a share of the best one's."""
    prose: bool
    inline_test: bool = False
    examples: tuple[tuple[int, int], ...] = ()
    """First and last lines of the blocks of code in a document."""
    bodies: tuple[tuple[int, int], ...] = ()
    """First and last lines of the functions in code, the outer ones first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of a passage with what is known of it."""

    passage: Passage
    span: Span
    rank: int
    """Of its passage, from 1."""

    @property
    def start_line(self) -> int:
        """In the file, 1-based."""
        return self.passage.chunk.start_line + self.span.first

    @property
    def end_line(self) -> int:
        """Inclusive."""
        return self.passage.chunk.start_line + self.span.last

    @property
    def lines(self) -> int:
        """How many there are."""
        return self.span.last - self.span.first + 1

    @property
    def text(self) -> str:
        """The lines as they read, joined with LF."""
        chunk = self.passage.chunk
        return "\n".join(
            as_read(chunk.text, chunk.language, chunk.path).split("\n")[self.span.first : self.span.last + 1]
        )


@dataclass(frozen=True, slots=True)
class Sought:
    """What the ranker reads of a question."""

    weights: Mapping[str, float]
    """Term to its inverse frequency in the corpus."""
    texts: tuple[str, ...]
    """The English form first; each is compared by meaning."""
    intents: Mapping[str, float] = field(default_factory=dict)
    """Slot of the ranker (`reason`, `value` …) to the chance that it is asked for; `denial`: 1 where that is denied."""
    tests: bool = False
    """Whether tests are asked for; else those of other code come first."""
    whole: bool = False
    """Whether an order or a list is asked for, of which a part is no answer."""
    steps: bool = False
    """Whether an order is asked for, or how something is done."""
    defined: Mapping[str, float] = field(default_factory=dict)
    """Term of what is asked to be defined, or told apart, to its inverse frequency; empty where nothing is."""
    alike: Mapping[str, str] = field(default_factory=dict)
    """Synonym to the one of `weights` that it stands for, both as terms."""

    helps: bool = False
    """Whether the help of a program is asked for."""

    def passes_over(self, line: Line) -> bool:
        """Whether a line says a name only, or that an option prints the help, where nobody asks for that."""
        return line.names or (line.helps and not self.helps)

    @property
    def goes_on(self) -> bool:
        """Whether a list or a guide that is begun is told to its end."""
        return self.whole or self.steps or self.intents.get("guide", 0.0) > 0
