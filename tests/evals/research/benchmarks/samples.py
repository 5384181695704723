"""Hits for scorers: only their places matter."""

from citeline.model import ChunkId, DocumentId, Hit, NodeId, StoredChunk


def hit(path: str, start_line: int = 1, end_line: int = 10) -> Hit:
    chunk = StoredChunk(
        id=ChunkId(hash((path, start_line)) & 0xFFFF),
        document=DocumentId(1),
        path=path,
        language="python",
        kind="code",
        start_line=start_line,
        end_line=end_line,
        text="",
        breadcrumb=path,
        scope="",
        definitions=(),
        node=NodeId(1),
        node_kind="file",
        name="",
        qualified_name="",
    )
    return Hit(chunk, 1.0, {}, {})
