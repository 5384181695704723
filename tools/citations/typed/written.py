"""Is an expression that a sentence quotes the one of the lines? For comparisons and calculations, token by token.

`len(x) > 2` is contradicted by lines that only have `len(x) > 1`; `total / count` by lines that only divide the other
way round. What differs in more than one place is another expression, about which nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from citeline.patterns import re
from citeline.text import BACKQUOTED

from ..passage import Passage
from .ground import UNKNOWN, Found, ground_of

_TOKEN: Final = re.compile(
    r"\"[^\"]*\"|'[^']*'|\d[\d_,]*(?:\.\d+)?|\w+|===?|!==?|>=|<=|=>|->|&&|\|\||<<|>>|\?\?|[^\s\w]"
)
_SAME: Final = {"===": "==", "!==": "!=", "and": "&&", "or": "||", "is": "=="}
_COMPARES: Final = frozenset({"==", "!=", ">=", "<=", ">", "<"})
_JOINS: Final = {"&&", "||"}
_INVERSE: Final = {">": "<=", "<=": ">", "<": ">=", ">=": "<", "==": "!=", "!=": "=="}
_MIRROR: Final = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "==", "!=": "!="}
_ONE_WAY: Final = frozenset({"-", "/", "%"})
_VALUE: Final = re.compile(r"\d.*|\".*\"|'.*'", re.DOTALL)
_FEWEST: Final = 3
_SELVES: Final = frozenset({"self", "this"})


def check_written(sentence: str, passage: Passage) -> Found:
    """Contradicts a quoted expression that stands in the lines but for one number, text or operator."""
    if not any(sign in sentence for sign in "=<>-/%"):
        return UNKNOWN
    for quoted in BACKQUOTED.findall(sentence):
        tokens = _tokens(quoted)
        compared = _COMPARES & set(tokens)
        turned = len(tokens) >= _FEWEST and not compared and _swapped(tokens)
        if len(tokens) < _FEWEST or not (compared or turned) or "=>" in tokens or tokens[0] == "<":
            continue
        ground = ground_of(passage)
        if ground.reading is None or ground.reading.has_errors:
            return UNKNOWN
        written = _tokens(passage.text)
        same = [tokens, *filter(None, (_mirrored(tokens),))]
        if any(_holds(written, one) for one in same):
            continue
        if turned:
            found = turned if _holds(written, turned) else None
        else:
            others = [window for one in same for window in _near(written, one)]
            inverse = any(_is_inverse(one, window) for one in same for window in others)
            found = others[0] if others and not inverse else None
        if found:
            return "contradicted", f"{passage.lines} have `{' '.join(found)}`, not `{quoted}`"
    return UNKNOWN


@lru_cache(maxsize=128)
def _tokens(text: str) -> tuple[str, ...]:
    """Without the receivers of a method's own fields; quotation marks and operators in one spelling."""
    found: list[str] = []
    for token in map(str, _TOKEN.findall(text)):
        plain = _SAME.get(token, token)
        if plain[0] in "'\"":
            plain = f'"{plain[1:-1]}"'
        elif plain[0].isdigit():
            plain = plain.replace("_", "").replace(",", "")
        if plain == "." and found and found[-1] in _SELVES:
            found.pop()
            continue
        found.append(plain)
    return tuple(found)


def _holds(written: Sequence[str], tokens: Sequence[str]) -> bool:
    size = len(tokens)
    return any(tuple(written[at : at + size]) == tuple(tokens) for at in range(len(written) - size + 1))


def _mirrored(tokens: Sequence[str]) -> tuple[str, ...]:
    """`0 < x` for `x > 0`; nothing where there are several comparisons."""
    signs = [at for at, token in enumerate(tokens) if token in _COMPARES | {"&&", "||"}]
    if len(signs) != 1 or tokens[signs[0]] not in _MIRROR:
        return ()
    (at,) = signs
    return (*tokens[at + 1 :], _MIRROR[tokens[at]], *tokens[:at])


def _swapped(tokens: Sequence[str]) -> tuple[str, ...]:
    """`b / a` for `a / b`."""
    signs = [at for at, token in enumerate(tokens) if not (token.isidentifier() or token in ".()")]
    if len(signs) != 1 or tokens[signs[0]] not in _ONE_WAY:
        return ()
    (at,) = signs
    return (*tokens[at + 1 :], tokens[at], *tokens[:at])


def _near(written: Sequence[str], tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """Stretches that differ from the tokens in one number, text or comparison."""
    size, found = len(tokens), []
    for at in range(len(written) - size + 1):
        window = tuple(written[at : at + size])
        apart = [number for number in range(size) if window[number] != tokens[number]]
        if len(apart) == 1 and _is_telling(window[apart[0]], tokens[apart[0]]):
            found.append(window)
    return found


def _is_telling(one: str, other: str) -> bool:
    if {one, other} <= _COMPARES or {one, other} == _JOINS:
        return True
    return bool(_VALUE.fullmatch(one) and _VALUE.fullmatch(other)) and one[0].isdigit() == other[0].isdigit()


def _is_inverse(tokens: Sequence[str], window: Sequence[str]) -> bool:
    """Whether one is true where the other is not: a sentence may say either."""
    return any(_INVERSE.get(one) == other for one, other in zip(tokens, window, strict=True))
