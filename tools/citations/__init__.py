"""Checks what an answer cites: does the place exist, is it still the same text, does it carry the sentence.

Deterministic: never calls a chat model, never reads a cited file outside the source's root, and writes nothing.
"""

from .anchors import Anchor, check_span, text_sha256
from .support import Support, check_support
from .verify import check_claims
from .working_tree import Absence, WorkingTree

__all__ = [
    "Absence",
    "Anchor",
    "Support",
    "WorkingTree",
    "check_claims",
    "check_span",
    "check_support",
    "text_sha256",
]
