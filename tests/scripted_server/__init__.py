"""An OpenAI-compatible server on this machine that answers what a test told it to, and misbehaves on demand."""

from .replies import (
    NOT_COUNTED,
    Call,
    Calls,
    ContextLength,
    Cuts,
    EmptyChoices,
    Fails,
    Garbles,
    Hangs,
    Html,
    HugeOutput,
    NullContent,
    Refuses,
    Reply,
    Says,
    Stalls,
    Usage,
)
from .server import Request, ScriptedServer

__all__ = [
    "NOT_COUNTED",
    "Call",
    "Calls",
    "ContextLength",
    "Cuts",
    "EmptyChoices",
    "Fails",
    "Garbles",
    "Hangs",
    "Html",
    "HugeOutput",
    "NullContent",
    "Refuses",
    "Reply",
    "Request",
    "Says",
    "ScriptedServer",
    "Stalls",
    "Usage",
]
