"""Arguments of a tool that gives a JSON Schema in place of a class, as those of MCP servers do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, model_validator

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def arguments_of(schema: Mapping[str, Any], name: str) -> type[BaseModel]:
    """A class whose schema is the given one; it checks names, what is required and plain types, the tool the rest.

    Only what is given is passed on: what a tool does without an argument is its own business.
    """

    class JsonArguments(BaseModel):
        model_config = ConfigDict(extra="allow", title=name)

        @model_validator(mode="before")
        @classmethod
        def _fit(cls, given: Any) -> Any:
            if problem := _problem(schema, given):
                raise ValueError(problem)
            return given

        @classmethod
        def model_json_schema(cls, *args: Any, **options: Any) -> dict[str, Any]:
            return dict(schema)

    return JsonArguments


def _problem(schema: Mapping[str, Any], given: Any) -> str:
    """What is wrong first; empty when nothing is."""
    if not isinstance(given, Mapping):
        return "no object"
    known = schema.get("properties") or {}
    for name in schema.get("required") or ():
        if name not in given:
            return f"{name}: it is required"
    for name, value in given.items():
        if name not in known:
            if known and not schema.get("additionalProperties"):
                return f"{name}: there are {', '.join(known)}"
            continue
        wanted = known[name].get("type") if isinstance(known[name], Mapping) else None
        if not _is_of(value, wanted):
            return f"{name}: it is of type {wanted}"
    return ""


def _is_of(value: Any, wanted: Any) -> bool:
    """True also for what this does not know: then the tool decides."""
    names = [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else []
    if not names or not all(name in _TYPES for name in names):
        return True
    if isinstance(value, bool):  # in Python it is a number, in JSON it is none
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names)
