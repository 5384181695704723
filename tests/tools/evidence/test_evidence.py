from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from citeline.pages import Pages
from citeline.tools.evidence.evidence import cut, evidence_from_hits
from citeline.tools.evidence.filter import assemble_context, keep_relevant, score_relevance
from citeline.tools.question.read import read
from citeline.tools.retrieval.query import make_query

from .fakes import fake_index, hits


def test_hits_become_evidence_in_order_with_the_hash_of_their_text() -> None:
    first, second = evidence_from_hits(hits("Cart.checkout", "Vouchers"))
    assert (first["id"], second["id"]) == (1, 2)
    assert (first["path"], first["start_line"], first["end_line"]) == ("shop/cart.py", 7, 14)
    assert first["sha256"] == sha256(first["text"].encode()).hexdigest()
    assert first["channels"] == {"lexical": 1, "dense_english": 2}


def test_a_cut_is_exactly_its_lines() -> None:
    (hit,) = hits("Cart.checkout")
    narrow = cut(hit.chunk, 11, 12, identity=9, node=None)
    assert narrow["text"] == "        total = self.total()\n        if voucher:"
    assert (narrow["id"], narrow["start_line"], narrow["end_line"]) == (9, 11, 12)
    assert narrow["sha256"] == sha256(narrow["text"].encode()).hexdigest()


def test_evidence_of_a_whole_chunk_and_of_some_of_its_lines_tells_the_page() -> None:
    (hit,) = hits("Cart.checkout")
    paged = replace(hit, chunk=replace(hit.chunk, pages=Pages("slide", (1, 10), (1, 2))))
    (whole,) = evidence_from_hits([paged])
    assert (whole["page"], whole["place"]) == (1, "slides 1-2")
    narrow = cut(paged.chunk, 11, 12, identity=9, node=None)
    assert (narrow["page"], narrow["place"]) == (2, "slide 2")
    assert "place" not in evidence_from_hits([hit])[0]


def test_lines_of_the_second_sheet_of_a_chunk_are_called_after_that_sheet() -> None:
    (hit,) = hits("Cart.checkout")
    chunk = replace(hit.chunk, pages=Pages("sheet", (1, 10), (1, 2), ("Costs", "Fees")))
    assert cut(chunk, 11, 12, identity=9, node=None)["name"] == "Fees"
    assert cut(chunk, 7, 8, identity=9, node=None)["name"] == hit.chunk.name


def test_evidence_with_the_words_of_the_question_is_more_relevant() -> None:
    question = "voucher cents"
    keywords = {"exact": ["voucher", "cents"], "parts": [], "related": []}
    queries = {"english": question, "original": question, "hypothetical": ""}
    query = make_query(read(question), queries, keywords)  # type: ignore[arg-type]  # plain dicts for TypedDicts
    given = evidence_from_hits(hits("Cart.total", "apply_voucher"))
    total, voucher = score_relevance(fake_index(), query, given)
    assert 0 <= total["relevance"] < 5 <= voucher["relevance"] <= 10
    assert given[0]["relevance"] == 0.0


def test_the_best_two_are_kept_whatever_they_score() -> None:
    given = evidence_from_hits(hits("Cart", "Cart.total", "Vouchers"))
    scored = [{**item, "relevance": value} for item, value in zip(given, (1.0, 3.0, 2.0), strict=True)]
    assert [item["id"] for item in keep_relevant(scored, 5.0)] == [2, 3]  # type: ignore[arg-type]  # Evidence
    assert keep_relevant([], 5.0) == []


def test_near_duplicates_and_overlaps_are_left_out() -> None:
    one, two = evidence_from_hits(hits("Cart.checkout", "Vouchers"))
    copy = {**one, "id": 3, "path": "vendor/cart.py"}
    part = {**two, "id": 4, "start_line": 5, "end_line": 6, "text": "something else entirely"}
    found = assemble_context([one, copy, two, part], 10_000)  # type: ignore[list-item]  # Evidence
    assert [(item["id"], item["path"]) for item in found] == [(1, "shop/cart.py"), (2, "docs/guide.md")]


def test_the_context_stays_within_its_size_but_is_never_empty() -> None:
    given = evidence_from_hits(hits("Cart.checkout", "Vouchers", "Cart.total"))
    size = len(given[0]["text"]) + len(given[2]["text"])
    assert [item["path"] for item in assemble_context(given, size)] == ["shop/cart.py", "shop/cart.py"]
    assert len(assemble_context(given, 1)) == 1
    assert len(assemble_context(given, 10_000, limit=2)) == 2
    assert assemble_context([], 10_000) == []
