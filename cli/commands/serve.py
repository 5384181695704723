"""`citeline serve`: a page on this machine to ask, read answers and look at the lines that they cite."""

from __future__ import annotations

import secrets
import webbrowser
from pathlib import Path

import click
import uvicorn
from rich.text import Text

from citeline.errors import IndexDamagedError, IndexMissingError, UsageError
from citeline.indexing.generations.location import resolve_root
from citeline.settings import Settings
from citeline.visible import one_line

from ..console import stderr, stdout
from ..loopback import HOST, listen
from ..options import Folder, force_option
from ..page.app import make_app
from ..page.guard import Guard
from ..page.shelf import Shelf, Shelved


@click.command("serve")
@click.argument("folders", metavar="[FOLDER...]", nargs=-1, type=Folder())
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port on loopback.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@click.option("--read-only", is_flag=True, help="Write nothing: neither newer indexes nor what was asked.")
@click.option(
    "--editor",
    default="vscode://file{file}:{line}",
    show_default=True,
    metavar="ADDRESS",
    help="What opens a file in your editor, as idea://open?file={file}&line={line}.",
)
@force_option
def command(folders: tuple[Path, ...], port: int, opens: bool, read_only: bool, editor: str, force: bool) -> None:
    """Serve the FOLDERs (default: the current one) as a page that only this machine, and only you, can open.

    The printed address holds a token that works once: the browser that opens it first gets in, and stays in until the
    server ends. Nothing is loaded from elsewhere.
    """
    settings, roots = Settings(), folders or (Path(),)
    try:
        editor.format(file="", line=1)
    except (KeyError, IndexError, ValueError) as error:
        raise UsageError(f"--editor {editor!r}: {error}", remedy="use {file} and {line} and no other braces") from None
    shelf = Shelf(roots, settings, read_only=read_only, force=force)
    for name in shelf.names:
        _begin(shelf.get(name), force=force)
    listener = listen(port)
    address = f"{HOST}:{listener.getsockname()[1]}"
    token = secrets.token_urlsafe(16)
    app = Guard(
        make_app(shelf, editor=editor),
        token=token,
        hosts=[address, address.replace(HOST, "localhost")],
    )
    url = f"http://{address}/?token={token}"
    stdout().print(Text(url), soft_wrap=True)
    stderr().print(Text("Open this address; it works once. Ctrl-C ends the server.", style="dim"))
    if opens:
        webbrowser.open(url)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _begin(shelved: Shelved, *, force: bool) -> None:
    """Open an index; one that is not there is begun beside the page, which shows how far it is."""
    try:
        shelved.index()
    except (IndexMissingError, IndexDamagedError):
        if shelved.update is None:
            raise
        resolve_root(shelved.root, force=force)  # what may not be indexed is refused before the page opens
        told = f"No index of {one_line(str(shelved.root))} yet: it is being made, and the page shows how far that is."
        stderr().print(Text(told, style="dim"))
