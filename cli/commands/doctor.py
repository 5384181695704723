"""`citeline doctor`: is what an answer needs there, and what to do where it is not."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, Literal

import click
from rich.text import Text

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, IndexMissingError
from citeline.settings import Settings, user_file
from citeline.tools.handle import open_index
from citeline.visible import one_line

from ..console import stdout
from ..exit_codes import ANSWERED, FAILED
from ..json_output import print_json
from ..options import folder_argument, format_option

State = Literal["fine", "note", "wrong"]
_SIGNS: Final[dict[State, tuple[str, str]]] = {"fine": ("✓", "green"), "note": ("·", "yellow"), "wrong": ("✗", "red")}
_PACKAGES: Final = (
    "langgraph",
    "langchain-core",
    "qdrant-edge-py",
    "tree-sitter",
    "tree-sitter-language-pack",
    "numpy",
)
_LEAST_FREE: Final = 500_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was looked at."""

    what: str
    state: State
    told: str
    remedy: str = ""


@click.command("doctor")
@folder_argument
@format_option
def command(path: Path | None, output: str) -> int:
    """Look at the installation, the settings, the state folder and the index of PATH (default: the current folder).

    Asks no network and changes nothing. Exit code 0: all is well, 1: something is wrong.
    """
    found = list(_look(path or Path()))
    wrong = any(one.state == "wrong" for one in found)
    if output == "json":
        rows = [{"what": one.what, "state": one.state, "told": one.told, "fix": one.remedy} for one in found]
        print_json({"checks": rows})
        return FAILED if wrong else ANSWERED
    console = stdout()
    for one in found:
        mark, colour = _SIGNS[one.state]
        console.print(Text.assemble((mark, colour), f" {one.what}: {one_line(one.told)}"), soft_wrap=True)
        if one.remedy:
            console.print(Text(f"    fix: {one_line(one.remedy)}", style="dim"), soft_wrap=True)
    return FAILED if wrong else ANSWERED


def _look(root: Path) -> Iterator[Found]:
    yield Found("python", "fine", f"{sys.version.split()[0]}, {sys.executable}")
    yield from _packages()
    try:
        settings = Settings()
    except CitelineError as error:
        yield Found("settings", "wrong", str(error), error.remedy)
        return
    own = user_file()
    yield Found("settings", "fine", f"your file {own}" if own and own.is_file() else "defaults and variables")
    for name, meant in Settings.misspelt().items():
        yield Found("settings", "wrong", f"{name} is no setting", f"did you mean {meant}?" if meant else "unset it")
    yield _home(settings.home.expanduser())
    yield _index(root, settings)
    yield _model(settings)
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower()
    utf8 = encoding.replace("-", "") == "utf8"
    yield Found("terminal", "fine" if utf8 else "note", encoding or "unknown", "" if utf8 else "UTF-8 shows every sign")


def _packages() -> Iterator[Found]:
    for name in _PACKAGES:
        try:
            yield Found(name, "fine", version(name))
        except PackageNotFoundError:
            yield Found(name, "wrong", "is not installed", "reinstall citeline")
    try:
        from citeline.indexing.embedding.static import load_static
        from citeline.tools.answer.ranking.encoder import verify_encoder

        load_static(is_verified=True)
        verify_encoder()
    except (CitelineError, OSError) as error:
        yield Found("bundled models", "wrong", str(error), "reinstall citeline")
    else:
        yield Found("bundled models", "fine", "load, and are what was shipped")


def _home(home: Path) -> Found:
    there = next(folder for folder in (home, *home.absolute().parents) if folder.exists())
    if not os.access(there, os.W_OK):
        return Found("state folder", "wrong", f"{home} cannot be written", "set CITELINE_HOME to a folder that can")
    free = shutil.disk_usage(there).free
    told = f"{home}, {free / 1e9:.1f} GB free"
    return (
        Found("state folder", "fine", told)
        if free > _LEAST_FREE
        else Found("state folder", "wrong", told, "free some space; `citeline clean` removes indexes")
    )


def _index(root: Path, settings: Settings) -> Found:
    try:
        with open_index(root, settings=settings) as handle:
            behind = handle.staleness()
            notices = handle.reader.notices
            told = f"{handle.reader.name}, generation {handle.reader.generation}"
    except IndexMissingError:
        return Found("index", "note", f"none of {root.resolve()} yet", "`citeline index`, or ask: it is built once")
    except CitelineError as error:
        return Found("index", "wrong", str(error), error.remedy)
    if notices:
        return Found("index", "wrong", "; ".join(notices), "`citeline index --rebuild`")
    if behind.files:
        return Found("index", "note", f"{told}; {behind.describe()}", "`citeline index` catches up")
    return Found("index", "fine", f"{told}, as the folder is now")


def _model(settings: Settings) -> Found:
    if not settings.model or settings.no_model:
        return Found("model", "fine", "none: answers are extracted")
    where = settings.model_url or "api.openai.com"
    if not settings.model_url and not settings.model_key.get_secret_value():
        return Found("model", "wrong", f"{settings.model} at {where} without a key", "set CITELINE_MODEL_KEY")
    return Found("model", "fine", f"{settings.model} at {where}; not asked now")
