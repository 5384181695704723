"""The application: which screen each address shows, and what shields them all."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from citeline.errors import CitelineError, IndexDamagedError, IndexMissingError

from .guard import SameOrigin, Shielded
from .runs import OwnRuns, Runs
from .screens import Page
from .shelf import Shelf, Shelved


def make_app(
    shelf: Shelf,
    *,
    editor: str = "vscode://file{file}:{line}",
    names: Collection[str] = (),
    runs: Callable[[Request, Shelved], Runs] = lambda _, shelved: OwnRuns(shelved),
) -> Starlette:
    """The page of these indexes; who may open it at all is for others to say, as `citeline serve` does by its guard.

    `editor`: the address that opens a file in the reader's editor. `names`: hosts under which it answers, besides those
    of this machine. `runs`: where questions are asked and kept.
    """
    page = Page(shelf, editor, runs)
    # Around each address, not around the application: that may have other addresses beside these.
    around = [Middleware(SameOrigin, names=names)]
    shown: list[tuple[str, Callable[[Request], Any], list[str]]] = [
        ("/", page.ask, ["GET"]),
        ("/run/{run}", page.run, ["GET"]),
        ("/run/{run}/right", page.right, ["GET", "POST"]),
        ("/source", page.source, ["GET"]),
        ("/sheet.png", page.sheet, ["GET"]),
        ("/diagram.png", page.diagram, ["GET"]),
        ("/why/{run}", page.why, ["GET"]),
        ("/export/{run}.{form}", page.export, ["GET"]),
        ("/verify", page.verify, ["GET", "POST"]),
        ("/query", page.query, ["GET"]),
        ("/complete", page.complete, ["GET"]),
        ("/status", page.status, ["GET"]),
        ("/update", page.update, ["POST"]),
        ("/static/{name}", page.static, ["GET"]),
    ]
    return Starlette(
        routes=[_Shielded(path, show, methods=methods, middleware=around) for path, show, methods in shown],
        exception_handlers={
            CitelineError: page.problem,
            IndexMissingError: page.missing,
            IndexDamagedError: page.missing,
        },
    )


class _Shielded(Route):
    """A route whose refusals are shielded as its pages are, also that of a method that it does not know."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As any route."""
        await Shielded(super().handle)(scope, receive, send)
