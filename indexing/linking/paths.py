"""Whose calls go through which names: what must be linked again when a type may be another."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection
from typing import Final

from citeline.model import DEFINITION_KINDS

_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))
_WORD: Final = re.compile(r"[\w$]+")


def documents_through(connection: sqlite3.Connection, names: Collection[str]) -> set[int]:
    """Documents with a call on a path through one of the names, or through what is declared by way of one."""
    reached = _reached(connection, names)
    found: set[int] = set()
    rows = connection.execute("SELECT doc_id, qualifier FROM refs WHERE kind = 'calls' AND qualifier != ''")
    for document, qualifier in rows:
        if document not in found and not reached.isdisjoint(_WORD.findall(qualifier)):
            found.add(document)
    return found


def _reached(connection: sqlite3.Connection, names: Collection[str]) -> set[str]:
    """The names, and those of all definitions whose types lead through one of them."""
    users: dict[str, set[str]] = defaultdict(set)
    rows = connection.execute(f"SELECT name, data FROM nodes WHERE data != '{{}}' AND +kind IN ({_KINDS})")
    for name, data in rows:
        told = json.loads(data)
        for word in _WORD.findall(told.get("type", "")):
            users[word].add(name)
        for parameter in told.get("parameters", ()):
            for word in _WORD.findall(parameter):
                users[word].add(name)
        for pair in told.get("attributes", ()):
            attribute, _, path = pair.partition("=")
            for word in _WORD.findall(path):
                users[word].add(attribute)
    reached = set(names)
    waiting = list(names)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in reached:
                reached.add(user)
                waiting.append(user)
    return reached
