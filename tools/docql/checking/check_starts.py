"""Checks where a query begins: the context, and the function and argument that some of them take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..language.catalog import CONTEXTS, Context, Function, context_names, functions_on, members_of
from ..language.errors import DocQLError, Fix, Mistake, SwapStep, shorten
from ..language.patterns import compile_pattern, simpler
from ..language.plan import ContextName, ItemKind, Start
from ..language.printer import show
from ..language.syntax import Call, Property, Query, Regex, Step, Tail, Text, Value
from .names import habits_of, nearest

_BRANCHES: Final = ("content", "code")
"""What is no context itself, but has some."""
_LISTS: Final[Mapping[ContextName, tuple[ContextName, ItemKind]]] = {
    "code.class": ("code.classes", "entities"),
    "code.function": ("code.functions", "entities"),
    "code.query": ("code.chunks", "chunks"),
}
"""What a function gives for the name `*`: of classes and functions the list, as in the language that ours continues."""
_PATHS: Final = {entry.path: entry for entry in CONTEXTS}


def check_start(query: Query) -> tuple[Start, int]:
    """Where the query begins, and how many of its steps say so. Raises Mistake."""
    first, *rest = query.steps
    if not isinstance(first, (Property, Call)):
        hint = f"contexts: {', '.join(context_names())}"
        fix = SwapStep(first, (Property("toc"), first) if not isinstance(first, Tail) else (Property("data"), first))
        raise Mistake("name", first.position, "a context comes before the first selector", hint, fix)
    if first.name in _BRANCHES:
        if isinstance(first, Call):
            raise _no_call(first, Property(first.name))
        return _member(first, rest, query), 2
    if first.name not in _PATHS:
        raise _unknown_context(first)
    if isinstance(first, Call):
        raise _no_call(first, Property(first.name))
    entry = _PATHS[first.name]
    if entry.kind == "data":
        tail = rest[0].text if rest and isinstance(rest[0], Tail) else ""
        return Start(entry.name, entry.kind, show(query.steps[: 1 + bool(tail)]), "$" + tail), 1 + bool(tail)
    return Start(entry.name, entry.kind, show(query.steps[:1])), 1


def _no_call(call: Call, plain: Property) -> Mistake:
    hint = f"write .{call.name}"
    return Mistake("name", call.position, f"`{call.name}` is no function", hint, SwapStep(call, (plain,)))


def _unknown_context(step: Property | Call) -> Mistake:
    meant = nearest(step.name, context_names(), habits_of("contexts"))
    names = ", ".join(context_names())
    hint = f"did you mean `$.{meant}`? contexts: {names}" if meant else f"contexts: {names}"
    branch, _, member = (meant or "toc").partition(".")
    new: tuple[Step, ...] = (Property(branch), _shaped(branch, member, step)) if member else (Property(branch),)
    return Mistake("name", step.position, f"there is no context `{shorten(step.name)}`", hint, SwapStep(step, new))


def _shaped(branch: str, member: str, given: Property | Call | None) -> Step:
    """A member as it is written: with the arguments that were given, or those of the example."""
    function = next((entry for entry in functions_on(branch) if entry.name == member), None)
    if function is None:
        return Property(member)
    given_arguments = given.arguments if isinstance(given, Call) else ()
    return Call(member, (given_arguments or _sample(function)) if function.argument else ())


def _sample(function: Function) -> tuple[Value, ...]:
    """The argument of the function's example."""
    return (Text(function.example.split('"')[1]),) if '"' in function.example else ()


def _member(branch: Property, rest: list[Step], query: Query) -> Start:
    step = rest[0] if rest else None
    names = ", ".join(members_of(branch.name))
    hint = f"`$.{branch.name}` goes on with {names}"
    if not isinstance(step, (Property, Call)):
        default = Call("chunks") if branch.name == "content" else Property("classes")
        end = step.position if step is not None else len(query.text)
        fix = SwapStep(branch, (branch, default))
        raise Mistake("name", end, f"`$.{branch.name}` alone is no context", hint, fix)
    function = next((entry for entry in functions_on(branch.name) if entry.name == step.name), None)
    if function is not None:
        return _call(function, branch, step, query)
    entry = _PATHS.get(f"{branch.name}.{step.name}")
    if entry is None:
        raise _unknown_member(branch, step, hint)
    return _plain_member(entry, step, query)


def _unknown_member(branch: Property, step: Property | Call, hint: str) -> Mistake:
    known = [name.partition("(")[0] for name in members_of(branch.name)]
    meant = nearest(step.name, known, habits_of("members", branch.name))
    message = f"`$.{branch.name}` has no `{shorten(step.name)}`"
    if meant is None:
        fix = SwapStep(step, (Call("chunks") if branch.name == "content" else Property("classes"),))
        return Mistake("name", step.position, message, hint, fix)
    shaped = _shaped(branch.name, meant, step)
    hint = f"did you mean `$.{branch.name}{show(shaped)}`? {hint}" if len(show(shaped)) < 40 else hint
    return Mistake("name", step.position, message, hint, SwapStep(step, (shaped,)))


def _plain_member(entry: Context, step: Property | Call, query: Query) -> Start:
    """A member without arguments; `codeblock()` and `table()` may be written with brackets."""
    if isinstance(step, Call) and (step.arguments or not entry.path.startswith("content.")):
        singular = {"classes": "class", "functions": "function", "methods": "method"}.get(step.name)
        if step.arguments and singular:
            hint = f'one by its name is `$.code.{singular}("…")`'
            raise _misused(step, f"`{step.name}` takes no name", hint, replace(step, name=singular))
        raise _misused(step, f"`{step.name}` is no function", f"write $.{entry.path}", Property(step.name))
    return Start(entry.name, entry.kind, show(query.steps[:2]))


def _misused(step: Property | Call, message: str, hint: str, new: Step) -> Mistake:
    return Mistake("type", step.position, message, hint, SwapStep(step, (new,)))


def _call(function: Function, branch: Property, step: Property | Call, query: Query) -> Start:
    shaped = _shaped(branch.name, function.name, None)
    if isinstance(step, Property):
        hint = f"write $.{branch.name}{show(shaped)}"
        raise Mistake("name", step.position, f"`{step.name}` is a function", hint, SwapStep(step, (shaped,)))
    argument, flags = _argument(function, step, query.text)
    context, kind = function.context, function.kind
    assert context is not None
    if function.argument == "name" and argument in {"", "*"}:
        context, kind = _LISTS[context]
        argument = ""
    return Start(context, kind, show(query.steps[:2]), argument, flags, function.level)


def _argument(function: Function, step: Call, query: str) -> tuple[str, str]:
    """The text that the function is given, and the flags if it is a pattern."""
    takes = f"{step.name}({'…' * bool(function.argument)})"
    if not function.argument:
        if step.arguments:
            raise _misused(step, f"`{takes}` takes no argument", f"write {takes}", replace(step, arguments=()))
        return "", ""
    if len(step.arguments) > 1:
        fix = replace(step, arguments=step.arguments[:1])
        extra = step.arguments[1].position
        raise Mistake("type", extra, f"`{takes}` takes one argument", "ask once for each", SwapStep(step, (fix,)))
    if not step.arguments:
        if function.argument == "optional text":
            return "", ""
        fix = replace(step, arguments=_sample(function))
        raise _misused(step, f"`{takes}` needs an argument", f"for example {function.example}", fix)
    return _text(function, step, step.arguments[0], query)


def _text(function: Function, step: Call, value: Value, query: str) -> tuple[str, str]:
    if isinstance(value, Regex) and function.argument == "pattern":
        return _pattern(step, value, query)
    if not isinstance(value, Text):
        raise _no_text(function, step, value)
    if function.argument in {"text", "pattern"} and not value.value.strip():
        hint = "an empty text is in every section; all of them are $.content.chunks()"
        fix = SwapStep(step, (Call("chunks"),))
        raise Mistake("type", value.position, f"`{step.name}` needs something to look for", hint, fix)
    if function.argument == "pattern":
        return _pattern(step, Regex(value.value, "", value.position), query)
    return value.value, ""


def _pattern(step: Call, value: Regex, query: str) -> tuple[str, str]:
    try:
        compile_pattern(
            value.pattern, value.flags + "i" * ("i" not in value.flags), position=value.position, query=query
        )
    except DocQLError as error:
        fix: Fix = SwapStep(step, (replace(step, arguments=(Text(simpler(value.pattern)),)),))
        raise Mistake("regex", error.position, error.message, error.hint, fix) from None
    if not value.pattern:
        fix = SwapStep(step, (Call("chunks"),))
        raise Mistake("type", value.position, "an empty pattern matches everything", "write what to look for", fix)
    return value.pattern, value.flags


def _no_text(function: Function, step: Call, value: Value) -> Mistake:
    message = f"`{step.name}` takes a text in quotes"
    if isinstance(value, Regex):
        new: Call = replace(step, arguments=(Text(simpler(value.pattern)),))
        hint = "patterns are for $.content.grep(…) and for =~ in filters"
        if "content" in function.on and function.argument == "text":
            new = Call("grep", (value,))
        return Mistake("type", value.position, message, hint, SwapStep(step, (new,)))
    shown = _sample(function)
    if not isinstance(value, Regex) and show(value).replace(".", "").isalnum():
        shown = (Text(show(value)),)
    hint = f"write {show(shown[0])}" if shown else ""
    return Mistake("type", value.position, message, hint, SwapStep(step, (replace(step, arguments=shown),)))
