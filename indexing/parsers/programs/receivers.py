"""Writes down what stands before a call, and what variables hold, so that linking can find the type.

A path is read from left to right: `<pkg.Foo>` is a value of a declared type (`<>`: of one that is not ours), `()` calls
what stands before, `[]` takes an element of it (of `<[]>` an unknown one), and a dot goes to a member:
`<Engine>.router`, `pkg.New().group`.
`make(<Foo>)` is a call that is told to give something of a `Foo`, and a number one part of several: `pair().0`.
`<Mutex~Foo>` is a `Mutex` of ours, or stands for the `Foo` in it; `<?~Foo>` an optional one, and `?` at the end of a
path what that holds; `<Cell~~Foo>` is a `Cell` whose only type parameter is a `Foo`. `<^T>` is a type parameter that
somebody else binds, `<^^T>` one of the function itself.
The empty path is unknown, and `?name` a variable that holds nobody knows what. What is one of several stands between
` or `, with a `?` at the end when there are others that nobody knows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from citeline.model import AND, CALLABLE_KINDS, LEADS, OR
from citeline.patterns import re

from .chains import Chain
from .definition_tree import Definition
from .grammars import Grammar
from .type_paths import bracket_end, made_path, split, type_path

MAX_PATH: Final = 400
NOTHING: Final = frozenset({"None", "null", "undefined", "nil"})
_MAX_EXPRESSION: Final = 2_000
_MAX_KEPT: Final = 60
"""Characters of an expression whose path is kept."""
_EVERYWHERE: Final = (0, 1 << 62)
_NOWHERE: Final = ((1 << 62) - 1, 1 << 62)
END: Final = (1 << 62) - 2
_UNKNOWN: Final = frozenset({"", "<>", "<[]>", "?"})
_START: Final = re.compile(r"(?:(?:await|new|mut|move|throw|unsafe|ref|try[?!]?)\s+|&|\*)+\s*")
_LED: Final = "**self"
"""In a method that takes `&self`: what a value of the type leads to."""
_LITERAL: Final = re.compile(r"\d|[rbfu]{0,2}[\"'`]|\[|vec!\[|(?:true|false|True|False)\b")
_IDENTIFIER: Final = re.compile(r"[@#$]?[^\W\d][\w$]*")
_MEMBER: Final = re.compile(r"[@#$]?\w[\w$]*")
"""Fields of tuples have numbers."""
_GENERICS: Final = re.compile(r"(?:::)?<[\w\s,.:&\[\]<>'|?*]*>(?=\s*[({:])")
_NAME_IN_BRACKETS: Final = re.compile(r"\[[^\W\d][\w$]*\]")
_SEPARATOR: Final = re.compile(r"\s*(?:\?\.|!!\.|!\.|\?->|::|->|\.)\s*")
_CAST: Final = re.compile(r"\s+(?:as[?!]?|satisfies)\s+(?!const\b)(.+)", re.S)
_POSTFIX: Final = re.compile(r"(?:\?|!!?)(?![=?!.:\w])|(?:\?|!!?)(?=\s*[.;)]|$)")


class Held(NamedTuple):
    """What a variable holds, and where."""

    start: int
    path: str
    is_declared: bool
    scope: tuple[int, int]
    branch: tuple[int, int]

    def is_sure(self, position: int) -> bool:
        """Whether whoever stands there has passed it."""
        return self.branch[0] <= position < self.branch[1]


_START_OF: Final = attrgetter("start")


class Ranges:
    """Finds the innermost range around a position; the ranges lie in each other or apart."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._starts, self._around = [0], [_EVERYWHERE]
        open_ = [_EVERYWHERE]
        for one in [*sorted(set(ranges), key=lambda r: (r[0], -r[1])), _NOWHERE]:
            while open_[-1][1] <= one[0]:
                self._starts.append(open_.pop()[1])
                self._around.append(open_[-1])
            open_.append(one)
            self._starts.append(one[0])
            self._around.append(one)

    def has(self, position: int) -> bool:
        """Whether a range is around it."""
        return len(self._around) > 1 and self.around(position) != _EVERYWHERE

    def around(self, position: int) -> tuple[int, int]:
        """The innermost range; one that holds everything when there is none."""
        return self._around[bisect_right(self._starts, position) - 1]


class Locals:
    """What the variables of a file hold, by the definition, scope and branch around them."""

    def __init__(
        self,
        definitions: Sequence[Definition],
        owner_at: Callable[[int], int | None],
        scopes: Ranges,
        branches: Ranges,
        *,
        hoists: bool = False,
    ) -> None:
        self._definitions = definitions
        self._owner_at = owner_at
        self._scopes = scopes
        self._branches = branches
        self._hoists = hoists
        self._held: dict[tuple[int | None, str], list[Held]] = {}
        self._functions = {
            (one.parent, one.name)
            for one in definitions
            if one.parent is not None and one.kind == "function" and definitions[one.parent].kind in CALLABLE_KINDS
        }

    def value(self, position: int, path: str, *, end: int, is_declared: bool, owner: int | None = None) -> Held:
        """What is bound at a position, and holds from the `end` of its value on; who is not in the `owner` need not
        have passed it.
        """
        around = self._branches.around(position)
        if owner is not None and around[0] <= self._definitions[owner].start:
            around = self._definitions[owner].start, self._definitions[owner].end
        return Held(end, path, is_declared, self._scopes.around(position), around)

    def add(self, position: int, name: str, value: Held, *, again: bool, is_outer: bool = False) -> None:
        """Bind what stands at a position, in the definition around or, as `is_outer`, in the file.

        Positions must ascend. With `again`, a type that is declared in the same scope stays when the value is unknown.
        """
        held = self._held.setdefault((None if is_outer else self._owner_at(position), name), [])
        if again and not value.path:
            known = next((v for v in reversed(held) if v.is_sure(position) and v.scope == value.scope), None)
            if known is not None and known.is_declared:
                return
        held.append(value)

    def is_function(self, position: int, name: str) -> bool:
        """Whether a function of that name stands in the one around a position."""
        return (self._owner_at(position), name) in self._functions

    def find(self, position: int, name: str) -> str | None:
        """The path of a variable seen from a position; None when it is none."""
        for owner in self._owners(position, name):
            held = self._held.get((owner, name))
            if held is None:
                continue
            if owner is None and self._hoists and self._owner_at(position) is not None:
                # A function runs when the file has been read, unless it has bound the name itself.
                is_own = any(v.start < position and v.branch != _EVERYWHERE and v.is_sure(position) for v in held)
                paths = _last_values(held, position if is_own else END)
            else:
                paths = _last_values(held, position)
            if paths:
                if len(paths) == 1:
                    return paths[0]
                known = [path for path in paths if path not in _UNKNOWN and OR not in path]
                return OR.join([*known, *(["?"] if len(known) < len(paths) else [])]) if known else ""
        return None

    def _bound_later(self, position: int, name: str) -> str | None:
        """What a variable holds once what stands behind a function has run, which may be called then: unknown when that
        is one of several; None when it is none.
        """
        found = [
            value.path
            for owner in (self._owners(position, name) if self._hoists else ())
            for value in self._held.get((owner, name), ())
            if value.scope[0] <= position < value.scope[1]
        ]
        return found[0] if len(found) == 1 else "" if found else None

    def _owners(self, position: int, name: str) -> Iterator[int | None]:
        """The definitions around a position, innermost first, and the file; up to one with a function of that name."""
        owner = self._owner_at(position)
        while owner is not None:
            yield owner
            if (owner, name) in self._functions:
                return
            owner = self._definitions[owner].parent
        yield None

    def resolve(self, position: int, path: str) -> str:
        """The path with a variable at its beginning replaced by what it holds; `?` before it when that is unknown."""
        if not self._held or path.startswith("<"):
            return path
        match = _IDENTIFIER.match(path)
        held = self.find(position, match[0]) if match else None
        if match is not None and held is None:
            held = self._bound_later(position, match[0])
        if match is None or held is None:
            return path
        if not held or held.startswith("?") or held in NOTHING:
            return f"?{path}"
        rest = path[match.end() :]
        whole = held
        if rest:
            each = ([part + rest for part in one.split(AND)] if one != "?" else [one] for one in held.split(OR))
            whole = OR.join(AND.join(parts) for parts in each)
        return whole if len(whole) <= MAX_PATH else f"?{path}"


def _last_values(held: Sequence[Held], position: int) -> list[str]:
    """The paths that a variable may hold: the last one, and those before that it need not have replaced."""
    # Said in place: this is asked of every name before a dot, and most names are bound again and again in a file.
    seen = [value for value in held if value.start < position and value.scope[0] <= position < value.scope[1]]
    if len(seen) == 1:
        return [seen[0].path]
    return values_at(seen, position) or [value.path for value in seen[:1]]


def values_at(held: Sequence[Held], position: int) -> list[str]:
    """Of all values those that the last one which holds for sure at a position has not replaced, without `None`."""
    found: dict[str, None] = {}
    for value in sorted(held, key=_START_OF, reverse=True):
        if value.path not in NOTHING:
            found[value.path] = None
        if value.is_sure(position):
            break
    return list(found)


def expression_path(text: str, grammar: Grammar, chain: Chain | None = None) -> str:
    """An expression as a path; empty when it is anything but names, calls and members.

    `chain` is what was read of texts that begin alike.
    """
    if chain is None and len(text) <= _MAX_KEPT:
        return _known_path(text, grammar, None)
    return _expression_path(text, grammar, chain)


def _expression_path(text: str, grammar: Grammar, chain: Chain | None) -> str:
    text = text.strip()
    if len(text) > _MAX_EXPRESSION:
        known = chain.before(len(text)) if chain is not None else None
        if known is None or len(text) - known[1] > _MAX_EXPRESSION:
            return ""
    if start := _START.match(text):
        text = text[start.end() :]
    if grammar.sends and text.startswith("<-"):
        path = expression_path(text[2:], grammar)  # all that follows
        return f"{path}[]" if path else ""
    if chain is not None and (known := chain.before(len(text))) is not None:
        path, position = known
    elif grammar.sends and (made := made_path(text, grammar)) is not None:
        path, position = made
    elif _LITERAL.match(text):
        if text.startswith(("[", "vec![")):
            return "<[]>" if bracket_end(text, text.index("[")) == len(text) else ""
        return _literal_path(text) if grammar.overloads and bracket_end(text, 0) is None else "<>"
    elif text.startswith("("):
        end = bracket_end(text, 0)
        if end is None:
            return ""
        inner, rest = text[1 : end - 1], text[end:].lstrip()
        if rest and grammar.casts and re.match(r"[\w(\"@]", rest):
            return type_path(inner, grammar)
        path, position = expression_path(inner, grammar), end
        if inner == _LED and grammar.tries:
            path += f".{LEADS}"
    elif text.startswith("{") and grammar.tries:
        end = bracket_end(text, 0)
        inner = text[1 : end - 1] if end is not None else ";"
        if end is None or ";" in inner:
            return ""
        path, position = expression_path(inner, grammar), end  # `unsafe { self.run() }`
    elif (held := _holding(text, grammar)) is not None:
        path, position = held
    else:
        match = _IDENTIFIER.match(text)
        if match is None:
            return ""
        path, position = match[0].removeprefix("#"), match.end()
    path = _rest_of_path(path, text, position, grammar, chain)
    return path if len(path) <= MAX_PATH else ""


_known_path = lru_cache(20_000)(_expression_path)
"""Of short expressions most come again: names, numbers, calls without arguments."""


def _holding(text: str, grammar: Grammar) -> tuple[str, int] | None:
    """The path of what `Some(value)` is made of, and where that ends; None when it is no such call."""
    end = text.find("(") if grammar.holding else -1
    head, names = text[:end], _names(grammar.holding)
    if end < 0 or not (head in names or ("::" in head and any(head.endswith(f"::{one}") for one in names))):
        return None
    behind = bracket_end(text, end)
    path = expression_path(split(text[end + 1 : behind - 1], ",")[0], grammar) if behind is not None else ""
    # `ready!(poll())` is what is in it.
    return (path + ".?" if path and text[end - 1] == "!" else path), behind or end


@cache
def _names(written: str) -> frozenset[str]:
    return frozenset(written.split())


def _literal_path(text: str) -> str:
    if text[0] in '"`':
        return "<String>"
    if text[0] == "'":
        return "<char>"
    if text[0].isdigit():
        return "<int>" if text.isdigit() else "<double>" if "." in text else "<long>"
    return "<boolean>" if text in {"true", "false"} else ""


_APART: Final = re.compile(r"&?\s*(?:'\w+\s+)?(?:mut\s+)?(?:\(|\[[^;]*;)")
"""A tuple or an array of Rust, which is neither what its first part is nor a slice."""


def parameter_paths(signature: str, name: str, grammar: Grammar) -> list[str] | None:
    """Types of the parameters in a signature, `...` before the last when it takes any number; None when it is cut."""
    start = re.search(rf"\b{re.escape(name)}\s*(?:<[^(]*>)?\s*\(", signature)
    end = bracket_end(signature, start.end() - 1) if start else None
    if start is None or end is None:
        return None
    found: list[str] = []
    for part in split(signature[start.end() : end - 1], ","):
        written = (
            re.sub(r"@\w+(?:\([^)]*\))?\s*|\b(?:final|ref|out|in|params|vararg|this)\s+", "", part)
            .partition("=")[0]
            .strip()
        )
        if not written:
            continue
        many = "..." in written or "params " in part or "vararg " in part
        kind = written.partition(":")[2] if ":" in written else written.replace("...", " ").rpartition(" ")[0]
        is_apart = grammar.basic and _APART.match(kind.strip()) is not None
        found.append(("..." if many else "") + ("" if is_apart else type_path(kind, grammar)))
    return found


def _rest_of_path(path: str, text: str, position: int, grammar: Grammar, chain: Chain | None) -> str:
    given = ""
    while path and position < len(text):
        character = text[position]
        # What each pattern begins with is asked first: most places are dots and names, which none of them fits.
        if character.isspace() and (match := _CAST.match(text, position)):
            return type_path(match[1], grammar)
        if character in ":<" and (match := _GENERICS.match(text, position)):
            position = match.end()
            given = _type_given(match[0], grammar)
        elif character in "?!" and (match := _POSTFIX.match(text, position)):
            position = match.end()
            path += ".?" if grammar.tries else ""
        elif character in "([{":
            end = bracket_end(text, position)
            if end is None or (character == "{" and not grammar.braces_construct):
                return ""
            if character == "[":
                name = _NAME_IN_BRACKETS.fullmatch(text, position, end) if grammar.computed else None
                part = text[position + 1 : end - 1] if grammar.computed else ""
                # `shapes[1..]` has the elements that `shapes` has
                is_range = _is_range(text[position + 1 : end - 1], grammar)
                step = "" if is_range else f".{part}" if part.isdigit() else "[]"
                path += name[0] if name else "" if text[end : end + 1] == "(" else step
            else:
                path, given = f"{path}({given})", ""
            position = end
        elif match := _SEPARATOR.match(text, position):
            if chain is not None:
                chain.add(position, path)
            position = match.end()
            if text[position : position + 1] == "(":  # Go's `value.(Type)`
                end = bracket_end(text, position)
                if end is None:
                    return ""
                path, position = type_path(text[position + 1 : end - 1], grammar), end
                continue
            name = _MEMBER.match(text, position)
            if name is None and text[position : position + 1] == "[":
                continue  # `shapes?.[0]`
            if name is None:
                return path if position == len(text) else ""
            if name[0] != "await":
                path += f".{name[0].removeprefix('#')}"
            position = name.end()
        elif character.isspace():
            position += 1
        else:
            return ""
    return path


def _is_range(written: str, grammar: Grammar) -> bool:
    if grammar.slices == ":":
        return ":" in written and '"' not in written and "'" not in written and len(split(written, ":")) > 1
    return bool(grammar.slices) and grammar.slices in written


def _type_given(written: str, grammar: Grammar) -> str:
    """The path of the only type that a call is given, `make<Shape>()`; empty for any other."""
    if not (grammar.arguments and grammar.computed) or len(split(written[1:-1], ",")) > 1:
        return ""
    path = type_path(written[1:-1], grammar)
    return path if path.startswith("<") and path != "<>" and "|" not in path else ""
