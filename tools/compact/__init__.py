"""Results as compact text that fits a number of tokens: what an agent reads of a search, an answer or a verification.

Owns the layout and the cutting. Never searches, and never shows a secret: what it makes is sent to models.
"""

from .fitting import Block, estimated_tokens, fit
from .texts import answer_text, indexed_lines, search_text
from .verdicts import message, verification_text

__all__ = [
    "Block",
    "answer_text",
    "estimated_tokens",
    "fit",
    "indexed_lines",
    "message",
    "search_text",
    "verification_text",
]
