"""Whether an answer answers: `yes` where something besides words bears it out, or one place clearly stands out.

Where nothing was looked up, what tells a full answer from a part of one is a chance (`ranking/stated.py`,
docs/decisions/036): how far the first passage and the first line stand above the others. `not_stated` is one of
something that is known to be absent, or of lines that are likely about another thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import eq
from typing import Any, Final

from citeline.state import Answers, Claim, Evidence
from citeline.text import identifiers_in, last_part, numbers_in, terms, words

from ...citations.passage import contains_name
from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ..reading.lines import says_number

PARTS: Final = frozenset({"frame", "environment", "likely cell", "told in"} | {"signature"})
"""Bases that may tell a part of the answer, however likely a full one is."""
BORNE: Final = frozenset({"definition", "cell", "graph", "release", "filed", "none filed", "raised", "value"})
"""Bases whose answers are full for four of five questions: with these the place that raises a quoted message, and the
likeliest value where it is likely enough. Those from any other exact string or a project's own files are not.
"""
KNOWN: Final = PARTS | {"overview"} | (BORNE - {"raised", "value"})
"""Bases that are looked up, so that nobody has to guess whether anything is stated."""
YES: Final = 0.72
"""The chance of a full answer from which on it says `yes`: of those 84 % are full (docs/decisions/037)."""
ASKED: Final = 0.45
"""The chance that an edge is asked for, from which on one of the graph answers: of 42 labelled answers with more 41 are
full, of three with less none.
"""
HELD: Final = 0.64
"""The share of a question that all cited pieces hold, below which the place that raises a quoted message is a part of
the answer: of 55 labelled answers with more 52 are full, of seven with less three.
"""
_STATED: Final = 1.8
"""The log-odds that anything is stated, of the lines beside a value, below which it is the value of another thing
(`clientsChunkSize`, of how many clients 2 GB can take): of 40 labelled answers with more 37 are full, of five with less
one.
"""
_REASON: Final = 0.2
"""The chance that a reason is asked for, from which on no number has to be told."""
_UNKNOWN: Final = "uncalled"
"""The relation of what nobody is known to call."""
DOUBT: Final = 0.45
"""The chance of a full answer below which it says that it may be none: of those one in three is full."""

_BASES: Final = {
    "signature": "a definition that says nothing of itself",
    "frame": "a line that the question names",
    "environment": "the lines that read them",
    "members": "the list in the code",
    "raised": "the place that raises the message",
    "string": "a text that stands there word for word",
    "overview": "the project's own files",
    "filed": "what the documents say of themselves",
    "told in": "documents that name it, and may be about something else",
    "value": "a value behind a name",
    "likely cell": "a cell of a table that has only some of the words asked for",
}
"""What they rest on, in words."""
_BEARS_OUT: Final = (
    ("alone", 0.4, "no other passage comes near it"),
    ("margin", 2.0, "no other lines come near it"),
)
"""What speaks for an answer: its signal, the least of it that is told, and how."""
_ALIKE: Final = "most answers with what is known of this one are full"
DOUBTFUL: Final = "the lines may be about something else"
"""The reason of one that says so before its lines."""


def judge(
    claims: Sequence[Claim],
    *,
    basis: str,
    not_stated: str,
    missing: Sequence[str],
    signals: Mapping[str, float],
    edges: float = 1.0,
    partial: bool = False,
) -> Answers:
    """The verdict with its reason. `basis` and `not_stated`: as `compose` tells them; `missing`: names that are asked
    for and do not exist; `signals`: of the state, with the chance that the answer is `full` where it is known.
    `edges`: the chance that an edge of the graph is asked for, as who calls something. `partial`: as `is_partial`
    tells it.
    """
    if not_stated:
        return {"verdict": "not_stated", "why": not_stated}
    if not claims:
        return {"verdict": "not_stated", "why": "no line bears on the question"}
    if missing:
        return {"verdict": "not_stated", "why": f"nothing mentions {', '.join(missing)}"}
    rests = rests_on(basis, claims[0])
    is_other = partial or (rests and _is_other(claims[0], basis, signals, edges))
    if rests and basis in BORNE and not is_other:
        return {"verdict": "yes", "why": f"rests on {_BASES.get(basis, f'a {basis}')}"}
    full = signals.get("full")
    # Nobody knows the chance of a sentence that a model or a person wrote.
    # Who uses something is known to the graph, and to no line that has the words.
    is_likely = full is not None and full >= YES and edges < ASKED and not is_other
    if is_likely and "fact" in claims[0] and not (rests and basis in PARTS):
        return {"verdict": "yes", "why": _borne_out_by(signals)}
    if rests:
        return {"verdict": "partly", "why": f"the first sentence rests on {_BASES.get(basis, basis)}; it may be a part"}
    if _is_doubtful(claims, signals):
        return {"verdict": "partly", "why": DOUBTFUL}
    return {"verdict": "partly", "why": "the lines are about the question; nothing else bears them out"}


def _is_doubtful(claims: Sequence[Claim], signals: Mapping[str, float]) -> bool:
    """Whether ranked lines answer of which few such answers are full."""
    return bool(claims) and signals.get("full", 1.0) < DOUBT and "features" in claims[0]


def _is_other(first: Claim, basis: str, signals: Mapping[str, float], edges: float) -> bool:
    """Whether what was looked up answers another question, or a part of this one: an edge that nobody asked for, the
    place of a message about which more is asked, a value that holds in one case.
    """
    fact = first.get("fact")
    if basis == "graph":  # a way over several edges is weighed by nothing
        return bool(signals) and (edges < ASKED or (fact is not None and fact["relation"] == _UNKNOWN))
    if basis == "raised":
        return signals.get("together", 1.0) < HELD
    is_doubted = signals.get("stated", _STATED) < _STATED
    return basis == "value" and (is_doubted or (fact is not None and "condition" in fact))


def is_partial(question: Question, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> bool:
    """Whether the claims lack what is asked for by its kind: one of two things that are compared, the value of one of
    several names, any number, or the numbers of the question.
    """
    asks_number = question.intents[0] in ("value", "cell") and question.literal == "number"
    asks_number = asks_number and question.chances.get("why", 0.0) < _REASON
    is_ranked = all("features" in one for one in claims)
    lacks_number = asks_number and is_ranked and not says_number(claims[0]["text"], code=False)
    lacks_asked = is_ranked and _lacks_number_of(question, claims, evidence)
    return lacks_number or lacks_asked or _lacks_name(question, claims) or _is_one_sided(question, claims, evidence)


def _lacks_number_of(question: Question, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> bool:
    """Whether the question has numbers, and no claim has any of them nor cites a line with one: rows `with amount over
    1.2.3` are not told. `Python 3.9` tells of `Python 3`, and `Python 3` says nothing of 3.14.
    """
    asked = [number.split(".") for number in question.numbers]
    cites = {number for one in claims for number in one["evidence"]} if asked else set()
    texts = [*(one["text"] for one in claims), *(one["text"] for one in evidence if one["id"] in cites)]
    told = [number.split(".") for text in texts for number in numbers_in(text)]

    def tells(own: Sequence[str], there: Sequence[str]) -> bool:
        return len(there) >= len(own) and all(map(eq, own, there))

    return bool(asked) and not any(tells(own, there) for own in asked for there in told)


def _lacks_name(question: Question, claims: Sequence[Claim]) -> bool:
    """Whether values of several names are asked for, and none is told of one of them."""
    names = [last_part(one.text) for one in question.names if one.kind != "word"]
    told = "\n".join(one["text"] for one in claims)
    return len(names) > 1 and question.asks_for("value") and not all(contains_name(told, name) for name in names)


def _is_one_sided(question: Question, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> bool:
    """Whether the question compares two things, and one of them is missing: a name from all that is cited, words from
    the lines of the first claim and of what was looked up, for some of them stand anywhere.
    """
    sides = question.sides
    if sides is None:
        return False
    first = {one for claim in claims if claim is claims[0] or "features" not in claim for one in claim["evidence"]}
    told = {one["id"]: f"{one['path']} {one['name']}\n{one['text']}" for one in evidence}
    everything = "\n".join(told[one] for claim in claims for one in claim["evidence"])
    held = {term for one in first for term in terms(told[one])}

    def is_missing(side: str, other: str) -> bool:
        if names := identifiers_in(side):
            return not any(contains_name(everything, last_part(name)) for name in names)
        said = {term for word in words(side) if not is_asking(word) for term in terms(word)}.difference(terms(other))
        return question.language == "en" and bool(said) and len(said & held) <= len(said) / 2

    return is_missing(*sides) or is_missing(*sides[::-1])


def rests_on(basis: str, first: Claim) -> bool:
    """Whether the first claim rests on something besides words. One that the ranker chose, or that somebody wrote, does
    not: the one that did has failed its check.
    """
    return bool(basis) and "fact" in first and "features" not in first


def _borne_out_by(signals: Mapping[str, float]) -> str:
    return ", ".join(text for name, least, text in _BEARS_OUT if signals[name] >= least) or _ALIKE


def opening_of(answer: Mapping[str, Any]) -> str:
    """What is said before the claims of an answer; empty where nothing is, and where nothing is claimed.

    Of one that was kept before the field was there, its first paragraph.
    """
    answers = answer.get("answers") or {}
    is_older = "opening" not in answers and (answers.get("verdict") == "not_stated" or answer.get("missing_names"))
    opening = answer["answer"].partition("\n\n")[0] if is_older else answers.get("opening", "")
    return str(opening) if answer["claims"] else ""
