"""What the head of a definition says of it: modifiers, decorators, and what of its parameters may be left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from citeline.text import last_part

from ..facts import Fact, phrasings
from .finding import UNKNOWN, Found
from .ground import Ground, bare
from .heads import Parameter, has_modifier, parameters_of

_COMMENTED: Final = re.compile(r"\s*(?://|/?\*|#)")
_DEPRECATED: Final = re.compile(r"@deprecated\b|\bDeprecated:")


def check_modifier(fact: Fact, ground: Ground) -> Found:
    """Words of a head: async, static, who may see it, deprecated."""
    heads = ground.heads(fact.subject)
    if len(heads) != 1 or ground.reading is None:
        return UNKNOWN
    name, head = heads[0]
    told = list(_modifiers(fact.object, name, head, ground))
    if told and all(one is True for one in told):
        return "proved", f"the head of `{name}` says so"
    if any(one is False for one in told):
        return "contradicted", f"the head of `{name}` is `{head}`"
    return UNKNOWN


def _modifiers(said: str, name: str, head: str, ground: Ground) -> Iterator[bool | None]:
    words, language = phrasings()["modifiers"], ground.reading.language if ground.reading else ""
    denied = False
    for word in re.findall(r"[a-z]+", said.lower()):
        if word in words["denies"]:
            denied = True
        elif word in words["named"]:
            meant = words["named"][word]
            found = has_modifier(meant.removeprefix("not "), name, head, language)
            if meant == "deprecated" and not found:
                found = _is_deprecated_above(name, ground)
            yield None if found is None else found != (denied != meant.startswith("not "))


def _is_deprecated_above(name: str, ground: Ground) -> bool | None:
    """Whether the comment above a definition says so, as its head may; None where the lines have none above."""
    start = min((node.start_line for _, node in ground.definitions(name)), default=1)
    above = takewhile(_COMMENTED.match, reversed(ground.passage.text.split("\n")[: start - 1]))
    return None if start == 1 else any(_DEPRECATED.search(line) for line in above)


def check_decorated(fact: Fact, ground: Ground) -> Found:
    """What stands before a definition."""
    heads = ground.heads(fact.subject)
    name = last_part(fact.object.strip("@#[]()"))
    decorators = [re.findall(r"(?:@|#?\[)[\w.:]*?(\w+)(?=[\s(\]]|$)", head) for _, head in heads]
    if len(heads) == 1 and name in decorators[0]:
        return "proved", f"`{name}` stands before `{fact.subject}`"
    if len(heads) == 1 and decorators[0]:
        told = ", ".join(f"`{one}`" for one in decorators[0])
        return "contradicted", f"what stands before `{fact.subject}` is {told}"
    return UNKNOWN


def check_optional(fact: Fact, ground: Ground) -> Found:
    """Also whether it is required."""
    found = {parameter.optional for parameter in _parameters(fact, ground)}
    if len(found) != 1 or None in found:
        return UNKNOWN
    optional = found == {True}
    told = "optional" if optional else "required"
    if fact.relation == told:
        return "proved", f"`{fact.subject}` is {told} in {ground.passage.lines}"
    return "contradicted", f"`{fact.subject}` is {told} in {ground.passage.lines}"


def check_undefaulted(fact: Fact, ground: Ground) -> Found:
    """Whether a parameter has no default."""
    found = {parameter.has_default for parameter in _parameters(fact, ground)}
    if len(found) != 1 or None in found:
        return UNKNOWN
    return "contradicted" if True in found else "proved", f"the head of `{fact.place or fact.subject}` tells"


def _parameters(fact: Fact, ground: Ground) -> Iterator[Parameter]:
    """Those that a fact is about, of the definition that it names or of all."""
    for name, head in ground.heads(fact.place):
        for parameter in parameters_of(name, head) or ():
            if bare(parameter.name) == bare(last_part(fact.subject)):
                yield parameter
