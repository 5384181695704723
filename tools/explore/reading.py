"""What stands at a place, and what it is connected with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from citeline.indexing.parsers.markup.reading import is_read, shown_lines
from citeline.model import EdgeKind, NodeId, StoredChunk, StoredNode

from ..retrieval.paths import read_path
from ..retrieval.walk import EDGE_WEIGHTS
from .arguments import ChunkArguments, ReadArguments, WalkArguments
from .desk import POINTING, Desk, ToolError
from .showing import joined, numbered, place, show_pieces

MAX_LINES: Final = 80
_MAX_CHUNKS: Final = 30
_MAX_NEIGHBOURS: Final = 12
"""In each direction: what everything uses explains nothing."""
_OUT: Final[dict[EdgeKind, str]] = {
    "calls": "calls",
    "imports": "imports",
    "inherits": "inherits from",
    "references": "uses",
    "links_to": "links to",
    "mentions": "mentions",
    "tests": "tests",
}
_IN: Final[dict[EdgeKind, str]] = {
    "calls": "called by",
    "imports": "imported by",
    "inherits": "inherited by",
    "references": "used by",
    "links_to": "linked from",
    "mentions": "mentioned in",
    "tests": "tested by",
}
_MAY_CALL: Final = {True: "may call", False: "may be called by"}


def read_lines(desk: Desk, asked: ReadArguments) -> str:
    """Lines of a file, with their numbers and the numbers of the pieces that they belong to."""
    path = desk.path(asked.file)
    document = desk.index.structure.document(path)
    if document is None or not document.line_count:
        raise ToolError(f"{path} has no lines")
    if asked.first > document.line_count or asked.last < asked.first:
        raise ToolError(f"{path} has lines 1 to {document.line_count}, and `first` comes before `last`")
    last = min(asked.last, document.line_count, asked.first + MAX_LINES - 1)
    chunks = [
        chunk
        for chunk in desk.index.structure.chunks_of([document.id])
        if chunk.start_line <= last and chunk.end_line >= asked.first
    ]
    pieces = desk.put_chunks(chunks, channel="read_lines")
    text = {
        number: line
        for chunk in map(desk.masks.chunk, chunks)
        for number, line in enumerate(_reading(chunk), chunk.start_line)
        if asked.first <= number <= last
    }
    held = ", ".join(f"[{number}] {place(desk.piece(number))}" for number in pieces)
    rows = [f"{desk.files.of(path)} {path}: lines {asked.first}-{last} of {document.line_count}; {held}"]
    # Blank lines between two chunks are in none of them.
    rows += [numbered(number, text.get(number, "")) for number in range(asked.first, last + 1)]
    if last < min(asked.last, document.line_count):
        rows.append(f"… {MAX_LINES} lines at most: go on from {last + 1}")
    return joined(rows)


def _reading(chunk: StoredChunk) -> Sequence[str]:
    return shown_lines(chunk.text, chunk.language, chunk.path) if is_read(chunk.language) else chunk.text.split("\n")


def chunk_documents(desk: Desk, asked: ChunkArguments) -> str:
    """A file in pieces: the lines, kind and name of each, without its text. Shows what a file holds."""
    path = desk.path(asked.file)
    document = desk.index.structure.document(path)
    every = desk.index.structure.chunks_of([document.id]) if document else []
    chunks = [chunk for chunk in every if chunk.end_line >= asked.first]
    if not chunks:
        end = document.line_count if document else 0
        raise ToolError(f"{path} ends at line {end}: take a smaller `first`" if every else f"{path} has no lines")
    numbers = desk.put_chunks(chunks[:_MAX_CHUNKS], channel="chunk_documents")
    rows = show_pieces(desk, numbers)
    if len(chunks) > _MAX_CHUNKS:
        rows.append(f"… {len(chunks) - _MAX_CHUNKS} more: go on with first = {chunks[_MAX_CHUNKS].start_line}")
    return joined(rows)


def walk_graph(desk: Desk, asked: WalkArguments) -> str:
    """What a piece, or a definition by name, calls, inherits, uses and links to, and what does so to it."""
    nodes, title = _start(desk, asked)
    rows = [title]
    if asked.direction in ("out", "both"):
        rows += _connected(desk, nodes, outwards=True)
    if asked.direction in ("in", "both"):
        rows += _connected(desk, nodes, outwards=False)
    if len(rows) == 1:
        where = {"out": "it points to nothing", "in": "nothing points to it", "both": "nothing is connected with it"}
        rows.append(f"{where[asked.direction]}: search_sources finds where its name is written")
    return joined(rows)


def _start(desk: Desk, asked: WalkArguments) -> tuple[list[NodeId], str]:
    if (asked.piece is None) == (not asked.name.strip()):
        raise ToolError("give either `piece`, the number of a piece, or `name`")
    if asked.piece is not None:
        piece = desk.piece(asked.piece)
        if asked.direction != "in":
            desk.followed.add(asked.piece)
        return desk.nodes_in(asked.piece), f"from [{asked.piece}] {piece['path']}:{place(piece)}"
    name = asked.name.strip().strip("`").removesuffix("()")
    last = name.replace("::", ".").rpartition(".")[2]
    named = [node for node in desk.index.structure.nodes_named([last]) if desk.may_show(node.path)]
    found = [node for node in named if node.qualified_name.endswith(name.replace("::", "."))] or named
    if not found:
        near = desk.index.structure.suggest_names(last, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "search_sources finds text that is no name"
        raise ToolError(f"nothing is called {asked.name!r}: {hint}")
    numbers = _numbers(desk, found)
    if asked.direction != "in":
        desk.followed.update(numbers.values())
    shown = ", ".join(f"[{numbers[node.id]}] {node.path}:{node.start_line}" for node in found if node.id in numbers)
    return [node.id for node in found], f"from {name}: {shown}"


def _connected(desk: Desk, nodes: Sequence[NodeId], *, outwards: bool) -> Iterator[str]:
    structure = desk.index.structure
    edges = structure.edges_from(nodes, POINTING) if outwards else structure.edges_to(nodes, POINTING)
    inside = set(nodes)
    there: dict[NodeId, str] = {}
    for edge in sorted(edges, key=lambda edge: -EDGE_WEIGHTS[edge.kind] * edge.weight):
        other = edge.target if outwards else edge.source
        if other not in inside:
            is_open = edge.kind == "calls" and not edge.is_certain
            said = _MAY_CALL[outwards] if is_open else (_OUT if outwards else _IN)[edge.kind]
            there.setdefault(other, said)
    # What the project does before what its tests do with it.
    reached = [node for node in structure.nodes(list(there)) if desk.may_show(node.path)]
    found = sorted(reached, key=lambda node: read_path(node.path).is_test)
    shown = found[:_MAX_NEIGHBOURS]
    numbers = _numbers(desk, shown)
    for relation in dict.fromkeys(there[node.id] for node in shown):
        yield relation
        for node in shown:
            if there[node.id] == relation:
                yield f"  {_mark(numbers, node)}{desk.files.of(node.path)} {node.path}:{_told(node)}"
    if len(found) > len(shown):
        yield f"… {len(found) - len(shown)} more"


def _mark(numbers: dict[NodeId, int], node: StoredNode) -> str:
    return f"[{numbers[node.id]}] " if node.id in numbers else ""


def _told(node: StoredNode) -> str:
    return f"{node.start_line}-{node.end_line} {node.kind} {node.qualified_name or node.name}".rstrip()


def _numbers(desk: Desk, nodes: Iterable[StoredNode]) -> dict[NodeId, int]:
    every = list(nodes)
    found = desk.put_places([(node.document, node.start_line) for node in every], channel="walk_graph")
    return {node.id: number for node, number in zip(every, found, strict=True) if number is not None}
