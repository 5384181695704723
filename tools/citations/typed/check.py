"""What cited lines say about a typed fact.

Contradicted needs a subject that the lines define, an object of the right kind, and a raise, a default, a base or a
return type that the lines spell out differently; anything less is unknown. Where something is defined is proved or
unknown, and a call is contradicted only by a whole definition (docs/supports.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from citeline.patterns import re
from citeline.text import last_part, parts_of

from ..facts import Fact, Relation
from ..passage import Passage, contains_name
from ..values import is_literal, is_name, is_nothing, is_type, is_vague, names_type, same_value, shares_a_name
from .behaviour import CHECKS, check_condition, check_returned, check_value, events_of
from .ground import MAKERS, UNKNOWN, Found, Ground, bare, ground_of
from .handled import is_kind_of, may_be_raised, same_error
from .heads import parameters_of
from .reading import Chain
from .tables import check_cell, check_dated, check_since
from .walking import Told

_BASES_IN_HEAD: Final = frozenset(
    "python java javascript typescript tsx kotlin csharp php cpp scala swift ruby dart".split()  # noqa: SIM905
)
"""Languages whose types name all their bases in one line."""
_ALWAYS: Final = frozenset(
    {"defined_in", "inherits", "default", "modifier", "decorated", "optional", "required", "parameters"}
)
"""What no condition governs: a sentence with one says something else."""
_DENIABLE: Final = frozenset({"calls", "inherits", "default", "decorated", "member"})
"""What is shown as a whole, so that something else there says that it is not so."""
_ASIDE: Final = re.compile(r"(?:\"[^\"\n]*\"|(?:^|\s)(?:#|//|--|;|'|%).*|/\*.*?\*/)", re.MULTILINE)
"""Comments and strings, for languages without a grammar."""
_MIXES_IN: Final[Mapping[str, tuple[str, str]]] = {
    "ruby": (r"(?:include|extend|prepend)\b[ (]", r"(?!\w|::|\.)"),
    "php": (r"use\s+\\?", r"(?!\w|\\)"),
    "elixir": (r"use\s+", r"(?!\w|\.)"),
    "scala": (r"(?:with|extends)\s+", r"(?!\w|\.)"),
    "dart": (r"(?:with|extends|implements)\s+", r"(?!\w|\.)"),
    "go": (r"\*?", r"(?:\[[\w., \[\]*]+\])?\s*(?:`[^`]*`)?\s*$"),
}
"""What stands before and behind a base inside of a type: a keyword, or in Go nothing at all."""
_EXCEPTION: Final = re.compile(r"[A-Z]\w*|\w*(?:error|exception)")
_NAME_IN: Final = re.compile(r"(?<![\"'\w])[^\W\d]\w*")
_NO_VALUES: Final = frozenset("None null nil undefined if else is not or and then end self this".split())  # noqa: SIM905


def check_fact(fact: Fact, passage: Passage) -> Found:
    """What the lines say about a fact, and how they say it. Never raises."""
    ground = ground_of(passage)
    if fact.denied:
        return _check_denied(fact, passage, ground)
    found = _CHECKS[fact.relation](fact, ground)
    if not fact.condition:
        return found
    if fact.relation in _ALWAYS:
        return UNKNOWN
    if found[0] == "contradicted":
        return found
    return check_condition(fact, ground)


def _check_denied(fact: Fact, passage: Passage, ground: Ground) -> Found:
    stated = replace(fact, denied=False)
    finding, why = check_fact(stated, passage)
    if finding == "proved":
        # That a type allows for a value does not say that it is ever returned.
        told = fact.relation != "returns" or bool(events_of(stated, ground))
        return ("contradicted", why) if told else UNKNOWN
    return ("proved", why) if finding == "contradicted" and fact.relation in _DENIABLE else UNKNOWN


def is_reversed(fact: Fact, passage: Passage) -> bool:
    """Whether the lines prove a call or a base the other way round."""
    if fact.relation not in ("calls", "inherits"):
        return False
    return check_fact(Fact(fact.relation, fact.object, fact.subject), passage)[0] == "proved"


def _check_place(fact: Fact, ground: Ground) -> Found:
    passage, name = ground.passage, fact.subject
    in_file = _is_path_of(fact.object, passage.path)
    chains = [chain for chain, _ in ground.definitions(name)]
    if ground.is_named(name, ground.scope) and contains_name(passage.text, last_part(name)):
        chains.append(ground.scope)
    held = any(in_file or ground.is_named(fact.object, chain[:-1]) for chain in chains)
    if held or (in_file and ground.reading is None and passage.defines(name)):
        return "proved", f"`{name}` is defined in {passage.lines} of {passage.path}"
    return UNKNOWN


def _is_path_of(written: str, path: str) -> bool:
    """A path or its end, with its suffix or as a dotted module."""
    stem = path.rpartition(".")[0]
    dotted = written.replace(".", "/")
    return any(f"/{path}".endswith(f"/{written}") for path in (path, stem)) or f"/{stem}".endswith(f"/{dotted}")


def _check_call(fact: Fact, ground: Ground) -> Found:
    passage, callees = ground.passage, {last_part(fact.object)}
    if callees & MAKERS:
        callees.update(parts_of(fact.object)[-2:-1])
    named = any(
        reference.kind == "calls"
        and last_part(reference.target) in callees
        and ground.is_inside(fact.subject, ground.doers(ground.full(chain)))
        for chain, reference in (ground.reading.references if ground.reading else ())
    )
    shown = [one for one in ground.told() if one.saying in ("calls", "panics") and one.name in callees]
    if shown:  # a function inside of this one may be what calls it
        named = any(one.saying in ("calls", "panics") and one.name in callees for one in ground.inside(fact.subject))
    # Words of a docstring whose opening is not cited read like calls.
    named = named and ground.reading is not None and any(contains_name(ground.reading.code, one) for one in callees)
    if named or (not shown and _is_called_in_text(fact, callees, ground)):
        return "proved", f"{passage.lines}, inside `{fact.subject}`, call `{last_part(fact.object)}`"
    if _is_called_by_object(fact, ground):
        return "contradicted", f"{passage.lines} are all of `{fact.object}`, which calls `{fact.subject}`"
    return _check_absent(fact, last_part(fact.object), ground)


def _is_called_by_object(fact: Fact, ground: Ground) -> bool:
    """Whether the lines are about the object, and it calls the subject; two that call each other are rare."""
    subject, callee = last_part(fact.subject), last_part(fact.object)
    if bare(subject) == bare(callee) or ground.is_named(fact.subject, ground.scope) or _callables(fact.subject, ground):
        return False
    calls = [one for one in ground.inside(fact.object) if one.saying == "calls"]
    return ground.is_whole(fact.object) and any(one.name == subject for one in calls)


def _check_absent(fact: Fact, callee: str, ground: Ground) -> Found:
    """Contradicts a call that stands nowhere in the whole of a definition; what makes it for it is another matter."""
    if (
        ground.is_whole(fact.subject)
        and callee not in MAKERS
        and is_name(callee)
        and ground.lacks(callee, fact.subject)
    ):
        return "contradicted", f"{ground.passage.lines} are all of `{fact.subject}`, and nowhere call `{callee}`"
    return UNKNOWN


def _is_called_in_text(fact: Fact, callees: set[str], ground: Ground) -> bool:
    """For lines from the inside of a definition: one line of a longer call is no code that a grammar understands."""
    if not ground.is_inner or not ground.is_inside(fact.subject, ground.doers(ground.scope)):
        return False
    text = ground.reading.code if ground.reading else _ASIDE.sub("", ground.passage.text)
    called = (re.escape(name) for name in callees)
    return any(
        re.search(rf"(?<![\w$]){name}\s*(?:\(|<|\{{|!|::)|^\s*{name}\s*$", text, re.MULTILINE) for name in called
    )


def _check_base(fact: Fact, ground: Ground) -> Found:
    passage, base = ground.passage, last_part(fact.object)
    language = ground.reading.language if ground.reading else ""
    references = ground.reading.references if ground.reading else ()
    bases = [
        last_part(reference.target)
        for chain, reference in references
        if reference.kind == "inherits" and ground.is_named(fact.subject, ground.full(chain))
    ]
    same = same_error(base, language) in {same_error(name, language) for name in bases}
    if same or _is_mixed_in(fact, base, ground):
        return "proved", f"{passage.lines} name `{base}` as a base of `{fact.subject}`"
    heads = [node.signature for node in ground.types(fact.subject)]
    spelled = language in _BASES_IN_HEAD and (bases or language == "python")
    # A base may have that base itself, as `KeyError` has `LookupError`.
    kin = base == "object" or any(is_kind_of(name, base, language) or base.lower() == name.lower() for name in bases)
    if len(heads) == 1 and spelled and is_name(fact.object) and not (kin or contains_name(heads[0], base)):
        named = ", ".join(f"`{name}`" for name in bases) or "none"
        return "contradicted", f"the bases that {passage.lines} give `{fact.subject}` are {named}, not `{base}`"
    return UNKNOWN


def _is_mixed_in(fact: Fact, base: str, ground: Ground) -> bool:
    """For lines from the inside of a type: a mixin, an embedded type, one of several bases on lines of their own."""
    if ground.reading is None or not ground.is_inner or not ground.is_named(fact.subject, ground.scope):
        return False
    mixed_in = _MIXES_IN.get(ground.reading.language)
    if mixed_in is None:
        return False
    before, behind = mixed_in
    named = rf"^\s*{before}(?:\w+(?:\.|::|\\))*{re.escape(base)}{behind}"
    return re.search(named, ground.reading.code, re.MULTILINE) is not None


def _check_default(fact: Fact, ground: Ground) -> Found:
    passage = ground.passage
    if ground.reading is None and (told_in := check_cell(replace(fact, place="default"), passage)) != UNKNOWN:
        return told_in
    owners = (*parts_of(fact.subject)[:-1], *(parts_of(fact.place)[-1:]))
    told = [
        told
        for told in ground.told()
        if bare(told.name) == bare(last_part(fact.subject))
        and told.saying in ("default", "value")
        and (told.of == owners[-1] if owners and told.of else all(ground.is_inside(o, told.chain) for o in owners))
    ]
    given = [item for item in told if _is_given_first(item)]
    if any(same_value(value, fact.object) for item in given for value in (item.value, ground.spelled(item.value))):
        return "proved", f"{passage.lines} give `{fact.subject}` the default `{fact.object}`"
    if (not told or is_nothing(fact.object)) and _is_required(fact, ground):
        return "contradicted", f"{passage.lines} give `{fact.subject}` no default"
    defaults = {item.value for item in told if item.saying == "default"}
    value = next(iter(defaults)) if len(defaults) == 1 else ""
    value = ground.spelled(value) if is_literal(fact.object) else value
    if told and (ground.reading is None or all(one.of for one in told)):
        return check_value(fact, ground)
    if value and _excludes(value, fact.object) and not _is_filled_in(fact, value, told, passage.text):
        return "contradicted", f"{passage.lines} give `{fact.subject}` the default `{value}`, not `{fact.object}`"
    return UNKNOWN


def _is_given_first(told: Told) -> bool:
    """Whether a name has the value where nothing else is known: in one branch only of what tests something else, it has
    another value in the other.
    """
    return told.saying == "default" or all(contains_name(text, bare(told.name)) for text, _ in told.under.guards)


def _is_required(fact: Fact, ground: Ground) -> bool:
    """Whether the definition that is named has the parameter, and it has no default, nor is it given a value later."""
    heads = ground.heads(fact.place) if fact.place else []
    wanted = bare(last_part(fact.subject))
    found = [
        parameter for name, head in heads for parameter in parameters_of(name, head) or () if parameter.name == wanted
    ]
    return len(heads) == len(found) == 1 and not found[0].has_default


def _excludes(value: str, claimed: str) -> bool:
    """Whether a default rules another out; a name may stand for any literal."""
    return (is_literal(value) and is_literal(claimed)) or (is_name(value) and is_name(claimed))


def _is_filled_in(fact: Fact, value: str, told: Sequence[Told], text: str) -> bool:
    """Whether the body puts the claimed value where nothing was given, as in `timeout = timeout or 30`.

    It may put a constant or what a call gives there too, and then nobody can tell from these lines.
    """
    name = bare(last_part(fact.subject))
    again = [item.value for item in told if item.saying == "value"]
    if is_nothing(value) and any({*_NAME_IN.findall(text)} - {name, *_NO_VALUES} for text in again):
        return True
    if any(item.saying == "value" and contains_name(item.value, fact.object) for item in told):
        return True
    chosen = rf"\b{re.escape(last_part(fact.subject))}\s*(?:or|\?\?=?|\|\|=?|\?:)\s*{re.escape(fact.object)}"
    return re.search(chosen, text) is not None


def _check_raise(fact: Fact, ground: Ground) -> Found:
    passage, language = ground.passage, ground.reading.language if ground.reading else ""
    wanted = last_part(fact.object)
    told = ground.told()
    shown = [t for t in ground.inside(fact.subject) if t.saying == "raises"]
    raised = [t.value for t in shown]
    same = [t for t in shown if same_error(wanted, language) == same_error(t.value, language)]
    if any(not t.run.tried for t in same):
        return "proved", f"{passage.lines}, inside `{fact.subject}`, raise `{wanted}`"
    readable = bool(raised) and all(value and value[0].isupper() for value in raised)
    single = len(_callables(fact.subject, ground)) == 1 and not any(t.run.tried for t in shown)
    # What is caught there and made into something else does not come out.
    caught = [t for t in told if t.saying == "catches" and contains_name(t.value, wanted)]
    alike = any(is_kind_of(name, wanted, language) for name in raised) or (
        not caught and may_be_raised(wanted, passage.text)
    )
    named_there = contains_name(passage.text, wanted) and not caught
    if single and readable and _EXCEPTION.fullmatch(wanted) and not (named_there or alike):
        named = ", ".join(f"`{name}`" for name in dict.fromkeys(raised))
        return "contradicted", f"what {passage.lines} raise inside `{fact.subject}` is {named}, not `{wanted}`"
    return UNKNOWN


def _check_return(fact: Fact, ground: Ground) -> Found:
    passage, claimed = ground.passage, fact.object
    told = ground.told()
    types = [t.value for t in told if t.saying == "return type" and ground.is_named(fact.subject, t.chain)]
    given = [t.value for t in ground.inside(fact.subject) if t.saying == "returns"]
    # What may be nothing need not be.
    if any(names_type(one, claimed) for one in types if not is_nothing(claimed) or is_nothing(one.strip("() "))):
        return "proved", f"{passage.lines} give `{fact.subject}` the return type `{claimed}`"
    if any(same_value(value, claimed) or value.startswith(f"{claimed}(") for value in given):
        return "proved", f"{passage.lines}, inside `{fact.subject}`, return `{claimed}`"
    if (told_otherwise := check_returned(fact, ground))[0] == "contradicted":
        return told_otherwise
    if (made := re.fullmatch(r"((?:new )?[\w.:]+)\(.*\)", claimed)) and given:
        return _check_absent(fact, last_part(made[1].removeprefix("new ")), ground)
    annotation = types[0] if len(set(types)) == 1 else ""
    known = annotation and not is_vague(annotation) and is_type(claimed) and len(_callables(fact.subject, ground)) <= 1
    mentioned = any(contains_name(text, last_part(claimed)) for text in given) or shares_a_name(annotation, claimed)
    if known and not mentioned and not _is_another_name(annotation, passage.text):
        return "contradicted", f"{passage.lines} give `{fact.subject}` the return type `{annotation}`, not `{claimed}`"
    return UNKNOWN


def _is_another_name(annotation: str, text: str) -> bool:
    """Whether the lines give a type another name: `type Id = string`, `Id: TypeAlias = str`, `Id = str`."""
    named = (
        rf"^\s*(?:\w+\s+)?(?:type\s+|using\s+)?{re.escape(annotation)}(?:<[^=\n]*>|\[[^=\n]*\])?\s*(?::[^=\n]*)?=(?!=)"
    )
    return re.search(named, text, re.MULTILINE) is not None


def _callables(name: str, ground: Ground) -> set[Chain]:
    return {
        (*told.chain, told.name)
        for told in ground.told()
        if told.saying == "callable" and ground.is_named(name, (*told.chain, told.name))
    }


_CHECKS: Final[Mapping[Relation, Callable[[Fact, Ground], Found]]] = {
    "cell": lambda fact, ground: check_cell(fact, ground.passage),
    "dated": lambda fact, ground: check_dated(fact, ground.passage),
    "since": lambda fact, ground: check_since(fact, ground.passage),
    "defined_in": _check_place,
    "calls": _check_call,
    "inherits": _check_base,
    "default": _check_default,
    "raises": _check_raise,
    "returns": _check_return,
    **CHECKS,
}
