"""What the rows of a table have to match: the lines that were found hold much of a question, too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass

_NEARLY: Final = 0.97
"""Share of the weights of a question that counts as all of it."""
_MUCH: Final = 0.4


@dataclass(frozen=True, slots=True)
class Rival:
    """How much of the question the lines of the passages hold: what a table has to match."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """Term of the question to its inverse frequency in the corpus."""
    coverage: Callable[[], Mapping[int, float]] = dict
    """Document to the share of these weights that its best span and the headings above it hold, 0 to 1."""

    def has_more_than(self, words: Collection[str], documents: Collection[int], *, computed: bool) -> bool:
        """Whether lines of other documents hold all that is asked, and a row does not; or a computation lacks much of
        what they hold.
        """
        total = sum(self.weights.values()) or 1.0
        held = sum(weight for term, weight in self.weights.items() if term in words) / total
        other = max((share for document, share in self.coverage().items() if document not in documents), default=0.0)
        return held < _NEARLY <= other or (computed and other - held > _MUCH)
