"""Uncovers what stands inside of Rust's item macros: `cfg_rt! { pub fn run() {} }` defines `run`.

The grammar sees tokens there, no items. The macro's name and braces become spaces, so every position stays where it
was. What a macro's own rules say, and code that is quoted for output, is no item and stays covered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from .definition_tree import Definition

_CALL: Final = re.compile(rb"^[ \t]*(?:\w+::)*(\w+)!\s*(?:(?:\w+\s*)?\{|\((?=\n))", re.M)
_ROUND: Final = b"!(\n"
"""Items stand in round brackets too, below the line of these; within one line such a call is an expression."""
_OPAQUE: Final = rb"//[^\n]*|/\*.*?\*/|\bb?r(#*)\".*?\"\1|\"(?:\\.|[^\"\\])*\"|'(?:\\.[^']*|[^'\\\n])'"
_TOKEN: Final = re.compile(_OPAQUE + rb"|[{}]", re.S)
_TOKEN_OF_RULES: Final = re.compile(_OPAQUE + rb"|[{}()\[\]]", re.S)
_OPENING: Final = frozenset({b"{", b"(", b"["})
_CLOSING: Final = frozenset({b"}", b")", b"]"})
_ITEM: Final = re.compile(
    rb"(?:\s|//[^\n]*|/\*.*?\*/|#!?\[(?:[^\[\]]|\[[^\]]*\])*\])*"
    rb"(?:pub\b|fn\b|impl\b|struct\b|enum\b|union\b|mod\b|use\b|trait\b|type\b|const\s+(?:\w+\s*:|fn|unsafe)|static\s+(?:mut\s+)?\w+\s*:"
    rb"|(?:async|unsafe)\s+(?:fn|impl|trait|extern)\b|extern\b|(?:\w+::)*\w+!\s*(?:\w+\s*)?[{(])",
    re.S,
)
_PART: Final = re.compile(rb"\s*,?\s*(\w+):\s*\{")
_BRANCH: Final = re.compile(
    rb"(?:\s|//[^\n]*)*(?:else\s*)?(?:if\s*#\s*\[\s*cfg\s*(?P<cfg>\((?:[^\[\]])*\))\s*\]\s*)?\{"
)
"""What stands before a part of `cfg_if!`: `if #[cfg(unix)] {`, `} else {`."""
_OTHERWISE: Final = (b"cfg_not_wasi", b"cfg_not_windows", b"cfg_not_loom", b"cfg_not_test", b"cfg_not_unstable")
"""Conditions on what is not so anyway, or what only the project knows."""
_WRITES: Final[Mapping[str, Sequence[str]]] = {"pin_project": ("project", "project_ref")}
"""Macros around a type, and the methods that they write for it; these give the type again, each field pinned or not."""
_TYPE: Final = re.compile(rb"^\s*(?:pub\b(?:\([^)]*\))?\s*)?(struct|enum)\s+(\w+)", re.M)
_QUOTED: Final = re.compile(rb"(?<![\w\"'])#(?:[a-z_]|\()")


def uncover_items(text: bytes) -> bytes:
    """The text with the names and braces of macros around items replaced by spaces."""
    if b"! {" not in text and b"!{" not in text and _ROUND not in text:
        return text
    ends: dict[int, int] | None = None
    found = bytearray(text)
    covered = 0
    for match in _CALL.finditer(text):
        start, opening = match.start(), match.end() - 1
        if start < covered:
            continue
        if ends is None:
            ends = _ends_of_braces(text)
        closing = ends.get(opening)
        if closing is None:
            continue
        if match[1] == b"macro_rules" or _QUOTED.search(text, opening, closing):
            covered = closing if match[1] == b"macro_rules" else covered
        elif match[1] == b"cfg_if":
            branches = [one for one in _branches(text, opening + 1, closing, ends) if one[2] > one[1] + 1]
            if all(_ITEM.match(text, one[1] + 1, one[2]) for one in branches):
                _blank(found, text, start, opening, closing)
                for before, inner, end, _ in branches:
                    _blank(found, text, before, inner, end)
        elif _ITEM.match(text, opening + 1, closing):
            _blank(found, text, start, opening, closing)
        elif parts := [*_parts(text, opening + 1, closing, ends)]:
            _blank(found, text, start, opening, closing)
            for part in parts:
                _blank(found, text, *part)
    return bytes(found)


def _blank(found: bytearray, text: bytes, start: int, opening: int, closing: int) -> None:
    """Take away what stands before some items, up to the brace, and the brace behind them."""
    # A line comment above stays a comment: only what is ours is blanked.
    found[start : opening + 1] = re.sub(rb"[^\n]", b" ", text[start : opening + 1])
    found[closing : closing + 1] = b" "


def _parts(text: bytes, start: int, end: int, ends: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Start, opening and closing brace of each part of a macro's arguments with items: `stable: { fn run() {} }`."""
    while (match := _PART.match(text, start, end)) is not None:
        opening = match.end() - 1
        if (closing := ends.get(opening)) is None or not _ITEM.match(text, opening + 1, closing):
            return
        yield match.start(1), opening, closing
        start = closing + 1


def _branches(text: bytes, start: int, end: int, ends: Mapping[int, int]) -> Iterator[tuple[int, int, int, str]]:
    """Start, opening and closing brace and condition of each part of `cfg_if!`; the last one's may be empty."""
    while (match := _BRANCH.match(text, start, end)) is not None:
        opening = match.end() - 1
        if (closing := ends.get(opening)) is None:
            return
        yield start, opening, closing, (match["cfg"] or b"").decode("utf-8", "replace")
        start = closing + 1


def item_macro_calls(text: bytes, uncovered: bytes) -> Iterator[tuple[int, str]]:
    """Position and name of each macro that `uncover_items` has taken away."""
    for match in _CALL.finditer(text) if uncovered != text else ():
        if uncovered[match.start(1)] != text[match.start(1)]:
            yield match.start(1), match[1].decode("ascii", "replace")


def written_methods(text: bytes, uncovered: bytes) -> Iterator[Definition]:
    """The methods that macros write for the type in them and that the file calls: `project` of `pin_project!`."""
    for start, macro in item_macro_calls(text, uncovered):
        kind = _TYPE.search(uncovered, start)
        for name in _WRITES.get(macro, ()) if kind is not None else ():
            if kind is not None and re.search(rb"\b%s\s*\(" % name.encode(), text):
                line = text.count(b"\n", 0, start) + 1
                yield Definition(
                    kind="function",
                    name=name,
                    owner=kind[2].decode("utf-8", "replace"),
                    start=start,
                    end=start + len(macro),
                    name_start=start,
                    start_line=line,
                    head_line=line,
                    end_line=line,
                    signature=f"{macro}!: fn {name}(self)",
                    extends=False,
                    separator="::",
                    type="<Self>" if kind[1] == b"struct" else "",
                )


def excluded_items(text: bytes, uncovered: bytes, holds: Callable[[str], bool | None]) -> Iterator[tuple[int, int]]:
    """Where items stand for the lack of a feature: `cfg_not_rt! { … }`, as macros around conditions are called, and
    parts of `cfg_if!` whose condition does not hold, or that come behind one whose does.
    """
    if uncovered == text or (b"cfg_not_" not in text and b"cfg_if!" not in text):
        return
    ends = _ends_of_braces(text)
    for match in _CALL.finditer(text):
        if match[1] == b"cfg_if" and uncovered[match.start(1)] != text[match.start(1)]:
            is_over = False
            for start, _, closing, condition in _branches(text, match.end(), ends[match.end() - 1], ends):
                holding = holds(condition) if condition else True
                if is_over or holding is False:
                    yield start, closing
                is_over = is_over or holding is True
        is_lack = match[1].startswith(b"cfg_not_") and not match[1].startswith(_OTHERWISE)
        if is_lack and uncovered[match.start(1)] != text[match.start(1)]:
            yield match.start(), ends[match.end() - 1]


def _ends_of_braces(text: bytes) -> dict[int, int]:
    return ends_of_brackets(text, _TOKEN_OF_RULES if _ROUND in text else _TOKEN)


def ends_of_brackets(text: bytes, token: re.Pattern[bytes] = _TOKEN_OF_RULES) -> dict[int, int]:
    """Where each bracket closes, by where it opens; those in comments and literals are none."""
    ends: dict[int, int] = {}
    open_: list[int] = []
    for match in token.finditer(text):
        if match[0] in _OPENING:
            open_.append(match.start())
        elif match[0] in _CLOSING and open_:
            ends[open_.pop()] = match.start()
    return ends
