"""Methods that read each thing once for an object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import inf
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Read = TypeVar("Read")
Asked = ParamSpec("Asked")

_UNREAD: Any = object()


def remembered(read: Callable[Concatenate[Owner, Asked], Read]) -> Callable[Concatenate[Owner, Asked], Read]:
    """A method whose object keeps what it gives, by its arguments, which are hashable; `functools.cache` would keep the
    object. Two threads that ask at the same time may both read.
    """
    return remembered_up_to(inf)(read)


def remembered_up_to(
    most: float,
) -> Callable[[Callable[Concatenate[Owner, Asked], Read]], Callable[Concatenate[Owner, Asked], Read]]:
    """The same for so many arguments: with one more, those so far are forgotten."""

    def remembering(read: Callable[Concatenate[Owner, Asked], Read]) -> Callable[Concatenate[Owner, Asked], Read]:
        name = f"_remembered_{read.__name__}"

        @wraps(read)
        def found_or_read(owner: Owner, /, *asked: Asked.args, **named: Asked.kwargs) -> Read:
            known: dict[Any, Any] = owner.__dict__.setdefault(name, {})
            key = (*asked, *named.items()) if named else asked
            found: Read = known.get(key, _UNREAD)
            if found is _UNREAD:
                found = read(owner, *asked, **named)
                if len(known) >= most:
                    known.clear()
                known[key] = found
            return found  # another thread may have forgotten it since

        return found_or_read

    return remembering
