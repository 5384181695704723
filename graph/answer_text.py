"""An answer as text: sentences with the places that they cite, and what was found of each citation at worst."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from citeline.markup import inert, plain_text
from citeline.pages import place
from citeline.state import SUPPORTS
from citeline.text import terms
from citeline.tools.answer.writing.phrases import refusal_phrase
from citeline.tools.answer.writing.verdict import opening_of
from citeline.tools.question.read import read
from citeline.visible import one_line, visible

_MARK: Final = re.compile(r"^(?:[-*+>]|#+|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_EDGES: Final = frozenset(["calls", "inherits", "implements", "includes", "imports", "uses", "part_defines"])
_FEW_EDGES: Final = 3
"""That are shown with their lines: a longer list is read as a list."""
# Of 505 full answers to labelled questions 497 showed their facts with 12 lines each, in 25.0 lines of 100 columns;
# with 0, 1, 2, 3 and 4 lines 460, 471, 477, 479 and 482 do, in 18.2, 19.4, 20.0, 20.3 and 20.5.
_FEW_LINES: Final = 2
_NEWS: Final = 0.3
"""Share of a line's words that its sentence must lack for the line to say more."""


def answer_as_markdown(answer: Mapping[str, Any], *, everything: bool = False) -> str:
    """Sentences with the places that they cite, as `citeline verify` reads them."""
    evidence = {item["id"]: item for item in answer["evidence"]}
    claims = [*answer["claims"], *(answer.get("more", []) if everything else [])]
    if not claims:
        return visible(answer["answer"])
    opening = opening_of(answer)
    said: list[str] = []
    for claim in claims:
        places = ", ".join(f"`{place(evidence[one])}`" for one in claim["evidence"])
        said.append(f"{inert(one_line(claim['text'].rstrip(':：')))} ({places})")
    return visible("\n\n".join(part for part in (opening, *said, *map(inert, unanswered_sentences(answer))) if part))


def unanswered_sentences(answer: Mapping[str, Any]) -> list[str]:
    """A sentence for each part of the question that has no answer."""
    if not answer.get("unanswered"):
        return []
    language = read(answer["question"]).language
    return [refusal_phrase("part", language, question=one_line(part)) for part in answer["unanswered"]]


def worst_verdicts(claims: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
    """By evidence id, in their order: what was found of a citation, the worst where several claims have it."""
    worst: dict[int, Mapping[str, Any]] = {}
    for claim in claims:
        for key, verdicts in claim["verdicts"].items():
            known = worst.get(int(key))
            if known is None or SUPPORTS.index(verdicts["supports"]) > SUPPORTS.index(known["supports"]):
                worst[int(key)] = verdicts
    return dict(sorted(worst.items()))


def told_by_sentences(claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]) -> set[int]:
    """Ids of evidence whose lines need not stand below a sentence: it repeats them, or is one of a list of callers or
    of documents.
    """
    edges = [claim for claim in claims if (claim.get("fact") or {}).get("relation") in _EDGES]
    listed = {one for claim in edges for one in claim["evidence"]} if len(edges) > _FEW_EDGES else set()
    listed |= {
        one for claim in claims if (claim.get("fact") or {}).get("relation") == "filed_as" for one in claim["evidence"]
    }
    repeated = {
        one
        for claim in claims
        for one in claim["evidence"]
        if one in evidence and _is_repeated(evidence[one]["text"], claim["text"])
    }
    return listed | repeated


def lines_that_say_more(
    claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]], question: str
) -> dict[int, tuple[int, ...]]:
    """Which lines, by 0-based index in order, to show of evidence behind the first claim whose sentence it has word for
    word: a few that have a word of the question and more than that sentence. Other evidence is not in it.
    """
    asked = frozenset(terms(question))
    first = frozenset(claims[0]["evidence"]) if claims else frozenset()
    found: dict[int, tuple[int, ...]] = {}
    for claim in claims[1:]:
        said = frozenset(terms(claim["text"]))
        for one in claim["evidence"]:
            verdicts = claim["verdicts"].get(str(one), {})
            is_quoted = verdicts.get("supports") == "supported" and verdicts.get("basis") == "quote"
            if not is_quoted or one in first or one in found:
                continue
            held = [frozenset(terms(line)) for line in evidence[one]["text"].split("\n")]
            more = [at for at, line in enumerate(held) if line & asked and len(line - said) >= _NEWS * len(line)]
            best = sorted(more, key=lambda at: (-len(held[at] & asked), at))[:_FEW_LINES]
            found[one] = tuple(sorted(best))
    return found


def _is_repeated(text: str, said: str) -> bool:
    """Whether a sentence has all that its lines have, but for marks of a list and for markup."""
    line = " ".join(text.split())
    return line in said or plain_text(_MARK.sub("", line, count=1)) in said
