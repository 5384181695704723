"""What the state machine is called with, described for Studio and for servers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field  # a search needs none of it: not in `citeline/state.py`
from typing_extensions import TypedDict

from citeline.state import add_messages


class RAGInput(TypedDict, total=False):
    """What a caller has to give: a question, or a conversation that ends with one."""

    question: Annotated[str, Field(description="What to answer, in any language; empty where `messages` ends with it.")]
    messages: Annotated[
        list[Any],
        Field(description="A conversation, oldest first, as role and content; its last message is what is asked."),
        add_messages,
    ]
