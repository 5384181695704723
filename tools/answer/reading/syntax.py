"""The lines of an indexed document with their syntax tree, read from the index and parsed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, cached_property
from threading import Lock
from typing import Final

from tree_sitter import Language, Node, Parser
from tree_sitter_language_pack import get_language

from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.parsers.languages import DELIMITERS, language_row
from citeline.indexing.parsers.programs.grammars import GRAMMARS
from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, DEFINITION_KINDS, StoredDocument, StoredNode
from citeline.patterns import re

_KEPT: Final = 64
"""Documents of an index in memory at the same time."""
_LARGEST: Final = 400_000
"""Characters that are parsed: 50 ms. Generated files are longer, and no one asks about them."""


@dataclass(frozen=True, eq=False)
class Source:
    """A document as the index holds it."""

    document: StoredDocument
    lines: tuple[str, ...]
    nodes: tuple[StoredNode, ...]
    """Parents before children."""

    @cached_property
    def root(self) -> Node | None:
        """Its syntax tree, parsed when first asked for; None without a grammar, and for very long files."""
        text = "\n".join(self.lines)
        language = grammar_of(self.document.language) if len(text) <= _LARGEST else None
        return Parser(language).parse(text.encode("utf-8", "surrogatepass")).root_node if language is not None else None

    def node_at(self, line: int, column: int, end_line: int, end_column: int) -> Node | None:
        """The smallest syntax node around a range; lines from 1, columns in characters from 0, the end exclusive."""
        if self.root is None or not 1 <= line <= end_line <= len(self.lines):
            return None
        first, last = self.lines[line - 1], self.lines[end_line - 1]
        start = (line - 1, len(first[:column].encode("utf-8", "surrogatepass")))
        end = (end_line - 1, len(last[:end_column].encode("utf-8", "surrogatepass")))
        return self.root.named_descendant_for_point_range(start, end)

    def node_of_line(self, line: int) -> Node | None:
        """The smallest syntax node around what stands on a line."""
        text = self.lines[line - 1] if 1 <= line <= len(self.lines) else ""
        return self.node_at(line, len(text) - len(text.lstrip()), line, len(text.rstrip()))

    def enclosing(self, line: int, *, callable_only: bool = False) -> StoredNode | None:
        """The innermost definition around a line."""
        innermost = self._callables if callable_only else self._definitions
        return innermost[line] if 0 <= line < len(innermost) else None

    @cached_property
    def _definitions(self) -> Sequence[StoredNode | None]:
        return self._innermost(DEFINITION_KINDS)

    @cached_property
    def _callables(self) -> Sequence[StoredNode | None]:
        return self._innermost(CALLABLE_KINDS)

    def _innermost(self, kinds: Set[str]) -> Sequence[StoredNode | None]:
        """The innermost node around each line, by its number: the lines of a file are asked for one by one."""
        found: list[StoredNode | None] = [None] * (len(self.lines) + 1)
        around = (node for node in self.nodes if node.kind in kinds)
        for node in sorted(apart(around), key=depth_of):
            found[node.start_line : node.end_line + 1] = [node] * (node.end_line + 1 - node.start_line)
        return found

    def text(self, start_line: int, end_line: int) -> str:
        """The lines, both ends included."""
        return "\n".join(self.lines[start_line - 1 : end_line])


@cache
def grammar_of(language: str) -> Language | None:
    """The syntax of a language without the queries that find its symbols, which take half a second to compile; None
    without a grammar, and for files of which only a part is code.
    """
    grammar = GRAMMARS.get(language)
    if grammar is None or grammar.script_only:
        return None
    return get_language(language_row(language).grammar)  # type: ignore[arg-type]  # its Literal is not our table


@cache
def is_called(kind: str, pattern: re.Pattern[str]) -> bool:
    """Whether all of the name of a kind of syntax nodes is as a pattern says. Kept: there are some hundred, and every
    node of a file is asked for its own.
    """
    return pattern.fullmatch(kind) is not None


def apart(nodes: Iterable[StoredNode]) -> list[StoredNode]:
    """Those that share their lines with no sibling: `attr_accessor :rope, :ring` is about neither alone."""
    told = list(nodes)
    count = Counter((one.start_line, one.end_line, one.level) for one in told)
    return [one for one in told if count[one.start_line, one.end_line, one.level] == 1]


def depth_of(node: StoredNode) -> tuple[int, int, int]:
    """Of nodes around a line the innermost has the largest: the one that begins last, on one line the one within."""
    return node.start_line, node.level, -node.end_line


class Sources:
    """Documents of one index; safe to share between threads."""

    def __init__(self) -> None:
        self._found: dict[int, Source | None] = {}
        self._lock = Lock()

    def get(self, index: Index, document: int) -> Source | None:
        """The document; None when the index has no such one."""
        if document not in self._found:
            read = _read(index, document)
            with self._lock:
                while len(self._found) >= _KEPT:
                    del self._found[next(iter(self._found))]
                self._found[document] = read
            return read
        return self._found.get(document)


@cache_per_object
def _sources_of(index: Index) -> Sources:
    return Sources()


def source_of(index: Index, document: int) -> Source | None:
    """A document of an open index; read and parsed on first use, dropped with the index. None of a file of records,
    which names nothing: one of 100 MB takes seconds to read.
    """
    return _sources_of(index).get(index, document)


def _read(index: Index, document: int) -> Source | None:
    stored = next(iter(index.structure.documents_by_id([document]).values()), None)
    if stored is None or stored.language in DELIMITERS:
        return None
    lines = index.structure.lines_of(document, last=stored.line_count)
    nodes = tuple(index.structure.nodes_of(document))
    return Source(stored, tuple(lines), nodes)


def ancestors(node: Node | None) -> Iterator[Node]:
    """The node and what is around it, inside first."""
    while node is not None:
        yield node
        node = node.parent


def text_of(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", "surrogatepass")


def lines_of(node: Node) -> tuple[int, int]:
    """First and last line of a node, 1-based and inclusive."""
    (first, _), (last, column) = node.start_point, node.end_point
    return first + 1, max(last + (column > 0), first + 1)
