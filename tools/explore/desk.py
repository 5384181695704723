"""What an exploration has in front of it: pieces of the index, numbered in the order in which they came."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import ChunkId, EdgeKind, Hit, NodeId, StoredChunk
from citeline.state import Evidence

from ..citations.anchors import text_sha256
from ..docql.evaluation.corpus import Corpus as QueryCorpus
from ..evidence.evidence import evidence_from_hits
from ..evidence.masks import Masks
from ..question.question import Question
from ..question.read import read
from ..question.vocabulary.lexicon import Lexicon, shipped_lexicon
from ..retrieval.corpus import Corpus, corpus_of
from ..tables import TableCatalog

POINTING: Final[frozenset[EdgeKind]] = frozenset(
    {"calls", "imports", "inherits", "references", "links_to", "mentions", "tests"}
)
"""Edges that lead from one place to another; `contains` only nests."""
_SHORTEST: Final = 4
_NEAREST: Final = 3


class ToolError(Exception):
    """A call that cannot be answered as it stands; the text says what to change."""


class Desk:
    """Pieces by their numbers, files by their ids, and which pieces have been followed.

    One for each question; not safe to share between threads.
    """

    def __init__(
        self, index: Index, question: Question, *, lexicon: Lexicon | None = None, sources: Sequence[str] = ()
    ) -> None:
        self.index = index
        self.question = question
        self.sources = sources
        """The only ones that are searched; all when empty."""
        self.lexicon = lexicon or shipped_lexicon()
        self.files = FileIds(filter(self.may_show, index.structure.paths()))
        self.pieces: dict[int, Evidence] = {}
        """As they are in the index; `shown` is what a model may see."""
        self.masks = Masks(index)
        self.followed: set[int] = set()
        """Numbers of pieces of which has been shown what they point to."""
        self.answered: dict[str, int] = {}
        """Calls that were answered, with how many calls had been before each."""
        self._numbers: dict[int, int] = {}
        self.tables = TableCatalog(index.structure, self.masks.cells)
        """Tables as a model may ask them: a secret that is not shown cannot be spelt out by conditions either."""

    def asked(self, text: str) -> Question:
        """A question that a call asks; the desk's own where it asks none."""
        return read(text, self.lexicon) if text.strip() else self.question

    def may_show(self, path: str) -> bool:
        """Whether a file belongs to what is searched; of other files nothing is shown."""
        return self.index.is_in(path, self.sources)

    @property
    def corpus(self) -> Corpus:
        """Facts about the index that ranking uses too."""
        return corpus_of(self.index)

    @cached_property
    def query_corpus(self) -> QueryCorpus:
        """What DocQL is evaluated on."""
        return QueryCorpus(self.index.structure, self.index.tree)

    def put(self, evidence: Iterable[Evidence]) -> list[int]:
        """Number the pieces; one that has a number keeps it, and what a search knew of it."""
        numbers: list[int] = []
        for item in evidence:
            number = self._numbers.setdefault(item["chunk_id"], len(self._numbers) + 1)
            known = self.pieces.get(number)
            if known is None or (not known["features"] and item["features"]):
                self.pieces[number] = {**item, "id": number}
            numbers.append(number)
        return list(dict.fromkeys(numbers))

    def number_of(self, item: Evidence) -> int:
        """The number of the piece that evidence lies in; lines that lie in none come onto the desk with all of it."""
        known = self._numbers.get(item["chunk_id"])
        if known is not None:
            return known
        chunk = self.index.structure.chunks([ChunkId(item["chunk_id"])])[ChunkId(item["chunk_id"])]
        (number,) = self.put_chunks([chunk], channel="generate_answer")
        return number

    def put_chunks(self, chunks: Sequence[StoredChunk], *, channel: str) -> list[int]:
        """Number chunks that were reached without a search; `channel` names the way."""
        reached = [Hit(chunk, 0.0, {channel: rank}, {}) for rank, chunk in enumerate(chunks, 1)]
        return self.put(evidence_from_hits(reached))

    def put_places(self, places: Iterable[tuple[int, int]], *, channel: str) -> list[int | None]:
        """Number the chunks at (document, line), in order; None where no chunk is, as on a blank line."""
        found = [self.corpus.chunk_at(document, line) for document, line in places]
        chunks = self.index.structure.chunks([ChunkId(chunk) for chunk in found if chunk is not None])
        self.put_chunks(
            [chunks[ChunkId(chunk)] for chunk in dict.fromkeys(found) if chunk is not None], channel=channel
        )
        return [None if chunk is None else self._numbers[chunk] for chunk in found]

    def piece(self, number: int) -> Evidence:
        """The piece with a number. Raises ToolError."""
        if number not in self.pieces:
            known = f"the pieces so far are 1 to {len(self.pieces)}" if self.pieces else "no piece was found yet"
            raise ToolError(f"there is no piece {number}: {known}")
        return self.pieces[number]

    def shown(self, number: int) -> Evidence:
        """The piece with a number, without what is secret in it. Raises ToolError."""
        return self.masks.pieces([self.piece(number)])[0]

    def path(self, name: str) -> str:
        """The path that an id or a path means. Raises ToolError with those most like it."""
        path = self.files.find(name)
        if path is None:
            near = self.files.nearest(name)
            hint = f"did you mean {' or '.join(near)}?" if near else "take the id before a path of an earlier result"
            raise ToolError(f"there is no file {name!r}, or several end so: {hint}")
        return path

    def nodes_in(self, number: int) -> list[NodeId]:
        """The definitions and sections that begin in a piece, and the one that it belongs to."""
        piece = self.piece(number)
        chunk = self.index.structure.chunks([ChunkId(piece["chunk_id"])]).get(ChunkId(piece["chunk_id"]))
        if chunk is None:
            return []
        inside = [
            node.id
            for node in self.index.structure.nodes_of(chunk.document)
            if chunk.start_line <= node.start_line <= chunk.end_line and node.kind != "file"
        ]
        return list(dict.fromkeys([chunk.node, *inside]))

    def leads(self, number: int) -> bool:
        """Whether a piece points anywhere outside of itself."""
        nodes = set(self.nodes_in(number))
        return any(edge.target not in nodes for edge in self.index.structure.edges_from(nodes, POINTING))

    def unfollowed(self, numbers: Collection[int]) -> list[int]:
        """Those of the pieces that point somewhere where nobody has looked."""
        return [number for number in numbers if number not in self.followed and self.leads(number)]


# Short names of files: four hex digits instead of a path, the same in every run. A path costs a model ten to thirty
# tokens each time that it repeats it, and it gets long ones wrong.
class FileIds:
    """Paths by their ids: the first digits of the path's SHA-256, more than four only where two paths need them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        same: dict[str, list[str]] = {}
        for path in sorted(paths):
            same.setdefault(text_sha256(path)[:_SHORTEST], []).append(path)
        for short, those in same.items():
            length = _SHORTEST
            while len({text_sha256(path)[:length] for path in those}) < len(those):
                length += 1
            for path in those:
                identity = short if len(those) == 1 else text_sha256(path)[:length]
                self._ids[path], self._paths[identity] = identity, path

    def of(self, path: str) -> str:
        """The id of a path. Raises KeyError for a path that the index does not hold."""
        return self._ids[path]

    def find(self, name: str) -> str | None:
        """The path that is meant by an id, a path, or the end of exactly one path; None when it is none or several."""
        plain = name.strip().strip("`").removeprefix("./")
        if plain in self._ids:
            return plain
        if plain.lower() in self._paths:
            return self._paths[plain.lower()]
        ends = [path for path in self._ids if path.endswith(f"/{plain}")] if plain else []
        return ends[0] if len(ends) == 1 else None

    def nearest(self, name: str) -> list[str]:
        """Paths whose file names are most like it, each with its id, best first."""
        wanted = PurePosixPath(name.replace("\\", "/")).name.lower()
        names: dict[str, list[str]] = {}
        for path in self._ids:
            names.setdefault(PurePosixPath(path).name.lower(), []).append(path)
        near = [path for one in get_close_matches(wanted, names, _NEAREST) for path in names[one]]
        return [f"{self._ids[path]} {path}" for path in near[:_NEAREST]]
