"""Evidence: chunks chosen for the answer, and narrower spans cut out of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citeline.indexing.reader import Index
from citeline.model import ChunkId, Hit, StoredChunk, StoredNode
from citeline.state import Evidence, PassageRef

from ..citations.anchors import text_sha256
from ..retrieval.ranking import CHANCE


def evidence_from_hits(hits: Iterable[Hit]) -> list[Evidence]:
    """One evidence a hit, in order, with ids from 1; `relevance` is 0 until the filter has scored it.

    Features that are 0 are left out: a checkpoint would be larger by 3 kB.
    """
    return [
        {
            **_of_chunk(hit.chunk, hit.chunk.start_line, hit.chunk.end_line),
            "id": number,
            "score": hit.score,
            "channels": dict(hit.channels),
            "features": {name: value for name, value in hit.features.items() if value and name != CHANCE},
        }
        for number, hit in enumerate(hits, start=1)
    ]


def passage_refs(hits: Iterable[Hit]) -> list[PassageRef]:
    """The chunks of hits, in order, with the score of each chunk alone, and its chance where that is known."""
    return [_passage_ref(hit) for hit in hits]


def _passage_ref(hit: Hit) -> PassageRef:
    found: PassageRef = {"chunk_id": hit.chunk.id, "score": hit.features.get("chunk_own", 0.0)}
    if CHANCE in hit.features:
        found["chance"] = hit.features[CHANCE]
    return found


def cut(chunk: StoredChunk, start_line: int, end_line: int, *, identity: int, node: StoredNode | None) -> Evidence:
    """Evidence of some lines of one chunk. `node` is what they belong to, where that is not the chunk's own node.

    Both lines must lie in the chunk: only there the index holds every line exactly as the file does.
    """
    lines = chunk.text.split("\n")[start_line - chunk.start_line : end_line - chunk.start_line + 1]
    text = "\n".join(lines)
    narrowed: Evidence = {
        **_of_chunk(chunk, start_line, end_line),
        "id": identity,
        "start_line": start_line,
        "end_line": end_line,
        "text": text,
        "sha256": text_sha256(text),
    }
    if node is None:
        return narrowed
    return {
        **narrowed,
        "kind": node.kind,
        "name": node.name,
        "qualified_name": node.qualified_name,
    }


def signatures_of(index: Index, evidence: Sequence[Evidence]) -> dict[int, str]:
    """Evidence id to the signature of the definition that it lies in, of those that lie in one."""
    chunks = index.structure.chunks({ChunkId(item["chunk_id"]) for item in evidence})
    nodes: dict[int, list[StoredNode]] = {}
    found: dict[int, str] = {}
    for item in evidence:
        chunk = chunks.get(ChunkId(item["chunk_id"]))
        if chunk is None or not item["qualified_name"]:
            continue
        if chunk.document not in nodes:
            nodes[chunk.document] = index.structure.nodes_of(chunk.document)
        for node in nodes[chunk.document]:
            encloses = node.start_line <= item["start_line"] and item["end_line"] <= node.end_line
            if encloses and node.signature and node.qualified_name == item["qualified_name"]:
                found[item["id"]] = node.signature
    return found


def _of_chunk(chunk: StoredChunk, start_line: int, end_line: int) -> Evidence:
    """The chunk as evidence, with the place of these lines."""
    evidence: Evidence = {
        "id": 0,
        "chunk_id": chunk.id,
        "path": chunk.path,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "page": chunk.pages.number_at(start_line) if chunk.pages else None,
        "kind": chunk.node_kind,
        "name": chunk.name,
        "qualified_name": chunk.qualified_name,
        "language": chunk.language,
        "text": chunk.text,
        "sha256": text_sha256(chunk.text),
        "score": 0.0,
        "relevance": 0.0,
        "channels": {},
        "features": {},
    }
    pages = chunk.pages
    place = pages.told(start_line, end_line) if pages else ""
    if pages is None or not place:
        return evidence
    # Several small slides or sheets may share a chunk, which is called after the first of them.
    title = pages.title_at(start_line)
    if title and title != pages.title_at(chunk.start_line):
        return {**evidence, "place": place, "name": title, "qualified_name": title}
    return {**evidence, "place": place}
