"""Names that a question takes for granted: does the index know them?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from citeline.indexing.reader import Index
from citeline.text import fold, identifiers_in, split_identifier, term_id, terms_of_word

_SEPARATOR = re.compile(r"\.|::|#|->|/|\\")
# `e.g` and `i.e` are shaped like qualified names; so are `v1.2` and single letters.
_MIN_PART = 2
_NEAREST = 2


@dataclass(frozen=True, slots=True)
class MissingName:
    """A name that occurs nowhere, and what is spelled most like it."""

    name: str
    nearest: tuple[str, ...]

    def __str__(self) -> str:
        """`RedisCache (nearest: FileCache)`."""
        return f"{self.name} (nearest: {', '.join(self.nearest)})" if self.nearest else self.name


def missing_names(index: Index, question: str) -> list[MissingName]:
    """Identifiers and paths of the question that are neither defined nor used anywhere in the corpus."""
    return [
        MissingName(name, tuple(index.structure.suggest_names(_last(name), _NEAREST)))
        for name in identifiers_in(question)
        if _is_name(name) and not _is_known(index, name)
    ]


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATOR.split(name) if part]


def _last(name: str) -> str:
    return (_parts(name) or [name])[-1]


def _is_name(name: str) -> bool:
    parts = _parts(name)
    return bool(parts) and all(len(part) >= _MIN_PART for part in parts) and any(map(split_identifier, parts))


def _is_known(index: Index, name: str) -> bool:
    structure = index.structure
    parts = _parts(name)
    if structure.nodes_folded([fold(parts[-1])]) or _is_path(index, name):
        return True
    if len(parts) > 1 and structure.nodes_folded([fold("".join(parts))]):
        return True
    # Used here, though defined elsewhere: the compound is a term of its own.
    needed = {term_id(_compound(part)) for part in parts if _compound(part)}
    return bool(needed) and needed <= structure.term_frequencies(needed).keys()


def _compound(part: str) -> str:
    terms = [term for word in re.findall(r"[\w$]+", part) for term in terms_of_word(word)]
    return terms[-1] if terms else ""


def _is_path(index: Index, name: str) -> bool:
    """`sessions.py`, `src/app` and `docs/` are paths of the corpus, whole or in part."""
    wanted = f"/{name.strip('/').lower()}"
    if "/" not in name and not PurePosixPath(name).suffix:
        return False
    paths = (f"/{document.path.lower()}" for document in index.structure.documents())
    return any(path.endswith(wanted) or f"{wanted}/" in path for path in paths)
