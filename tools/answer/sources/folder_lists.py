"""A list that is a folder with one file, or one folder, of each: adapters, drivers, integrations, commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from posixpath import basename, dirname
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredDocument, StoredNode
from citeline.text import fold, terms

from ...question.question import Question
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from .members import listed_terms

_FEWEST: Final = 3
"""Files that make a list."""
_MOST: Final = 40
_DOORS: Final = frozenset(["index", "init", "mod", "base", "main", "lib", "types"])
"""Names of files that say how the others are reached, or what they share."""


def folder_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> tuple[list[Draft], int]:
    """What each file of the folder that is asked for defines, and how many are not told; empty where the words that say
    what is listed are not those of one folder's path, its own name among them.
    """
    asked = listed_terms(index, question)
    listed = [(folder, held) for folder, held in _folders(index, asked, sources).items() if _is_asked(folder, asked)]
    if len(listed) != 1:
        return [], 0
    ((folder, held),) = listed
    own = set(terms(basename(folder)))
    entries = [(name, files) for name, files in sorted(held.items()) if not _is_door(name, own)]
    drafts = [draft for name, files in entries if (draft := _draft(index, name, files)) is not None]
    return (drafts[:_MOST], max(0, len(drafts) - _MOST)) if len(drafts) >= _FEWEST else ([], 0)


def _is_asked(folder: str, asked: Collection[str]) -> bool:
    """Whether a folder is called what is listed: `secrets/adapters` of secrets adapters, and of adapters."""
    own = set(terms(basename(folder)))
    return bool(own) and own.issubset(asked) and set(asked).issubset(terms(folder))


def _is_door(name: str, folder: Collection[str]) -> bool:
    return fold(name) in _DOORS or set(terms(name)).issubset(folder)


def _folders(
    index: Index, words: Collection[str], sources: Collection[str]
) -> Mapping[str, Mapping[str, Sequence[StoredDocument]]]:
    """The product's folders with code that have one of the words in their path: the name of each file or folder in it,
    without an ending, to its files.
    """
    corpus = corpus_of(index)
    found: dict[str, dict[str, list[StoredDocument]]] = {}
    for document in index.structure.documents_by_id(corpus.in_folders_called(words)).values():
        is_aside = corpus.path_terms(int(document.id)).is_aside
        if document.format != "code" or is_aside or not index.is_in(document.path, sources):
            continue
        folder = dirname(document.path)
        found.setdefault(folder, {}).setdefault(_stem(document.path), []).append(document)
        if dirname(folder):
            found.setdefault(dirname(folder), {}).setdefault(basename(folder), []).append(document)
    return {folder: held for folder, held in found.items() if folder and len(held) >= _FEWEST}


def _draft(index: Index, name: str, files: Sequence[StoredDocument]) -> Draft | None:
    """What stands for an entry: the definition that is called like it, else the first type or function of its files."""
    nodes = chain.from_iterable(index.structure.nodes_of(file.id) for file in sorted(files, key=lambda one: one.path))
    defined = [one for one in nodes if one.kind in TYPE_KINDS | CALLABLE_KINDS]
    best = min(defined, key=lambda one: (*_order(one, name), one.path, one.start_line), default=None)
    if best is None:
        return None
    return Draft.of("part_defines", best.path, f"`{best.name}`", best.document, best.start_line)


def _order(node: StoredNode, stem: str) -> tuple[bool, bool, int]:
    return fold(node.name) != fold(stem), node.kind not in TYPE_KINDS, node.qualified_name.count(".")


def _stem(path: str) -> str:
    return basename(path).split(".", 1)[0]
