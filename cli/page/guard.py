"""Who may look, and what may run: pages answer under their own names, to their own forms, and run nothing of elsewhere.

`SameOrigin` and `Shielded` are around each address of the page, wherever it is mounted. `citeline serve` adds `Guard`:
only the browser that was given the address gets in.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG: Final = logging.getLogger("citeline.page")
_TOKEN: Final = "token"
_SAFE: Final = frozenset(["GET", "HEAD"])
_OWN: Final = frozenset(["same-origin", "none"])
_LOOPBACK: Final = frozenset(["127.0.0.1", "localhost", "[::1]"])
_PORT: Final = re.compile(r":\d+$")
_HEADERS: Final = {
    # Nothing inline, nothing from elsewhere: a script in a source that slipped through would still not run.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # Not `no-referrer`: with that, browsers send our own forms without saying which page they are of.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class Shielded:
    """Around an application: nothing inline and nothing of elsewhere runs in its pages, whoever may look at them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, with the headers that say so."""

        has_begun = False

        async def send_shielded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, send_shielded)
        except HTTPException as refused:
            reply = PlainTextResponse(refused.detail, refused.status_code, headers=dict(refused.headers or {}))
            await reply(scope, receive, send_shielded)
        except Exception:
            if has_begun:
                raise
            _LOG.exception("%s %s", scope["method"], scope["path"])
            said = "This did not work, and nothing was changed; the log of the server tells why.\n"
            await PlainTextResponse(said, status_code=500)(scope, receive, send_shielded)


class SameOrigin:
    """Around an application: refuses names that are not its own, and forms and requests of other pages.

    A page of somebody else's can point its own name at this machine and then is same-origin to its browser: so the name
    must be known, and not only be the same in `Host` and `Origin`.
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str] = (), scripts: bool = False) -> None:
        """`names`: those that the page may have besides the loopback ones, without ports. `scripts`: programs, which
        send no `Origin`, may write, too.
        """
        self._app = app
        self._scripts = scripts
        self._names = _LOOPBACK | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on."""
        await (self._refused(scope) or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _without_port(host) not in self._names:
            return _refuse("this page does not answer under that name; CITELINE_PAGE_HOSTS says which it has")
        # A server beside it may let every page read what it answers, so a reader of elsewhere is refused as well.
        origin = headers.get("origin")
        is_own = origin in (f"http://{host}", f"https://{host}")
        if not is_own and (origin is not None or not (self._scripts or scope["method"] in _SAFE)):
            return _refuse("another page has sent this form; nothing was done")
        is_asking = scope["path"] == "/" and scope["query_string"]
        is_link = scope["path"] == "/" and not is_asking and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "same-origin") not in _OWN and not is_link:
            return _refuse("another page has asked for this; open the address by itself")
        # Over plain http browsers say so only to this machine, and a question is asked in the name of who reads.
        is_said = "sec-fetch-site" in headers or _without_port(host) in _LOOPBACK
        from_own = headers.get("referer", "").startswith((f"http://{host}/", f"https://{host}/"))
        if is_asking and not is_said and not from_own:
            return _refuse("another page may have asked this; open the page without a question, and ask there")
        return None


class Guard:
    """Around an application: lets in who has the one-time token, then who has the cookie that it is exchanged for.

    `hosts` are the values of the header `Host` that are answered: another one is a page of somebody else's that has
    pointed its own name at this machine.
    """

    def __init__(self, app: ASGIApp, *, token: str, hosts: Collection[str]) -> None:
        self._app = app
        self._token = token
        # A name of its own: a browser keeps the cookies of all ports of a host together.
        self._name = f"citeline-{secrets.token_hex(4)}"
        self._cookie = secrets.token_urlsafe(32)
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or hand on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        refused = self._refused(scope)
        await Shielded(refused or self._app)(scope, receive, send)
        return None

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return _refuse("this page answers only under the address that `citeline serve` has printed")
        given = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = dict(given).get(_TOKEN)
        if token is not None:
            rest = [pair for pair in given if pair[0] != _TOKEN]
            return self._enter(token, headers, f"{scope['path']}?{urlencode(rest)}".rstrip("?"))
        if self._is_known(headers):
            return None
        return _refuse("open the address that `citeline serve` has printed; a new start prints a new one")

    def _enter(self, token: str, headers: Headers, after: str) -> Response:
        if not self._is_known(headers):
            if not self._token or not hmac.compare_digest(token.encode(), self._token.encode()):
                return _refuse(
                    "this address was used before; stop `citeline serve`, start it again, and open the new one"
                )
            self._token = ""
        response = RedirectResponse(f"/{after.lstrip('/')}", status_code=303)
        response.set_cookie(self._name, self._cookie, httponly=True, samesite="strict")
        return response

    def _is_known(self, headers: Headers) -> bool:
        given = cookie_parser(headers.get("cookie", "")).get(self._name, "")
        return hmac.compare_digest(given.encode(), self._cookie.encode())


def _without_port(host: str) -> str:
    return _PORT.sub("", host).lower()


def _refuse(why: str) -> Response:
    return PlainTextResponse(f"Not for you: {why}.\n", status_code=403)
