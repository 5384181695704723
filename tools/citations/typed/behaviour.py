"""What definitions do, as far as their lines spell it out: under which condition, in which order, to what end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from citeline.patterns import re
from citeline.text import last_part, parts_of

from ..facts import Fact, Relation
from ..passage import contains_name
from ..values import is_literal, is_name, is_nothing, same_value
from .branches import Under
from .conditions import expressions_of, is_about, is_tested, is_truth, runs_alike, runs_under
from .counted import (
    check_calls,
    check_count,
    check_decorated,
    check_member,
    check_modifier,
    check_optional,
    check_parameters,
    check_undefaulted,
    named_values,
)
from .ground import UNKNOWN, Found, Ground
from .handled import ERROR_VALUE, check_converts, check_swallows, is_kind_of
from .heads import parameters_of
from .tables import is_same_cell, is_spelled_otherwise
from .walking import Told

_MAY_PANIC: Final = re.compile(r"panic|unwrap|expect\(|assert|unreachable|todo!|\w\[")
_PLAIN_TYPE: Final = re.compile(
    r"bool|string|int\d*|uint\d*|[iuf]\d+|[iu]size|float\d*|byte|rune|&?str|String|Self|\(\)"
)
_TYPED: Final = frozenset("go java rust csharp c cpp kotlin swift scala".split())  # noqa: SIM905
"""Languages whose `&&` and `||` give nothing but true or false."""
_GIVES: Final = ("value", "default", "parameter")
_ASSIGNED: Final = r"(?<![\w.]){name}\b[^=\n;(]*?(?<![=!<>])(?:=|:=|<<=|>>=|\+\+|--)(?![=>])"
_EXITS: Final = ("raises", "returns", "panics")
_OUTCOMES: Final = frozenset({"raises", "throws", "returns", "panics", "fails", "leaves"})
_SETTINGS: Final = frozenset({"sets", "starts", "equals"})


def events_of(fact: Fact, ground: Ground) -> list[Told]:
    """What happens inside the subject that a fact may be about, without its condition."""
    if fact.relation in _SETTINGS:
        return [one for one in named_values(fact, ground) if same_value(one.value, fact.object)]
    told = [_as_choice(fact, one, ground) for one in ground.inside(fact.subject)]
    return [one for one in told if _is_about(fact, one) and not _may_end_there(one, ground)]


def _as_choice(fact: Fact, told: Told, ground: Ground) -> Told:
    """A returned test, as the value that a fact says: true under the condition that it spells out, false else."""
    said = fact.object.lower()
    if fact.relation != "returns" or told.saying != "returns" or said not in ("true", "false"):
        return told
    typed = ground.reading is not None and ground.reading.language in _TYPED
    if not fact.condition or is_literal(told.value) or not is_truth(told.value, typed=typed):
        return told
    guards = (*told.under.guards, (told.value, said == "true"))
    return replace(told, value=fact.object, under=replace(told.under, guards=guards))


def _may_end_there(told: Told, ground: Ground) -> bool:
    """Whether what is raised may be caught by the same definition."""
    recovers = told.saying == "panics" and contains_name(ground.passage.text, "recover")
    return recovers or (told.saying in ("raises", "panics") and told.run.tried)


def _are_all_seen(fact: Fact, ground: Ground) -> bool:
    """Whether nothing of the kind stands in a function inside of the subject, or is raised and caught."""
    if fact.relation in _SETTINGS:
        return True
    around = (_as_choice(fact, one, ground) for one in ground.around(fact.subject))
    return sum(_is_about(fact, one) for one in around) == len(events_of(fact, ground))


def _is_about(fact: Fact, told: Told) -> bool:
    wanted = last_part(fact.object) if fact.object else ""
    match fact.relation:
        case "raises" | "throws":
            # Without an end it is declared in a head.
            return told.saying == "raises" and told.end > 0 and (not wanted or told.value == wanted)
        case "panics":
            return told.saying == "panics" and fact.object in told.value
        case "fails":
            is_error = told.saying == "returns" and ERROR_VALUE.match(told.value) is not None
            return (is_error or (bool(wanted) and told.saying == "returns")) and contains_name(
                told.value, wanted or told.value
            )
        case "returns":
            return told.saying == "returns" and _gives(told.value, fact.object)
        case "leaves":
            return told.saying == "returns"
        case "calls":
            return told.saying == "calls" and told.name == wanted
        case "uses":
            done = told.saying in ("calls", "returns", "raises", "value")
            return done and (contains_name(told.value, fact.object) or fact.object == told.name)
    return False


def _gives(value: str, claimed: str) -> bool:
    empty = value == "" and claimed in ("None", "undefined")
    return empty or same_value(value, claimed) or value.startswith(f"{claimed}(")


def check_condition(fact: Fact, ground: Ground) -> Found:
    """Whether the condition of a fact is the one that governs it."""
    passage = ground.passage
    found = [(one, _runs(fact, one, ground)) for one in events_of(fact, ground)]
    if any(decided for _, decided in found):
        if fact.only and not all(decided and not _has_other_ways(one.under) for one, decided in found):
            return UNKNOWN
        return "proved", f"{passage.lines}, inside `{fact.subject or fact.place}`, do so under that condition"
    if not _are_all_seen(fact, ground):
        return UNKNOWN
    denied = [one.under for one, decided in found if decided is False]
    others = [one.under for one, decided in found if decided is None]
    if denied and not any(is_about(fact.condition, under, denied) for under in others):
        guards = denied[0]
        text, holds = (guards.guards or guards.passed)[-1]
        return "contradicted", f"{passage.lines} do so where `{text}` is {'true' if holds else 'false'}"
    if found and all(runs_alike(fact.condition, fact.turned, one.under) is False for one, _ in found):
        return "contradicted", f"{passage.lines} do so where that is not the case"
    if fact.relation in _OUTCOMES | _SETTINGS:
        undecided = [one for one, decided in found if decided is None]
        return _check_other_outcome(fact, undecided, ground)
    return UNKNOWN


def _runs(fact: Fact, told: Told, ground: Ground) -> bool | None:
    """Whether something happens under the condition of a fact, whichever way its tests are written."""
    found = runs_under(fact.condition, fact.turned, told.under)
    return runs_under(fact.condition, fact.turned, ground.spelled_out(told)) if found is None else found


def _has_other_ways(under: Under) -> bool:
    """Whether any of the conditions is one of several alternatives."""
    return any(re.search(r"\bor\b|\|\|", text) for text, _ in (*under.guards, *under.passed))


def _check_other_outcome(fact: Fact, undecided: list[Told], ground: Ground) -> Found:
    """What the lines do under the condition of a fact, where that is something else.

    `undecided`: what the fact says is done there, maybe under another condition, or when it is too late.
    """
    if fact.relation in _SETTINGS:
        ways = (runs_under, runs_alike)
        others = [one for one in named_values(fact, ground) if not same_value(one.value, fact.object)]
        given = [one for one in others if any(way(fact.condition, fact.turned, one.under) for way in ways)]
        plain = any(kind(fact.object) and all(kind(one.value) for one in given) for kind in (is_literal, _is_constant))
        other = given and plain and all(_is_other_case(one.under, given[0].under) for one in undecided)
        why = f"under that condition, {ground.passage.lines} set it to `{given[0].value}`" if other else ""
        return ("contradicted", why) if other else UNKNOWN
    exits = [one for one in ground.inside(fact.subject) if one.saying in _EXITS and one.end]
    here = [
        one
        for one in exits
        if (_runs(fact, one, ground) or runs_alike(fact.condition, fact.turned, one.under)) and not _is_about(fact, one)
    ]
    if not here or (fact.relation == "leaves" and here[0].saying != "raises"):
        return UNKNOWN
    first = min(one.end for one in here)
    if any(one.end < first and is_about(fact.condition, one.under) for one in undecided):
        return UNKNOWN
    value = here[0].value
    told = here[0].saying
    language = ground.reading.language if ground.reading else ""
    if _may_end_there(here[0], ground) or (told == "raises" and is_kind_of(value, last_part(fact.object), language)):
        return UNKNOWN
    if told == "returns" and _is_given_there(value, fact, ground):
        return UNKNOWN
    if told == "returns" and fact.relation == "returns" and not (_is_plain(value) and _is_plain(fact.object)):
        return UNKNOWN
    if told == "returns" and fact.relation == "fails" and not (is_literal(value) or value.startswith("Ok(")):
        return UNKNOWN
    return "contradicted", f"under that condition, {ground.passage.lines} show `{told} {value}`"


def _is_other_case(one: Under, other: Under) -> bool:
    """Whether two statements stand in different cases of the same switch."""
    cases = [
        [text.partition(" is ") for text, holds in under.guards if holds and " is " in text] for under in (one, other)
    ]
    return any(left[0] == right[0] and left[2] != right[2] for left in cases[0] for right in cases[1])


def _is_constant(value: str) -> bool:
    """A name with what it belongs to, as members of enums have, or with a capital: `Mode.FAST` is not `Mode.SLOW`."""
    is_own = len(parts_of(value)) > 1 and parts_of(value)[0] not in ("self", "this")
    return is_name(value) and (is_own or value[:1].isupper())


def _is_plain(value: str) -> bool:
    return is_literal(value) or is_name(value) or value in ("self", "this")


def _check_outcome(fact: Fact, ground: Ground) -> Found:
    """Raises, panics or fails, whatever the value."""
    if events_of(fact, ground):
        return "proved", f"{ground.passage.lines}, inside `{fact.subject}`, do so"
    if not ground.is_single(fact.subject) or fact.object:
        return UNKNOWN
    told = [one.saying for one in ground.inside(fact.subject)]
    fails = events_of(Fact("fails", fact.subject, ""), ground)
    if (
        fact.relation == "panics"
        and _are_all_seen(fact, ground)
        and not _MAY_PANIC.search(ground.text_of(fact.subject))
        and (fails or "raises" in told)
    ):
        return "contradicted", f"{ground.passage.lines} show an error where `{fact.subject}` fails, and no panic"
    if fact.relation == "fails" and ground.is_whole(fact.subject) and _returns_no_error(fact, ground):
        return "contradicted", f"what `{fact.subject}` returns is no error"
    return UNKNOWN


def _returns_no_error(fact: Fact, ground: Ground) -> bool:
    """Whether the head of a function leaves no room for one, in the languages where errors are values."""
    types = [one.value for one in ground.told() if one.saying == "return type" and one.name == last_part(fact.subject)]
    plain = all(_PLAIN_TYPE.fullmatch(one) for one in types)
    return ground.reading is not None and ground.reading.language in ("go", "rust") and len(types) <= 1 and plain


def _check_uses(fact: Fact, ground: Ground) -> Found:
    if events_of(fact, ground):
        return "proved", f"{ground.passage.lines}, inside `{fact.subject}`, use `{fact.object}`"
    return UNKNOWN


def _check_tests(fact: Fact, ground: Ground) -> Found:
    """An expression that is tested, wherever that is."""
    written, anywhere = (
        list(dict.fromkeys(text for one in told for text in expressions_of(one)))
        for told in (ground.inside(fact.subject), ground.around(fact.subject))
    )
    found = is_tested(fact.object, written)
    if found is None or is_tested(fact.object, anywhere) != found:
        return UNKNOWN
    return "proved" if found else "contradicted", f"compared with what {ground.passage.lines} test"


def _check_leaves(fact: Fact, ground: Ground) -> Found:
    # That a function returns is nothing by itself: its condition must be shown.
    return UNKNOWN


def check_returned(fact: Fact, ground: Ground) -> Found:
    """Contradicts a plain value, where every value that a definition returns is as plain and none is the same."""
    given = [one.value for one in ground.inside(fact.subject) if one.saying == "returns"]
    plain = bool(given) and all(map(_is_plain, given)) and _is_plain(fact.object) and ground.is_single(fact.subject)
    literal = is_literal(fact.object) or all(map(is_name, given))
    if is_nothing(fact.object) or not ground.is_whole(fact.subject):
        return UNKNOWN
    if any(_is_given_there(value, fact, ground) for value in given):
        return UNKNOWN
    if is_name(fact.object) and any(contains_name(value, fact.object) for value in given):
        return UNKNOWN  # `limit.value` is what `limit` holds
    if plain and literal and not any(_gives(value, fact.object) for value in given):
        if is_name(fact.object) and not contains_name(ground.passage.text, fact.object):
            return UNKNOWN  # maybe a type
        told = ", ".join(f"`{value}`" for value in dict.fromkeys(given))
        return "contradicted", f"{ground.passage.lines}, inside `{fact.subject}`, return {told}, not `{fact.object}`"
    return UNKNOWN


def _is_given_there(value: str, fact: Fact, ground: Ground) -> bool:
    """Whether a returned name may stand for what a fact says is returned.

    A parameter, or what is given a value in the definition, may stand for any literal, and for a name that it is given.
    """
    if not is_name(value) or is_nothing(value):
        return False
    text = ground.passage.text
    if is_name(fact.object) and not is_nothing(fact.object):
        return any(
            re.search(_ASSIGNED.format(name=re.escape(one)) + rf".*\b{re.escape(other)}\b", text)
            for one, other in ((value, fact.object), (fact.object, value))
        )
    given = any(one.name == value and one.saying in _GIVES for one in ground.around(fact.subject))
    heads = ground.heads(fact.subject)
    parameters = any(one.name == value for head in heads for one in parameters_of(*head) or ())
    return given or parameters or re.search(_ASSIGNED.format(name=re.escape(value)), text) is not None


def check_value(fact: Fact, ground: Ground) -> Found:
    """What a name is given, where all that it is given is spelled out."""
    told = named_values(fact, ground)
    if fact.relation == "starts":
        told = told[:1]
    is_data = ground.reading is None
    alike = is_same_cell if is_data else same_value
    values = [ground.spelled(one.value) if is_literal(fact.object) else one.value for one in told]
    same = [alike(value, fact.object) for value in values]
    if any(same) and (all(same) or fact.relation == "sets"):
        return "proved", f"{ground.passage.lines} set `{fact.subject}` to `{fact.object}`"
    if is_data and any(is_spelled_otherwise(value, fact.object) for value in values):
        return UNKNOWN
    if told and not any(same) and (is_data or (is_literal(fact.object) and all(map(is_literal, values)))):
        return "contradicted", f"{ground.passage.lines} set `{fact.subject}` to `{values[0]}`, not `{fact.object}`"
    return UNKNOWN


def _is_step(told: Told, name: str) -> bool:
    """Whether something is a call or a value of that name, or what is called of it."""
    return told.end > 0 and (last_part(name) in (told.name, told.value) or told.value.startswith(f"{name}."))


def _check_order(fact: Fact, ground: Ground) -> Found:
    first, second = (
        [one for one in ground.around(fact.place) if _is_step(one, name)] for name in (fact.subject, fact.object)
    )
    inside = ground.inside(fact.place)
    waits = any(one.run.closed or one.run.later or one not in inside for one in (*first, *second))
    if not first or not second or waits:
        return UNKNOWN
    together = len({one.under for one in (*first, *second)}) == 1  # else one may be done without the other
    if together and max(one.end for one in first) < min(one.end for one in second):
        return "proved", f"{ground.passage.lines} do `{fact.subject}` before `{fact.object}`"
    if max(one.end for one in second) < min(one.end for one in first):
        return "contradicted", f"{ground.passage.lines} do `{fact.object}` before `{fact.subject}`"
    return UNKNOWN


CHECKS: Final[Mapping[Relation, Callable[[Fact, Ground], Found]]] = {
    "sets": check_value,
    "starts": check_value,
    "equals": check_value,
    "converts": check_converts,
    "swallows": check_swallows,
    "propagates": check_swallows,
    "uses": _check_uses,
    "checks": _check_tests,
    "throws": _check_outcome,
    "panics": _check_outcome,
    "fails": _check_outcome,
    "leaves": _check_leaves,
    "order": _check_order,
    "modifier": check_modifier,
    "decorated": check_decorated,
    "optional": check_optional,
    "required": check_optional,
    "undefaulted": check_undefaulted,
    "parameters": check_parameters,
    "call_count": check_calls,
    "count": check_count,
    "member": check_member,
}
