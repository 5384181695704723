"""Reads the items that Rust's macros write: `macro_rules! ids { ($name:ident) => { impl $name { fn get() {} } } }`.

The grammar sees tokens in a macro's rules. What stands there as items is parsed once more, every position where it was,
`$name` as `_name`; what a macro of the file is called with says which types that stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from .definition_tree import Definition
from .item_macros import ends_of_brackets

_RULES: Final = re.compile(rb"\bmacro_rules!\s*(\w+)\s*([{(\[])")
_CALL: Final = re.compile(rb"(?<![\w!])(\w+)!\s*[{(\[]")
_ARROW: Final = re.compile(rb"\s*=>\s*([{(\[])")
_SKIPPED: Final = rb"(?:\s|//[^\n]*|\$\(\s*#\[\s*\$\w+\s*\]\s*\)[*+]|#!?\[(?:[^\[\]]|\[[^\]]*\])*\])*"
_ITEM: Final = re.compile(
    _SKIPPED + rb"(?:\$\(\s*" + _SKIPPED + rb")?"
    rb"(?:pub\b|\$vis\s+\w|fn\s+\$?\w|impl\b|struct\s+\$?\w|enum\s+\$?\w|trait\s+\$?\w|mod\s+\$?\w|unsafe\s+(?:fn|impl|trait)\b)"
)
_META: Final = re.compile(rb"\$(?=\w)")
_REPEATED: Final = re.compile(rb"\$\(")
_BEHIND: Final = re.compile(rb"\)\s*[^\s\w(){}\[\]$*+?]?\s*[*+?]")
_ONE: Final = re.compile(r"\s*\$(\w+)\s*:\s*\w+\s*")
_MANY: Final = re.compile(r"\s*\$\(\s*\$(\w+)\s*:\s*\w+\s*,?\s*\)\s*([,;]?)\s*[*+]\s*(?:\$\(\s*,\s*\)[*?]|,\?)?\s*")
_TYPE: Final = re.compile(r"\s*(?:\w+::)*([^\W\d]\w*)(?:<.*>)?\s*", re.S)
_NOT_LINE_END: Final = re.compile(rb"[^\n]")
_MAX_CALLS: Final = 40


class WrittenItems(NamedTuple):
    """What macros of a file write."""

    text: bytes
    """The items alone, all else as spaces."""
    ranges: Sequence[tuple[int, int]]
    """Where these stand."""
    stands_for: Mapping[int, Mapping[str, Sequence[str]]]
    """Start of a macro's rules to names in them, as `_name`, and the types that these stand for."""

    def within(self, text: bytes) -> bytes:
        """The whole text with the items as they are parsed."""
        found = bytearray(text)
        for start, end in self.ranges:
            found[start:end] = self.text[start:end]
        return bytes(found)

    def settle(self, definitions: Sequence[Definition]) -> None:
        """Give the definitions the names that stand for those in the rules."""
        for start, names in self.stands_for.items():
            macro = next((one for one in definitions if one.start <= start < one.end), None)
            inside = [one for one in definitions if macro is not None and start < one.start and one.end <= macro.end]
            if macro is not None:
                macro.bounds.update((name, f"<{'|'.join(types)}>") for name, types in names.items())
            for one in inside:
                if not (types := names.get(one.name, ())):
                    continue
                if one.extends:
                    one.bounds[one.name] = "<Self>"
                one.name, one.stands_for = types[0], types[1:]


def written_items(text: bytes) -> WrittenItems | None:
    """The items in the rules of a file's macros; None when there are none."""
    if b"macro_rules!" not in text:
        return None
    ends = ends_of_brackets(text)
    found = bytearray(_NOT_LINE_END.sub(b" ", text))
    ranges: list[tuple[int, int]] = []
    stands_for: dict[int, Mapping[str, Sequence[str]]] = {}
    calls: dict[bytes, list[int]] = {}
    for call in _CALL.finditer(text):
        calls.setdefault(call[1], []).append(call.end())
    for match in _RULES.finditer(text):
        closing = ends.get(match.end() - 1)
        if closing is None:
            continue
        for pattern, start, end in _rules(text, match.end(), closing, ends):
            if _ITEM.match(text, start, end):
                found[start:end] = _as_items(text[start:end], text, start, ends)
                ranges.append((start, end))
                if match.start() not in stands_for and (told := _told(text, calls.get(match[1], ()), pattern, ends)):
                    stands_for[match.start()] = told
    return WrittenItems(bytes(found), ranges, stands_for) if ranges else None


def _rules(text: bytes, start: int, end: int, ends: Mapping[int, int]) -> Iterator[tuple[str, int, int]]:
    """Pattern, start and end of what is written, for each rule."""
    while (opening := _next_bracket(text, start, end)) is not None and (closing := ends.get(opening)) is not None:
        arrow = _ARROW.match(text, closing + 1, end)
        if arrow is None or (last := ends.get(arrow.end() - 1)) is None:
            return
        yield text[opening + 1 : closing].decode("utf-8", "replace"), arrow.end(), last
        start = last + 1


def _next_bracket(text: bytes, start: int, end: int) -> int | None:
    places = [place for bracket in (b"(", b"[", b"{") if (place := text.find(bracket, start, end)) >= 0]
    return min(places, default=None)


def _as_items(body: bytes, text: bytes, start: int, ends: Mapping[int, int]) -> bytes:
    """What is written, without the marks of what is repeated, `$name` as `_name` and `$crate` as `crate`."""
    found = bytearray(body)
    for match in _REPEATED.finditer(body):
        closing = ends.get(start + match.end() - 1)
        behind = _BEHIND.match(text, closing) if closing is not None else None
        if closing is not None and behind is not None:
            found[match.start() : match.end()] = b"  "
            found[closing - start : behind.end() - start] = b" " * (behind.end() - closing)
    return _META.sub(b"_", bytes(found).replace(b"$crate", b" crate"))


def _told(text: bytes, calls: Sequence[int], pattern: str, ends: Mapping[int, int]) -> Mapping[str, Sequence[str]]:
    """Names in a pattern of single names, or of one that is repeated, to the types that the macro is called with.

    `calls`: where what each of its calls is given begins.
    """
    single = [_ONE.fullmatch(part) for part in pattern.split(",")]
    many = _MANY.fullmatch(pattern)
    found: dict[str, dict[str, None]] = {}
    for start in calls[: _MAX_CALLS + 1]:
        closing = ends.get(start - 1)
        if closing is None:
            continue
        written = text[start:closing].decode("utf-8", "replace")
        given = written.split(",") if many is None or many[2] == "," else written.split(many[2] or None)
        names = [many[1]] * len(given) if many is not None else [one[1] if one is not None else "" for one in single]
        for name, one in zip(names, given, strict=False):
            if name and (kind := _TYPE.fullmatch(one)) is not None:
                found.setdefault(f"_{name}", {})[kind[1]] = None
    return {name: [*types] for name, types in found.items()}
