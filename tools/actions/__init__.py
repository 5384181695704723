"""Tools with side effects: what a run may do for a person, after that person's yes.

Owns the registry and the one action that ships. Never runs anything by itself: `nodes/run_actions.py` does.
"""

from .ledger import Ledger, digest_of
from .outcome import ActionError, Outcome, outcome_of
from .registry import ACTIONS, Action, ActionRegistry, action_of, known_actions, register_action

__all__ = [
    "ACTIONS",
    "Action",
    "ActionError",
    "ActionRegistry",
    "Ledger",
    "Outcome",
    "action_of",
    "digest_of",
    "known_actions",
    "outcome_of",
    "register_action",
]
