"""The databases of a project file, opened by their names where a person has allowed them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from citeline.errors import CitelineError

from ..databases.asking import OpenSource, SourceDatabase
from ..databases.connecting import UnreadableDatabaseError
from ..generations.location import Location
from .project_file import read_databases, read_tree


def open_source(name: str, *, root: Path, location: Location, urls: Mapping[str, str]) -> SourceDatabase | None:
    """The database of this name, if the project file names it and a person has allowed it.

    Raises UnreadableDatabaseError, which says what to do.
    """
    try:
        read_tree(root, location, database_urls=urls)
        database = next((one for one in read_databases(root, urls) if one.name == name), None)
    except CitelineError as error:
        raise UnreadableDatabaseError(f"{error}: {error.remedy}") from None
    if database is None:
        return None
    kind = database.url.partition(":")[0].partition("+")[0]
    return SourceDatabase(database, {"postgresql": "postgres", "mariadb": "mysql"}.get(kind, kind))


def source_opener(root: Path, location: Location, urls: Mapping[str, str]) -> OpenSource:
    """Opens the databases of one tree by their names."""
    return partial(open_source, root=root, location=location, urls=urls)
