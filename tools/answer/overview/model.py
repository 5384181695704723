"""What is known about a corpus as a whole: typed facts, each with the lines that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.model import StoredDocument
from citeline.state import Fact

from ..draft import Draft

Aspect: TypeAlias = Literal[
    "purpose",
    "features",
    "design",
    "parts",
    "start",
    "entry",
    "install",
    "requirements",
    "run",
    "test",
    "lint",
    "build",
    "ci",
    "configure",
    "release",
    "contribute",
    "report",
    "security",
    "licence",
    "dependencies",
    "extras",
]
"""A side of a project that a newcomer asks about; the tables of `words.toml`."""


@dataclass(frozen=True, slots=True)
class ProjectFact:
    """One thing that lines of the corpus say about the whole of it."""

    aspect: Aspect
    draft: Draft
    path: str
    rank: float = 0.0
    """Within its aspect; lower is better."""

    @classmethod
    def of(
        cls,
        aspect: Aspect,
        relation: str,
        subject: str,
        text: str,
        document: StoredDocument,
        start_line: int,
        end_line: int,
        rank: float = 0.0,
    ) -> ProjectFact:
        """What lines of a document say."""
        return cls(aspect, Draft.of(relation, subject, text, document.id, start_line, end_line), document.path, rank)

    def told_as(self, aspect: Aspect, relation: str, subject: str) -> ProjectFact:
        """The same lines as a fact of another aspect, or about something else."""
        fact: Fact = {"relation": relation, "subject": subject, "object": self.draft.fact["object"]}
        return ProjectFact(aspect, replace(self.draft, fact=fact), self.path)


@dataclass(frozen=True, slots=True)
class Part:
    """A folder or a file of the product, or a document of a corpus without code."""

    path: str
    """Without a slash at its end."""
    is_folder: bool
    files: int
    lines: int
    rank: float
    """Sum of the PageRank of its files, weighted down for those that only others' tests use; higher is more central."""
    summary: str
    """Its first documented sentence; else the names that it defines; empty when there are none."""
    fact: ProjectFact
    opens: bool = False
    """Whether it is called like what a program begins with, or like the project."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """One part imports, or uses names of, another."""

    source: str
    target: str
    weight: float
    """How many times."""
    fact: ProjectFact
    """With the line of an import, or of a use where files of one package need none."""


@dataclass(frozen=True, slots=True)
class Overview:
    """A corpus as a newcomer sees it first."""

    name: str
    facts: Sequence[ProjectFact]
    """Best first within an aspect; those of parts and dependencies are not among them."""
    parts: Sequence[Part]
    """The most important first."""
    dependencies: Sequence[Dependency]
    """Between these parts, the strongest first."""
    described: Sequence[ProjectFact]
    """Folders and files as a page of the project itself lists them, in its order; empty without such a list."""
    order: Sequence[ProjectFact]
    """What to read, in order: entry points, then parts along their dependencies."""
    is_prose: bool = False
    """Whether its parts are documents."""

    def about(self, aspect: Aspect) -> list[ProjectFact]:
        """The facts of one aspect, best first."""
        return [fact for fact in self.facts if fact.aspect == aspect]
