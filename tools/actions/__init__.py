"""Tools with side effects: what a run may do for a person, after that person's yes.

Owns the registry and the one action that ships. Never runs anything by itself: `nodes/run_actions.py` does.
"""

from .ledger import Ledger, digest_of
from .outcome import ActionError, Outcome, outcome_of
from .proposal import changed, proposed
from .registry import ACTIONS, Action, ActionRegistry, action_of, known_actions, register_action
from .sourced import Sourced, Suggested, place, unsettled

__all__ = [
    "ACTIONS",
    "Action",
    "ActionError",
    "ActionRegistry",
    "Ledger",
    "Outcome",
    "Sourced",
    "Suggested",
    "action_of",
    "changed",
    "digest_of",
    "known_actions",
    "outcome_of",
    "place",
    "proposed",
    "register_action",
    "unsettled",
]
