"""Whether an answer answers: `yes` only where something besides words bears it out.

No score of the ranker or of the evidence tells a full answer from a part of one well enough (docs/answers.md), so `yes`
is a matter of corroboration. `not_stated` is one of something that is known to be absent, or of lines that are likely
about something else (`ranking/stated.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from citeline.state import Answers, Claim

KNOWN: Final = frozenset({"definition", "cell", "graph", "release", "frame", "registered", "filed", "none filed"})
"""Bases that are looked up, so that nobody has to guess whether they answer."""
BORNE: Final = (KNOWN - {"frame", "registered"}) | {"raised", "value"}
"""Bases whose answers are full for four of five questions: with these the place that raises a quoted message, and the
likeliest value where it is likely enough. Those from any other exact string or a project's own files are not.
"""

_BASES: Final = {
    "frame": "a line that the question names",
    "registered": "calls that list them",
    "members": "the list in the code",
    "steps": "the calls of a body in their order",
    "raised": "the place that raises the message",
    "string": "a text that stands there word for word",
    "overview": "the project's own files",
    "filed": "what the documents say of themselves",
    "value": "a value behind a name",
}
"""What they rest on, in words."""


def judge(
    claims: Sequence[Claim], *, basis: str, not_stated: str, missing: Sequence[str], doubtful: bool = False
) -> Answers:
    """The verdict with its reason. `basis` and `not_stated`: as `compose` tells them; `missing`: names that are asked
    for and do not exist; `doubtful`: whether the ranked lines are less near to the question than most that answer.
    """
    if not_stated:
        return {"verdict": "not_stated", "why": not_stated}
    if not claims:
        return {"verdict": "not_stated", "why": "no line bears on the question"}
    if missing:
        return {"verdict": "not_stated", "why": f"nothing mentions {', '.join(missing)}"}
    # A claim that the ranker chose, or that somebody wrote, does not rest on it: the one that did has failed its check.
    rests = bool(basis) and "fact" in claims[0] and "features" not in claims[0]
    if rests and basis in BORNE:
        return {"verdict": "yes", "why": f"rests on {_BASES.get(basis, f'a {basis}')}"}
    if rests:
        return {"verdict": "partly", "why": f"the first sentence rests on {_BASES.get(basis, basis)}; it may be a part"}
    if doubtful:
        return {"verdict": "partly", "why": "the lines may be about something else"}
    return {"verdict": "partly", "why": "the lines are about the question; nothing else bears them out"}


def opening_of(answer: Mapping[str, Any]) -> str:
    """What is said before the claims of an answer; empty where nothing is, and where nothing is claimed.

    Of one that was kept before the field was there, its first paragraph.
    """
    answers = answer.get("answers") or {}
    is_older = "opening" not in answers and (answers.get("verdict") == "not_stated" or answer.get("missing_names"))
    opening = answer["answer"].partition("\n\n")[0] if is_older else answers.get("opening", "")
    return str(opening) if answer["claims"] else ""
