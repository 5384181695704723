"""Do the cited lines carry the sentence? Typed facts first, then quotations, names and numbers, then a score.

It tells whether a citation points at the right place, and whether a typed fact holds; it cannot judge prose. Negation,
comparisons, causes and counts are beyond it (docs/supports.md has the figures).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from citeline.dataclass import dataclass
from citeline.state import Supports
from citeline.text import cjk_runs, last_part, terms

from ..question.vocabulary.language import language_of
from .added import find_added
from .atoms import Atoms, read_atoms, right_place, strip_citations, ungrouped
from .denials import find_denial, is_limited
from .exchanged import find_mix_up, find_other_thing
from .facts import NAMED_RELATIONS, Fact, Relation, phrasings, read_attributed, read_facts
from .opposites import absent_quantities, find_contradiction, lacks_unit
from .passage import Passage, cells_of, collapse, contains_name, holds_quote, is_document
from .typed.check import check_fact, is_reversed
from .typed.conditions import check_branch, check_order, expressions_of, find_comparisons
from .typed.ground import MAKERS, UNKNOWN, Found, ground_of
from .typed.read_tests import Test, read_code
from .typed.written import check_written

RIGHT_PLACE: Final = 0.55
"""Score from which lines count as the right ones: 96 of 100 in the answers are, when three of four places are right."""
RIGHT_PLACE_BY_WORDS: Final = 0.7
"""The same for a sentence without a name or quotation, of which plain words are all that can be looked for."""
_PARTLY: Final = 0.3
_OPENINGS: Final = frozenset({"raises", "calls"})
"""What is so whatever else a sentence says of it."""
_SHORTEST_SENTENCE: Final = 12
"""Letters a sentence needs before its verbatim occurrence counts as a quotation; a Chinese one says as much as two."""
DISTRIBUTED: Final[frozenset[Relation]] = frozenset(
    {"raises", "throws", "calls", "default", "swallows", "propagates", "inherits", "decorated", "member",
     "uses", "converts", "optional", "required", "undefaulted", "sets", "defined_in"}
)  # fmt: skip
"""Relations that hold of each of several names when they hold of all: what returns `a` and `b` returns neither."""
_MOST: Final = 6
_NAMES: Final = re.compile(r"`[^`]+`(?:,? (?:and|or) `[^`]+`|, `[^`]+`)+")
_NAME: Final = re.compile(r"`[^`]+`")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_BEHIND: Final = frozenset({">", "<="})
"""The line is behind the bound, which itself belongs to the smaller ones."""


@dataclass(frozen=True, slots=True)
class Support:
    """A verdict with what it rests on (`fact`, `quote`, `names`, or nothing) and the reasons."""

    verdict: Supports
    basis: str
    why: str
    added: str = ""
    """What limits it in the lines, where a sentence that nothing decides repeats the rest of one of theirs."""


def check_support(sentence: str, passage: Passage, *, quote: str = "") -> Support:
    """Judge one sentence against one passage. `quote` is source text that the claim shows verbatim.

    Never raises. `contradicted` only for a typed fact that the lines spell out differently.
    """
    if quote and not holds_quote(passage.text, quote):
        return Support("not_shown", "quote", f"the quoted text does not occur in {passage.lines}")
    plain = _named(strip_citations(sentence, passage.text), passage)
    facts = list(read_facts(plain))
    told = (
        _by_fact([fact for fact in facts if fact.whole], passage)
        or _by_parts(plain, passage)
        or _by_opening([fact for fact in facts if fact.opens], passage)
    )
    if told is not None:
        return told
    atoms = read_atoms(sentence)
    if _is_quoted(plain, passage):
        return Support("supported", "quote", f"the sentence stands word for word in {passage.lines}")
    if attributed := read_attributed(sentence):
        subject, told_text = attributed
        is_quoted = _is_quoted(told_text, passage) or _is_cell(told_text, passage)
        if is_quoted and (not subject or passage.find(subject)):
            return Support("supported", "quote", f"the quoted text stands in {passage.lines}")
    opposite = find_denial(sentence, passage) or find_contradiction(sentence, passage) or find_mix_up(sentence, passage)
    if opposite:
        return Support("contradicted", "words", opposite)
    places = {name: passage.find(name) for name in atoms.names}
    score = right_place(sentence, atoms, places, passage)
    if not (quote or atoms.names or atoms.quotes):
        return _without_others(_weigh_words(sentence, atoms, score, passage), sentence, passage)
    # Of the others, nothing is known where nothing is decided.
    facts = [fact for fact in facts if fact.relation in NAMED_RELATIONS and not (fact.condition or fact.denied)]
    lacking = "" if quote else _lacking(facts, passage)
    if lacking:
        return Support("not_shown", "names", lacking)
    weighed = _weigh(sentence, atoms, places, score, passage, quote)
    doubt = _doubt(facts, passage) if weighed.verdict == "place" else ""
    told = Support("partly", weighed.basis, f"{weighed.why}; {doubt}") if doubt else weighed
    return _without_others(told, sentence, passage)


def _without_others(support: Support, sentence: str, passage: Passage) -> Support:
    """`partly` where nothing speaks against a sentence but a word in whose place the lines have another one."""
    if support.verdict != "place" and support.basis:
        return support
    if other := find_other_thing(sentence, passage):
        return Support("partly", "words", other)
    added = find_added(sentence, passage)
    if added and not support.basis:
        support = Support("place", "names", f"the words of the sentence are those of {passage.lines}")
    return replace(support, added=added)


def stands_whole(text: str, lines: str) -> bool:
    """Whether a text stands in the lines from end to end of sentences: `retry it` is no quotation of `do not retry it`,
    nor of `retry it, unless it failed twice`.

    A text without a letter, or too short, says nothing.
    """
    plain, there = collapse(text).rstrip(" .。"), collapse(lines)
    if len(plain) + sum(map(len, cjk_runs(plain))) < _SHORTEST_SENTENCE or not any(map(str.isalpha, plain)):
        return False
    start = there.find(plain)
    while start >= 0:
        before, after = there[:start].rstrip()[-1:], there[start + len(plain) :].lstrip()[:1]
        if not (
            before.isalnum()
            or after.isalnum()
            or is_limited(there[:start], there[start + len(plain) :], language_of(plain))
        ):
            return True
        start = there.find(plain, start + 1)
    return False


def _is_quoted(text: str, passage: Passage) -> bool:
    """Whether a text stands whole in the lines, and they do not end in the middle of its sentence."""
    return all(stands_whole(text, lines) for lines in (passage.text, passage.with_next))


def _is_cell(text: str, passage: Passage) -> bool:
    """Whether a text is all of a cell of a table, however short."""
    return collapse(text) in map(collapse, cells_of(passage))


def _by_fact(facts: Sequence[Fact], passage: Passage) -> Support | None:
    """The verdict on a sentence that is nothing but a fact, whichever way it is read; None when lines do not tell."""
    found = [check_fact(fact, passage) for fact in facts]
    # `sys.exit` is not called where `ctx.exit` is: unlike a graph, a sentence does not know what a name stands for.
    known = [fact.denied or fact.relation != "calls" or bool(passage.find(fact.object)) for fact in facts]
    why = next(
        (why for (finding, why), is_known in zip(found, known, strict=True) if finding == "proved" and is_known), ""
    )
    if why:
        return Support("supported", "fact", why)
    why = next((why for finding, why in found if finding == "contradicted"), "")
    return Support("contradicted", "fact", why) if why else None


def _by_opening(facts: Sequence[Fact], passage: Passage) -> Support | None:
    """The verdict on a sentence that opens with a fact and goes on: one wrong part is enough."""
    found = (check_fact(fact, passage) for fact in facts if fact.relation in _OPENINGS)
    why = next((why for finding, why in found if finding == "contradicted"), "")
    return Support("contradicted", "fact", why) if why else None


def _named(sentence: str, passage: Passage) -> str:
    """A sentence that says "the function" of the one that the lines are known by, with its name."""
    clauses = phrasings()["clauses"]
    itself = re.search(clauses["itself"], sentence, re.IGNORECASE)
    if itself and ground_of(passage).is_of_callable(makes=itself[0].split()[-1] in MAKERS):
        sentence = f"{sentence[: itself.start()]}`{passage.scope}`{sentence[itself.end() :]}"
    return re.sub(clauses["apposed"], r"\1", sentence, flags=re.IGNORECASE)


def _by_parts(sentence: str, passage: Passage) -> Support | None:
    """The verdict on a sentence that says several things: proved when each of them is, contradicted when one is."""
    parts = [[fact for fact in read_facts(part) if fact.whole] for part in alternatives_of(sentence)]
    if not parts and all(both := [[f for f in read_facts(part) if f.whole] for part in conjuncts_of(sentence)]):
        parts = both
    parts = parts or [
        [f for f in read_facts(part) if f.whole and f.relation in DISTRIBUTED and name in (f.subject, f.object)]
        for part, name in members_of(sentence)
    ]
    told = [_by_fact(facts, passage) for facts in parts]
    if wrong := next((one for one in told if one is not None and one.verdict == "contradicted"), None):
        return wrong
    if told and all(one is not None for one in told):
        return told[0]
    checks = (check_written, check_bound, check_order)
    finding, why = next(
        (found for found in (check(sentence, passage) for check in checks) if found[1]), ("unknown", "")
    )
    if finding == "unknown" and not any(fact.whole and fact.condition for fact in read_facts(sentence)):
        finding, why = check_branch(sentence, passage)
    return Support("contradicted", "fact", why) if finding == "contradicted" else None


def _lacking(facts: Sequence[Fact], passage: Passage) -> str:
    """Why lines cannot show a relation: they lack a name of the only one that is stated, or all names of each."""
    enough = 1 if any(fact.whole for fact in facts) else 2
    absent = [_absent(fact, passage) for fact in facts if fact.whole or enough == 2]
    if not absent or any(len(names) < enough for names in absent):
        return ""
    names = " and ".join(f"`{name}`" for name in absent[0])
    return f"{names} {'does' if len(absent[0]) == 1 else 'do'} not occur in {passage.lines}"


def _absent(fact: Fact, passage: Passage) -> list[str]:
    """Names of a relation that are not there. What something does stands in the lines or nowhere; who does it, and
    where something is defined, may stand around them.
    """
    absent = [] if passage.find(fact.subject) else [fact.subject]
    shown = f"{passage.text}\n{passage.signature}"
    around = fact.relation == "defined_in" and passage.find(fact.object)
    if not (around or contains_name(shown, last_part(fact.object).strip("\"'"))):
        absent.append(fact.object)
    return absent


def _doubt(facts: Sequence[Fact], passage: Passage) -> str:
    """Why lines that have all the names may still not show what a sentence, or a clause of it, says about them."""
    if any(fact.whole for fact in facts):
        return "the relation between them is not shown"
    for fact in facts:
        finding, why = check_fact(fact, passage)
        if finding == "contradicted":
            return f"though {why}"
        if finding == "unknown" and is_reversed(fact, passage):
            return f"the lines show it the other way round for `{fact.subject}` and `{fact.object}`"
    return ""


def _weigh_words(sentence: str, atoms: Atoms, score: float, passage: Passage) -> Support:
    """The verdict on plain words and numbers. Without a basis where they do not tell: nothing was missed."""
    there = frozenset(terms(f"{passage.text} {passage.scope} {passage.signature} {passage.path}"))
    shares_words = any(not word.isdigit() for word in atoms.words & there)
    absent = _absent_numbers(sentence, atoms, passage)
    if absent:
        missing = f"{', '.join(absent)} {'does' if len(absent) == 1 else 'do'} not occur in {passage.lines}"
        return Support("partly" if shares_words else "not_shown", "names", missing)
    if score >= RIGHT_PLACE_BY_WORDS and shares_words:
        return Support("place", "names", f"the words of the sentence are those of {passage.lines}")
    return Support("not_shown", "", "the sentence holds no name or quotation that could be looked for")


def _weigh(sentence: str, atoms: Atoms, places: dict[str, str], score: float, passage: Passage, quote: str) -> Support:
    absent = [f"`{name}`" for name, place in places.items() if not place]
    # A generic type has blanks in its name: `Impl<'de, E>.visit`.
    absent += [f"“{text}”" for text in atoms.quotes if not (holds_quote(passage.text, text) or text in passage.scope)]
    numbers = _absent_numbers(sentence, atoms, passage)
    absent += numbers
    quoted = bool(quote) or any(holds_quote(passage.text, text) for text in atoms.quotes)
    basis = "quote" if quoted else "names"
    reasons = _reasons(places, quoted, passage)
    if absent:
        found = len(atoms.names) + len(atoms.quotes) + len(atoms.numbers) - len(absent)
        missed = sum(text not in atoms.measured for text in absent)
        # Any text has numbers: that one of them stands there too says nothing about what is named.
        near = (quoted or any(places.values())) and (not missed or (found >= missed and (quoted or score >= _PARTLY)))
        missing = f"{', '.join(absent)} {'does' if len(absent) == 1 else 'do'} not occur there"
        return Support("partly" if near else "not_shown", basis, "; ".join([*reasons, missing]))
    if quoted or score >= RIGHT_PLACE:
        return Support("place", basis, "; ".join(reasons))
    return Support("partly", basis, "; ".join([*reasons, "too little else of the sentence can be looked for"]))


def _absent_numbers(sentence: str, atoms: Atoms, passage: Passage) -> list[str]:
    text, around = ungrouped(passage.text), f"{passage.text} {passage.scope} {passage.signature}"
    absent = [
        number for number in atoms.numbers if not contains_name(text, number) or lacks_unit(number, sentence, around)
    ]
    return absent + (absent_quantities(strip_citations(sentence, text), around) if is_document(passage) else [])


def _reasons(places: dict[str, str], quoted: bool, passage: Passage) -> list[str]:
    reasons = [f"the quoted text stands in {passage.lines}"] if quoted else []
    by_place: dict[str, list[str]] = {}
    for name, place in places.items():
        if place:
            by_place.setdefault(place, []).append(f"`{name}`")
    for place, names in by_place.items():
        reasons.append(f"{', '.join(names)} {'occurs' if len(names) == 1 else 'occur'} in {place}")
    return reasons


def alternatives_of(sentence: str) -> list[str]:
    """`A when it holds` and `B unless it holds` of "A when it holds, and B otherwise"; empty for anything else."""
    for pattern in _otherwise():
        if found := pattern.match(sentence):
            main, first, join, condition, second = (found[name] for name in ("main", "first", "join", "said", "second"))
            return [f"{main}{first} {join} {condition}", f"{main}{second} unless {condition}"]
    return []


def members_of(sentence: str) -> list[tuple[str, str]]:
    """A sentence for each name of the only list of names in it, with that name; empty where there is no list."""
    lists = list(_NAMES.finditer(sentence))
    if len(lists) != 1:
        return []
    names = _NAME.findall(lists[0][0])
    before, after = sentence[: lists[0].start()], sentence[lists[0].end() :]
    after = re.sub(phrasings()["clauses"]["together"], " ", after)
    if after.startswith(" are "):
        after = f" is {after[5:]}"
    return [(f"{before}{name}{after}", name.strip("`")) for name in names] if len(names) <= _MOST else []


def conjuncts_of(sentence: str) -> list[str]:
    """Each of the facts of "By default, `a` is 1, and `b` is 2"; empty for a sentence that does not begin anew."""
    found = re.match(phrasings()["clauses"]["conjunction"], sentence)
    return [f"{found['lead'] or ''}{part}" for part in (found["first"], found["second"])] if found else []


@cache
def _otherwise() -> tuple[re.Pattern[str], ...]:
    value = phrasings()["clauses"]["value"]
    return tuple(
        re.compile(pattern.replace("{value}", value), re.IGNORECASE) for pattern in phrasings()["clauses"]["otherwise"]
    )


# Comparisons in prose against the comparisons of the code: `more than 5` and `at most 5` draw the same line, whatever
# happens on either side of it; `at least 5` draws another.
def check_bound(sentence: str, passage: Passage) -> Found:
    """Contradicts the only comparison of a sentence where every one of the lines with that bound draws another line.

    Only where the sentence says what is tested: "at most 5 times" is also what a counter below 5 comes to.
    """
    said = _tested(sentence)
    compared = list(find_comparisons(said)) if said else []
    if len(compared) != 1 or not _NUMBER.fullmatch(compared[0][1]):
        return UNKNOWN
    operator, bound = compared[0]
    words = {word[:4] for word in terms(said)}
    tests = [test for test in _comparisons(passage) if test.bound == bound]
    if not tests or any(words.isdisjoint(word[:4] for word in test.words) for test in tests):
        return UNKNOWN
    if bound == "0" and any(test.operator == f"{operator}=" for test in tests):
        return UNKNOWN  # what holds for zero and below holds for what is negative
    if all((test.operator in _BEHIND) != (operator in _BEHIND) for test in tests):
        return "contradicted", f"{passage.lines} compare with `{tests[0].operator} {bound}`"
    return UNKNOWN


def _comparisons(passage: Passage) -> list[Test]:
    written = dict.fromkeys(text for told in ground_of(passage).told() for text in expressions_of(told))
    return [test for text in written for tests in read_code(text) for test in tests if test.operator]


def _tested(sentence: str) -> str:
    """The part of a sentence that says what is tested; empty where none does."""
    found = _patterns().search(sentence)
    return sentence[found.end() :] if found else ""


@cache
def _patterns() -> re.Pattern[str]:
    return re.compile(phrasings()["conditions"]["tested"], re.IGNORECASE)
