"""Small stand-ins for what steps work with: an index in memory, a clock that is moved by hand, evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from langgraph.runtime import Runtime

from citeline.indexing.files.source_tree import SourceTree
from citeline.indexing.opened import Selections
from citeline.indexing.reader import Index
from citeline.left_out import Skipped
from citeline.model import ChunkId, DocumentId, Hit, NodeId, StoredChunk, StoredDocument, StoredNode
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.state import Candidate, Claim, Evidence, Plan, RAGState, Verdicts
from citeline.tools.retrieval.columns import Column, Columns

PLAN: Plan = {
    "intent": "search",
    "mode": "pipeline",
    "why": "",
    "max_rounds": 3,
    "budget_s": 30.0,
}


class FakeClock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class FakeStructure:
    def __init__(self, chunks: dict[int, StoredChunk]) -> None:
        self._chunks = chunks

    def nodes_folded(self, names: Collection[str]) -> list[StoredNode]:
        return []

    def term_frequencies(self, terms: Collection[int]) -> dict[int, tuple[int, int]]:
        return {}

    def capped_chunks(self, most: int) -> int:
        return len(self._chunks)

    def chunks(self, ids: Collection[int]) -> dict[ChunkId, StoredChunk]:
        return {ChunkId(i): self._chunks[i] for i in ids if i in self._chunks}

    def skipped(self) -> list[Skipped]:
        return [Skipped("data/huge.json", "too_large"), Skipped("logo.png", "binary")]

    def notes(self) -> dict[str, str]:
        return {}

    def paths(self) -> list[str]:
        return sorted(document.path for document in self.documents())

    def documents(self) -> list[StoredDocument]:
        return [stored_document(chunk) for chunk in self._chunks.values()]

    def rows(self, sql: str, parameters: object = ()) -> list[tuple[int, int, int, int]]:
        """Of the chunks alone: their ids, documents and lines."""
        chunks = self._chunks.values() if "FROM chunks" in sql else ()
        return [(chunk.id, chunk.document, chunk.start_line, chunk.end_line) for chunk in chunks]

    def batched(self, sql: str, values: Iterable[object], also: tuple[object, ...] = ()) -> list[tuple[int, ...]]:
        """The same by chunk or document, which have the same numbers here; with lines where the query names them."""
        wanted, columns = set(values), 4 if "start_line" in sql else 2
        return [row[:columns] for row in self.rows(sql) if row[0] in wanted]

    def documents_by_id(self, ids: Collection[int]) -> dict[DocumentId, StoredDocument]:
        return {document.id: document for document in self.documents() if document.id in ids}

    def nodes_of(self, document: int) -> list[StoredNode]:
        return [stored_node(document)]


class FakeIndex:
    """What steps ask an index directly; the tools that ask more are replaced in tests."""

    name = "shop"
    commit = "abc"
    root = Path("/shop")
    tree = SourceTree(root)
    notices: tuple[str, ...] = ()
    selections = Selections()

    def __init__(self, *, generation: str = "g1", chunks: int = 5) -> None:
        self.generation = generation
        self.structure = FakeStructure({number: stored_chunk(number) for number in range(1, chunks + 1)})
        self.manifest = SimpleNamespace(counts={"documents": chunks, "nodes": chunks, "edges": 0, "chunks": chunks})

    def identity(self) -> dict[str, str]:
        return {"name": self.name, "generation": self.generation, "commit": self.commit}


def stored_chunk(number: int) -> StoredChunk:
    return StoredChunk(
        id=ChunkId(number),
        document=DocumentId(number),
        path=f"src/part{number}.py",
        language="python",
        kind="code",
        start_line=1,
        end_line=3,
        text=f"def part{number}():\n    return {number}\n",
        breadcrumb=f"src/part{number}.py › part{number}",
        scope="",
        definitions=(f"part{number}",),
        node=NodeId(number),
        node_kind="function",
        name=f"part{number}",
        qualified_name=f"part{number}",
    )


def stored_document(chunk: StoredChunk) -> StoredDocument:
    lines = chunk.end_line
    return StoredDocument(chunk.document, chunk.path, chunk.language, "code", "", "", 9 * lines, lines, 0, 0, 1.0)


def columns(*ids: int) -> Columns:
    """What a channel finds that puts these chunks first."""
    values = np.linspace(1.0, 0.5, len(ids))
    return Columns("words", Column(np.array(ids, np.int64), values), why="test")


def stored_node(number: int) -> StoredNode:
    return StoredNode(
        id=NodeId(number),
        document=DocumentId(number),
        path=f"src/part{number}.py",
        language="python",
        kind="function",
        name=f"part{number}",
        qualified_name=f"part{number}",
        start_line=1,
        end_line=3,
        parent=None,
        level=0,
        signature=f"def part{number}():",
        docstring="",
        anchor="",
    )


def hit(number: int, *, score: float = 1.0) -> Hit:
    return Hit(stored_chunk(number), score, {"lexical": number}, {"chunk_bm": score})


def candidate(number: int) -> Candidate:
    return {"chunk_id": number, "score": 1.0 / number, "channels": {"lexical": number}}


def evidence(number: int, *, relevance: float = 8.0) -> Evidence:
    chunk = stored_chunk(number)
    return {
        "id": number,
        "chunk_id": number,
        "path": chunk.path,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "page": None,
        "kind": chunk.node_kind,
        "name": chunk.name,
        "qualified_name": chunk.qualified_name,
        "language": chunk.language,
        "text": chunk.text,
        "sha256": "0" * 64,
        "score": 1.0,
        "relevance": relevance,
        "channels": {"lexical": number},
        "features": {},
    }


def verdicts(**changes: Any) -> Verdicts:
    base = {"resolves": True, "unchanged": "unchanged", "supports": "supported", "basis": "quote", "why": "it is there"}
    return cast(Verdicts, {**base, **changes})


def claim(*ids: int, checked: Verdicts | None = None) -> Claim:
    made: Claim = {"text": f"Claim about {ids}.", "evidence": list(ids)}
    return made if checked is None else {**made, "verdicts": {str(number): checked for number in ids}}


def resources(
    *, index: FakeIndex | None = None, settings: Settings | None = None, clock: FakeClock | None = None
) -> Resources:
    return Resources(cast(Index, index or FakeIndex()), settings or Settings(), clock or FakeClock())


def runtime(context: object = None) -> Runtime[Context]:
    return Runtime(context=cast(Context, context))


def searching(**changes: Any) -> RAGState:
    """A state as it is once a search is under way."""
    state: dict[str, Any] = {
        "question": "where is part1 defined?",
        "plan": {**PLAN},
        "queries": {"english": "where is part1 defined?", "original": "", "hypothetical": ""},
        "keywords": {"exact": ["part1"], "parts": [], "related": []},
        "level": 1,
        "round": 1,
        "index": FakeIndex().identity(),
    }
    return cast(RAGState, {**state, **changes})
