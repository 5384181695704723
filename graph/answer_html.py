"""An answer as one HTML file that can be sent on: its sentences, their verdicts and the cited lines inside.

No script, and nothing is loaded from anywhere. `citeline verify` reads what it shows: see `saved_page.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from citeline.data_files import shipped_text
from citeline.pages import place
from citeline.text import word_runs
from citeline.tools.answer.writing.verdict import opening_of
from citeline.tools.verify.saved_page import SAVED
from citeline.visible import one_line, visible

from .answer_text import unanswered_sentences, worst_verdicts

_CODE: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_SAID: Final = 0.6
"""Share of a line's words that a sentence has, from which on the line is marked as the one that it was taken from."""
_LEAST_SAID: Final = 2
_WORDS: Final = {"supported": "✓ proved", "place": "right place", "partly": "~ partly", "not_shown": "? not shown"}


def answer_as_html(answer: Mapping[str, Any], *, everything: bool = False) -> str:
    """The whole page; everything that comes from a source is escaped."""
    return answers_as_html([answer], everything=everything)


def answers_as_html(answers: Sequence[Mapping[str, Any]], *, everything: bool = False) -> str:
    """Several answers, as of a conversation, on one page."""
    body = "\n".join(_answer(answer, everything=everything) for answer in answers)
    title = _text(answers[0]["question"]) if answers else "Citeline"
    style = shipped_text("citeline.graph", "answer.css")
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8">{SAVED}<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<style>\n{style}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _answer(answer: Mapping[str, Any], *, everything: bool) -> str:
    claims = [*answer["claims"], *(answer.get("more", []) if everything else [])]
    evidence, worst = {item["id"]: item for item in answer["evidence"]}, worst_verdicts(claims)
    parts = [f"<h1>{_prose(answer['question'])}</h1>"]
    opening = opening_of(answer) if claims else answer["answer"].partition("\n\n")[0]
    if opening:
        parts.append(f"<p>{_prose(opening)}</p>")
    shown: set[int] = set()
    for claim in claims:
        marks = "".join(f"[{identity}]" for identity in claim["evidence"])
        kinds = [_kind(worst[one]) for one in claim["evidence"]]
        kind = next((one for one in ("other", "place", "supported") if one in kinds), "")
        cited = [one for one in claim["evidence"] if one not in shown]
        lines = [_cited(evidence[one], worst[one], _words_said(claims, one)) for one in cited]
        said = [f"<p>{_prose(claim['text'].rstrip(':：'))} <b>{marks}</b></p>", *lines]
        parts.append(f'<section class="{kind}">\n' + "\n".join(said) + "\n</section>")
        shown.update(claim["evidence"])
    index = answer["index"]
    where = " ".join(one_line(str(index.get(key, ""))) for key in ("name", "commit"))
    parts += [f"<p>{_prose(said)}</p>" for said in unanswered_sentences(answer)]
    return "\n\n".join([*parts, f"<footer>{escape(where.strip())}</footer>"])


def _words_said(claims: Sequence[Mapping[str, Any]], identity: int) -> frozenset[str]:
    """The words of all that cites a piece."""
    said = [claim["text"] for claim in claims if identity in claim["evidence"]]
    return frozenset(word for text in said for word in word_runs(text.lower()))


def _is_said(line: str, sentences: frozenset[str]) -> bool:
    held = set(word_runs(line.lower()))
    common = len(held & sentences)
    return common >= _LEAST_SAID and common >= _SAID * len(held)


def _cited(item: Mapping[str, Any], verdicts: Mapping[str, Any], sentences: frozenset[str]) -> str:
    """The lines of a piece, numbered and wrapped; those that its sentences were taken from are marked."""
    supports = str(verdicts["supports"])
    lines = visible(item["text"]).split("\n")
    kinds = ["l said" if len(lines) > 1 and _is_said(line, sentences) else "l" for line in lines]
    # The line break inside: between two blocks it would be an empty line.
    numbered = "".join(
        f'<span class="{kind}"><span class="n">{number:>5} </span>{escape(line)}\n</span>'
        for number, (line, kind) in enumerate(zip(lines, kinds, strict=True), item["start_line"])
    )
    told = _WORDS.get(supports, f"✗ {supports}")
    return (
        f"<div>[{item['id']}] <code>{_text(place(item))}</code> "
        f'<span class="{_kind(verdicts)}">{escape(told)}</span></div>\n<pre>\n{numbered}</pre>'
    )


def _kind(verdicts: Mapping[str, Any]) -> str:
    supports = str(verdicts["supports"])
    return supports if supports in ("supported", "place") else "other"


def _prose(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", _text(text))


def _text(text: str) -> str:
    return escape(one_line(text))
