"""Four ways to ask a model for JSON. Which of them an endpoint understands is a matter of the endpoint.

LangChain's own `with_structured_output` fails in another way for each method (`None`, three kinds of exceptions), and
none of them strips a fence: so only the request differs here, and one reader reads every reply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

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
