"""What went wrong with a model, in a sentence that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

FailureKind: TypeAlias = Literal[
    "budget", "time", "connection", "server", "rate_limit", "barred", "rejected", "context_length", "reply", "refusal"
]
"""`server`, `rate_limit` and `connection` may pass; `barred` is a key, a model name or an address that never will, and
`rejected` a request, which may be asked in another way."""

TRIES: Final[Mapping[FailureKind, int]] = {"connection": 2, "server": 3, "rate_limit": 3}
"""How often the same call is made where it may succeed a moment later; all else is asked once."""
BREAKING: Final[frozenset[FailureKind]] = frozenset({*TRIES, "time", "barred", "rejected"})
"""What an endpoint is not asked again after, for the rest of a run; after the first timeout only by the writer."""

OF_THE_HOST: Final[frozenset[FailureKind]] = frozenset({"connection", "server", "time"})
"""What every model of a host fails with; the rest may be of one model: another one of the same host is asked."""

_BARRED: Final = frozenset({301, 302, 307, 308, 401, 402, 403, 404})
_CUT: Final = frozenset({"RemoteProtocolError", "ReadError", "IncompleteRead"})
_MAX_DETAIL: Final = 200
_TOO_LONG: Final = ("context_length", "context length", "maximum context", "too many tokens", "prompt is too long")
_BY_STATUS: Final[Mapping[int, str]] = {
    **dict.fromkeys((301, 302, 307, 308), "it redirects to another address (CITELINE_MODEL_URL)"),
    400: "it rejected the request",
    401: "it rejected the key (CITELINE_MODEL_KEY)",
    402: "the account has no credit",
    403: "the key may not use this model",
    404: "it does not know this model or address (CITELINE_MODEL, CITELINE_MODEL_URL)",
    413: "the request is too large for it",
    422: "it rejected the request",
    429: "it asks to slow down, or the quota is used up",
    500: "it has failed",
    502: "what stands before it cannot reach it",
    503: "it is overloaded",
    504: "it took too long",
}


class ModelFailedError(Exception):
    """A call did not give what was asked for; the step's twin answers instead."""

    def __init__(self, kind: FailureKind, why: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(why)
        self.kind: FailureKind = kind
        self.why = why
        self.retry_after_s = retry_after_s


def failure_of(error: Exception, *, host: str) -> ModelFailedError:
    """What an exception out of a chat model means. Never shows a header, and of a body 200 characters at most."""
    status = _status(error)
    if status is not None:
        return _answered(status, error, host)
    chain = list(_causes(error))
    import ssl  # loaded by whatever has failed to connect

    if any(isinstance(cause, ssl.SSLError) or "certificate" in str(cause).lower() for cause in chain):
        return ModelFailedError("barred", f"no safe connection to {host}: {_detail(chain[-1])}")
    names = {type(cause).__name__ for cause in chain}
    if isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        return ModelFailedError("time", f"{host} did not answer in time")
    if names & _CUT:  # before what follows: the libraries wrap this in an error of connecting
        return ModelFailedError("connection", f"{host} closed the connection in the middle of its answer")
    if any("Connect" in name or "Connection" in name or name == "gaierror" for name in names):
        return ModelFailedError("connection", f"{host} cannot be reached: {_detail(chain[-1])}")
    return ModelFailedError("reply", f"the answer of {host} cannot be read: {type(error).__name__}: {_detail(error)}")


def _answered(status: int, error: Exception, host: str) -> ModelFailedError:
    detail = _detail(error)
    said = f"{getattr(error, 'code', '')} {error}".lower()
    if status in (400, 413) and any(sign in said for sign in _TOO_LONG):
        return ModelFailedError("context_length", f"{host}: the prompt is too long for the model")
    why = f"{host} answered {status}: {_BY_STATUS.get(status, 'it has failed' if status >= 500 else 'it refused')}"
    told = f"{why} ({detail})" if detail else why
    if status == 429:
        return ModelFailedError("rate_limit", told, retry_after_s=_retry_after(error))
    if status in _BARRED:
        return ModelFailedError("barred", told)
    return ModelFailedError("server" if status >= 500 or status == 408 else "rejected", told)


def _status(error: Exception) -> int | None:
    for cause in _causes(error):
        status = getattr(cause, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _retry_after(error: Exception) -> float | None:
    for cause in _causes(error):
        headers = getattr(getattr(cause, "response", None), "headers", None)
        if headers is None:
            continue
        try:
            return max(0.0, float(headers.get("retry-after", "")))
        except ValueError:  # absent, or a date: the usual pause will do
            return None
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__


def _detail(error: BaseException) -> str:
    body = getattr(error, "body", None)
    message = body.get("message") if isinstance(body, dict) else None
    text = " ".join(str(message or error).split())
    return text if len(text) <= _MAX_DETAIL else text[:_MAX_DETAIL] + "…"
