"""A model that does what each prompt asks of it: what a well-behaved endpoint would answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tests.scripted_server import Reply, Says, Usage

STEPS = {
    "plan_intent": "You prepare a question",
    "translate_query": "likely names matter",
    "explore": "You look for what the answer",
    "filter_documents": "You judge search results",
    "generate_answer": "You answer a question",
    "check_citations": "You check whether cited lines",
}
_PIECE = re.compile(r"piece=(\d+)>\n(?P<place>\S+).*?\n(?P<lines>.*?)\n</", re.DOTALL)
_DEFINITION = re.compile(r"^ *(\d+)\| +?def (\w+)", re.MULTILINE)


def step_of(body: Mapping[str, Any]) -> str:
    """Which prompt a request was made from."""
    system = body["messages"][0]["content"]
    return next((step for step in reversed(STEPS) if STEPS[step] in system), "")


def obey(body: Mapping[str, Any], *, supports: str = "supported", text: str = "`{name}` is what does it.") -> Reply:
    """The answer that fits the prompt of a request."""
    asked = body["messages"][1]["content"]
    pieces = list(_PIECE.finditer(asked))
    answers: dict[str, Any] = {
        "plan_intent": {"question": asked.rsplit("\n", 1)[-1], "needs_search": True},
        "translate_query": {
            "english": "where is the total price of a cart computed?",
            "hypothetical": "def total_price(cart, prices):\n    return sum(prices[item] for item in cart)",
            "names": ["total_price"],
            "words": ["sum"],
        },
        "filter_documents": {
            "relevance": [{"piece": int(piece[1]), "score": 8} for piece in pieces],
            "sufficient": True,
        },
        "generate_answer": {"claims": [_claim(piece, text) for piece in pieces[:1]]},
        "check_citations": {"verdicts": [{"pair": 1, "verdict": supports, "why": "as told"}]},
    }
    return Says(json.dumps(answers.get(step_of(body), {})), usage=Usage(prompt=100, completion=20))


def _claim(piece: re.Match[str], text: str) -> dict[str, Any]:
    line, name = (_DEFINITION.findall(piece["lines"]) or [("1", piece["place"])])[-1]
    return {"text": text.format(name=name), "cites": [{"piece": int(piece[1]), "first": int(line), "last": int(line)}]}
