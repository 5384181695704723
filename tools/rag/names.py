"""Names that a question takes for granted: does the index know them?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.reader import Index
from citeline.text import STOPWORDS, fold, identifiers_in, is_cjk, split_identifier, term_id, terms_of_word, unique

from .question import is_asking, plain_terms

_SEPARATOR = re.compile(r"\.|::|#|->|/|\\")
# `e.g` and `i.e` are shaped like qualified names; so are `v1.2` and single letters.
_MIN_PART = 2
_NEAREST = 2
# A word as people write it: what a sentence takes for the name of a thing, though it is not shaped like code.
_WRITTEN: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-+#.][A-Za-z0-9]+)*")
_PATH: Final = re.compile(r"(?<![\w/:.])(?:[\w.-]+/)+[\w.-]+\.[A-Za-z]\w{0,4}(?![\w/])")
_OPENS: Final = re.compile(r"(?:^|[.?!:;。？！：；\n])[\s\"'“‘(*]*$")
_MIN_NAME: Final = 3
_MISSPELT: Final = 0.75
"""Of `SequenceMatcher`: `Sesion` is `Session`, and `Kafka` is no `callback`."""


@dataclass(frozen=True, slots=True)
class MissingName:
    """A name that occurs nowhere, and what is spelled most like it."""

    name: str
    nearest: tuple[str, ...]

    def __str__(self) -> str:
        """`RedisCache (nearest: FileCache)`."""
        return f"{self.name} (nearest: {', '.join(self.nearest)})" if self.nearest else self.name


def missing_names(index: Index, question: str) -> list[MissingName]:
    """Names of the question that are neither defined nor used anywhere in the corpus.

    Identifiers and paths with the names spelled most like them, then proper names like `Kafka`, with a name only where
    that looks like the same word misspelt.
    """
    shaped = unique([*identifiers_in(question), *_PATH.findall(question)])
    found = [
        MissingName(name, _nearest_paths(index, name) or tuple(index.structure.suggest_names(_last(name), _NEAREST)))
        for name in shaped
        if _is_name(name) and not _is_known(index, name)
    ]
    told = {fold(part) for name in shaped for part in [name, *_parts(name)]}
    proper = [name for name in unique(_proper_names(question)) if fold(name) not in told]
    absent = [name for name in proper if not _is_mentioned(index, name)]
    return found + [MissingName(name, _misspelt(index, name)) for name in absent]


def _nearest_paths(index: Index, name: str) -> tuple[str, ...]:
    """Paths of files that are called almost so, for a name with the suffix of a file that the corpus has."""
    wanted = PurePosixPath(name.replace("\\", "/").lower())
    paths = sorted(document.path for document in index.structure.documents())
    names = {path: PurePosixPath(path.lower()).name for path in paths}
    alike = [one for one in set(names.values()) if PurePosixPath(one).suffix == wanted.suffix]
    near = get_close_matches(wanted.name, sorted(alike), _NEAREST, _MISSPELT) if wanted.suffix else []
    return tuple(path for one in near for path in paths if names[path] == one)[:_NEAREST]


def _proper_names(question: str) -> Iterator[str]:
    """Capitalised words inside a sentence, abbreviations, and Latin words in a Chinese question."""
    found = [match for match in _WRITTEN.finditer(question) if len(match[0]) >= _MIN_NAME]
    chinese = is_cjk(question)
    # In a title every word has a capital, so that a capital says nothing.
    lower = [match for match in found if match[0].islower() and match[0] not in STOPWORDS]
    for match in found:
        name = match[0]
        if name.lower() in STOPWORDS or is_asking(name):
            continue
        inside = name[0].isupper() and bool(lower) and not _OPENS.search(question[: match.start()])
        if chinese or inside or name.isupper():
            yield name


def _is_mentioned(index: Index, name: str) -> bool:
    wanted = {term_id(term) for term in plain_terms(name)}
    return bool(index.structure.term_frequencies(wanted)) or _is_known(index, name)


def _misspelt(index: Index, name: str) -> tuple[str, ...]:
    near = index.structure.suggest_names(name, _NEAREST)
    return tuple(other for other in near if SequenceMatcher(None, fold(name), fold(other)).ratio() >= _MISSPELT)


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
    if _PATH.fullmatch(name):
        return _is_path(index, name)
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
