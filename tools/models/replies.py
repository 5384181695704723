"""Reads the JSON that a model was asked for out of what it wrote.

Models wrap it in fences, think aloud before it, and get single fields wrong. What can be read is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from citeline.dataclass import dataclass
from citeline.settings import StructuredMethod

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage


_ASK: Final = """

Answer with one JSON object and nothing else, no fence and no text around it. It fits this JSON Schema:
{schema}"""
_REPAIR: Final = """That cannot be used: {problem}
Answer once more with one JSON object and nothing else, as the schema above asks for."""


def instructions(schema: type[BaseModel]) -> str:
    """What is added to a system prompt: models follow a schema better when they also read it."""
    return _ASK.format(schema=json.dumps(without_titles(schema.model_json_schema()), ensure_ascii=False))


def repair_message(problem: str) -> str:
    """What a model is told once, when its reply could not be read."""
    return _REPAIR.format(problem=problem)


def request_options(method: StructuredMethod, schema: type[BaseModel]) -> dict[str, Any]:
    """Fields of the request body that an OpenAI-compatible endpoint is sent for a method."""
    name = schema.__name__.strip("_")
    parameters = schema.model_json_schema()
    match method:
        case "prompt":  # words alone, which every model understands
            return {}
        case "json_mode":
            return {"response_format": {"type": "json_object"}}
        case "json_schema":
            return {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": parameters}}}
        case "function_calling":
            function = {"name": name, "description": schema.__doc__ or name, "parameters": parameters}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": name}},
            }


def reply_text(message: AIMessage) -> str:
    """What the model wrote, or the arguments of the function that it called instead."""
    if message.text.strip():
        return str(message.text)
    for call in message.tool_calls:
        return json.dumps(call["args"], ensure_ascii=False)
    for broken in message.invalid_tool_calls:
        return broken.get("args") or ""
    return ""


def without_titles(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Pydantic titles every field after its name: tokens that say nothing."""
    cleaned: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "title" and isinstance(value, str):
            continue
        cleaned[key] = without_titles(value) if isinstance(value, Mapping) else value
    return cleaned


T = TypeVar("T", bound=BaseModel)

_THOUGHT: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_THOUGHT_TO_THE_END: Final = re.compile(r"<think(?:ing)?>.*\Z", re.DOTALL | re.IGNORECASE)
_LEFT_OVER: Final = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
"""Some servers cut the opening tag off."""
_MAX_STARTS: Final = 100
"""Braces tried: a reply of nothing but open ones must not take seconds."""
_MAX_TOLD: Final = 3
"""Mistakes named to the model; one mistake is often reported once a list item."""


class UnreadableReplyError(ValueError):
    """The reply holds no JSON object, or one that lacks what it must have. The text is written for the model."""


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """What could be read."""

    value: T
    dropped: tuple[str, ...] = ()
    """Fields whose values were wrong, and that have their defaults now."""


def sound_text(text: str) -> str:
    """The text with `?` for each half of a character, which JSON can write and nothing can store or send."""
    return text.encode("utf-8", "replace").decode()


def without_thinking(text: str) -> str:
    """The text without `<think>` parts, closed or not."""
    text = _THOUGHT.sub("", text)
    text = _LEFT_OVER.sub("", text)
    return _THOUGHT_TO_THE_END.sub("", text).strip()


def read_reply(text: str, schema: type[T]) -> Reply[T]:
    """The first JSON object of the text that fits the schema, on its own, fenced, or with prose around it.

    A wrong value of a field that has a default costs that field only. Raises UnreadableReplyError.
    """
    plain = without_thinking(text)
    if not plain:
        raise UnreadableReplyError("the answer is empty")
    problem: UnreadableReplyError | None = None
    for found in _objects(plain):
        try:
            return _validate(found, schema)
        except UnreadableReplyError as error:
            problem = problem or error
    raise problem or UnreadableReplyError(f"there is no complete JSON object in the answer: {_why_not(plain)}")


def _objects(text: str) -> list[dict[str, Any]]:
    """Outermost JSON objects, in the order in which they stand."""
    decoder = json.JSONDecoder(strict=False)  # a line break inside a string is a slip that costs nothing
    found: list[dict[str, Any]] = []
    position = text.find("{")
    for _ in range(_MAX_STARTS):
        if position < 0:
            break
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            if isinstance(value, dict):
                found.append(_sound(value))
        position = text.find("{", end)
    return found


def _sound(value: Any) -> Any:
    if isinstance(value, str):
        return sound_text(value)
    if isinstance(value, dict):
        return {sound_text(key): _sound(item) for key, item in value.items()}
    return [_sound(item) for item in value] if isinstance(value, list) else value


def _why_not(text: str) -> str:
    start = text.find("{")
    if start < 0:
        return "it does not begin with `{`"
    try:
        json.loads(text[start:], strict=False)
    except (ValueError, RecursionError) as error:
        return str(error)[:200]
    return "something else is in its place"


def _validate(found: dict[str, Any], schema: type[T]) -> Reply[T]:
    try:
        return Reply(schema.model_validate(found))
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors() if problem["loc"]}
        required = [name for name in wrong if name in schema.model_fields and schema.model_fields[name].is_required()]
        if required or not wrong or not wrong & found.keys():
            raise UnreadableReplyError(_told(error)) from None
    kept = {name: value for name, value in found.items() if name not in wrong}
    try:
        return Reply(schema.model_validate(kept), tuple(sorted(wrong)))
    except ValidationError as error:
        raise UnreadableReplyError(_told(error)) from None


def _told(error: ValidationError) -> str:
    problems = [f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors()]
    more = f"; and {len(problems) - _MAX_TOLD} more" if len(problems) > _MAX_TOLD else ""
    return "; ".join(problems[:_MAX_TOLD]) + more
