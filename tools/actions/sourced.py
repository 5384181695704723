"""Arguments with where they come from: the question, one cited line, the action itself, or nothing but a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.state import ActionCall, ArgumentSource, Claim, Evidence
from citeline.visible import one_line

from ..question.cues import is_denied
from ..question.mentions import records_in
from ..question.moments import days_in, moments_in
from ..question.wishes import ADDRESS
from .outcome import Outcome

_LONGEST: Final = 200
_ADDRESSED: Final = re.compile(r"\w@\w|://")
"""Of mail or of the web: whom something is sent to."""
_NUMBER: Final = re.compile(r"[+\-−]?\d[\d.,]*")
_BEFORE: Final = r"(?<![\w.,:@/+\-−*\\])"
_BEHIND: Final = r"(?![\w@/+\-:*\\]|[.,?&=#%~]\w)"
_BEFORE_EXACT: Final = r"(?<!\w['’])(?<!\d )"
"""Of a number or an address: `1 500` and `1'500` are one number."""
_BEHIND_NUMBER: Final = r"(?!['’ ]\d)"
_REFUTED: Final = frozenset({"not_shown", "contradicted"})


@dataclass(frozen=True, slots=True)
class Sourced:
    """A value that an argument may have."""

    value: Any
    sources: tuple[ArgumentSource, ...]


@dataclass(frozen=True, slots=True)
class Suggested:
    """Arguments as far as question and answer give them."""

    arguments: Mapping[str, Sourced] = field(default_factory=dict)
    choices: Mapping[str, tuple[Sourced, ...]] = field(default_factory=dict)
    """Of arguments that are said in several ways, or only perhaps: a person decides."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Of arguments that are said in a way that cannot be used: why."""
    unused: tuple[str, ...] = ()
    """Words of the wish that no argument holds."""


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A line that a claim of the answer cites."""

    claim: str
    """The cell or the sentence of the answer."""
    text: str
    place: str
    """`path:line`."""
    piece: Evidence

    @property
    def source(self) -> ArgumentSource:
        """As an argument has it."""
        return {
            "kind": "citation",
            "text": one_line(self.text.strip())[:_LONGEST],
            "place": one_line(self.place),
            "evidence": self.piece["id"],
        }


def from_question(text: str) -> ArgumentSource:
    """That the question says so, in these words."""
    return {"kind": "question", "text": one_line(text)[:_LONGEST]}


def cited_lines(outcome: Outcome) -> Iterator[CitedLine]:
    """The lines that the claims cite, in their order; none of a claim that they do not bear out."""
    pieces = {piece["id"]: piece for piece in outcome.evidence}
    for claim in outcome.claims:
        for number in claim["evidence"]:
            piece = pieces.get(number)
            if piece is not None and not _is_refuted(claim, number):
                for offset, line in enumerate(piece["text"].splitlines()):
                    yield CitedLine(claim["text"], line, f"{piece['path']}:{piece['start_line'] + offset}", piece)


def names(text: str, subject: str) -> bool:
    """Whether a text names a record or a version, and not one whose name begins or ends with it."""
    return (
        re.search(rf"(?<![\w-])(?<!\d\.){re.escape(subject)}(?![\w-]|\.\d)", text, re.IGNORECASE | re.ASCII) is not None
    )


def is_of_another(line: CitedLine, outcome: Outcome) -> bool:
    """Whether a line names other records only than the one that is asked about."""
    wanted = subjects_of(outcome)
    told = records_in(line.text)
    return bool(wanted and told) and not any(names(line.text, subject) for subject in wanted)


def subjects_of(outcome: Outcome) -> tuple[str, ...]:
    """The record that the action is for: what the wish names, else what the question does."""
    own = tuple(one.values[0] for one in outcome.wish.arguments if one.kind == "subject") if outcome.wish else ()
    return own or outcome.when.subjects


def absent(outcome: Outcome) -> tuple[str, ...]:
    """The records that the action is for, where no claim of the answer and nothing that it cites names one of them."""
    wanted = records_in(" ".join(subjects_of(outcome)))
    texts = [
        *(claim["text"] for claim in outcome.claims),
        *(f"{piece['path']} {piece['name']} {piece['qualified_name']} {piece['text']}" for piece in outcome.evidence),
    ]
    return () if any(names(text, one) for one in wanted for text in texts) else tuple(wanted)


def traced(value: Any, outcome: Outcome) -> Sourced:
    """A value that somebody worked out, with the words of the question or the cited line that has it.

    Without such words its source is of the kind `model`. Whom something is sent to only the question may say: what a
    source says of that may be written by a stranger.
    """
    leaves = list(_leaves(value))
    found = [source for leaf in leaves if (source := _found(leaf, outcome)) is not None]
    if leaves and len(found) == len(leaves):
        return Sourced(value, tuple(_once(found)))
    return Sourced(value, ({"kind": "model", "text": "neither the question nor a cited line says so"},))


def unsettled(call: ActionCall) -> list[str]:
    """Why an action is not run without a person who looks at it; empty where everything comes from a source."""
    made_up = [
        name for name, sources in call.get("sources", {}).items() if any(one["kind"] == "model" for one in sources)
    ]
    return [
        *(f"{name} is made up by a model" for name in made_up),
        *(f"{name} is not decided: {_told(choices)}" for name, choices in call.get("choices", {}).items()),
        *(f"no argument holds {words!r}" for words in call.get("unused", [])),
    ]


def _told(choices: Sequence[Any]) -> str:
    return " or ".join(f"{one['value']} ({place(one['sources'])})" for one in choices)


def place(sources: Sequence[ArgumentSource]) -> str:
    """Where an argument comes from, in a few words."""
    return ", ".join(map(_place, sources))


def _place(source: ArgumentSource) -> str:
    match source["kind"]:
        case "citation":
            return f"[{source.get('evidence')}] {source.get('place')}"
        case "question":
            return f'"{source["text"]}" of the question'
        case "model":
            return "made up by a model"
        case kind:
            return kind


def _once(sources: Sequence[ArgumentSource]) -> list[ArgumentSource]:
    return [one for at, one in enumerate(sources) if one not in sources[:at]]


def _is_refuted(claim: Claim, number: int) -> bool:
    verdicts = claim.get("verdicts", {}).get(str(number))
    return verdicts is not None and (not verdicts["resolves"] or verdicts["supports"] in _REFUTED)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _found(leaf: Any, outcome: Outcome) -> ArgumentSource | None:
    if isinstance(leaf, bool) or leaf is None or not str(leaf).strip():
        return None
    text = " ".join(str(leaf).split())
    said = _says(outcome.question, text)
    if said:
        return from_question(text)
    if said is False or _ADDRESSED.search(text):
        return None
    for line in cited_lines(outcome):
        if not is_of_another(line, outcome) and _says(line.claim, text) and _says(line.text, text):
            return line.source
    return None


def _says(text: str, part: str) -> bool | None:
    """Whether a text means the words of another one, or the day that it is; None where it does not have them."""
    plain = " ".join(text.split())
    places = list(_places(plain, part))
    return not any(is_denied(plain, *place) for place in places) if places else None


def _places(text: str, part: str) -> Iterator[tuple[int, int]]:
    """Where the words, the number, the address or the day stand as a whole: `500` is none of `1,500` or `-500`."""
    days = [one.values for one in days_in(part) if len(one.values) == 1 and part == part[one.start : one.end]]
    if days:
        yield from ((one.start, one.end) for one in days_in(text) if one.values in days)
        return
    is_number, is_address = _NUMBER.fullmatch(part), ADDRESS.fullmatch(part)
    before, behind = (_BEFORE_EXACT, _BEHIND_NUMBER) if is_number else (_BEFORE_EXACT if is_address else "", "")
    taken: list[tuple[int, int]] = []
    if is_number:
        taken = [(one.start, one.end) for one in moments_in(text) if one.kind in ("date", "time", "zone")]
    for found in re.finditer(rf"{_BEFORE}{before}{re.escape(part)}{_BEHIND}{behind}", text, re.IGNORECASE):
        within = any(start < found.end() and found.start() < end for start, end in taken)
        if not within and (not is_address or any(one.span() == found.span() for one in ADDRESS.finditer(text))):
            yield found.span()
