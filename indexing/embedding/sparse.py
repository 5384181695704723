"""Sparse vectors: BM25F over a chunk's text, definitions, scope and path, folded into one weight per term.

With the path counts what the page says of itself (`page_words.py`). Counting runs in worker processes and needs no
other file; weighting needs the corpus' mean field lengths and comes after. A weight is f·(k1 + 1) / (k1 + f), where f
adds up the term's count in each field, times the field's boost, divided by 1 - b + b·length / mean length. The store
multiplies by IDF. Figures: docs/ranking.md.
Source: Robertson, Zaragoza and Taylor 2004; Zaragoza et al. 2004.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, pairwise
from pathlib import PurePosixPath
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.model import Chunk, StoredChunk
from citeline.protocols import SparseVector
from citeline.text import ascii_term_ids, term_id, terms

from .arrays import counted, distinct, with_places_of_sorted
from .page_words import Said, words_about

_REFERENCE: Final = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_K1: Final = 1.2
_LENGTH_BS: Final = (0.75, 0.3, 0.3)
"""Of body, definitions and scope: the last two are short lists of names, in which a longer one says more rather than
the same again."""
_DEFINITION_BOOST: Final = 3.0
_SCOPE_BOOST: Final = 2.0
_STEM_BOOST: Final = 6
_DIRECTORY_BOOST: Final = 2
_DIRECTORIES: Final = 4
_TITLE_BOOST: Final = 1
_KEYWORD_BOOST: Final = 2
"""Of what a page says of itself, once a term. Twice as much for its title moves pages before what they say: one first
line of 85 labelled answers is lost, and none gained.
"""
_MOST_SAID: Final = 60
"""Terms of it: each of the chunks holds them, and a description may go on for pages."""
_MAX_QUERY_WEIGHT: Final = 2.0

_COUNT_LIMIT: Final = np.iinfo(np.uint16).max
_FIELD_BITS: Final = np.uint64(2)
_ID_BITS: Final = np.uint64(32)
_ID_TYPE: Final = "I"
"""Of an array of term ids."""
_ID_BYTES: Final = array(_ID_TYPE).itemsize
_SEPARATORS_TO_SPACES: Final = bytes(
    byte if byte >= 0x80 or chr(byte).isalnum() or byte in b"_$" else ord(" ") for byte in range(256)
)
"""Every ASCII byte that no word of `citeline.text` contains: splitting there first never divides a word."""
_CACHED_PIECE_BYTES: Final = 64
_CACHED_PIECES: Final = 100_000
_COUNTED_CHUNKS: Final = 1_000
"""Chunks counted at once: each of their terms takes five times as much while it is counted as afterwards."""
_ENTRIES_TOGETHER: Final = 500_000
"""Entries whose counts are added up at once, 24 bytes each: a table of 2,000,000 rows has 3,000,000."""
TermIds: TypeAlias = npt.NDArray[np.uint32]
Counts: TypeAlias = npt.NDArray[np.uint16]
Lengths: TypeAlias = npt.NDArray[np.uint32]
"""Terms of a field in each chunk, repetitions included."""


@dataclass(frozen=True, slots=True)
class DocumentTerms:
    """Term counts of one document's chunks: entries in order of chunk, then of term id."""

    starts: npt.NDArray[np.uint32]
    """Where each chunk's entries begin, and one last number: where they all end. Shape (n_chunks + 1,)."""
    ids: TermIds
    """Ascending and unique within a chunk. Every chunk has the terms of the path too."""
    counts: Counts
    """Shape (4, n_entries): in the body, in the definitions, in the scope, and for the path, which are boosted already,
    for path fields have no length normalisation."""
    lengths: Lengths
    """Shape (3, n_chunks): of body, definitions and scope."""

    @property
    def chunk_count(self) -> int:
        """Chunks of the document, empty ones included."""
        return len(self.starts) - 1

    def part(self, first: int, end: int) -> DocumentTerms:
        """Some chunks, as if they were all; nothing is copied but where they begin."""
        starts = self.starts[first : end + 1]
        entries, chunks = slice(*starts[[0, -1]].tolist()), slice(first, end)
        return DocumentTerms(starts - starts[0], self.ids[entries], self.counts[:, entries], self.lengths[:, chunks])

    @property
    def size_bytes(self) -> int:
        """Of the larger arrays, those with a number for each entry."""
        return self.ids.nbytes + self.counts.nbytes


@dataclass(frozen=True, slots=True)
class Averages:
    """Mean field lengths of a corpus, in terms, per chunk and per file; 1 where a field is always empty."""

    body: float = 1.0
    definitions: float = 1.0
    scope: float = 1.0
    file_body: float = 1.0
    file_definitions: float = 1.0

    def to_json(self) -> dict[str, float]:
        """For the manifest."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: Mapping[str, float]) -> Averages:
        """Inverse of `to_json`. Raises TypeError on unknown fields."""
        return cls(**fields)


class LengthTotals:
    """Field lengths of documents that come one by one."""

    def __init__(self) -> None:
        self._files = self._chunks = 0
        self._lengths: npt.NDArray[np.int64] = np.zeros(3, np.int64)

    def add(self, document: DocumentTerms) -> None:
        """Add a document's to those before."""
        self._files += 1
        self._chunks += document.chunk_count
        self._lengths += document.lengths.sum(axis=1, dtype=np.int64)

    def averages(self) -> Averages:
        """The means over all chunks and all files so far."""
        chunks, files = max(1, self._chunks), max(1, self._files)
        totals = self._lengths.tolist()
        return Averages(*(total / chunks or 1.0 for total in totals), *(total / files or 1.0 for total in totals[:2]))


def spelled_out(text: str) -> str:
    """The text with the letters that character references stand for: `M&uuml;nchen` is one word."""
    return _REFERENCE.sub(_letter, text) if "&" in text else text


def _letter(found: re.Match[str]) -> str:
    from html import unescape  # a table of all entities, of which code has none

    letter = unescape(found[0])
    # `&nbsp;` and `&lt;` end words as they are written, and may be what a page is about.
    return letter if letter.isalnum() else found[0]


def count_terms(path: str, chunks: Sequence[Chunk | StoredChunk]) -> DocumentTerms:
    """Term counts of a document's chunks, in order, as they are read or as they are stored."""
    starts = range(0, max(1, len(chunks)), _COUNTED_CHUNKS)
    about = words_about(chunks)
    groups = [_count_group(path, about, chunks[start : start + _COUNTED_CHUNKS]) for start in starts]
    return groups[0] if len(groups) == 1 else _joined(groups)


def _joined(groups: Sequence[DocumentTerms]) -> DocumentTerms:
    """Those of one document, whose chunks follow each other."""
    ends = np.cumsum([group.starts[-1] for group in groups], dtype=np.uint32)
    starts = [groups[0].starts, *(group.starts[1:] + end for group, end in zip(groups[1:], ends[:-1], strict=True))]
    return DocumentTerms(
        np.concatenate(starts),
        np.concatenate([group.ids for group in groups]),
        np.concatenate([group.counts for group in groups], axis=1),
        np.concatenate([group.lengths for group in groups], axis=1),
    )


def _count_group(path: str, about: Iterable[Said], chunks: Sequence[Chunk | StoredChunk]) -> DocumentTerms:
    """All fields are sorted at once, as chunk, term id and field in one number."""
    count = len(chunks)
    fields = (
        [spelled_out(chunk.text) if chunk.kind == "prose" else chunk.text for chunk in chunks],
        [" ".join(chunk.definitions) for chunk in chunks],
        [chunk.scope for chunk in chunks],
    )
    ids = [_term_ids(text) for text in chain.from_iterable(fields)]
    lengths = np.array([len(of_text) for of_text in ids], np.uint32).reshape(len(fields), count) // _ID_BYTES
    path_ids, path_counts = _count_path(path, about)
    numbers = np.arange(count, dtype=np.uint64) << _ID_BITS << _FIELD_BITS
    places = numbers | np.arange(len(fields), dtype=np.uint64)[:, None]
    written = np.frombuffer(b"".join(ids), np.uint32).astype(np.uint64) << _FIELD_BITS
    written |= np.repeat(places, lengths.ravel())
    of_path = (numbers[:, None] | path_ids << _FIELD_BITS | np.uint64(len(fields))).ravel()
    entries, counts = counted(np.concatenate([written, of_path]))
    keys, place = with_places_of_sorted(entries >> _FIELD_BITS)
    field = entries & ((np.uint64(1) << _FIELD_BITS) - np.uint64(1))
    columns: Counts = np.zeros((len(fields) + 1, len(keys)), np.uint16)
    columns[field.astype(np.intp), place] = np.minimum(counts, _COUNT_LIMIT)
    columns[-1, place[field == len(fields)]] = np.tile(path_counts, count)
    starts = np.searchsorted(keys >> _ID_BITS, np.arange(count + 1, dtype=np.uint64)).astype(np.uint32)
    # The cast keeps the low 32 bits, which are the term's id.
    return DocumentTerms(starts, keys.astype(np.uint32), columns, lengths)


def encode_chunks(terms: DocumentTerms, averages: Averages) -> list[SparseVector]:
    """One vector per chunk, in order; weights lie in (0, k1 + 1]."""
    chunk_of_entry = np.repeat(np.arange(terms.chunk_count), np.diff(terms.starts))
    means = (averages.body, averages.definitions, averages.scope)
    norms = [_length_norm(*field)[chunk_of_entry] for field in zip(terms.lengths, means, _LENGTH_BS, strict=True)]
    body, definitions, scope, path = terms.counts
    pooled = body / norms[0] + _DEFINITION_BOOST * definitions / norms[1] + _SCOPE_BOOST * scope / norms[2] + path
    weights = _saturate(pooled)
    bounds = terms.starts.tolist()
    return [SparseVector(terms.ids[start:end], weights[start:end]) for start, end in pairwise(bounds)]


def encode_file(terms: DocumentTerms, averages: Averages) -> SparseVector:
    """The whole document as one vector: counts added up over its chunks, the path once, the scope left out."""
    ids = distinct(terms.ids)
    body, definitions, path = sums = tuple(np.zeros(len(ids)) for _ in range(3))
    for first in range(0, len(terms.ids), _ENTRIES_TOGETHER):
        some = slice(first, first + _ENTRIES_TOGETHER)
        places = np.searchsorted(ids, terms.ids[some])
        for summed, field in zip(sums, (0, 1, 3), strict=True):
            summed += np.bincount(places, weights=terms.counts[field, some], minlength=len(ids))
    body_norm, definition_norm = (
        _length_norm(terms.lengths[field].sum(keepdims=True), mean, _LENGTH_BS[field])
        for field, mean in enumerate((averages.file_body, averages.file_definitions))
    )
    # In place: each of these arrays is as long as three of the counts.
    body /= body_norm
    definitions *= _DEFINITION_BOOST
    definitions /= definition_norm
    path /= max(1, terms.chunk_count)
    body += definitions
    body += path
    known = body > 0
    return SparseVector(ids[known], _saturate(body[known]))


def encode_query(weights: Mapping[str, float]) -> SparseVector:
    """Weights by search term (as `citeline.text.terms` gives them), each at most 2; none for weights of 0 or less."""
    by_id: dict[int, float] = {}
    for term, weight in weights.items():
        if weight > 0:
            key = term_id(term)
            by_id[key] = max(by_id.get(key, 0.0), min(weight, _MAX_QUERY_WEIGHT))
    ids = sorted(by_id)
    return SparseVector(np.array(ids, np.uint32), np.array([by_id[key] for key in ids], np.float32))


def frequencies(terms: DocumentTerms) -> tuple[TermIds, npt.NDArray[np.int64]]:
    """The document's term ids, ascending, and in how many of its chunks' vectors each occurs."""
    return counted(terms.ids)


class _PieceTerms(dict[bytes, bytes]):
    """Term ids by piece of text between separators, as the bytes of an array: computes a missing piece, so look-ups run
    without Python code, and those of a text are only joined.
    """

    def __missing__(self, piece: bytes) -> bytes:
        ids = (
            ascii_term_ids(piece)
            if piece.isascii()
            else tuple(map(term_id, terms(piece.decode("utf-8", "surrogatepass"))))
        )
        packed = array(_ID_TYPE, ids).tobytes()
        if len(piece) <= _CACHED_PIECE_BYTES:
            if len(self) >= _CACHED_PIECES:
                self.clear()
            self[piece] = packed
        return packed


_PIECE_TERMS: Final = _PieceTerms()


def _term_ids(text: str) -> bytes:
    """Ids of `citeline.text.terms(text)`, in order, repeated as often as they occur, as the bytes of an array."""
    pieces = text.encode("utf-8", "surrogatepass").translate(_SEPARATORS_TO_SPACES).split()
    return b"".join(map(_PIECE_TERMS.__getitem__, pieces))


def _count_path(path: str, about: Iterable[Said]) -> tuple[npt.NDArray[np.uint64], Counts]:
    """Terms of the file's stem and last directories and of what the page says it is about, ascending, with what they
    count for in each chunk.
    """
    location = PurePosixPath(path)
    boosted: Counter[int] = Counter()
    for name, boost in (
        (location.stem, _STEM_BOOST),
        *((d, _DIRECTORY_BOOST) for d in location.parts[:-1][-_DIRECTORIES:]),
    ):
        for key in array(_ID_TYPE, _term_ids(name)):
            boosted[key] += boost
    said: dict[int, int] = {}
    for text, is_key in sorted(about, key=lambda one: not one.is_key):
        boost = _KEYWORD_BOOST if is_key else _TITLE_BOOST
        for key in array(_ID_TYPE, _term_ids(text))[: _MOST_SAID - len(said)]:
            said.setdefault(key, boost)
    boosted.update(said)
    ids = sorted(boosted)
    return np.array(ids, np.uint64), np.array([boosted[key] for key in ids], np.uint16)


def _length_norm(lengths: Lengths, mean: float, b: float) -> npt.NDArray[np.float64]:
    return 1 - b + b * lengths.astype(np.float64) / mean


def _saturate(pooled: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    return (pooled * (_K1 + 1) / (_K1 + pooled)).astype(np.float32)
