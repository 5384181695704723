"""Who may use the server: whoever sends one of the tokens; each sees the threads that are their own."""

import hmac
import os

from langgraph_sdk import Auth

auth = Auth()
TOKENS = dict(pair.split(":", 1) for pair in os.environ.get("TOKENS", "").split(",") if pair)
"""By name, from `TOKENS=ann:…,bob:…`."""


@auth.authenticate
async def authenticate(authorization: str | None) -> str:
    """The name that the token of `Authorization: Bearer …` belongs to."""
    given = (authorization or "").removeprefix("Bearer ")
    for name, token in TOKENS.items():
        if hmac.compare_digest(token.encode(), given.encode()):
            return name
    raise Auth.exceptions.HTTPException(401, "send one of the tokens that this server knows")


@auth.on.threads
async def own(ctx: Auth.types.AuthContext, value: dict) -> dict[str, str]:
    """Threads are marked with their owner when they are made, and found by that mark only."""
    value.setdefault("metadata", {})["owner"] = ctx.user.identity
    return {"owner": ctx.user.identity}
