"""What becomes of an error that a function catches, or that is given back to it; and which exceptions may come
from lines that do not raise them by that name.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Final

from citeline.patterns import re
from citeline.text import last_part

from ..facts import Fact
from ..passage import contains_name
from ..values import is_literal
from .ground import UNKNOWN, Found, Ground
from .walking import Told

_LOGS: Final = re.compile(r"debug|info|warn(?:ing)?|log|print(?:ln)?")
_SHAPES: Final = (
    ("KeyError IndexError IndexOutOfBoundsException", r"\w\s*\[|\.(?:pop|remove|get)\("),
    ("KeyNotFoundException IndexOutOfRangeException ArgumentOutOfRangeException RangeError", r"\w\s*\["),
    ("ZeroDivisionError ArithmeticException DivideByZeroException", r"[\w)\]]\s*(?:%|//?|\bdiv\b)\s*[\w(]"),
    (
        "ValueError NumberFormatException FormatException",
        r"\b(?:int|float|complex|index|remove|strptime|loads|[Pp]arse\w*|valueOf|fromisoformat)\(",
    ),
    ("UnicodeDecodeError UnicodeEncodeError UnicodeError", r"\.(?:de|en)code\(|\bopen\(|(?:read|write)_text\("),
    ("FileNotFoundError PermissionError OSError", r"\b(?:open|stat|unlink|mkdir|remove|rename|(?:read|write)_text)\("),
    ("StopIteration StopAsyncIteration", r"\ba?next\("),
    ("ImportError ModuleNotFoundError", r"\bimport\b|import_module\("),
    ("AssertionError", r"\bassert\b"),
    ("RecursionError MemoryError KeyboardInterrupt StackOverflowError OutOfMemoryError", r""),
)
"""Exceptions of several languages, and code that raises them unasked."""
_OPERATIONS: Final[Mapping[str, re.Pattern[str]]] = {
    name: re.compile(shape) for names, shape in _SHAPES for name in names.split()
}
_ROOTS: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("javascript", "typescript", "tsx", "vue", "svelte", "swift"), frozenset({"Error"})),
    **dict.fromkeys(("java", "kotlin", "scala"), frozenset({"Exception", "Throwable", "RuntimeException"})),
    "php": frozenset({"Exception", "Throwable"}),
    "csharp": frozenset({"Exception"}),
    "ruby": frozenset({"Exception", "StandardError"}),
    "python": frozenset({"Exception", "BaseException"}),
}
"""What most exceptions of a language are."""
_SAME: Final[Mapping[str, str]] = dict.fromkeys(("IOError", "EnvironmentError", "WindowsError"), "OSError")
"""Since Python 3.3."""
ERROR_VALUE: Final = re.compile(
    r"^(?:[\w.\"&]+(?:\{\}|\[\]|\(\))?, )*(?:Err\(|(?:fmt\.Errorf|errors\.\w+)\(|err\b|Promise\.reject\()"
)
"""What is an error where errors are values."""


def check_converts(fact: Fact, ground: Ground) -> Found:
    """Which error is raised where another one is caught."""
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


def check_swallows(fact: Fact, ground: Ground) -> Found:
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
        if one.saying == "returns" and ERROR_VALUE.match(one.value) and any(contains_name(f, failing) for f in failed):
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
    error = ERROR_VALUE.match(told.value) or any(contains_name(one.value, told.value) for one in handlers)
    return told.saying == "returns" and not error


def _is_in(told: Told, handler: Told) -> bool:
    guard = (f"{handler.name} is Err(_)", True)
    return told.under.caught == (handler.value or " ") and guard in told.under.guards


def same_error(name: str, language: str) -> str:
    """The name that an exception has, where the language gives it several."""
    return _SAME.get(name, name) if language == "python" else name


def may_be_raised(wanted: str, text: str) -> bool:
    """Whether an operation in a text raises the exception without naming it."""
    shape = _OPERATIONS.get(wanted)
    return shape is not None and shape.search(text) is not None


def is_kind_of(name: str, wanted: str, language: str) -> bool:
    """Whether an exception, or a base, surely is or may be one of the wanted kind; `KeyError` is a `LookupError`."""
    if wanted in _ROOTS.get(language, ()) and name.endswith(("Error", "Exception", "Exit", "Interrupt", "Warning")):
        return True
    if language != "python":
        return name == wanted
    if not hasattr(builtins, name) and _is_exception(wanted):
        return True  # its own bases stand elsewhere
    known = [found for text in (name, wanted) if isinstance(found := getattr(builtins, text, None), type)]
    # An OSError becomes one of its subclasses when it is made with the number of an error.
    return len(known) == 2 and (issubclass(*known) or (known[0] is OSError and issubclass(known[1], OSError)))


def _is_exception(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)
