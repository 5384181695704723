"""What definitions do, as far as their lines spell it out: under which condition, in which order, to what end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, takewhile
from typing import Final

from citeline.text import last_part, parts_of

from ..facts import Fact, Relation, phrasings
from ..passage import contains_name
from ..values import is_literal, is_name, is_nothing, same_value
from .conditions import expressions_of, is_about, is_tested, is_truth, runs_alike, runs_under
from .errors import is_kind_of
from .finding import UNKNOWN, Found
from .ground import Ground, bare
from .heads import has_modifier, parameters_of
from .tables import is_same_cell, is_spelled_otherwise
from .walking import Told, Under

_NUMBERS: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_ERROR_VALUE: Final = re.compile(
    r"^(?:[\w.\"&]+(?:\{\}|\[\]|\(\))?, )*(?:Err\(|(?:fmt\.Errorf|errors\.\w+)\(|err\b|Promise\.reject\()"
)
_MAY_PANIC: Final = re.compile(r"panic|unwrap|expect\(|assert|unreachable|todo!|\w\[")
_PLAIN_TYPE: Final = re.compile(
    r"bool|string|int\d*|uint\d*|[iuf]\d+|[iu]size|float\d*|byte|rune|&?str|String|Self|\(\)"
)
_TYPED: Final = frozenset("go java rust csharp c cpp kotlin swift scala".split())  # noqa: SIM905
"""Languages whose `&&` and `||` give nothing but true or false."""
_COMMENTED: Final = re.compile(r"\s*(?://|/?\*|#)")
_DEPRECATED: Final = re.compile(r"@deprecated\b|\bDeprecated:")
_LOGS: Final = re.compile(r"debug|info|warn(?:ing)?|log|print(?:ln)?")
_GIVES: Final = ("value", "default", "parameter")
_ASSIGNED: Final = r"(?<![\w.]){name}\b[^=\n;(]*?(?<![=!<>])(?:=|:=|<<=|>>=|\+\+|--)(?![=>])"
_CHANGES: Final = (
    r"(?<![\w$]){name}\s*(?:(?:\.|->|::)\s*(?:append|add|extend|push|unshift|insert|update|remove|pop|shift|splice|clear"
    r"|discard|setdefault|put|set|delete|sort|concat|[a-z]\w*(?:All|Range|_all|_back|_front))!?\s*\(|(?:[-+|&^]|<<)=|<<"
    r"|\[[^\]\n]*\]\s*(?:[-+*/|&]|\|\||\?\?)?=(?!=))|(?:append|delete|push|del|array_push)[\s(]+[*&$]*{name}\b"
)
"""What a collection may gain and lose after it was spelled out."""
_EXITS: Final = ("raises", "returns", "panics")
_OUTCOMES: Final = frozenset({"raises", "throws", "returns", "panics", "fails", "leaves"})
_SETTINGS: Final = frozenset({"sets", "starts", "equals"})


def events_of(fact: Fact, ground: Ground) -> list[Told]:
    """What happens inside the subject that a fact may be about, without its condition."""
    if fact.relation in _SETTINGS:
        return [one for one in _named_values(fact, ground) if same_value(one.value, fact.object)]
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
            is_error = told.saying == "returns" and _ERROR_VALUE.match(told.value) is not None
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


def _named_values(fact: Fact, ground: Ground) -> list[Told]:
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
        others = [one for one in _named_values(fact, ground) if not same_value(one.value, fact.object)]
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
    told = _named_values(fact, ground)
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


def _check_converts(fact: Fact, ground: Ground) -> Found:
    passage, caught, made = ground.passage, last_part(fact.subject), last_part(fact.object)
    raised = [one for one in ground.inside(fact.place) if one.saying == "raises" and one.under.caught]
    here = [one.value for one in raised if contains_name(one.under.caught, caught)]
    if made in here:
        return "proved", f"{passage.lines} catch `{caught}` and raise `{made}`"
    turned_round = any(one.value == caught and contains_name(one.under.caught, made) for one in raised)
    if turned_round or (here and all(name[:1].isupper() for name in here)):
        told = here[0] if here else caught
        return "contradicted", f"{passage.lines} raise `{told}` where `{made if turned_round else caught}` is caught"
    return UNKNOWN


def _check_swallows(fact: Fact, ground: Ground) -> Found:
    """Also whether it propagates, which is the opposite."""
    caught = last_part(fact.object)
    told = [one for one in ground.inside(fact.subject) if one.saying == "catches"]
    handlers = [one for one in told if contains_name(f"{one.value} {one.name}", caught)]
    if not handlers:
        return _check_given_back(fact, caught, ground)
    inside = [one for one in ground.inside(fact.subject) if any(_is_in(one, handler) for handler in handlers)]
    there = [one.value for one in inside if one.saying == "raises"]
    if any(one.saying == "raises" and one.run.tried for one in inside):
        return UNKNOWN
    telling = [one for one in inside if _may_tell(one)]
    if (
        not there
        and telling
        and (fact.relation == "swallows" or not all(_ends_there(one, handlers) for one in telling))
    ):
        return UNKNOWN
    other, again = bool(there), bool({"", caught} & set(there))
    swallows = fact.relation == "swallows"
    if (swallows and not other) or (not swallows and again):
        return (
            "proved",
            f"{ground.passage.lines}, inside `{fact.subject}`, {'catch' if swallows else 'pass on'} `{caught}`",
        )
    if (swallows and other) or not again:
        return (
            "contradicted",
            f"{ground.passage.lines}, inside `{fact.subject}`, {'raise' if other else 'end'} it there",
        )
    return UNKNOWN


def _check_given_back(fact: Fact, failing: str, ground: Ground) -> Found:
    """The same where errors are values: what returns one when a call has failed passes it on."""
    for one in ground.inside(fact.subject):
        failed = [text for text, holds in ground.spelled_out(one).guards if holds and text.endswith(" is Err(_)")]
        if one.saying == "returns" and _ERROR_VALUE.match(one.value) and any(contains_name(f, failing) for f in failed):
            return "proved" if fact.relation == "propagates" else "contradicted", f"`{one.value}` is returned there"
    return UNKNOWN


def _may_tell(told: Told) -> bool:
    """Whether a handler may pass the error on, or end, by a call or a value."""
    if told.saying == "returns":
        return not is_literal(told.value or "None")
    if told.saying == "value":
        return not is_literal(told.value)
    return told.saying == "panics" or (told.saying == "calls" and not _LOGS.fullmatch(told.name))


def _ends_there(told: Told, handlers: list[Told]) -> bool:
    """Whether a handler gives a value back that is not made of what it caught."""
    error = _ERROR_VALUE.match(told.value) or any(contains_name(one.value, told.value) for one in handlers)
    return told.saying == "returns" and not error


def _is_in(told: Told, handler: Told) -> bool:
    guard = (f"{handler.name} is Err(_)", True)
    return told.under.caught == (handler.value or " ") and guard in told.under.guards


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


def _check_modifier(fact: Fact, ground: Ground) -> Found:
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


def _check_decorated(fact: Fact, ground: Ground) -> Found:
    heads = ground.heads(fact.subject)
    name = last_part(fact.object.strip("@#[]()"))
    decorators = [re.findall(r"(?:@|#?\[)[\w.:]*?(\w+)(?=[\s(\]]|$)", head) for _, head in heads]
    if len(heads) == 1 and name in decorators[0]:
        return "proved", f"`{name}` stands before `{fact.subject}`"
    if len(heads) == 1 and decorators[0]:
        told = ", ".join(f"`{one}`" for one in decorators[0])
        return "contradicted", f"what stands before `{fact.subject}` is {told}"
    return UNKNOWN


def _check_optional(fact: Fact, ground: Ground) -> Found:
    """Also whether it is required."""
    found = {
        parameter.optional
        for name, head in (ground.heads(fact.place) if fact.place else ground.heads(""))
        for parameter in parameters_of(name, head) or ()
        if bare(parameter.name) == bare(last_part(fact.subject))
    }
    if len(found) != 1 or None in found:
        return UNKNOWN
    optional = found == {True}
    told = "optional" if optional else "required"
    if fact.relation == told:
        return "proved", f"`{fact.subject}` is {told} in {ground.passage.lines}"
    return "contradicted", f"`{fact.subject}` is {told} in {ground.passage.lines}"


def _check_undefaulted(fact: Fact, ground: Ground) -> Found:
    found = {
        parameter.has_default
        for name, head in (ground.heads(fact.place) if fact.place else ground.heads(""))
        for parameter in parameters_of(name, head) or ()
        if bare(parameter.name) == bare(last_part(fact.subject))
    }
    if len(found) != 1 or None in found:
        return UNKNOWN
    return "contradicted" if True in found else "proved", f"the head of `{fact.place or fact.subject}` tells"


def _check_parameters(fact: Fact, ground: Ground) -> Found:
    lists = [parameters_of(name, head) for name, head in ground.heads(fact.subject)]
    return UNKNOWN if None in lists else _counted({len(one or ()) for one in lists}, fact, ground)


def _check_calls(fact: Fact, ground: Ground) -> Found:
    name = last_part(fact.subject)
    found, around = (
        sum(one.saying == "calls" and one.name == name for one in told)
        for told in (ground.inside(fact.place), ground.around(fact.place))
    )
    if found != around:
        return UNKNOWN
    return _counted({found} if found and ground.is_whole(fact.place) else set(), fact, ground)


def _check_count(fact: Fact, ground: Ground) -> Found:
    found = _counted({len(items) for items in _collections(fact, ground)}, fact, ground)
    return found if found[0] == "proved" or _stays(fact, ground) else UNKNOWN


def _counted(counts: set[int], fact: Fact, ground: Ground) -> Found:
    said = fact.object.lower()
    wanted = _NUMBERS.index(said) if said in _NUMBERS else int(said) if said.isdigit() else None
    if len(counts) != 1 or wanted is None:
        return UNKNOWN
    (count,) = counts
    return "proved" if count == wanted else "contradicted", f"of `{fact.subject}`, {ground.passage.lines} show {count}"


def _check_member(fact: Fact, ground: Ground) -> Found:
    for items in (found := _collections(fact, ground)):
        if any(same_value(item, fact.object) for item in items):
            return "proved", f"`{fact.object}` stands in `{fact.subject}`"
    told = (*chain.from_iterable(found), fact.object)
    plain = found and (ground.reading is None or all(map(is_literal, told)))
    if (plain or (found and not _named_values(fact, ground))) and _stays(fact, ground):
        return "contradicted", f"`{fact.object}` does not stand in `{fact.subject}`"
    return UNKNOWN


def _stays(fact: Fact, ground: Ground) -> bool:
    """Whether nothing outside of the lines should change a collection: a constant, or a name of a whole function."""
    name = last_part(fact.subject)
    return (
        ground.reading is None
        or name.upper() == name
        or all(bool(one.chain) and ground.is_whole(one.chain[-1]) for one in _named_values(fact, ground))
    )


def _collections(fact: Fact, ground: Ground) -> list[tuple[str, ...]]:
    """Members of literal lists, sets and mappings (their keys) of a name; nothing where it has other values too."""
    types = [one for one in ground.told() if one.saying == "type" and one.items]
    if kinds := [one.items for one in types if ground.is_named(fact.subject, (*one.chain, one.name))]:
        return kinds
    values = _named_values(fact, ground)
    if re.search(_CHANGES.format(name=re.escape(last_part(fact.subject))), ground.passage.text):
        return []
    return [one.items for one in values] if all(one.items for one in values) else []


CHECKS: Final[Mapping[Relation, Callable[[Fact, Ground], Found]]] = {
    "sets": check_value,
    "starts": check_value,
    "equals": check_value,
    "converts": _check_converts,
    "swallows": _check_swallows,
    "propagates": _check_swallows,
    "uses": _check_uses,
    "checks": _check_tests,
    "throws": _check_outcome,
    "panics": _check_outcome,
    "fails": _check_outcome,
    "leaves": _check_leaves,
    "order": _check_order,
    "modifier": _check_modifier,
    "decorated": _check_decorated,
    "optional": _check_optional,
    "required": _check_optional,
    "undefaulted": _check_undefaulted,
    "parameters": _check_parameters,
    "call_count": _check_calls,
    "count": _check_count,
    "member": _check_member,
}
