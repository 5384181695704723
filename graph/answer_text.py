"""An answer as text: sentences with the places that they cite, and what was found of each citation at worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citeline.markup import inert
from citeline.pages import place
from citeline.state import SUPPORTS
from citeline.tools.answer.writing.phrases import refusal_phrase
from citeline.tools.question.read import read
from citeline.visible import one_line, visible


def answer_as_markdown(answer: Mapping[str, Any], *, everything: bool = False) -> str:
    """Sentences with the places that they cite, as `citeline verify` reads them."""
    evidence = {item["id"]: item for item in answer["evidence"]}
    claims = [*answer["claims"], *(answer.get("more", []) if everything else [])]
    if not claims:
        return visible(answer["answer"])
    opening = (
        "" if (answer.get("answers") or {}).get("verdict") != "not_stated" else answer["answer"].partition("\n\n")[0]
    )
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
