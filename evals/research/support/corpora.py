"""The repositories of the labelled set: which half each belongs to, its definitions, and passages of its lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from pathlib import Path
from random import Random
from typing import Final

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import walk
from citeline.indexing.parsers.registry import parse
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, Node, ParsedDocument, SourceFile
from citeline.text import terms
from citeline.tools.citations.passage import Passage, constants_in, lines_behind

FITTED_ON: Final = ("flask", "fastapi", "chi", "trpc", "axum", "rack", "ktor", "libuv", "cats", "monolog")
HELD_OUT: Final = (
    *("requests", "gin", "express", "vitest", "gson", "serde", "sinatra", "dapper", "plug", "fmtlib", "vapor"),
)
"""Split by hand so that the larger languages stand on both sides; nothing was chosen by looking at results."""

_MOST_FILES: Final = 300
"""Of a repository, evenly spaced."""
_MOST_BYTES: Final = 200_000
_LONGEST: Final = 80
"""Lines of a definition that a citation may reasonably cover."""
_DOCSTRING: Final = re.compile(r"^[ \t]*[rRuUbB]{0,2}(\"\"\"|''')(?:.*?)\1[ \t]*\n?", re.MULTILINE | re.DOTALL)
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class Document:
    """One file with its tree."""

    source: SourceFile
    parsed: ParsedDocument

    def passage(self, start: int, end: int) -> Passage:
        """Lines with the innermost definition or section around them."""
        around = [node for node in self.parsed.nodes[1:] if node.start_line <= start and end <= node.end_line]
        node = min(around, key=lambda node: node.end_line - node.start_line, default=None)
        scope, signature = (node.qualified_name, node.signature) if node else ("", "")
        ended = node is not None and node.end_line == end
        text = self.source.slice(start, end)
        constants = constants_in(text, self.source.lines)
        behind = lines_behind(self.source.lines, end)
        return Passage(
            text, start, end, self.source.path, scope, signature, ended=ended, constants=constants, behind=behind
        )


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or type with the lines that a citation of it covers."""

    document: Document
    node: Node

    @property
    def passage(self) -> Passage:
        """Its lines as they stand in the file."""
        node = self.node
        text = self.document.source.slice(node.start_line, node.end_line)
        return Passage(
            text,
            node.start_line,
            node.end_line,
            self.document.source.path,
            node.qualified_name,
            node.signature,
            ended=True,
        )

    @property
    def undocumented(self) -> Passage:
        """Its lines without the docstring that a language keeps inside of them."""
        if not self.node.docstring or self.document.parsed.language != "python":
            return self.passage
        return replace(self.passage, text=_DOCSTRING.sub("", self.passage.text, count=1))


@dataclass(frozen=True)
class Repository:
    """One working tree, parsed."""

    name: str
    documents: tuple[Document, ...]
    held_out: bool
    _by_path: dict[str, Document] = field(default_factory=dict)

    @cached_property
    def definitions(self) -> list[Definition]:
        """Functions and types of 2 to 80 lines, in order of path and line."""
        return [
            Definition(document, node)
            for document in self.documents
            if document.parsed.format == "code"
            for node in document.parsed.nodes[1:]
            if node.kind in CALLABLE_KINDS | TYPE_KINDS and 1 <= node.end_line - node.start_line < _LONGEST
        ]

    @cached_property
    def by_name(self) -> dict[str, list[Definition]]:
        """Definitions by their bare name."""
        found: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            found.setdefault(definition.node.name, []).append(definition)
        return found

    @cached_property
    def bm25(self) -> BM25:
        """Over the definitions, in their order."""
        return BM25(f"{definition.node.qualified_name}\n{definition.passage.text}" for definition in self.definitions)

    def find(self, path: str) -> Document | None:
        """The only file whose path ends with this one; None when there is none, or several."""
        ends = [d for d in self.documents if d.source.path == path or d.source.path.endswith(f"/{path}")]
        return ends[0] if len(ends) == 1 else None


def read_repositories(corpora: Path, names: Sequence[str]) -> Iterator[Repository]:
    """Those of the named working trees that are there."""
    for name in names:
        root = corpora / name
        if root.is_dir():
            documents = tuple(_read(root))
            yield Repository(name, documents, name.removeprefix("sweqa-") in HELD_OUT)


def _read(root: Path) -> Iterator[Document]:
    # Translations of one page would be its nearest wrong places.
    found = [file for file in walk(root, max_file_bytes=_MOST_BYTES).files if not _is_translation(file.path)]
    step = max(1, len(found) // _MOST_FILES)
    for file in found[::step]:
        source = read_source(root, file, max_file_bytes=_MOST_BYTES)
        if isinstance(source, SourceFile):
            document = parse(source)
            if document.format in ("code", "prose"):
                yield Document(source, document)


def _is_translation(path: str) -> bool:
    return re.search(r"(?:^|/)docs/(?!en/)[a-z]{2}(?:-[a-z]+)?/", path) is not None


def random_range(repository: Repository, length: int, random: Random) -> Passage:
    """Lines of some file, as many as asked for, or all when it has fewer."""
    document = random.choice(repository.documents)
    last = len(document.source.lines)
    start = random.randint(1, max(1, last - length + 1))
    return document.passage(start, min(last, start + length - 1))


def neighbour(definition: Definition, definitions: Sequence[Definition]) -> Definition | None:
    """The next definition of the same file that does not overlap, else the one before."""
    place = bisect_right([d.node.start_line for d in definitions], definition.node.end_line)
    if place < len(definitions):
        return definitions[place]
    before = [d for d in definitions if d.node.end_line < definition.node.start_line]
    return before[-1] if before else None


class BM25:
    """Scores texts by the terms that they share with a query."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for number, text in enumerate(texts):
            counted = Counter(terms(text))
            self._lengths.append(sum(counted.values()))
            for term, count in counted.items():
                self._postings[term].append((number, count))
        self._mean = sum(self._lengths) / max(1, len(self._lengths))

    def best(self, query: str, limit: int = 20) -> list[int]:
        """Positions of the texts that fit best; ties by position."""
        scores: dict[int, float] = defaultdict(float)
        for term in set(terms(query)):
            held = self._postings.get(term, [])
            weight = log(1 + (len(self._lengths) - len(held) + 0.5) / (len(held) + 0.5))
            for number, count in held:
                fold = _K1 * (1 - _B + _B * self._lengths[number] / self._mean)
                scores[number] += weight * count * (_K1 + 1) / (count + fold)
        return sorted(scores, key=lambda number: (-scores[number], number))[:limit]
