"""Sets and removes one member of a JSON file, and leaves every other byte as it is: comments, indentation, order.

Python's own JSON decoder finds where values begin and end, on a copy whose comments and trailing commas are blanks, so
that both have the same offsets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from citeline.dataclass import dataclass

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|[^\s]', re.DOTALL)
_BLANK: Final = re.compile(r"[^\n]")
_DECODER: Final = json.JSONDecoder()


class JsonEditError(ValueError):
    """The text is no JSON, or not of the shape that the edit needs."""


@dataclass(frozen=True, slots=True)
class _Member:
    key: str | None
    """None in an array."""
    start: int
    """Of the key, in an array of the value."""
    value: int
    end: int


def set_member(text: str, path: Sequence[str], value: Any) -> str:
    """The text with the value at a path of keys, objects on the way made as needed. Raises JsonEditError."""
    text = text if text.strip() else "{}\n"
    clean = _checked(text)
    at = _skip(clean, 0)
    for depth, key in enumerate(path):
        found = next((one for one in _members(clean, at, "{", path[:depth]) if one.key == key), None)
        if found is None:
            for missing in reversed(path[depth + 1 :]):
                value = {missing: value}
            return _insert(text, clean, at, key, value)
        at = found.value
    if _DECODER.raw_decode(clean, at)[0] == value:
        return text
    return text[:at] + _dumped(text, value, _indent_at(text, at)) + text[_DECODER.raw_decode(clean, at)[1] :]


def remove_member(text: str, path: Sequence[str]) -> str:
    """The text without the member at a path, and without the objects that it leaves empty. Raises JsonEditError."""
    return _removed(text, path, lambda member, value: member.key == path[-1], "{")


def add_to_group(text: str, path: Sequence[str], key: str, value: Any, *, is_ours: Callable[[Any], bool]) -> str:
    """The text with a value in one of the groups at a path: objects in an array, each of which lists values at a key.

    It takes the place of the first that is ours, else it gets a group of its own. Raises JsonEditError.
    """
    clean = _checked(text if text.strip() else "{}\n")
    at = _at(clean, path)
    if at is None:
        return set_member(text, path, [{key: [value]}])
    for member in (one for group in _groups(clean, path, key) for one in group):
        found = _DECODER.raw_decode(clean, member.value)[0]
        if is_ours(found):
            new = _dumped(text, value, _indent_at(text, member.value))
            return text if found == value else text[: member.value] + new + text[member.end :]
    return _insert(text, clean, at, None, {key: [value]})


def remove_from_groups(text: str, path: Sequence[str], key: str, *, is_ours: Callable[[Any], bool]) -> str:
    """The text without values that are ours in such groups, and without what they leave empty. Raises JsonEditError."""

    def is_all_ours(_: _Member, group: Any) -> bool:
        listed = group.get(key) if isinstance(group, dict) else None
        return isinstance(listed, list) and bool(listed) and all(map(is_ours, listed))

    text = _removed(text, [*path, ""], is_all_ours, "[")
    while True:
        clean = _checked(text)
        ours = (
            (group, number)
            for group in _groups(clean, path, key)
            for number, member in enumerate(group)
            if is_ours(_DECODER.raw_decode(clean, member.value)[0])
        )
        found = next(ours, None)
        if found is None:
            return text
        text = _cut(text, clean, *found)


def _groups(clean: str, path: Sequence[str], key: str) -> Iterator[list[_Member]]:
    """What each group at a path lists; elements of another shape are passed over."""
    at = _at(clean, path)
    for group in _members(clean, at, "[", path) if at is not None else ():
        if clean[group.value] == "{":
            for one in _members(clean, group.value, "{", path):
                if one.key == key and clean[one.value] == "[":
                    yield _members(clean, one.value, "[", path)


def _removed(text: str, path: Sequence[str], is_it: Callable[[_Member, Any], bool], opening: str) -> str:
    clean = _checked(text)
    at = _at(clean, path[:-1])
    if at is None:
        return text
    members = _members(clean, at, opening, path[:-1])
    number = next((n for n, one in enumerate(members) if is_it(one, _DECODER.raw_decode(clean, one.value)[0])), None)
    if number is None:
        return text
    if len(members) == 1 and len(path) > 1:
        return _removed(text, path[:-1], lambda member, value: member.key == path[-2], "{")
    text = _cut(text, clean, members, number)
    return _removed(text, path, is_it, opening)  # elements may be there twice


def _at(clean: str, path: Sequence[str]) -> int | None:
    """Where the value at a path begins; None where there is none."""
    at = _skip(clean, 0)
    for depth, key in enumerate(path):
        found = next((one for one in _members(clean, at, "{", path[:depth]) if one.key == key), None)
        if found is None:
            return None
        at = found.value
    return at


def _checked(text: str) -> str:
    """The same text, comments and trailing commas blanked. Raises JsonEditError where that is no JSON."""
    clean, comma = list(text), -1
    for token in _TOKEN.finditer(text):
        if token[0].startswith(("//", "/*")):
            clean[token.start() : token.end()] = _BLANK.sub(" ", token[0])
            continue
        if token[0] in "}]" and comma >= 0:
            clean[comma] = " "
        comma = token.start() if token[0] == "," else -1
    result = "".join(clean)
    try:
        found = json.loads(result)
    except (ValueError, RecursionError) as error:
        raise JsonEditError(f"is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise JsonEditError("is no JSON object")
    return result


def _members(clean: str, at: int, opening: str, path: Sequence[str]) -> list[_Member]:
    if clean[at] != opening:
        kind = "object" if opening == "{" else "array"
        raise JsonEditError(f"has no {kind} at {'.'.join(path) or 'its top'}")
    found: list[_Member] = []
    at = _skip(clean, at + 1)
    while clean[at] not in "}]":
        start, key = at, None
        if opening == "{":
            key, end = _DECODER.raw_decode(clean, at)
            at = _skip(clean, _skip(clean, end) + 1)
        end = _DECODER.raw_decode(clean, at)[1]
        found.append(_Member(key, start, at, end))
        at = _skip(clean, end)
        at = _skip(clean, at + 1) if clean[at] == "," else at
    return found


def _skip(clean: str, at: int) -> int:
    while at < len(clean) and clean[at] in " \t\r\n":
        at += 1
    return at


def _insert(text: str, clean: str, at: int, key: str | None, value: Any) -> str:
    """The container that begins at an offset with one more member at its end."""
    members = _members(clean, at, clean[at], ())
    close = _DECODER.raw_decode(clean, at)[1] - 1
    newline, outer = _newline(text), _indent_at(text, at)
    name = f"{json.dumps(key)}: " if key is not None else ""
    if not members:
        inner = outer + _unit(text)
        written = f"{inner}{name}{_dumped(text, value, inner)}"
        return f"{text[: at + 1]}{newline}{written}{newline}{outer}{text[close:]}"
    end = members[-1].end
    # The last member may end with a comma already, and a comment may follow it.
    following = next(token for token in _TOKEN.finditer(text, end) if token[0][:2] not in ("//", "/*"))
    has_comma = following[0] == ","
    line = text.rfind("\n", 0, close) + 1
    if line <= end or text[line:close].strip():
        # The bracket is on the line of the last member: all stays on it.
        end = following.end() if has_comma else end
        comma = "" if has_comma else ","
        return f"{text[:end]}{comma} {name}{json.dumps(value, ensure_ascii=False)}{text[end:]}"
    inner = _indent_at(text, members[0].start)
    written = f"{inner}{name}{_dumped(text, value, inner)}"
    head, last = ("", ",") if has_comma else (",", "")
    return f"{text[:end]}{head}{text[end:line]}{written}{last}{newline}{text[line:]}"


def _cut(text: str, clean: str, members: Sequence[_Member], number: int) -> str:
    member = members[number]
    after = _skip(clean, member.end)
    begin, end, comma = member.start, member.end, None
    if clean[after] == ",":
        end = after + 1
    elif (trailing := _TOKEN.search(text, member.end)) and trailing[0] == ",":
        end = trailing.end()
    elif number:
        comma = clean.index(",", members[number - 1].end)
    line = text.rfind("\n", 0, begin) + 1
    rest = text.find("\n", end)
    if not text[line:begin].strip() and rest >= 0 and not text[end:rest].strip():
        begin, end = line, rest + 1
    elif number and comma is not None:
        begin = comma + 1  # on one line: the blank before it goes too
    elif not number:
        end = _skip(clean, end) if end < len(clean) and clean[end] in " \t" else end
    result = text[:begin] + text[end:]
    return result if comma is None else result[:comma] + result[comma + 1 :]


def _dumped(text: str, value: Any, indent: str) -> str:
    unit = _unit(text)
    printed = json.dumps(value, indent="\t" if unit == "\t" else len(unit), ensure_ascii=False)
    return printed.replace("\n", _newline(text) + indent)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """What one level is indented by: as the first indented line has it."""
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return "  " if found is None else "\t" if found[1][0] == "\t" else found[1]


def _indent_at(text: str, at: int) -> str:
    line = text.rfind("\n", 0, at) + 1
    found = re.match(r"[ \t]*", text[line:])
    return found[0] if found else ""
