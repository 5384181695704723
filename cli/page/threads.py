"""The threads of the LangGraph server that the page stands beside: what Studio shows, the page shows, and vice versa.

The server is asked over its own address and with the credentials of whoever looks at the page, so that its `auth`
decides which threads they see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import pairwise
from typing import Any, Final, cast

import httpx
from starlette.requests import Request

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, UsageError
from citeline.graph.answer import to_answer
from citeline.graph.events import EventReader
from citeline.nodes.running.sound_state import problem_of
from citeline.state import RAGState

from ..history import Asked
from .runs import Decided, Kept, only_reply, told
from .shelf import Shelved

GRAPH: Final = "citeline"
"""Its name in `langgraph.json`; of the graph `answer` the threads hold no cited lines."""
_CREDENTIALS: Final = ("authorization", "cookie", "x-api-key")
_LOOKED_AT: Final = 100
"""Threads, newest first, among which those of one index are looked for."""
_SHOWN: Final = {"asked": "values.question", "ended": "values.status", "where": "values.index.name"}
_TIMEOUT: Final = httpx.Timeout(5, read=300)
_AT: Final = "~"
"""Between a thread and its checkpoint in the id of a run: a thread goes on, an address that was kept does not."""


@cache
def _client(url: str) -> Any:
    """Making one takes 20 ms. `langgraph_sdk` is there wherever a server is; its own client would try five times.

    It asks for many readers, so it keeps no cookie that the server sets: the next reader would come with it.
    """
    from langgraph_sdk.client import SyncLangGraphClient

    none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return SyncLangGraphClient(httpx.Client(base_url=url, timeout=_TIMEOUT, trust_env=False, cookies=none))


def threads_of(request: Request, shelved: Shelved) -> Threads:
    """Those that may be seen with what the request came with."""
    scope = request.scope
    host, port = scope.get("server") or ("", None)
    if port is None:
        raise UsageError("this server listens on no port", remedy="the page beside it asks it over one")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}{scope.get('root_path', '')}"
    headers = {name: request.headers[name] for name in _CREDENTIALS if name in request.headers}
    return Threads(url, headers, shelved)


@dataclass(frozen=True)
class Threads:
    """Runs of a server about one folder; a run is the state that a thread had at its end."""

    url: str
    headers: Mapping[str, str]
    shelved: Shelved

    def newest(self, count: int) -> Sequence[Asked]:
        """One a thread, by its last question; empty where the server does not say."""
        try:
            with _told_apart():
                found = self._api.threads.search(
                    metadata={"graph_id": GRAPH},
                    limit=_LOOKED_AT,
                    sort_by="updated_at",
                    sort_order="desc",
                    select=["thread_id"],
                    extract=_SHOWN,
                    headers=self.headers,
                )
        except CitelineError:
            return []  # whoever looks at a source needs none; who asks is told
        name = self.shelved.location.directory.name
        shown = [(one["thread_id"], one.get("extracted") or {}) for one in found]
        asked = [
            Asked(thread, str(values["asked"]))
            for thread, values in shown
            if values.get("where") == name and values.get("ended") and values.get("asked")
        ]
        return asked[:count]

    def answer(self, run: str) -> Kept | None:
        """The answer at a checkpoint, or without one the last of the thread; None, too, of another folder."""
        thread, _, checkpoint = run.partition(_AT)
        if not run or not thread.replace("-", "").isalnum() or not (checkpoint or "0").replace("-", "").isalnum():
            return None
        with _told_apart():
            try:
                state = self._api.threads.get_state(thread, checkpoint_id=checkpoint or None, headers=self.headers)
            except httpx.HTTPStatusError as error:
                if error.response.status_code in (404, 422):
                    return None
                raise
        values = state.get("values") or {}
        is_ours = (values.get("index") or {}).get("name") == self.shelved.location.directory.name
        is_whole = all(values.get(name) for name in ("question", "status", "answer"))
        return _answered(values) if is_ours and is_whole and not problem_of(values) else None

    def ask(self, question: str, *, after: str = "", piece: int | None = None) -> Iterator[tuple[str, Any]]:
        """On a thread of its own, or on the one that it goes on from, behind the answer that it follows."""
        thread, _, checkpoint = after.partition(_AT)
        with _told_apart():
            # A piece that is refused leaves its thread waiting, so it gets one that can be taken back.
            if piece is not None or self.answer(after) is None:
                thread, checkpoint = self._api.threads.create(headers=self.headers)["thread_id"], ""
            asked = {"messages": [{"role": "user", "content": question}]}
            context = {"repo": str(self.shelved.root), "asks": False}
            if piece is not None:
                context |= {"review": "evidence", "asks": True}
            yield from self._run(thread, context, input=asked, checkpoint_id=checkpoint or None)
            state = self._api.threads.get_state(thread, headers=self.headers)
            asks = [pause["value"] for task in state["tasks"] for pause in task["interrupts"]]
            if piece is not None and asks and asks[0].get("kind") == "evidence":
                try:
                    reply = only_reply(piece, asks[0])
                except UsageError:
                    self._api.threads.delete(thread, headers=self.headers)
                    raise
                yield from self._run(thread, context, command={"resume": reply})
                state = self._api.threads.get_state(thread, headers=self.headers)
        run = f"{thread}{_AT}{state['checkpoint']['checkpoint_id']}"
        if not state["values"].get("status"):
            raise CitelineError("the run has not come to an answer", remedy="look at the thread in Studio")
        yield "answer", (run, _answered(state["values"]))

    def _run(self, thread: str, context: Mapping[str, Any], **given: Any) -> Iterator[tuple[str, Any]]:
        reader = EventReader()
        parts = self._api.runs.stream(
            thread,
            GRAPH,
            context=context,
            stream_mode=["tasks", "custom"],
            on_disconnect="continue",  # who looks away finds the answer on its thread
            headers=self.headers,
            version="v2",
            **given,
        )
        for part in parts:
            if part["type"] == "error":
                said = part["data"] if isinstance(part["data"], Mapping) else {}
                raise CitelineError(str(said.get("message") or part["data"]), remedy="the log of the server tells more")
            for event in reader.read(part):
                yield from told(event)

    @property
    def _api(self) -> Any:
        return _client(self.url)


def _answered(values: Mapping[str, Any]) -> Kept:
    state = cast(RAGState, values)
    seconds = (values.get("usage") or {}).get("seconds", 0.0)
    answer = to_answer(values["question"], state, index=values["index"], total_ms=1000 * seconds)
    decided = Decided()
    decided.take("assemble_context", values)
    said = [one for one in values.get("messages") or () if one.get("type") in ("human", "ai")]
    before = [
        {"question": str(asked["content"]), "answer": str(reply["content"])}
        for asked, reply in pairwise(said)
        if (asked["type"], reply["type"]) == ("human", "ai")
    ]
    return answer.to_json() | {"decided": decided.to_json(), "earlier": before[:-1]}


@contextmanager
def _told_apart() -> Iterator[None]:
    """What the server refuses, and that it cannot be reached, as errors that a reader is shown."""
    try:
        yield
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        remedy = "log in" if status in (401, 403) else "the log of the server tells more"
        raise CitelineError(f"the server answers {status}: {error}"[:300], remedy=remedy) from error
    except httpx.HTTPError as error:
        raise CitelineError(f"the server cannot be asked: {error}", remedy="is it running?") from error
