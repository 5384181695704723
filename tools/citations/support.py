"""Do the cited lines carry the sentence? Facts first, then quotations, then names and numbers.

It tells whether a citation points at the right place; it cannot judge prose. Negation, comparisons, causes and
counts are beyond it (shared study of support, section 4), so a sentence without anything checkable is `not_shown`.
"""

from __future__ import annotations

from dataclasses import dataclass

from citeline.state import Supports
from citeline.text import terms

from .atoms import Atoms, read_atoms, strip_citations
from .facts import check_fact, read_fact
from .passage import Passage, collapse, contains_name, holds_quote

# Two identifiers, or one and half of the other words: with one bare name alone 1 in 10 wrong places passed.
_MIN_NAMES = 2
_MIN_COVERAGE = 0.5
_SHORTEST_SENTENCE = 12
"""Characters a sentence needs before its verbatim occurrence counts as a quotation."""


@dataclass(frozen=True, slots=True)
class Support:
    """A verdict with what it rests on (`fact`, `quote`, `names`, or nothing) and the reasons."""

    verdict: Supports
    basis: str
    why: str


def check_support(sentence: str, passage: Passage, *, quote: str = "") -> Support:
    """Judge one sentence against one passage. `quote` is source text that the claim shows verbatim.

    Never raises. `contradicted` only for a typed fact that the lines spell out differently.
    """
    if quote and not holds_quote(passage.text, quote):
        return Support("not_shown", "quote", f"the quoted text does not occur in {passage.lines}")
    fact = read_fact(strip_citations(sentence).strip())
    if fact is not None:
        finding, why = check_fact(fact, passage)
        if finding != "unknown":
            return Support("supported" if finding == "proved" else "contradicted", "fact", why)
    atoms = read_atoms(sentence)
    plain = collapse(strip_citations(sentence))
    if len(plain) >= _SHORTEST_SENTENCE and plain in collapse(passage.text):
        return Support("supported", "quote", f"the sentence stands word for word in {passage.lines}")
    if not (quote or atoms.names or atoms.quotes):
        return Support("not_shown", "", "the sentence holds no name or quotation that could be looked for")
    weighed = _weigh(atoms, passage, quote)
    if fact is not None and weighed.verdict == "supported":
        # Both names are there, but the lines do not show which calls which.
        return Support("partly", weighed.basis, f"{weighed.why}; the relation between them is not shown")
    return weighed


def _weigh(atoms: Atoms, passage: Passage, quote: str) -> Support:
    places = {name: passage.find(name) for name in atoms.names}
    absent = [f"`{name}`" for name, place in places.items() if not place]
    # A generic type has blanks in its name: `Impl<'de, E>.visit`.
    absent += [f"“{text}”" for text in atoms.quotes if not (holds_quote(passage.text, text) or text in passage.scope)]
    absent += [number for number in atoms.numbers if not contains_name(passage.text, number)]
    quoted = bool(quote) or any(holds_quote(passage.text, text) for text in atoms.quotes)
    basis = "quote" if quoted else "names"
    reasons = _reasons(places, quoted, passage)
    if absent:
        found = len(atoms.names) + len(atoms.quotes) + len(atoms.numbers) - len(absent)
        verdict: Supports = "partly" if found and found >= len(absent) else "not_shown"
        missing = f"{', '.join(absent)} {'does' if len(absent) == 1 else 'do'} not occur there"
        return Support(verdict, basis, "; ".join([*reasons, missing]))
    if quoted or _is_right_place(atoms, places, passage):
        return Support("supported", basis, "; ".join(reasons))
    return Support("partly", basis, "; ".join([*reasons, "too little else of the sentence can be looked for"]))


def _is_right_place(atoms: Atoms, places: dict[str, str], passage: Passage) -> bool:
    in_lines = [name for name, place in places.items() if place == passage.lines]
    if len(places) >= _MIN_NAMES and in_lines:
        return True
    if not atoms.words:
        return bool(in_lines)
    around = set(terms(f"{passage.text}\n{passage.scope}\n{passage.signature}\n{passage.path}"))
    coverage = len(atoms.words & around) / len(atoms.words)
    return coverage >= _MIN_COVERAGE and (bool(in_lines) or any(passage.encloses(name) for name in places))


def _reasons(places: dict[str, str], quoted: bool, passage: Passage) -> list[str]:
    reasons = [f"the quoted text stands in {passage.lines}"] if quoted else []
    by_place: dict[str, list[str]] = {}
    for name, place in places.items():
        if place:
            by_place.setdefault(place, []).append(f"`{name}`")
    for place, names in by_place.items():
        reasons.append(f"{', '.join(names)} {'occurs' if len(names) == 1 else 'occur'} in {place}")
    return reasons
