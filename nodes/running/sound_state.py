"""Says what is wrong with a state that somebody has edited, where a step would only say which key it missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from citeline.errors import UsageError
from citeline.state import RAGState

_SHOWN: Final = 60
"""Characters of a wrong value."""


def problem_of(values: Mapping[str, Any]) -> str:
    """What is wrong with values of the state, the first of it; empty for nothing. None forgets a key, and is right."""
    try:
        _shape().validate_python({key: value for key, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        given = repr(first["input"])
        given = given if len(given) <= _SHOWN else f"{given[:_SHOWN]}…"
        return f"{'.'.join(map(str, first['loc']))} = {given}: {first['msg']}"
    return ""


@contextmanager
def explaining(state: Mapping[str, Any]) -> Iterator[None]:
    """What a step dies of inside becomes a UsageError where the state is what is wrong."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if problem := problem_of(state):
            raise UsageError(
                f"the state cannot be used: {problem}", remedy="correct what was edited, or go on from before it"
            ) from error
        raise


@cache
def _shape() -> TypeAdapter[RAGState]:
    return TypeAdapter(RAGState)
