"""What collections and optional values hold: what their methods give, and what they hand to functions that they take.

None of these types is of the corpus; `reach.py` has a row of their methods for each family of languages.
"""

from __future__ import annotations

from .reach import reach_of
from .receiver import Receiver


def method_of(many: Receiver, name: str) -> Receiver:
    """A method of a collection, of an optional value, or of a value whose wrapper is not noted; a number is a part."""
    if name.isdigit() and many.elements:
        return many._replace(elements=False)
    return many._replace(role="method of many", name=name)


def result_of(method: Receiver) -> Receiver | None:
    """What a method gives: what it belongs to, or what is held there."""
    reach, name, many = reach_of(family_of(method)), method.name, method._replace(role="value", name="")
    if method.is_optional:
        if name in reach.opens:
            return method.inner
        return many if name in reach.keeps | reach.unwraps else None
    if method.elements and name in reach.gives:
        return many._replace(elements=False)
    if method.elements and name in reach.takes:
        return Receiver("value", inner=many._replace(elements=False), is_optional=True)
    return many if method.elements and name in reach.keeps else None


def handed_by(method: Receiver, place: str) -> Receiver | None:
    """What a method hands to a function at a place, as `(:0)(:0)`."""
    places = reach_of(family_of(method)).hands.get(method.name)
    if place not in places if places is not None else not place.endswith("(:0)") or place.count("(") != 2:
        return None
    return method.inner if method.is_optional else method._replace(role="value", name="", elements=False)


def inside(value: Receiver, step: str) -> Receiver | None:
    """An element of a collection, or what an optional value holds; a value itself where its type was told without."""
    if value.is_optional:
        return value.inner
    if step == "[]":
        return value._replace(elements=False) if value.elements else None
    return value if value.role == "value" else None


def family_of(receiver: Receiver) -> str:
    """The family of languages of the types; empty when there are none."""
    while not receiver.candidates and receiver.inner is not None:
        receiver = receiver.inner
    return receiver.candidates[0].document.family if receiver.candidates else ""
