"""The words of a path, stored so that files are found by them without any other path being read."""

from __future__ import annotations

from typing import Final, NamedTuple

from citeline.text import fold, name_terms

from .text_columns import from_column, to_column

STEM: Final = "stem"
"""What a file is called, folded."""
PARENT: Final = "parent"
"""The same of its folder."""
NAME: Final = "name"
"""A term of what the file is called."""
FOLDER: Final = "folder"
"""A term of its folders."""
_FOLDERS: Final = 3
"""Folders whose names say what is in them."""


class PathWords(NamedTuple):
    """What a file and its folders are called."""

    stem: str
    """Folded file name without suffixes."""
    parent: str
    """Folded name of the directory."""
    stem_terms: frozenset[str]
    directory_terms: frozenset[str]
    """Of the last three directories."""


def stem_of(path: str) -> str:
    """The name of a file up to its first dot; all of it when it begins with one."""
    name = path.rsplit("/", 1)[-1]
    return name.split(".", 1)[0] or name


def words_of_path(path: str) -> PathWords:
    """The words of a path relative to its source."""
    *directories, _ = path.split("/")
    name = stem_of(path)
    return PathWords(
        stem=fold(name),
        parent=fold(directories[-1]) if directories else "",
        stem_terms=name_terms(name),
        directory_terms=frozenset(term for part in directories[-_FOLDERS:] for term in name_terms(part)),
    )


def path_rows(stored: str, document: int) -> list[tuple[str, str, int]]:
    """Rows of `path_words` of a document whose path is stored so."""
    words = words_of_path(from_column(stored))
    by_role = {STEM: {words.stem}, PARENT: {words.parent}, NAME: words.stem_terms, FOLDER: words.directory_terms}
    return [(to_column(word), role, document) for role, held in by_role.items() for word in sorted(held) if word]
