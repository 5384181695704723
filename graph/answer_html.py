"""An answer as one HTML file that can be sent on: its sentences, their verdicts and the cited lines inside.

No script, and nothing is loaded from anywhere. `citeline verify` reads what it shows: see `saved_page.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from citeline.pages import place
from citeline.tools.citations.saved_page import SAVED
from citeline.visible import one_line, visible

from .answer_text import unanswered_sentences, worst_verdicts

_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;"
    "background:#fff}h1{font-size:1.3rem}pre{background:#f5f5f5;padding:.6rem;overflow-x:auto}"
    ".n{color:#6b6b6b;user-select:none}.supported{color:#17692b}.place{color:#1a4f9c}.other{color:#8a5a00}"
    "footer{color:#6b6b6b;font-size:.85rem;border-top:1px solid #ddd;margin-top:2rem}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}pre{background:#222}"
    ".supported{color:#6fce85}.place{color:#8ab4f8}.other{color:#e3b341}}"
)
_WORDS: Final = {"supported": "✓ proved", "place": "right place", "partly": "~ partly", "not_shown": "? not shown"}


def answer_as_html(answer: Mapping[str, Any], *, everything: bool = False) -> str:
    """The whole page; everything that comes from a source is escaped."""
    return answers_as_html([answer], everything=everything)


def answers_as_html(answers: Sequence[Mapping[str, Any]], *, everything: bool = False) -> str:
    """Several answers, as of a conversation, on one page."""
    body = "\n".join(_answer(answer, everything=everything) for answer in answers)
    title = _text(answers[0]["question"]) if answers else "Citeline"
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8">{SAVED}<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<style>{_STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _answer(answer: Mapping[str, Any], *, everything: bool) -> str:
    claims = [*answer["claims"], *(answer.get("more", []) if everything else [])]
    evidence, worst = {item["id"]: item for item in answer["evidence"]}, worst_verdicts(claims)
    parts = [f"<h1>{_text(answer['question'])}</h1>"]
    stated = (answer.get("answers") or {}).get("verdict") != "not_stated"
    if not claims or not stated:
        parts.append(f"<p>{_text(answer['answer'].partition(chr(10) * 2)[0])}</p>")
    shown: set[int] = set()
    for claim in claims:
        marks = "".join(f"[{identity}]" for identity in claim["evidence"])
        parts.append(f"<p>{_text(claim['text'])} <b>{marks}</b></p>")
        parts += [_cited(evidence[one], worst[one]) for one in claim["evidence"] if one not in shown]
        shown.update(claim["evidence"])
    index = answer["index"]
    where = " ".join(one_line(str(index.get(key, ""))) for key in ("name", "commit"))
    parts += [f"<p>{_text(said)}</p>" for said in unanswered_sentences(answer)]
    return "\n\n".join([*parts, f"<footer>{escape(where.strip())}</footer>"])


def _cited(item: Mapping[str, Any], verdicts: Mapping[str, Any]) -> str:
    supports = str(verdicts["supports"])
    kind = supports if supports in ("supported", "place") else "other"
    lines = visible(item["text"]).split("\n")
    numbered = "\n".join(
        f'<span class="n">{number:>5} </span>{escape(line)}' for number, line in enumerate(lines, item["start_line"])
    )
    told = _WORDS.get(supports, f"✗ {supports}")
    return (
        f"<div>[{item['id']}] <code>{_text(place(item))}</code> "
        f'<span class="{kind}">{escape(told)}</span></div>\n<pre>\n{numbered}\n</pre>'
    )


def _text(text: str) -> str:
    return escape(one_line(text))
