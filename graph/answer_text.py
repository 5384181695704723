"""An answer as text: sentences with the places that they cite, and what was found of each citation at worst."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from citeline.markup import inert, plain_text
from citeline.pages import place
from citeline.state import SUPPORTS
from citeline.text import last_part
from citeline.tools.answer.writing.citing import EDGES
from citeline.tools.answer.writing.phrases import refusal_phrase
from citeline.tools.answer.writing.rendering import shown_with_lines
from citeline.tools.answer.writing.verdict import opening_of
from citeline.tools.citations.governed import FENCES
from citeline.tools.citations.passage import collapse
from citeline.tools.citations.stated import BETWEEN, LEFT_OUT
from citeline.tools.question.read import read
from citeline.visible import one_line, visible

_MARK: Final = re.compile(r"^(?:[-*+>]|#+|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_LISTED: Final = EDGES | {"part_defines"}
_FEW_EDGES: Final = 3
"""That are shown with their lines: a longer list is read as a list."""
_MARKS_ALONE: Final = " \t/*#;!'\"`~>=-"
"""What a line of nothing but the mark of a comment, a quotation or a heading consists of."""
_NEARLY: Final = 1.5
"""Times as long as the code of a sentence may be what stands below it, for a reader to see which of it is meant."""
_LEADS: Final = ":： "
_HEADING: Final = " \t#="
_BRACKETS: Final = " \t()[]{}<>/;,"


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
    """By evidence id, in their order: what was found of a citation, the worst where several claims have it.

    A total of documents, of which each shows a part, counts only where no other claim has it.
    """
    worst: dict[int, Mapping[str, Any]] = {}
    is_total = [(claim.get("fact") or {}).get("relation") == "filed" for claim in claims]
    for claim in (one for one, total in zip(claims, is_total, strict=True) if not total):
        for key, verdicts in claim["verdicts"].items():
            known = worst.get(int(key))
            if known is None or SUPPORTS.index(verdicts["supports"]) > SUPPORTS.index(known["supports"]):
                worst[int(key)] = verdicts
    for claim in (one for one, total in zip(claims, is_total, strict=True) if total):
        worst = {int(key): verdicts for key, verdicts in claim["verdicts"].items()} | worst
    return dict(sorted(worst.items()))


def told_by_sentences(claims: Sequence[Mapping[str, Any]], evidence: Mapping[int, Mapping[str, Any]]) -> set[int]:
    """Ids of evidence whose lines need not stand below a sentence: it repeats them, is one of a list of callers or of
    documents, or is no more than a further one.
    """
    relations = [(claim.get("fact") or {}).get("relation") for claim in claims]
    edges = sum(one in _LISTED for one in relations)
    listed = {
        one
        for claim, relation in zip(claims, relations, strict=True)
        for one in claim["evidence"]
        if relation == "filed_as" or (relation in _LISTED and edges > _FEW_EDGES)
    }
    cited = [(one, claim["text"]) for claim in claims for one in claim["evidence"] if one in evidence]
    repeated = {one for one, text in cited if _is_repeated(evidence[one]["text"], text)}
    return {one for one, _ in cited} - (shown_with_lines(claims, evidence) - listed - repeated)


def _is_repeated(text: str, said: str) -> bool:
    """Whether a sentence has all that its lines have, but for marks of a list and for markup."""
    line = " ".join(text.split())
    return line in said or _without_mark(line) in said


def _without_mark(line: str) -> str:
    """A line without the mark of a list or a heading, and without markup."""
    return plain_text(_MARK.sub("", line, count=1))


def lines_below(claim: Mapping[str, Any], item: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The cited lines that stand below a sentence, with their numbers: none where it quotes, but for code, all that
    they say, and of a definition without the comment that it quotes; without the heading, which stands beside the
    place, and without lines that say nothing: blank ones, marks alone, brackets at either end.
    """
    numbered = list(enumerate(item["text"].split("\n"), item["start_line"]))
    fact = claim.get("fact") or {}
    stated = "" if fact.get("relation") == "code" else f"{fact.get('condition', '')}{BETWEEN}{fact.get('object', '')}"
    is_comment = fact.get("relation") == "shown"  # in a document `**` at the start of a line is no mark of a comment
    said = _quoted_whole(stated, numbered, is_comment=is_comment)
    kept = [
        (number, line)
        for number, line in numbered
        if not (line.lstrip().startswith(FENCES) or line.strip(_HEADING) == item.get("name"))
        and line.strip(_MARKS_ALONE)
    ]
    left = [(number, line) for number, line in kept if number not in said]
    # What stands around an item of a list says nothing without it.
    if not left or (is_comment and any(last_part(str(fact["subject"])) in line for _, line in left)):
        kept = left
    while len(kept) > 1 and not kept[-1][1].strip(_BRACKETS):
        kept.pop()
    while len(kept) > 1 and not kept[0][1].strip(_BRACKETS):
        del kept[0]
    return kept


def sentence_above(claim: Mapping[str, Any], item: Mapping[str, Any]) -> str:
    """The text of a claim without code of several lines that are nearly all that stands below it, as it is written."""
    fact, text = claim.get("fact") or {}, str(claim["text"])
    stated, lines = str(fact.get("object", "")), [collapse(line) for _, line in lines_below(claim, item)]
    parts = {"code": [f"`{stated}`"], "shown": stated.split(LEFT_OUT)}.get(fact.get("relation", ""), [])
    for part in parts:
        code = part.removeprefix("`").removesuffix("`")
        is_most = len(" ".join(lines)) <= _NEARLY * len(code)
        if is_most and len(code) == len(part) - 2 and not any(code in line for line in lines):
            text = text.replace(f"{part}{LEFT_OUT}", "").replace(f"{LEFT_OUT}{part}", "").replace(part, "").rstrip()
    return text


def _quoted_whole(stated: str, numbered: Sequence[tuple[int, str]], *, is_comment: bool) -> set[int]:
    """Numbers of the lines that are together one of the quotations that a sentence joins, and nothing else."""
    bare = [collapse(line).strip('" ') if is_comment else " ".join(line.split()) for _, line in numbered]
    read = [*map(_without_mark, bare)]
    found: set[int] = set()
    for quotation in (
        plain_text(part).rstrip(_LEADS) for joined in stated.split(LEFT_OUT) for part in joined.split(BETWEEN)
    ):
        firsts = (place for place, begin in enumerate(read) if begin and quotation.startswith(begin.rstrip(_LEADS)))
        runs = (range(first, last + 1) for first in firsts for last in range(first, len(read)))
        run = next((run for run in runs if " ".join(read[at] for at in run).rstrip(_LEADS) == quotation), ())
        found.update(numbered[at][0] for at in run)
    return found
