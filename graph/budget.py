"""When a run has to stop searching, and how many supersteps it can take at all."""

from __future__ import annotations

from typing import Final

from citeline.nodes.running.budget import searching_s, used_s
from citeline.state import RAGState

MAX_REWRITES: Final = 1
"""Second tries after every claim has failed its check."""

# A round is expand, channels, fuse, walk, rerank, filter and grade; settings allow ten of them. Around them: plan,
# translate, exploring, reviews, actions, and the answer twice. Thrice, for a person who asks anew at a
# review. LangGraph's own limit is 10,007, which is no limit.
RECURSION_LIMIT: Final = 3 * (10 * 7 + 25)


def is_spent(state: RAGState) -> bool:
    """True when the share of the budget that is meant for searching has been used."""
    return used_s(state) >= searching_s(state["plan"]["budget_s"])
