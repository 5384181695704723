"""The descriptions of databases as files beside the index: what is walked, cited and verified is these files."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final

from citeline.left_out import Secrets

from ..files.source_tree import Source
from ..generations.location import Location
from .connecting import UnreadableDatabaseError, connect
from .declared import Database

_FOLDER: Final = "databases"


def source_of(database: Database, location: Location) -> Source:
    """The database as a source of the tree: its tables are found as `shop/orders.md`."""
    return Source(
        name=database.name,
        folder=str(_folder(database, location)),
        prefix=f"{database.name}/",
        outside=True,
        about=database.about,
    )


def refresh(databases: Collection[Database], location: Location, *, secrets: Secrets = "mask") -> list[str]:
    """Describe the databases as they are now; what a person should know about those that cannot be read.

    Of these the last description stays; that of one that is not named any more goes. Files that say the same are not
    touched. Raises OSError.
    """
    notices: list[str] = []
    _forget_others({database.name for database in databases}, location.directory / _FOLDER)
    for database in databases:
        folder = _folder(database, location)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            described = _described(database)
        except UnreadableDatabaseError as error:
            kept = "what was read before is kept" if any(folder.iterdir()) else "nothing of it is indexed"
            notices.append(f"database `{database.name}` ({database.shown_url}) cannot be read: {error}; {kept}")
            continue
        for old in folder.iterdir():
            if old.name not in described:
                old.unlink()
        for name, text in described.items():
            _write(folder / name, text if secrets == "keep" else _masked(text))
    return notices


def _forget_others(names: Collection[str], folder: Path) -> None:
    for known in folder.iterdir() if folder.is_dir() else ():
        if known.name not in names:
            shutil.rmtree(known)


def _described(database: Database) -> dict[str, str]:
    engine = connect(database)
    from sqlalchemy.exc import SQLAlchemyError

    from .describing import describe

    try:
        return describe(engine, database)
    except SQLAlchemyError as error:
        raise UnreadableDatabaseError(database.hide(str(getattr(error, "orig", None) or error))[:500]) from None
    finally:
        engine.dispose()


def _masked(text: str) -> str:
    from ..secrets import mask_lines  # every build comes by here, few have a database

    return "\n".join(mask_lines(text.split("\n")))


def _write(file: Path, text: str) -> None:
    content = text.encode("utf-8", "replace")
    if not file.is_file() or file.read_bytes() != content:
        file.write_bytes(content)


def _folder(database: Database, location: Location) -> Path:
    return (location.directory / _FOLDER / database.name).absolute()
