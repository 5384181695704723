"""Are two values, or two types, the same as people write them?"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from citeline.patterns import re
from citeline.text import names_in

_WRAPPERS: Final = frozenset(
    "Optional Union Promise Future Task ValueTask Awaitable Coroutine Iterator Iterable Generator AsyncIterator"  # noqa: SIM905
    " AsyncGenerator Result Option Either IO Maybe Annotated Final ClassVar EventLoopFuture".split()
)
"""Around a type, they say how it comes, not what it is."""
_VAGUE: Final = re.compile(
    r"(?:\w+\.)*(?:Any|object|Object|any|unknown|never|auto|var|dynamic|Self|self|this|mixed|interface\s*\{\s*\})\??|[A-Z]\d?\??"
)
"""Says nothing that a claim could contradict; single letters are parameters of generics."""
_STANDS_FOR: Final = re.compile(r"_[A-Z]\w*|(?:[A-Z]\w*)?(?:[a-z_\d]T|_co|_contra)\d?|[A-Z]T|\w+(?:Types?|Like|Alias)")
"""Named like a parameter of generics, or another name for a type."""
_NOTHING: Final = frozenset({"None", "null", "undefined", "nil", "NoneType"})
_ALIAS: Final = re.compile(r"\b(?:List|Dict|Tuple|Set|FrozenSet|Type)(?=\[|$)")
_FEW_DIGITS: Final = 2
"""Of a number that is not rounded to tens."""
_FAMILIES: Final[Mapping[str, str]] = {
    "boolean": "bool",
    "string": "str",
    "integer": "int",
    "double": "float",
    "true": "bool",
    "false": "bool",
    **dict.fromkeys(("null", "nil", "undefined", "nonetype", "void", "unit", "optional", "option", "maybe"), "none"),
}
"""A value stands for its type: `True` may be what a `bool` is."""
_WORD: Final = re.compile(r"\b[^\W\d]\w*\b(?!\.|::)")
_TYPE: Final = re.compile(r"[\w.:$<>\[\]{}()|&,*?! '\"-]+")
_BUILT_IN: Final = frozenset(
    "int str bool float bytes list dict tuple set frozenset type None string number boolean void null undefined object"  # noqa: SIM905
    " byte short long char double error rune uint int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64"
    " array callable iterable complex bytearray iterator generator i8 i16 i32 i64 u8 u16 u32"
    " u64 f32 f64 usize isize bigint".split()
)
_LITERAL: Final = re.compile(
    r"[-+]?(?:0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)[fFdDlLuU]?"
    r"|None|True|False|null|nil|undefined|nullptr|NULL|true|false|[bruf]{0,2}\"[^\"]*\"|[bruf]{0,2}'[^']*'|:\w+"
    r"|\(\)|\[\]|\{\}"
)
_UNWRAPS: Final = re.compile(r"(?<=\w)(?:\.Value|\.get\(\)|\.unwrap\(\)|\.orElseThrow\(\)|!)$")
"""Behind a value that may be missing, they give the value itself."""
_FILLED: Final = re.compile(r"[bruB]?f[bru]?[\"'].*\{|[\"'].*(?:\$\{|#\{|\\\()", re.DOTALL)
"""A text with what has to be worked out inside."""
_NAME: Final = re.compile(r"(?:[^\W\d]\w*(?:\.|::))*[^\W\d]\w*")


def is_literal(text: str) -> bool:
    """A number, a text, a truth value, nothing, or a collection of such."""
    plain = text.strip()
    if _LITERAL.fullmatch(plain) is not None:
        return not _FILLED.match(plain)
    inner = plain[1:-1] if plain[:1] + plain[-1:] in ("()", "[]", "{}") else ""
    return bool(inner) and all(map(is_literal, _split(inner, ",:" if plain[0] == "{" else ",")))


def is_nothing(text: str) -> bool:
    """`None`, or what other languages call it."""
    return text.strip() in _NOTHING


def is_name(text: str) -> bool:
    """A name, qualified or not, that is no literal."""
    return not is_literal(text) and _NAME.fullmatch(text.strip()) is not None


def same_value(one: str, other: str) -> bool:
    """Quotes and spaces aside; `30` and `30.0` are the same, and so are `a.B` and `B`."""
    left, right = _plain(one), _plain(other)
    if left == right:
        return True
    if is_literal(left) and is_literal(right):
        try:
            return bool(ast.literal_eval(left) == ast.literal_eval(right)) and not {left, right} & {"true", "false"}
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return False
    if is_name(left) and is_name(right):
        return left.endswith((f".{right}", f"::{right}")) or right.endswith((f".{left}", f"::{left}"))
    return False


def _plain(value: str) -> str:
    text = _UNWRAPS.sub("", value.strip().rstrip(",;").replace("'", '"'))
    text = text.lower() if text in ("True", "False") else text
    return text if '"' in text else "".join(text.split())


def is_type(text: str) -> bool:
    """Whether a text can only be a type: a capital, a built-in name, or brackets around such."""
    plain = text.strip()
    if re.fullmatch(r"(?:\*|\[\])+(?:\w+\.)?\w+", plain):
        return True  # Go: only types have a star or empty brackets in front
    plain = plain.strip("*&?")
    if not _TYPE.fullmatch(plain) or is_vague(plain):
        return False
    names = names_in(plain)
    return bool(names) and all(
        name.lstrip("_")[:1].isupper() or name in _BUILT_IN or re.search(rf"\b{name}(?:\.|::)", plain) for name in names
    )


def is_vague(text: str) -> bool:
    """A type that anything fits, or a name that may stand for any type."""
    plain = text.strip().strip("*&\"'")
    return (_VAGUE.fullmatch(plain) or _STANDS_FOR.fullmatch(plain)) is not None


def names_type(annotation: str, claimed: str) -> bool:
    """Whether an annotation is the claimed type, or has it as a member of a union, a tuple or a known wrapper."""
    wanted = _squeezed(claimed)
    if any(_is_same(part, wanted) for part in _members(annotation)):
        return True
    return _union(annotation) == _union(claimed) and bool(_union(claimed))


def shares_a_name(annotation: str, claimed: str) -> bool:
    """Whether two types have a name in common, in whatever case; `boolean` is as good as `bool`."""
    one, other = _plain_names(annotation), _plain_names(claimed)
    wrappers = {name.lower() for name in _WRAPPERS}
    # What is wrapped tells them apart, where both say it.
    inner = (one - wrappers, other - wrappers)
    return bool(inner[0] & inner[1]) if all(inner) else bool(one & other)


def _plain_names(text: str) -> set[str]:
    words: list[str] = [name.lower() for name in _WORD.findall(text)]
    found = {_FAMILIES.get(word, word) for word in words}
    return found | {"none"} if "?" in text else found


def _union(text: str) -> frozenset[str]:
    """What a type may be, in one spelling: `Optional[List[str]]`, `list[str] | None` and `None | list[str]` alike."""
    plain = _squeezed(text)
    optional = text.strip().endswith("?")
    plain = re.sub(r"\b(?:typing|types|t|collections\.abc)\.", "", plain)
    plain = _ALIAS.sub(lambda found: found[0].lower(), plain)
    plain = re.sub(r"\b(?:Readonly)?Array<([\w.]+)>", r"\1[]", plain)
    inner = re.fullmatch(r"(Optional|Union)[\[<](.*)[\]>]", plain)
    parts = _split(inner[2]) if inner else _split(plain, "|")
    members = {member for part in parts for member in (_union(part) if len(parts) > 1 else {part})}
    if optional or (inner and inner[1] == "Optional"):
        members.add("None")
    return frozenset("None" if member in _NOTHING else member for member in members)


def _is_same(one: str, other: str) -> bool:
    return one == other or one.endswith((f".{other}", f"::{other}")) or other.endswith((f".{one}", f"::{one}"))


def _members(annotation: str) -> list[str]:
    text = _squeezed(annotation)
    found = [text]
    inner = re.fullmatch(r"(?:\w+(?:\.|::))*(\w+)[\[<](.*)[\]>]", text)
    if inner and inner[1] in _WRAPPERS:
        found += [member for part in _split(inner[2]) for member in _members(part)]
    elif len(parts := _split(text.strip("()"))) > 1:
        found += [member for part in parts for member in _members(part)]
    elif inner:
        found.append(inner[1])  # `list[int]` is a `list`
    return found


def _split(text: str, marks: str = ",|") -> list[str]:
    """At commas and bars outside of brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "[<({") - (character in "]>)}")
        if character in marks and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [part for part in (*parts, text[start:]) if part]


def _squeezed(text: str) -> str:
    return re.sub(r"[\s\"'`]+|^[*&?]+|[?!]+$|\bmut\b|\bdyn\b", "", text.strip())


def is_rounded(one: str, other: str) -> bool:
    """Whether a number is another one at the precision of the rougher of the two: 15 and 15.4, 1234 and 1200."""
    return abs(float(one) - float(other)) <= max(map(_precision, (one, other))) / 2 + 1e-9


def _precision(number: str) -> float:
    """What its last digit stands for: 0.1 of 5.4, 100 of 1200."""
    whole, _, decimals = number.partition(".")
    zeros = len(whole) - len(whole.rstrip("0")) if not decimals and len(whole) > _FEW_DIGITS else 0
    return float(10.0 ** (zeros - len(decimals)))
