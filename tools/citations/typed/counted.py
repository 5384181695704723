"""How many parameters, calls, entries and members there are, whether one of them is there, and what the head of a
definition says: modifiers, decorators, what of its parameters may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, takewhile
from typing import Final

from citeline.text import last_part, parts_of

from ..facts import Fact, phrasings
from ..passage import contains_name
from ..values import is_literal, same_value
from .ground import UNKNOWN, Found, Ground, bare
from .heads import Parameter, has_modifier, parameters_of
from .walking import Told


def named_values(fact: Fact, ground: Ground) -> list[Told]:
    """What a name is given, inside of all that the sentence calls its owners."""
    owners = [part for part in parts_of(fact.subject)[:-1] if part not in ("self", "this")]
    found, around = ground.inside(fact.place), ground.around(fact.place)
    if sum(map(_names(fact), found)) != sum(map(_names(fact), around)):
        return []  # a function inside of it has one of that name
    return [
        one
        for one in found
        if one.saying == "value"
        and bare(one.name) == bare(last_part(fact.subject))
        and (
            (one.of == owners[-1] if owners and one.of else all(ground.is_inside(owner, one.chain) for owner in owners))
            or contains_name(ground.passage.text, f"{'.'.join(owners)}.{one.name}")
        )
    ]


def _names(fact: Fact) -> Callable[[Told], bool]:
    name = bare(last_part(fact.subject))
    return lambda told: told.saying == "value" and bare(told.name) == name


_NUMBERS: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_CHANGES: Final = (
    r"(?<![\w$]){name}\s*(?:(?:\.|->|::)\s*(?:append|add|extend|push|unshift|insert|update|remove|pop|shift|splice|clear"
    r"|discard|setdefault|put|set|delete|sort|concat|[a-z]\w*(?:All|Range|_all|_back|_front))!?\s*\(|(?:[-+|&^]|<<)=|<<"
    r"|\[[^\]\n]*\]\s*(?:[-+*/|&]|\|\||\?\?)?=(?!=))|(?:append|delete|push|del|array_push)[\s(]+[*&$]*{name}\b"
)
"""What a collection may gain and lose after it was spelled out."""
_COMMENTED: Final = re.compile(r"\s*(?://|/?\*|#)")
_DEPRECATED: Final = re.compile(r"@deprecated\b|\bDeprecated:")


def check_parameters(fact: Fact, ground: Ground) -> Found:
    """The number of parameters in a head."""
    lists = [parameters_of(name, head) for name, head in ground.heads(fact.subject)]
    return UNKNOWN if None in lists else _counted({len(one or ()) for one in lists}, fact, ground)


def check_calls(fact: Fact, ground: Ground) -> Found:
    """How often a function is called in a whole definition."""
    name = last_part(fact.subject)
    found, around = (
        sum(one.saying == "calls" and one.name == name for one in told)
        for told in (ground.inside(fact.place), ground.around(fact.place))
    )
    if found != around:
        return UNKNOWN
    return _counted({found} if found and ground.is_whole(fact.place) else set(), fact, ground)


def check_count(fact: Fact, ground: Ground) -> Found:
    """The number of entries of a literal, or of members of an enumeration."""
    found = _counted({len(items) for items in _collections(fact, ground)}, fact, ground)
    return found if found[0] == "proved" or _stays(fact, ground) else UNKNOWN


def _counted(counts: set[int], fact: Fact, ground: Ground) -> Found:
    said = fact.object.lower()
    wanted = _NUMBERS.index(said) if said in _NUMBERS else int(said) if said.isdigit() else None
    if len(counts) != 1 or wanted is None:
        return UNKNOWN
    (count,) = counts
    return "proved" if count == wanted else "contradicted", f"of `{fact.subject}`, {ground.passage.lines} show {count}"


def check_member(fact: Fact, ground: Ground) -> Found:
    """Whether a collection that is spelled out has a value."""
    for items in (found := _collections(fact, ground)):
        if any(same_value(item, fact.object) for item in items):
            return "proved", f"`{fact.object}` stands in `{fact.subject}`"
    told = (*chain.from_iterable(found), fact.object)
    plain = found and (ground.reading is None or all(map(is_literal, told)))
    if (plain or (found and not named_values(fact, ground))) and _stays(fact, ground):
        return "contradicted", f"`{fact.object}` does not stand in `{fact.subject}`"
    return UNKNOWN


def _stays(fact: Fact, ground: Ground) -> bool:
    """Whether nothing outside of the lines should change a collection: a constant, or a name of a whole function."""
    name = last_part(fact.subject)
    return (
        ground.reading is None
        or name.upper() == name
        or all(bool(one.chain) and ground.is_whole(one.chain[-1]) for one in named_values(fact, ground))
    )


def _collections(fact: Fact, ground: Ground) -> list[tuple[str, ...]]:
    """Members of literal lists, sets and mappings (their keys) of a name; nothing where it has other values too."""
    types = [one for one in ground.told() if one.saying == "type" and one.items]
    if kinds := [one.items for one in types if ground.is_named(fact.subject, (*one.chain, one.name))]:
        return kinds
    values = named_values(fact, ground)
    if re.search(_CHANGES.format(name=re.escape(last_part(fact.subject))), ground.passage.text):
        return []
    return [one.items for one in values] if all(one.items for one in values) else []


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
