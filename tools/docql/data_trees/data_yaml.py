"""YAML with lines. Read from the parser's events: PyYAML's own composer recurses, and ten thousand brackets end it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import field
from typing import Any, Final, TypeAlias

import yaml
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from citeline.dataclass import dataclass

from .data_places import MAX_DEPTH, BrokenDataError, DataTree, Place, Step, finite

_PARSER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAX_VALUES: Final = 500_000
"""Aliases let ten short lines stand for a billion values."""
Value: TypeAlias = tuple[Any, Place, int]
"""A value, its place, and of how many values it consists when each alias is written out."""


@dataclass(slots=True)
class _Container:
    """A map or list that is not complete yet."""

    value: dict[str, Any] | list[Any]
    place: Place
    anchor: str | None
    count: int = 1
    key: str | None = None
    """Of the value that comes next, in a map."""
    key_line: int = 0
    is_merge: bool = False
    """The key is `<<`."""
    own: set[str] = field(default_factory=set)
    """Keys that the map has itself; merged ones give way to them, wherever they stand."""

    @property
    def awaits_key(self) -> bool:
        return self.key is None and isinstance(self.value, dict)


def read_yaml(text: str) -> DataTree:
    """The document, or the list of all when there are several. Raises BrokenDataError."""
    builder, last_line = _Builder(), text.count("\n") + 1
    try:
        # Lines of the index have lost the last line end, which belongs to a text in a block.
        for event in yaml.parse(text + "\n", Loader=_PARSER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BrokenDataError(min(line, last_line), str(error.problem or error.context)) from error
    except yaml.YAMLError as error:  # characters that no YAML may have
        raise BrokenDataError(1, str(error).partition("\n")[0]) from error
    return builder.tree(last_line)


class _Builder:
    """Values and places out of events, of which the type stubs know less than PyYAML gives."""

    def __init__(self) -> None:
        self._documents: list[tuple[Any, Place]] = []
        self._open: list[_Container] = []
        self._anchors: dict[str, Value] = {}

    def take(self, event: Any) -> None:
        """The next event, in order."""
        line = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            self._take_scalar(event, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._descend({} if isinstance(event, yaml.MappingStartEvent) else [], line, event.anchor)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            found = self._anchors.get(event.anchor or "")
            if found is None:
                raise BrokenDataError(line, f"no anchor &{event.anchor} stands completely before the alias")
            self._add((found[0], Place(line, line, found[1].inner), found[2]), line, None)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._anchors.clear()

    def tree(self, last_line: int) -> DataTree:
        """What all events say."""
        # A `---` with nothing behind it begins no document that anybody would count.
        documents = [document for document in self._documents if document[0] is not None]
        if not documents:
            return DataTree(None, lambda: Place(1, last_line))
        if len(documents) == 1:
            value, place = documents[0]
            return DataTree(value, lambda: place)
        places: dict[Step, Place] = dict(enumerate(place for _, place in documents))
        return DataTree([value for value, _ in documents], lambda: Place(1, last_line, places))

    def _take_scalar(self, event: Any, line: int) -> None:
        end = event.end_mark
        # A block ends at the beginning of the line behind it.
        last = max(line, end.line if end.column == 0 else end.line + 1)
        around = self._open[-1] if self._open else None
        if around is not None and around.awaits_key:
            if event.anchor is not None:
                self._anchors[event.anchor] = (event.value, Place(line, last), 1)
            # As written: `on` and `1.10` are names here, and JSON has no other keys.
            around.key, around.key_line = event.value, line
            around.is_merge = event.value == "<<" and event.implicit[0]
        else:
            self._add((_scalar(event), Place(line, last), 1), line, event.anchor)

    def _descend(self, value: dict[str, Any] | list[Any], line: int, anchor: str | None) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise BrokenDataError(line, f"more than {MAX_DEPTH} maps and lists inside each other")
        if self._open and self._open[-1].awaits_key:
            raise BrokenDataError(line, "a map or a list cannot be a key")
        self._open.append(_Container(value, Place(line, line), anchor))

    def _close(self, event: Any) -> None:
        done = self._open.pop()
        # Without brackets the end is where the next thing begins.
        inner = (place.end_line for place in done.place.inner.values())
        end_mark, start_mark = event.end_mark, event.start_mark
        end_line = end_mark.line + 1 if end_mark.index > start_mark.index else max(inner, default=done.place.line)
        done.place.end_line = max(end_line, done.place.line)
        self._add((done.value, done.place, done.count), done.place.line, done.anchor)

    def _add(self, value: Value, line: int, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = value
        if not self._open:
            self._documents.append(value[:2])
            return
        around = self._open[-1]
        around.count += value[2]
        if around.count > _MAX_VALUES:
            raise BrokenDataError(line, f"aliases make more than {_MAX_VALUES:,} values of it")
        if isinstance(around.value, list):
            around.place.inner[len(around.value)] = value[1]
            around.value.append(value[0])
        elif around.key is None:
            if isinstance(value[0], (dict, list)):
                raise BrokenDataError(line, "a map or a list cannot be a key")
            around.key, around.key_line = str(value[0]), line
        else:
            if around.is_merge:
                _merge(around, value)
            else:
                # A new one: the place of an anchored value is not where its alias is used.
                place = Place(around.key_line, value[1].end_line, value[1].inner)
                around.value[around.key], around.place.inner[around.key] = value[0], place
                around.own.add(around.key)
            around.key, around.is_merge = None, False


def _merge(around: _Container, value: Value) -> None:
    """What `<<` brings: the first map wins over later ones, and the map's own keys over all."""
    assert isinstance(around.value, dict)
    several = isinstance(value[0], list)
    maps = value[0] if several else [value[0]]
    places = [value[1].inner[index] for index in range(len(maps))] if several else [value[1]]
    for map_, place in zip(reversed(maps), reversed(places), strict=True):
        if not isinstance(map_, dict):
            raise BrokenDataError(around.key_line, "<< takes a map or a list of maps")
        for key, found in map_.items():
            if key not in around.own:
                around.value[key], around.place.inner[key] = found, place.inner[key]


class _Scalars(SafeConstructor, Resolver):
    """What PyYAML makes of scalars: never of anything else, so it keeps no state."""


_SCALARS: Final = _Scalars()
_RESOLVE: Final[Callable[..., str]] = _SCALARS.resolve
_CONSTRUCTORS: Final[dict[str, Callable[[Any], Any]]] = {
    f"tag:yaml.org,2002:{kind}": getattr(_SCALARS, f"construct_yaml_{kind}")
    for kind in ("null", "bool", "int", "float", "timestamp")
}


def _scalar(event: Any) -> Any:
    """Its value; tags of the file's own, such as `!Ref`, leave the text."""
    tag = event.tag
    if tag is None or tag == "!":
        if event.implicit[1]:  # in quotes, or a block
            return event.value
        tag = _RESOLVE(yaml.ScalarNode, event.value, event.implicit)
    construct = _CONSTRUCTORS.get(tag)
    if construct is None:
        return event.value
    try:
        value = construct(yaml.ScalarNode(tag, event.value))
    except (ValueError, LookupError, ArithmeticError, AttributeError):  # such as 2024-13-45, or `!!int x`
        return event.value
    if isinstance(value, datetime.date):  # or a datetime, which is one
        return value.isoformat()
    return finite(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
