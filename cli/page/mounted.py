"""The page under a LangGraph server, in place of `citeline.cli.langgraph_server:app` and with its checks and routes.

In `langgraph.json`: `"http": {"app": "citeline.cli.page.mounted:app"}`. Importing it opens no index. What was asked is
what the server's threads hold, and asking is a run on one. It answers under the names of this machine; where
`CITELINE_PAGE_HOSTS` gives it others, many may come: no index is updated, and no feedback kept.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.routing import Route

from citeline.settings import Settings

from ..langgraph_server import CheckedRequests, allowed_roots
from ..langgraph_server import app as langgraph_app
from .app import make_app
from .guard import SameOrigin
from .shelf import Shelf
from .threads import threads_of

_settings = Settings()
_names = [name.strip() for name in _settings.page_hosts.split(",") if name.strip()]
app = make_app(Shelf(allowed_roots(), _settings, read_only=bool(_names)), names=_names, runs=threads_of)
for _route in langgraph_app.routes:
    # What the server lets any page post would be written in the name of who reads this one.
    if isinstance(_route, Route) and not _names:
        _guard = [Middleware(SameOrigin, scripts=True)]
        app.router.routes.append(
            Route(_route.path, _route.endpoint, methods=list(_route.methods or ()), middleware=_guard)
        )
app.add_middleware(CheckedRequests)
