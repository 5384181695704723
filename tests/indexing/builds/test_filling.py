"""Adding up the terms of a corpus costs what its documents hold, not its vocabulary for each of them."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

from citeline.indexing.builds import filling
from citeline.indexing.builds.filling import TermTotals
from citeline.indexing.builds.replaced import TermChange, all_of
from citeline.indexing.embedding.sparse import DocumentTerms, count_terms
from citeline.model import Chunk


def document(words: list[str]) -> DocumentTerms:
    return count_terms("a.txt", [Chunk("prose", 1, 1, " ".join(words), "", "", 0)])


def test_totals_are_those_of_all_documents_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_TERMS_HELD", 3)
    often, plain = TermTotals(), TermTotals()
    plain._held = -(10**9)
    for number in range(40):
        words = [f"word{chr(97 + number % 7)}", f"only{chr(97 + number % 26)}{chr(97 + number // 26)}", "everywhere"]
        often.add(all_of(document(words)))
        plain.add(all_of(document(words)))
    for one, other in zip(often.totals(), plain.totals(), strict=True):
        assert np.array_equal(np.asarray(one), np.asarray(other))


def test_a_vocabulary_beyond_the_limit_is_not_sorted_for_each_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_TERMS_HELD", 50)
    sorted_entries = 0
    unique = np.unique

    def counting(values: Any, **options: Any) -> Any:
        nonlocal sorted_entries
        sorted_entries += len(values)
        return unique(values, **options)

    documents = [
        document([f"t{chr(97 + n // 26)}{chr(97 + n % 26)}{chr(97 + k)}x" for k in range(5)]) for n in range(400)
    ]
    totals = TermTotals()
    monkeypatch.setattr(np, "unique", counting)
    for terms in documents:
        totals.add(all_of(terms))
    ids, _, _ = totals.totals()
    monkeypatch.undo()
    given = sum(len(unique(terms.ids)) for terms in documents)
    assert len(ids) > 1_000
    # Each sum sorts what was added up before once more; sums at thrice the size make that a small multiple.
    assert sorted_entries < 5 * given


def test_a_vocabulary_of_millions_takes_bytes_a_term(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = 200_000
    dice = np.random.default_rng(1)
    ids = dice.choice(2**32, terms, replace=False).astype(np.uint32)
    monkeypatch.setattr(filling, "_TERMS_HELD", terms // 50)
    totals = TermTotals()
    tracemalloc.start()
    for start in range(0, terms, 100):
        once = np.ones(100, np.int32)
        totals.add(TermChange(ids[start : start + 100], once, once))
    found = totals.totals()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found[0]) == terms
    # Three numbers of four bytes, one of the columns twice while it grows, and a quarter as many that are added up.
    assert peak < 45 * terms
