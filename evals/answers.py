"""What of an answer is graded: the verdict of the whole, what its sentences say, and how long it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias, cast, get_args

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.graph.answer_text import told_by_sentences

AnswerVerdict: TypeAlias = Literal["yes", "partly", "not_stated"]
SHOWN_LINES: Final = 12
"""Lines of a citation that the terminal prints."""


class AnswerLike(Protocol):
    """What is read of an answer."""

    @property
    def answer(self) -> str:
        """The text."""
        ...

    @property
    def claims(self) -> Sequence[Mapping[str, Any]]:
        """Sentences: `text`, and `evidence`, the ids that each cites."""
        ...

    @property
    def evidence(self) -> Sequence[Mapping[str, Any]]:
        """Pieces: `id`, `path`, `name`, `text`."""
        ...


@dataclass(frozen=True, slots=True)
class Said:
    """For each group of patterns, whether it is matched."""

    anywhere: tuple[bool, ...]
    """By a sentence, by lines that it cites, or by their path or name."""
    first: tuple[bool, ...]
    """By the first sentence or what it cites."""


def read_verdict(given: object) -> AnswerVerdict:
    """The verdict of a whole answer: a string, or `verdict` of a mapping; `yes` where an answer has none.

    Raises CitelineError for any other.
    """
    verdict = given.get("verdict", "yes") if isinstance(given, Mapping) else given
    if verdict is None:
        return "yes"
    if verdict not in get_args(AnswerVerdict):
        raise CitelineError(
            f"an answer has the verdict {verdict!r}", remedy=f"verdicts are {', '.join(get_args(AnswerVerdict))}"
        )
    return cast(AnswerVerdict, verdict)


def said_by(answer: AnswerLike, says: Sequence[Sequence[str]]) -> Said:
    """Which groups of patterns the answer matches; patterns match anywhere, case-insensitive."""
    text = "\n".join(_texts(answer.claims, answer))
    first = "\n".join(_texts(answer.claims[:1], answer))
    return Said(_matched(says, text), _matched(says, first))


def lines_printed(answer: AnswerLike, *, notices: int = 0) -> int:
    """Lines that are not empty, as the terminal prints them without wrapping.

    A line for each sentence, with its place where its lines are not shown; else one for the place and at most
    `SHOWN_LINES` of its lines; one below all of them, and `notices`.
    """
    if not answer.claims:
        return _filled(answer.answer.splitlines())
    cited = {identity for claim in answer.claims for identity in claim["evidence"]}
    lines = len(answer.claims) + 1 + notices
    bare = told_by_sentences(answer.claims, {piece["id"]: {"text": "", **piece} for piece in answer.evidence})
    for piece in answer.evidence:
        if piece["id"] in cited and piece["id"] not in bare:
            text = str(piece.get("text") or "").split("\n")
            lines += 1 + _filled(text[:SHOWN_LINES]) + (len(text) > SHOWN_LINES)
    return lines


def _texts(claims: Iterable[Mapping[str, Any]], answer: AnswerLike) -> Iterator[str]:
    by_id = {piece["id"]: piece for piece in answer.evidence}
    for claim in claims:
        yield claim["text"]
        for piece in (by_id[identity] for identity in claim["evidence"] if identity in by_id):
            yield f"{piece['path']} {piece.get('name') or ''}"
            yield str(piece.get("text") or "")


def _matched(says: Sequence[Sequence[str]], text: str) -> tuple[bool, ...]:
    return tuple(any(re.search(pattern, text, re.IGNORECASE) for pattern in group) for group in says)


def _filled(lines: Iterable[str]) -> int:
    return sum(bool(line.strip()) for line in lines)
