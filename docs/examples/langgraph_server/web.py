"""A route of one's own beside those of the LangGraph server: GET /search?q=WORDS finds lines in the current folder."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import citeline
from citeline.cli.langgraph_server import CheckedRequests


def search(request: Request) -> JSONResponse:
    """Runs in a thread, since it is no coroutine."""
    with citeline.index(".") as index:
        found = index.search(request.query_params.get("q", ""), top_k=3)
    return JSONResponse([{"path": hit.chunk.path, "line": hit.chunk.start_line} for hit in found.hits])


app = Starlette(routes=[Route("/search", search)], middleware=[Middleware(CheckedRequests)])
