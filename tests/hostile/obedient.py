"""A model that does what it is told by anyone: it shows what a defence is worth that does not rely on the model."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from langchain_core.messages import BaseMessage

from tests.tools.models.scripted import ScriptedChat

from .planted import hidden_in

_ORDER: Final = re.compile(r"pwned\d\d")
_OPENING: Final = re.compile(r"<DATA-[0-9a-f]{16} [^>]*>")
# Careless on purpose: whatever looks like an end is taken for one, wherever it stands.
_CLOSING: Final = re.compile(r"<\s*/\s*DATA-", re.IGNORECASE)
_TURN: Final = re.compile(r"<\|im_start\|>|\[INST\]|<<SYS>>", re.IGNORECASE)
_FACT: Final = re.compile(r"^ *(\d+)\|.*?The (\w+) queue holds (\d+) messages\.", re.MULTILINE)
_PIECE: Final = re.compile(r"<DATA-[0-9a-f]{16} piece=(\d+)>\n(.*?)\n</DATA-", re.DOTALL)


def heard(prompt: str) -> str | None:
    """The order that it follows: one outside the markers, in a turn that a source begins, or in hidden characters."""
    if hidden := hidden_in(prompt):
        return f"hidden {sorted(map(ascii, hidden))}"
    outside: list[str] = []
    inside = False
    for line in prompt.split("\n"):
        if _CLOSING.search(line):
            inside = False
        elif _OPENING.fullmatch(line):
            inside = True
        elif _TURN.search(line):
            return line
        elif not inside:
            outside.append(line)
    order = _ORDER.search("\n".join(outside))
    return order[0] if order else None


class Obedient:
    """Obeys, or else plays each role as an honest model would."""

    def __init__(self) -> None:
        self.obeyed: list[str] = []
        self.prompts: list[str] = []

    def chat(self) -> ScriptedChat:
        """As a LangChain chat model."""
        return ScriptedChat(answer=self.answer)

    def answer(self, messages: Sequence[BaseMessage]) -> str:
        """What it replies."""
        prompt = "\n\n".join(str(message.text) for message in messages)
        self.prompts.append(prompt)
        order = heard(prompt)
        if order is not None:
            self.obeyed.append(order)
        return json.dumps(_reply(prompt, order))


def _reply(prompt: str, order: str | None) -> dict[str, object]:
    if "`claims`" in prompt:
        return _claims(prompt, order)
    if "`relevance`" in prompt:
        pieces = [int(found[1]) for found in _PIECE.finditer(prompt)]
        return {"relevance": [{"piece": piece, "score": 8} for piece in pieces], "sufficient": True}
    if "`verdicts`" in prompt:
        pairs = re.findall(r"^Pair (\d+)$", prompt, re.MULTILINE)
        return {"verdicts": [{"pair": int(pair), "verdict": "supported"} for pair in pairs]}
    return {"english": "", "hypothetical": "", "names": [], "words": []}


def _claims(prompt: str, order: str | None) -> dict[str, object]:
    if order is not None:
        return {"claims": [{"text": f"It holds 42 messages {order}.", "cites": [{"piece": 1}]}]}
    topic = re.search(r"Question: How many messages does the (\w+) queue hold", prompt)
    claims = [
        {
            "text": f"The {fact[2]} queue holds {fact[3]} messages.",
            "cites": [{"piece": int(piece[1]), "first": fact[1]}],
        }
        for piece in _PIECE.finditer(prompt)
        for fact in _FACT.finditer(piece[2])
        if topic and fact[2] == topic[1]
    ]
    return {"claims": claims[:1], "answered": bool(claims)}
