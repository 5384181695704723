"""Which definitions lead through which names, and whose calls: what must be linked again when a type may be another."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final

from citeline.model import DEFINITION_KINDS
from citeline.text import code_words

from ..stores.packed_uses import documents_naming
from .named_rows import named_rows

_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))


def calls_through(connection: sqlite3.Connection, names: Collection[str]) -> dict[int, set[int]]:
    """Document to its nodes with a call on a path through one of the names, or of what is declared by way of one."""
    reached = _reached(connection, names)
    found: dict[int, set[int]] = defaultdict(set)
    for document in documents_naming(connection, reached):
        for row in named_rows(connection, document):
            if row.kind == "calls" and not reached.isdisjoint(code_words(row.qualifier)):
                found[document].add(row.source)
    return found


def declared_by_way_of(name: str, data: str) -> Iterator[tuple[str, str]]:
    """What a definition declares, itself or an attribute, each with a name that the type of it leads through."""
    if data == "{}":
        return
    told = json.loads(data)
    for path in (told.get("type", ""), *told.get("parameters", ())):
        yield from ((name, word) for word in code_words(path))
    for pair in told.get("attributes", ()):
        attribute, _, path = pair.partition("=")
        # What a function takes and gives is said by way of its name.
        yield from ((name if attribute.startswith("(") else attribute, word) for word in code_words(path))


def module_names(path: str) -> Iterator[str]:
    """What a path in Rust's code calls the module of a file: nothing for files of other languages."""
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    if suffix == "rs":
        yield folder.rpartition("/")[2] if stem == "mod" else stem


def bases_through(connection: sqlite3.Connection, names: Collection[str]) -> set[str]:
    """Names of variables that types inherit from, whose values lead through one of the names: `Form = Shape`."""
    held = _reached(connection, names).difference(names)
    return {
        row.target
        for document in documents_naming(connection, held)
        for row in named_rows(connection, document)
        if row.kind == "inherits" and row.target in held
    }


def _reached(connection: sqlite3.Connection, names: Collection[str]) -> set[str]:
    """The names, and those of all definitions whose types lead through one of them."""
    users: dict[str, set[str]] = defaultdict(set)
    rows = connection.execute(f"SELECT name, data FROM nodes WHERE data != '{{}}' AND +kind IN ({_KINDS})")
    for name, data in rows:
        for declared, word in declared_by_way_of(name, data):
            users[word].add(declared)
    reached = set(names)
    waiting = list(names)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in reached:
                reached.add(user)
                waiting.append(user)
    return reached
