"""Random syntax trees: all that a query can say, and nothing else."""

from __future__ import annotations

from hypothesis import strategies as st

from citeline.tools.docql.language.lexer import MOST_DIGITS
from citeline.tools.docql.language.syntax import (
    And,
    Call,
    Condition,
    Constant,
    Filter,
    Index,
    Listed,
    Not,
    Number,
    Operator,
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

_LARGEST = 10**MOST_DIGITS - 1
_TRICKY = st.text(alphabet="\"'\\/ a\n\0“，🎉\udc80[]()$.", max_size=8)
OPERATORS: tuple[Operator, ...] = (
    "==",
    "!=",
    "contains",
    "=~",
    ">",
    ">=",
    "<",
    "<=",
    "startsWith",
    "endsWith",
    "in",
)

names = st.one_of(
    st.sampled_from(["title", "in", "contains", "and", "not", "true", "_", "größe", "标题", "हिन्दी", "data", "x1"]),
    st.from_regex(r"\A[A-Za-z_][A-Za-z0-9_]{0,8}\Z"),
)
texts = st.one_of(st.text(max_size=8), _TRICKY).filter(lambda text: not text.endswith("\\")).map(Text)
whole_numbers = st.integers(-_LARGEST, _LARGEST)
numbers = st.one_of(whole_numbers, st.floats(allow_nan=False, allow_infinity=False)).map(Number)
constants = st.sampled_from([True, False, None]).map(Constant)


regexes = st.builds(
    Regex,
    # A backslash and what it escapes are one piece; `\/` is read as `/`.
    st.lists(st.one_of(st.sampled_from(["\\\\", "\\d", "\\n", '\\"', "/", "//", "a", "(", "]", "\n"]), st.characters(
        blacklist_characters="\\"
    )), max_size=6).map("".join),
    st.sampled_from(["", "i", "m", "s", "im", "is", "ms", "ims"]),
)  # fmt: skip
scalars = st.one_of(texts, numbers, constants, regexes)
values: st.SearchStrategy[Value] = st.recursive(
    scalars, lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda found: Listed(tuple(found))), max_leaves=6
)
keys = st.one_of(names, texts.map(lambda text: text.value), st.sampled_from(["my-key", "1", "a b", "", "x.y", "]"]))
paths = st.lists(keys, min_size=1, max_size=3).map(tuple)
tests: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Test, paths), st.builds(Test, paths, st.sampled_from(OPERATORS), values)
)


def _join(parts: list[Condition], joined: type[And] | type[Or]) -> Condition:
    """The parts joined; those that are joined in the same way already lend theirs."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, joined) else (part,)
    return joined(tuple(flat))


def _grown(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(inner.map(Not), st.builds(_join, several, st.sampled_from([And, Or])))


conditions: st.SearchStrategy[Condition] = st.recursive(tests, _grown, max_leaves=6)
selectors: st.SearchStrategy[Step] = st.one_of(
    st.just(Wildcard()),
    st.builds(Index, whole_numbers),
    st.builds(Slice, st.none() | whole_numbers, st.none() | whole_numbers),
    st.builds(Filter, conditions),
)
steps: st.SearchStrategy[Step] = st.one_of(
    selectors,
    st.builds(Property, names),
    st.builds(Call, names, st.lists(values, max_size=2).map(tuple)),
)
_NO_DATA = steps.filter(lambda step: not (isinstance(step, (Property, Call)) and step.name == "data"))
_TAILS = st.builds(lambda start, rest: Tail((start + rest).rstrip()), st.sampled_from([".", "["]), st.text(max_size=8))
queries: st.SearchStrategy[Query] = st.one_of(
    st.builds(lambda first, rest: Query((first, *rest)), _NO_DATA, st.lists(steps, max_size=4)),
    st.builds(lambda tails: Query((Property("data"), *tails)), st.lists(_TAILS, max_size=1)),
)
