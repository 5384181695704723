from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.embedding.sparse import (
    Averages,
    LengthTotals,
    count_terms,
    encode_chunks,
    encode_file,
    encode_query,
    frequencies,
)
from citeline.model import Chunk
from citeline.protocols import SparseVector
from citeline.text import term_id, terms

IdArray: TypeAlias = npt.NDArray[np.uint64]

K1 = 1.2
AVERAGES = Averages(body=20.0, definitions=2.0, scope=1.5, file_body=60.0, file_definitions=5.0)

NAMES = st.sampled_from(["getUserName", "Router", "load_index", "HTTPServer2", "für", "退款期限", "x", "the"])
TEXTS = st.one_of(st.text(max_size=120), st.lists(NAMES, max_size=30).map(" ".join))
CHUNKS = st.lists(
    st.builds(
        lambda text, scope, definitions: Chunk("code", 1, 1, text, "", scope, 0, tuple(definitions)),
        TEXTS,
        st.lists(NAMES, max_size=3).map(".".join),
        st.lists(NAMES, max_size=4),
    ),
    max_size=5,
)
PATHS = st.sampled_from(
    ["a.py", "src/http/retry_policy.py", "one/two/three/four/five/six.go", ".gitignore", "文档/退款.md"]
)


def chunk_of(text: str, *, scope: str = "", definitions: tuple[str, ...] = ()) -> Chunk:
    return Chunk("code", 1, 1, text, "", scope, 0, definitions)


def as_dict(vector: SparseVector) -> dict[int, float]:
    return dict(zip(vector.indices.tolist(), vector.values.tolist(), strict=True))


def path_counts(path: str) -> Counter[str]:
    location = PurePosixPath(path)
    counts: Counter[str] = Counter()
    for term in terms(location.stem):
        counts[term] += 6
    for directory in location.parts[:-1][-4:]:
        for term in terms(directory):
            counts[term] += 2
    return counts


def saturated(pooled: Counter[str] | dict[str, float]) -> dict[int, float]:
    return {term_id(term): f * (K1 + 1) / (K1 + f) for term, f in pooled.items() if f > 0}


def add_field(pooled: dict[str, float], found: Sequence[str], *, boost: float, b: float, mean: float) -> None:
    for term, count in Counter(found).items():
        pooled[term] = pooled.get(term, 0.0) + boost * count / (1 - b + b * len(found) / mean)


def slow_chunk(path: str, chunk: Chunk, averages: Averages) -> dict[int, float]:
    """BM25F of one chunk, written down from the formula."""
    pooled: dict[str, float] = dict(path_counts(path))
    add_field(pooled, terms(chunk.text), boost=1, b=0.75, mean=averages.body)
    add_field(pooled, terms(" ".join(chunk.definitions)), boost=3, b=0.3, mean=averages.definitions)
    add_field(pooled, terms(chunk.scope), boost=2, b=0.3, mean=averages.scope)
    return saturated(pooled)


def slow_file(path: str, chunks: Sequence[Chunk], averages: Averages) -> dict[int, float]:
    pooled: dict[str, float] = dict(path_counts(path)) if chunks else {}
    body = [term for chunk in chunks for term in terms(chunk.text)]
    definitions = [term for chunk in chunks for name in chunk.definitions for term in terms(name)]
    add_field(pooled, body, boost=1, b=0.75, mean=averages.file_body)
    add_field(pooled, definitions, boost=3, b=0.3, mean=averages.file_definitions)
    return saturated(pooled)


@settings(deadline=None)
@given(PATHS, CHUNKS)
def test_weights_equal_the_formula_written_plainly(path: str, chunks: list[Chunk]) -> None:
    counted = count_terms(path, chunks)
    for vector, chunk in zip(encode_chunks(counted, AVERAGES), chunks, strict=True):
        assert as_dict(vector) == pytest.approx(slow_chunk(path, chunk, AVERAGES), rel=1e-5)
    assert as_dict(encode_file(counted, AVERAGES)) == pytest.approx(slow_file(path, chunks, AVERAGES), rel=1e-5)


@settings(deadline=None)
@given(PATHS, CHUNKS)
def test_vectors_are_ascending_unique_and_positive(path: str, chunks: list[Chunk]) -> None:
    counted = count_terms(path, chunks)
    for vector in [*encode_chunks(counted, AVERAGES), encode_file(counted, AVERAGES)]:
        assert vector.indices.dtype == np.uint32
        assert vector.values.dtype == np.float32
        assert (np.diff(vector.indices.astype(np.int64)) > 0).all()
        assert ((vector.values > 0) & (vector.values <= np.float32(K1 + 1))).all()


@given(st.integers(1, 50), st.integers(1, 50))
def test_weight_grows_with_the_count_at_equal_length(low: int, more: int) -> None:
    length = low + more
    few, many = (
        as_dict(encode_chunks(count_terms("", [chunk_of("alpha " * n + "beta " * (length - n))]), AVERAGES)[0])
        for n in (low, length)
    )
    assert many[term_id("alpha")] > few[term_id("alpha")]


def test_definition_outweighs_mention() -> None:
    mention, definition = encode_chunks(
        count_terms("", [chunk_of("router"), chunk_of("router", definitions=("router",))]), AVERAGES
    )
    assert as_dict(definition)[term_id("router")] > as_dict(mention)[term_id("router")]


def test_chinese_is_found_by_its_bigrams() -> None:
    (vector,) = encode_chunks(count_terms("", [chunk_of("退款期限是七天")]), AVERAGES)
    assert {term_id("退款"), term_id("期限")} <= set(vector.indices.tolist())


@pytest.mark.parametrize("written", ["M&uuml;nchen", "M&#252;nchen", "M&#xFC;nchen"])
def test_a_word_with_a_character_reference_is_found_as_it_reads(written: str) -> None:
    page = Chunk("prose", 1, 1, f"<p>{written} &lt;b&gt;", "", "", 0)
    weights = as_dict(encode_chunks(count_terms("a.html", [page]), AVERAGES)[0])
    assert term_id("münchen") in weights
    assert term_id("lt") in weights, "what is no letter stays as it is written"
    code = as_dict(encode_chunks(count_terms("a.py", [chunk_of(f'"{written}"')]), AVERAGES)[0])
    assert term_id("münchen") not in code


def test_identifiers_are_found_by_part_and_whole() -> None:
    (vector,) = encode_chunks(count_terms("", [chunk_of("fetchUserName(x)")]), AVERAGES)
    assert {term_id(term) for term in ("fetch", "user", "name", "fetchusername")} <= set(vector.indices.tolist())


def test_scope_counts_in_the_chunk_but_not_in_the_file() -> None:
    counted = count_terms("", [chunk_of("alpha", scope="Router")])
    router = term_id("router")
    assert router in encode_chunks(counted, AVERAGES)[0].indices
    assert router not in encode_file(counted, AVERAGES).indices


def test_document_without_chunks_gives_nothing() -> None:
    counted = count_terms("src/empty.py", [])
    assert encode_chunks(counted, AVERAGES) == []
    assert len(encode_file(counted, AVERAGES).indices) == 0
    assert len(frequencies(counted)[0]) == 0


def test_undecodable_path_and_text_are_counted() -> None:
    counted = count_terms("caf\udce9/x.py", [chunk_of("a\udce9b \x00 word")])
    assert term_id("word") in encode_chunks(counted, AVERAGES)[0].indices


def test_frequencies_count_chunks_not_occurrences() -> None:
    ids, counts = frequencies(count_terms("", [chunk_of("alpha alpha"), chunk_of("alpha beta"), chunk_of("")]))
    assert dict(zip(ids.tolist(), counts.tolist(), strict=True)) == {term_id("alpha"): 2, term_id("beta"): 1}


def test_averages_are_means_per_chunk_and_per_file() -> None:
    documents = [
        count_terms("a.py", [chunk_of("alpha beta", definitions=("alpha",)), chunk_of("alpha beta gamma delta")]),
        count_terms("b.py", []),
    ]
    totals = LengthTotals()
    for document in documents:
        totals.add(document)
    averages = totals.averages()
    assert averages == Averages(body=3.0, definitions=0.5, scope=1.0, file_body=3.0, file_definitions=0.5)
    assert Averages.from_json(averages.to_json()) == averages


def test_averages_of_nothing_can_still_divide() -> None:
    assert LengthTotals().averages() == Averages()


def test_all_fields_of_a_document_are_sorted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # Sorting each field, and their keys again, was a quarter of what counting took.
    sorts: list[int] = []
    sort: Callable[[IdArray], IdArray] = np.sort

    def counting(values: IdArray) -> IdArray:
        sorts.append(len(values))
        return sort(values)

    monkeypatch.setattr(np, "sort", counting)
    count_terms("a/b.py", [Chunk("code", 1, 2, "def run(): pass", "", "Shop", 0, ("run",))] * 3)
    assert len(sorts) == 1


def test_counts_cross_processes() -> None:
    counted = count_terms("src/a.py", [chunk_of("alpha beta", scope="S", definitions=("alpha",))])
    copy = pickle.loads(pickle.dumps(counted))
    assert as_dict(encode_chunks(copy, AVERAGES)[0]) == as_dict(encode_chunks(counted, AVERAGES)[0])


def test_query_weights_are_capped_and_non_positive_terms_dropped() -> None:
    vector = encode_query({"alpha": 5, "beta": 0.3, "gamma": 0, "delta": -1})
    assert as_dict(vector) == pytest.approx({term_id("alpha"): 2.0, term_id("beta"): 0.3})
    assert (np.diff(vector.indices.astype(np.int64)) > 0).all()


def test_empty_query_gives_an_empty_vector() -> None:
    assert len(encode_query({}).indices) == 0
