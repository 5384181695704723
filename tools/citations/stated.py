"""Do the cited lines bear out the fact that a claim was rendered from? The sentence itself is not read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citeline.state import Fact
from citeline.text import words

from ..rag.markup import plain_text
from .facts import Fact as TypedFact
from .passage import Passage, collapse, holds_quote
from .phrasings import Relation
from .support import Support
from .typed.check import check_fact

_TYPED: Final[Mapping[str, Relation]] = {
    "defined": "defined_in",
    "calls": "calls",
    "inherits": "inherits",
    "implements": "inherits",
}
"""Relations that the tree of the lines can prove or contradict."""
_COMPUTED: Final = frozenset(
    {"count", "sum", "average", "difference", "change", "no_row", "empty_cell", "sampled", "listed"}
)
"""Relations that a look-up in a table has made of the lines; their objects need not stand there."""
_NAMES: Final = frozenset({"calls", "inherits", "implements", "includes", "imports", "uses", "defined", "uncalled"})
"""Relations between two names; the objects of all others are text of the lines."""


def check_stated(fact: Fact, passage: Passage, *, quote: str = "") -> Support:
    """Judge a fact against the lines. `quote` is source text that the claim shows verbatim. Never raises.

    Typed relations are proved or contradicted by the tree; names must stand in the lines or around them, and any other
    object word for word in the lines, markup aside; of a table's row every word.
    """
    if quote and not holds_quote(passage.text, quote):
        return Support("not_shown", "quote", f"the quoted text does not occur in {passage.lines}")
    relation = _TYPED.get(fact["relation"])
    if relation is not None:
        finding, why = check_fact(TypedFact(relation, fact["subject"], fact["object"]), passage)
        if finding == "proved":
            return Support("supported", "fact", why)
        if finding == "contradicted":
            return Support("contradicted", "fact", why)
    if fact["relation"] in _NAMES:
        return _by_names(fact, passage)
    if not _holds(fact, passage):
        if fact["relation"] in _COMPUTED:
            return Support("supported", "fact", f"computed from {passage.lines}")
        return Support("not_shown", "quote", f"what is stated does not stand in {passage.lines}")
    return Support("supported", "quote", f"what is stated stands in {passage.lines}")


def _by_names(fact: Fact, passage: Passage) -> Support:
    absent = [f"`{name}`" for name in (fact["subject"], fact["object"]) if not passage.find(name)]
    if absent:
        return Support("not_shown", "names", f"{' and '.join(absent)} not found in or around {passage.lines}")
    return Support("supported", "names", f"both names are found in or around {passage.lines}")


def _holds(fact: Fact, passage: Passage) -> bool:
    """Whether the object stands word for word in the lines, markup aside, or all of its words do."""
    stated = fact["object"]
    if holds_quote(passage.text, stated) or collapse(stated) in plain_text(collapse(passage.text)):
        return True
    there = {*words(passage.text), *words(plain_text(passage.text)), *words(passage.path), *words(passage.scope)}
    return all(
        word in there for word in words(stated) if fact["relation"] != "table_row" or word not in _headers(stated)
    )


def _headers(row: str) -> frozenset[str]:
    """Of a table's row as it is told: `Service: billing · Owner: Ana`."""
    return frozenset(word for part in row.split(" · ") for word in words(part.rpartition(": ")[0]))
