"""Reads `citeline.toml`, the file in which a project says what belongs to it.

    [sources.code]
    path = "."
    about = "the service itself"

    [sources.policy]
    path = "../handbook/policies"
    include = ["*.md"]
    exclude = ["drafts/"]

    [databases.orders]
    url = "postgresql+psycopg://reader@db/shop"

    [lexicon]
    basket = ["cart", "Warenkorb"]

Whoever wrote the file may be a stranger whose repository was cloned a minute ago. So folders elsewhere and databases
are read only after the person has said so once; the answer is kept beside the index, for exactly these.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, OutsideSourceError, ProjectFileError, nearest

from ..databases.asking import OpenSource, SourceDatabase
from ..databases.connecting import UnreadableDatabaseError
from ..databases.declared import KEYS as DATABASE_KEYS
from ..databases.declared import NAME, Database, declared, patterns_in, text_in
from ..databases.snapshot import source_of
from ..files.source_tree import Source, SourceTree
from ..files.walk import read_regular
from ..generations.location import Location, resolve_root

PROJECT_FILE: Final = "citeline.toml"
_MAX_BYTES: Final = 1_000_000
_ALLOWED: Final = "allowed_sources.json"
_KEYS: Final = ("path", "about", "include", "exclude")
_TABLES: Final = ("sources", "databases", "lexicon")
WordGroup: TypeAlias = tuple[str, ...]
"""Words that mean the same, without repetitions; the first is the one that the code uses."""

_MOST_GROUPS: Final = 2_000
_MOST_WORDS: Final = 50
_LONGEST: Final = 60
"""Characters of a word: what is longer is a sentence, and would be searched for in no question."""
_EXAMPLE: Final = 'such as basket = ["cart", "Warenkorb"]'


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


@dataclass(frozen=True, slots=True)
class _Written:
    """A project file as it was read."""

    tables: Mapping[str, Any]
    text: str


def read_tree(
    root: Path,
    location: Location,
    *,
    allow_outside: bool = False,
    database_urls: Mapping[str, str] = MappingProxyType({}),
) -> SourceTree:
    """The tree of a resolved root, as its project file describes it; without such a file the folder alone.

    Raises ProjectFileError for what the file may not say, UnsafeRootError for a source that is a whole disk or home
    folder, OutsideSourceError for folders elsewhere and databases that nobody has allowed. With `allow_outside` they
    are, from now on. `database_urls` are those of the settings, by the names of databases.
    """
    written = _read(root)
    word_groups(written.tables.get("lexicon", {}), written.text)  # said now, and not at the first question
    databases = _databases(root, written, database_urls)
    sources = [*_sources(root, written), *(source_of(database, location) for database in databases)]
    tree = SourceTree(root, tuple(sorted(sources, key=lambda source: source.name)))
    outside = {source.name: source.folder for source in tree.mounted}
    outside |= {database.name: database.shown_url for database in databases}
    if allow_outside:
        _allow(location, outside)
    refused = {name: folder for name, folder in outside.items() if folder not in _allowed(location)}
    if refused:
        raise OutsideSourceError(root, refused)
    return tree


def read_databases(root: Path, database_urls: Mapping[str, str]) -> list[Database]:
    """The databases that the project file of a resolved root names. Raises ProjectFileError."""
    return _databases(root, _read(root), database_urls)


def read_words(root: Path) -> tuple[WordGroup, ...]:
    """The words that mean the same, as the project file of a resolved root has them. Raises ProjectFileError."""
    written = _read(root)
    return word_groups(written.tables.get("lexicon", {}), written.text)


def _databases(root: Path, written: _Written, urls: Mapping[str, str]) -> list[Database]:
    tables = _named_tables(written.tables, "databases", "databases.shop")
    sources = _named_tables(written.tables, "sources", "sources.policy")
    for name, table in tables.items():
        if name in sources:
            raise ProjectFileError(f"`{name}` names a source and a database: choose another name for one of them")
        _check_keys(table, DATABASE_KEYS, f"databases.{name}", written.text)
    return list(declared(root, tables, urls))


def _named_tables(written: Mapping[str, Any], kind: str, example: str) -> Mapping[str, Mapping[str, Any]]:
    tables = written.get(kind, {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise ProjectFileError(f"`{kind}` must hold one table for each of them, such as [{example}]")
    return tables


def _read(root: Path) -> _Written:
    try:
        found = read_regular(f"{root}/{PROJECT_FILE}", _MAX_BYTES + 1)
    except FileNotFoundError:
        return _Written({}, "")
    except OSError as error:
        raise ProjectFileError(f"cannot be read: {error.strerror or error}") from error
    if found is None or len(found[0]) > _MAX_BYTES:
        raise ProjectFileError("is no regular file" if found is None else f"is larger than {_MAX_BYTES:,} bytes")
    import tomllib  # most folders have no such file

    try:
        text = found[0].decode("utf-8-sig")
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProjectFileError(f"is not TOML: {error}") from error
    _check_keys(tables, _TABLES, "", text)
    return _Written(tables, text)


def _sources(root: Path, written: _Written) -> Iterator[Source]:
    for name, table in _named_tables(written.tables, "sources", "sources.policy").items():
        if not NAME.fullmatch(name):
            raise ProjectFileError(f"`{name}` cannot name a source: small letters, digits, `-` and `_`, up to 40")
        _check_keys(table, _KEYS, f"sources.{name}", written.text)
        yield _source(root, name, table)


def _source(root: Path, name: str, table: Mapping[str, Any]) -> Source:
    path = table.get("path")
    if not isinstance(path, str) or not path or "\0" in path:
        raise ProjectFileError(f"`sources.{name}.path` must be the path of a folder")
    try:
        folder = (root / Path(path).expanduser()).resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise ProjectFileError(f"`sources.{name}.path` is {path!r}, and there is no such folder") from error
    resolve_root(folder)  # not a whole disk, not the home folder, not a file
    if root.is_relative_to(folder) and folder != root:
        raise ProjectFileError(f"`sources.{name}.path` is {path!r}, a folder around the one that is indexed")
    outside = not folder.is_relative_to(root)
    if outside and os.path.lexists(root / name):
        raise ProjectFileError(f"`sources.{name}` is called like something in the folder itself: choose another name")
    inside = "" if outside or folder == root else f"{folder.relative_to(root).as_posix()}/"
    return Source(
        name=name,
        folder=str(folder),
        prefix=f"{name}/" if outside else inside,
        outside=outside,
        about=text_in(table, f"sources.{name}", "about"),
        include=patterns_in(table, f"sources.{name}", "include", '["*.md"]'),
        exclude=patterns_in(table, f"sources.{name}", "exclude", '["*.md"]'),
    )


def _check_keys(table: Mapping[str, Any], known: tuple[str, ...], where: str, text: str) -> None:
    before = f"{where}." if where else ""
    for key in table:
        if key not in known:
            near = nearest(key, known)
            hint = f"; did you mean `{before}{near}`?" if near else f"; it may hold {', '.join(known)}"
            line = at_line(text, where, key) if where else at_line(text, key)
            raise ProjectFileError(f"{line}`{before}{key}` is not known{hint}")


def _allowed(location: Location) -> frozenset[str]:
    try:
        return frozenset(json.loads((location.directory / _ALLOWED).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return frozenset()


def _allow(location: Location, outside: Mapping[str, str]) -> None:
    """Only what the file names now: what it named once is asked about anew when it comes back."""
    location.directory.mkdir(parents=True, exist_ok=True)
    (location.directory / _ALLOWED).write_text(json.dumps(sorted(outside.values())), "utf-8")


def word_groups(table: object, text: str) -> tuple[WordGroup, ...]:
    """The groups of a `[lexicon]`, in the order of the file. `text`: the file, to tell where something is wrong.

    Raises ProjectFileError, which names the line.
    """
    if not isinstance(table, Mapping):
        raise ProjectFileError(f"{at_line(text, 'lexicon')}`lexicon` must be a table, {_EXAMPLE}")
    if len(table) > _MOST_GROUPS:
        raise ProjectFileError(f"`lexicon` has {len(table):,} groups; it may have {_MOST_GROUPS:,}")
    return tuple(_group(head, given, at_line(text, "lexicon", head)) for head, given in table.items())


def _group(head: str, given: Any, where: str) -> WordGroup:
    from citeline.text import has_word, is_cjk, unique  # every build asks for a lexicon, few projects have one

    told = f"{where}`lexicon.{head}`"
    words: Sequence[object] = [given] if isinstance(given, str) else given
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise ProjectFileError(f"{told} must be a list of words, {_EXAMPLE}")
    group = tuple(unique(" ".join(str(word).split()) for word in (head, *words)))
    if len(group) > _MOST_WORDS:
        raise ProjectFileError(f"{told} has {len(group)} words; it may have {_MOST_WORDS}")
    for word in group:
        if not has_word(word) or len(word) > _LONGEST or not word.isprintable():
            raise ProjectFileError(f"{told}: {word[:_LONGEST]!r} is no word of up to {_LONGEST} characters")
    if is_cjk(head):
        raise ProjectFileError(
            f"{told}: the first word is one that the code uses, in Latin letters; {head} belongs into the list"
        )
    return group


def at_line(text: str, table: str, key: str = "") -> str:
    """`line 3: `, where the key of a table, or the table itself, stands in a TOML file; empty where that is not seen.

    Only what people write is looked for, `[table]` and `key = …`: this is for a message, and TOML has been parsed.
    """
    name = rf"""(?:"{re.escape(key)}"|'{re.escape(key)}'|{re.escape(key)})\s*="""
    header = re.compile(rf"\s*\[{re.escape(table)}\]")
    inside = not table
    for number, line in enumerate(text.splitlines(), start=1):
        if header.match(line) or (not key and re.match(rf"\s*(?:\[{{1,2}})?{re.escape(table)}\b", line)):
            if not key:
                return f"line {number}: "
            inside = True
        elif line.lstrip().startswith("["):
            inside = False
        elif key and ((inside and re.match(rf"\s*{name}", line)) or re.match(rf"\s*{re.escape(table)}\.{name}", line)):
            return f"line {number}: "
    return ""
