"""Answers what is not a question about the sources."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.text import is_cjk
from citeline.tools.rag.markup import inert
from citeline.visible import one_line

_ENGLISH: Final = {
    "greeting": "Hello. Ask a question about {name}, and I will answer with lines that you can check.",
    "thanks": "You are welcome.",
    "farewell": "Goodbye.",
    "help": "I answer questions about {name}. Every sentence cites lines, and the lines are checked.",
    "empty": "There is nothing to search for in that question. Ask about a name, a file or a behaviour in {name}.",
}
_CHINESE: Final = {
    "greeting": "你好。请就 {name} 提问，我的回答会附上可以核对的行号。",
    "thanks": "不客气。",
    "farewell": "再见。",
    "help": "我回答关于 {name} 的问题。每一句都注明出处，并且经过核对。",
    "empty": "这个问题里没有可以检索的内容。请询问 {name} 中的名称、文件或行为。",
}


@step
def reply(state: RAGState, run: Run) -> StateUpdate:
    """A fixed sentence in the asker's language; a question without content counts as not found."""
    chat = state["plan"].get("chat", "empty")
    sentences = _CHINESE if is_cjk(state["question"]) else _ENGLISH
    status = "not_found" if chat == "empty" else "answered"
    name = inert(one_line(run.index.root.name or run.index.name))  # whoever named the folder may have written more
    return {"answer": sentences[chat].format(name=name), "status": status}
