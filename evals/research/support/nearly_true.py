"""Invented facts that may be true all the same: nobody can ask of a check that it contradicts those.

Like the reading of the facts, this shares nothing with the check that it measures.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Final

from .source_facts import SourceFact

_ROOTS: Final = frozenset("Error Exception Throwable RuntimeException StandardError BaseException".split())  # noqa: SIM905
_OF_JAVASCRIPT: Final = "EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError"
_OF_JAVA: Final = (
    "ArithmeticException ArrayIndexOutOfBoundsException AssertionError ClassCastException IndexOutOfBoundsException "
    "NegativeArraySizeException NullPointerException NumberFormatException OutOfMemoryError StackOverflowError"
)
_OF_DOTNET: Final = (
    "ArgumentOutOfRangeException DivideByZeroException FormatException IndexOutOfRangeException InvalidCastException "
    "KeyNotFoundException NullReferenceException OverflowException"
)
_OF_RUBY: Final = (
    "ArgumentError FrozenError IndexError KeyError NameError NoMethodError RangeError TypeError ZeroDivisionError"
)
_UNASKED: Final[Mapping[str, frozenset[str]]] = {
    "python": frozenset(name for name, value in vars(builtins).items() if isinstance(value, type)),
    **dict.fromkeys(("javascript", "typescript"), frozenset(_OF_JAVASCRIPT.split())),
    **dict.fromkeys(("java", "kotlin"), frozenset(_OF_JAVA.split())),
    "csharp": frozenset(_OF_DOTNET.split()),
    "ruby": frozenset(_OF_RUBY.split()),
}
"""What the language itself raises, in lines that do not say so."""
_WORD: Final = re.compile(r"[^\W\d]\w*")
_WRAPPER: Final = frozenset("promise task list optional option result future map array vec".split())  # noqa: SIM905
_NOTHING: Final = frozenset("none null nil undefined void".split())  # noqa: SIM905
_ANYTHING: Final = frozenset("any dynamic object unknown t k v".split())  # noqa: SIM905


def may_be_true(fact: SourceFact, wrong: str) -> bool:
    """Whether a fact with another object may hold too, though the lines do not name it.

    An exception may be the base of what is raised, or be raised by the language; a type may be a part of the true
    one; what defaults to nothing may be filled in by the body.
    """
    if fact.relation == "raises":
        language = fact.definition.document.parsed.language
        return wrong in _ROOTS or fact.object in _ROOTS or wrong in _UNASKED.get(language, ())
    if fact.relation == "returns":
        return _may_be_one(_names(fact.object), _names(wrong))
    if fact.relation == "default" and fact.object.lower() in _NOTHING:
        body = fact.definition.passage.text
        return (
            re.search(rf"\b{re.escape(fact.subject)}\s*(?:\?\?|\|\||or\b)?\s*=(?!=)(?!\s*{fact.object})", body)
            is not None
        )
    return False


def _names(text: str) -> frozenset[str]:
    """Of a type and what it is made of, without what only wraps."""
    names = frozenset("nothing" if name in _NOTHING else name for name in (w.lower() for w in _WORD.findall(text)))
    return (names - _WRAPPER) or names


def _may_be_one(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one & other or (one | other) & _ANYTHING)
