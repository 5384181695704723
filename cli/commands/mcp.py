"""`citeline mcp`: serves the tools to coding agents."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import Final

import click

from citeline.errors import UsageError
from citeline.settings import Settings
from citeline.visible import visible

from ..options import Folder

_PORT: Final = 8421


@click.command("mcp")
@click.option(
    "--root",
    "roots",
    type=Folder(),
    multiple=True,
    help="A folder that may be asked about, with all below it; repeatable. Without it: the current one.",
)
@click.option("--http", is_flag=True, help="Serve over HTTP on this machine instead of stdin and stdout.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=_PORT, show_default=True, help="For --http; 0 takes a free one."
)
def command(roots: tuple[Path, ...], http: bool, port: int) -> None:
    """Serve four tools over the Model Context Protocol: ask, search, query, verify.

    `citeline install` adds this to a coding agent. A folder is indexed when it is first asked about. Folders outside of
    the roots are refused. Over HTTP each request carries `Authorization: Bearer TOKEN`, from CITELINE_MCP_TOKEN or,
    without it, made at the start and printed.
    """
    try:
        import mcp  # noqa: F401 (only asked whether it is there)
    except ImportError:
        raise UsageError(
            "the MCP server needs the package `mcp`", remedy="install it: `pip install 'citeline[mcp]'`"
        ) from None
    from ..loopback import HOST, listen
    from ..mcp_server.repositories import Repositories
    from ..mcp_server.server import build_server
    from ..mcp_server.transports import PATH, serve_http, serve_stdio

    settings = Settings()
    server = build_server(Repositories(_allowed(roots, settings), settings))
    if not http:
        if sys.stdin.isatty():
            click.echo("waiting for an MCP client on stdin: `citeline install` adds this to a coding agent", err=True)
        serve_stdio(server)
        return
    token = settings.mcp_token.get_secret_value()
    made = "" if token else secrets.token_urlsafe(24)
    with listen(port) as listener:
        click.echo(f"http://{HOST}:{listener.getsockname()[1]}{PATH}", err=True)
        if made:
            click.echo(f"token: {made}  (CITELINE_MCP_TOKEN keeps one)", err=True)
        serve_http(server, token or made, listener)


def _allowed(roots: tuple[Path, ...], settings: Settings) -> list[Path]:
    """The folders of the command, else of the settings, else the current one if that is not as good as everything."""
    if roots:
        return list(roots)
    if settings.mcp_roots:
        return [Path(part).expanduser() for part in settings.mcp_roots.split(os.pathsep) if part]
    here, home = Path.cwd(), Path.home().resolve()
    if here == home or here in home.parents or here == Path(here.anchor):
        click.echo(
            visible(
                f"warning: {str(here)!r} is a whole disk or home folder: nothing may be asked. Give --root FOLDER."
            ),
            err=True,
        )
        return []
    return [here]
