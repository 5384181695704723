"""Members of objects whose type nobody tells: guessed where the name says enough."""

from __future__ import annotations

from typing import Final

from .candidates import GUESS, MEMBERS, NOTHING, Candidate, Resolved, chosen, resolved
from .documents import Document
from .doors import Doors

EVERYDAY: Final = frozenset(
    "add all any append apply call clear clone close concat contains copy count decode delete discard each emit"  # noqa: SIM905
    " encode end entries equals exec execute exists extend fileno filter find first flush foreach format get getattr"
    " handle has hash includes index info init insert is_empty items iter join keys last len length list load lock"
    " log lower map match max min name new next on open parse pop popitem print push put query read readline"
    " readlines reduce remove replace reset resolve result reverse run save search seek send set setdefault size"
    " slice sort split start stop string strip sub substring sum tell test then to_s to_string toString trim type"
    " union unlock unwrap update upper value values wait wrap write writelines".split()
)
"""Methods that the built-in types of some language have: on an unknown object they are not likely to be ours."""


def of_unknown(
    doors: Doors, near: Document, scope: str, kind: str, target: str, found: list[Candidate], called: str
) -> Resolved:
    """A member of an object whose type nobody tells; what holds it is `called` so, in small letters."""
    if target.startswith("__") and target.endswith("__"):
        return NOTHING  # in Python all types have those
    members = [c for c in found if c.kind in MEMBERS and (kind != "calls" or c.kind != "field")]
    # That a function calls itself is never a guess.
    members = [c for c in members if c.document is not near or c.qualified_name != scope]
    if near.reach.typed:
        # Where types are declared, what none is known of is mostly a type from outside.
        return resolved(members, GUESS) if len(members) == 1 and target not in EVERYDAY else NOTHING
    visible = doors.visible(near)
    close = [c for c in members if c.document is near or c.document.id in visible]
    if target in EVERYDAY:
        # `loader.load()` is one of a FileLoader, `names.append()` of a list.
        stem = called.removesuffix("[]").removesuffix("s")
        return resolved(chosen(kind, [c for c in close if len(stem) > 2 and stem in c.owner.lower()]), GUESS)
    if close:
        return resolved(chosen(kind, close), GUESS)
    return resolved(doors.nearest(near, kind, members), GUESS)
