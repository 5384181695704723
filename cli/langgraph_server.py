"""Around a LangGraph server: what no run can answer is refused with 422 and a reason, what may not be read with 403.

`langgraph.json` names `app`. Routes of one's own stand in an application that has `CheckedRequests` as its middleware.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from langchain_core.messages import convert_to_messages
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from citeline.errors import CitelineError, UsageError
from citeline.evals.cases.feedback import keep_feedback, right_places
from citeline.indexing.generations.location import resolve_root, settled
from citeline.nodes.running.context import Context
from citeline.nodes.running.sound_state import problem_of
from citeline.settings import Settings
from citeline.tools.handle import open_index

_MOST_BYTES: Final = 5_000_000
_CHECKED: Final = frozenset({"runs", "threads", "assistants", "mcp", "a2a", "feedback"})
"""Of the parts of an address: what is sent there holds inputs, contexts or states."""
_ASKED: Final = ("question", "messages")
_CHECKS: Final = CapacityLimiter(8)
"""Threads of its own: those of the pages may all be waiting for requests that are checked here."""


class CheckedRequests:
    """ASGI middleware that reads what is sent to runs, threads and assistants before the server does."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with what is wrong with it."""
        if scope["type"] == "lifespan":
            # Past the server's own middleware, which asks for the store that only this start opens: without it langhost
            # (0.11) starts with no database when an application of ours stands beside it.
            await getattr(scope.get("app"), "router", self._app)(scope, receive, send)
            return
        is_checked = scope["type"] == "http" and scope["method"] in ("POST", "PUT", "PATCH")
        if not is_checked or _CHECKED.isdisjoint(scope["path"].split("/")):
            await self._app(scope, receive, send)
            return
        body, more = b"", True
        while more and len(body) <= _MOST_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        refused = await to_thread.run_sync(_refusal, body, scope["path"], limiter=_CHECKS)
        if refused:
            await refused(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, again, send)


def _refusal(body: bytes, path: str) -> JSONResponse | None:
    """What is wrong; None for nothing, and for what the server itself refuses."""
    if len(body) > _MOST_BYTES:
        return JSONResponse({"detail": f"a request has at most {_MOST_BYTES:,} bytes here"}, 413)
    try:
        sent = json.loads(body or b"{}")
        if path.rstrip("/").endswith("/mcp") and isinstance(sent, Mapping):
            return _tool_error(sent)
        found = _problem(sent, path)
    except (ValueError, RecursionError):
        # The server may well read what cannot be read here: nothing unread is passed on.
        return JSONResponse({"detail": "the request is no JSON, or nested too deeply"}, 422)
    return JSONResponse({"detail": found[1]}, found[0]) if found else None


def _tool_error(sent: Any) -> JSONResponse | None:
    """As MCP has it: what a tool cannot do is a result, which the model that called it reads."""
    params = sent.get("params") if isinstance(sent, Mapping) else None
    if not isinstance(params, Mapping) or sent.get("method") != "tools/call":
        return None
    found = _problem({"input": params.get("arguments"), "context": params.get("context")}, "")
    if found is None:
        return None
    said = {"isError": True, "content": [{"type": "text", "text": found[1]}]}
    return JSONResponse({"jsonrpc": "2.0", "id": sent.get("id"), "result": said})


def _problem(sent: Any, path: str) -> tuple[int, str] | None:
    """A status of HTTP and what is wrong."""
    try:
        for one in sent if isinstance(sent, list) else [sent]:
            if isinstance(one, Mapping):
                _check(one, path)
        roots = [root.resolve() for root in allowed_roots()]
        for repo in _repos(sent):
            _check_repo(repo, roots)
    except PermissionError as error:
        return 403, str(error)
    except CitelineError as error:
        return 422, f"{error}; {error.remedy}"
    return None


def allowed_roots() -> list[Path]:
    """The folders that may be asked about: those of the setting `mcp_roots`, else the one where the server started."""
    named = [part for part in Settings().mcp_roots.split(os.pathsep) if part]
    return [Path(part).expanduser() for part in named] or [Path.cwd()]


def _check(sent: Mapping[str, Any], path: str) -> None:
    context = sent.get("context") or {}
    configured = (sent.get("config") or {}).get("configurable") or {} if isinstance(sent.get("config"), Mapping) else {}
    for chosen in (context, configured):
        if isinstance(chosen, Mapping):
            Context.from_values(chosen)
    if path.rstrip("/").endswith("/state"):
        values = sent.get("values")
        for edit in values if isinstance(values, list) else [values]:
            if isinstance(edit, Mapping):
                _check_shape(edit)
    elif (given := sent.get("input")) is not None:
        if not isinstance(given, Mapping):
            raise UsageError(f"input = {str(given)[:60]!r} is no object", remedy='give {"question": "…"}')
        _check_shape({key: given[key] for key in _ASKED if key in given})  # front ends send more, which no run reads
        if not sent.get("command") and not any(key in given for key in _ASKED):
            raise UsageError("nothing is asked", remedy='give {"question": "…"}, or "messages" that end with one')


def _check_shape(values: Mapping[str, Any]) -> None:
    messages = values.get("messages") or []
    if problem := problem_of({key: value for key, value in values.items() if key != "messages"}):
        raise UsageError(problem, remedy="the schemas of the assistant say what is expected")
    try:
        convert_to_messages(messages if isinstance(messages, list) else [messages])
    except (ValueError, TypeError, NotImplementedError) as error:
        raise UsageError(
            f"messages: {str(error).splitlines()[0]}", remedy='a message is {"role": "user", "content": "…"}'
        ) from error


def _repos(sent: object) -> Iterator[object]:
    """What is called `repo`, at any depth but in messages: in a context, in an input, in a schedule."""
    if isinstance(sent, Mapping):
        for key, value in sent.items():
            if key == "repo":
                yield value
            elif key != "messages":
                yield from _repos(value)
    elif isinstance(sent, list):
        for one in sent:
            yield from _repos(one)


def _check_repo(repo: object, roots: list[Path]) -> None:
    if not isinstance(repo, str):
        raise UsageError(f"repo = {str(repo)[:60]!r} is no path", remedy="give the path of a folder")
    folder = settled(Path(repo or "."))
    if repo and not any(folder.is_relative_to(root) for root in roots):
        told = ", ".join(map(str, roots))
        raise PermissionError(
            f"{repo!r} is outside of what this server may read: {told}; whoever runs it may set CITELINE_MCP_ROOTS"
        )
    resolve_root(folder, force=True)


class Feedback(BaseModel):
    """Which lines are right for a question."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=2_000)
    right: str = Field(max_length=10_000, description="path:12-20, commas between; none: nothing answers it.")
    repo: str = ""


async def feedback(request: Request) -> JSONResponse:
    """POST: keep it as a row of the labelled set beside the index; `CheckedRequests` has looked at the folder."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        # A form of any other page can send what a browser takes for text.
        return JSONResponse({"detail": "feedback is JSON: content-type is to be application/json"}, 415)
    body = await request.body()
    return await run_in_threadpool(_kept, body)


def _kept(body: bytes) -> JSONResponse:
    try:
        sent = Feedback.model_validate_json(body)
        with open_index(sent.repo or ".", settings=Settings()) as handle:
            row = keep_feedback(handle, sent.question, right_places(sent.right), tags=("server",))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return JSONResponse({"detail": f"{'.'.join(map(str, first['loc']))}: {first['msg']}"}, 422)
    except CitelineError as error:
        return JSONResponse({"detail": f"{error}; {error.remedy}"}, 422)
    return JSONResponse(row.model_dump(mode="json", exclude_defaults=True))


app = Starlette(
    routes=[Route("/feedback", feedback, methods=["POST"])],
    middleware=[Middleware(CheckedRequests)],
)
