r"""The canonical text of a tree: reading it gives the same tree again.

What no query can say, and what reading therefore never gives: a text that ends with a backslash (it would protect the
closing quote), a pattern that ends with a backslash that is not itself escaped, a pattern with `\/` (it is read as `/`,
which means the same), numbers that are not finite.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from .lexer import is_name
from .syntax import (
    And,
    Call,
    Condition,
    Constant,
    Filter,
    Index,
    Listed,
    Not,
    Number,
    Or,
    Property,
    Query,
    Regex,
    Slice,
    Step,
    Tail,
    Test,
    Text,
    Value,
    Wildcard,
)

Shown: TypeAlias = Query | Step | Condition | Value | Sequence[Step]
_WORDS: Final = frozenset({"contains", "startsWith", "endsWith", "in"})
_CHARACTER: Final = re.compile(r"\\.|/|[^\\/]+|\\", re.DOTALL)


def show(tree: Shown) -> str:
    """The text of a query, of its steps (with `$`), or of one step, condition or value (without).

    Raises ValueError for what no query can say; `is_writable` tells beforehand of a text.
    """
    match tree:
        case Query(steps):
            return "$" + "".join(map(_show_step, steps))
        case Test() | Not() | And() | Or():
            return _show_condition(tree)
        case Text() | Number() | Constant() | Regex() | Listed():
            return _show_value(tree)
        case Property() | Call() | Wildcard() | Index() | Slice() | Filter() | Tail():
            return _show_step(tree)
        case _:
            return "$" + "".join(map(_show_step, tree))


def is_writable(text: str) -> bool:
    """Whether a text can stand in a query."""
    return not text.endswith("\\")


def _show_step(step: Step) -> str:
    match step:
        case Property(name):
            return f".{name}"
        case Call(name, arguments):
            return f".{name}({', '.join(map(_show_value, arguments))})"
        case Wildcard():
            return "[*]"
        case Index(number):
            return f"[{number}]"
        case Slice(start, stop):
            return f"[{'' if start is None else start}:{'' if stop is None else stop}]"
        case Filter(condition):
            return f"[?({_show_condition(condition)})]"
        case Tail(text):
            return text


def _show_condition(condition: Condition) -> str:
    match condition:
        case Test(path, operator, value):
            name = "@" + "".join(f".{key}" if is_name(key) else f"[{_quoted(key)}]" for key in path)
            if operator is None or value is None:
                return name
            sign = f" {operator} " if operator in _WORDS else operator
            return f"{name}{sign}{_show_value(value)}"
        case Not(part):
            return f"!({_show_condition(part)})" if isinstance(part, (And, Or)) else f"!{_show_condition(part)}"
        case And(parts):
            # Only `||` binds less than `&&`.
            shown = (f"({_show_condition(part)})" if isinstance(part, Or) else _show_condition(part) for part in parts)
            return " && ".join(shown)
        case Or(parts):
            return " || ".join(map(_show_condition, parts))


def _show_value(value: Value) -> str:
    match value:
        case Text(text):
            return _quoted(text)
        case Number(number):
            if not math.isfinite(number):
                raise ValueError(f"no query can say the number {number}")
            return repr(number)
        case Constant(constant):
            return "null" if constant is None else str(constant).lower()
        case Regex(pattern, flags):
            return f"/{_slashed(pattern)}/{flags}"
        case Listed(values):
            return f"[{', '.join(map(_show_value, values))}]"


def _quoted(text: str) -> str:
    if not is_writable(text):
        raise ValueError(f"no query can say a text that ends with a backslash: {text!r}")
    if '"' in text and "'" not in text:
        return f"'{text}'"
    return '"' + text.replace('"', '\\"') + '"'


def _slashed(pattern: str) -> str:
    parts = _CHARACTER.findall(pattern)
    if parts and parts[-1] == "\\":
        raise ValueError(f"no query can say a pattern that ends with a lone backslash: {pattern!r}")
    return "".join("\\/" if part == "/" else part for part in parts)
