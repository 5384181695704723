"""A corpus as a newcomer sees it: purpose, main parts, entry points, commands, reading order, each with its lines.

Reads the structure of an index only; calls no model and searches nothing.
"""

from .asked import aspects_asked, overview_drafts
from .facts import overview_facts, project_names
from .model import Aspect, Dependency, Overview, Part, ProjectFact

__all__ = [
    "Aspect",
    "Dependency",
    "Overview",
    "Part",
    "ProjectFact",
    "aspects_asked",
    "overview_drafts",
    "overview_facts",
    "project_names",
]
