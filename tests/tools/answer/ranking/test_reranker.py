"""Which of the best spans comes first: the one that says what is asked, in whatever words."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.word_tokenizer import bundled_vocabulary
from citeline.protocols import FloatMatrix
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking import encoder, ranker
from citeline.tools.answer.ranking.candidates import Candidate, Sought
from citeline.tools.answer.ranking.encoder import BEGINS, ENDS
from citeline.tools.answer.ranking.features import Table, candidates_of, weights
from citeline.tools.answer.ranking.ranker import (
    FIRST_FEATURES,
    MOST,
    USUAL,
    Chosen,
    choose,
    lines_around,
    nearest_first,
)
from citeline.tools.answer.ranking.reranker import is_read, nearness
from citeline.tools.answer.sought import read_sought
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..conftest import Indexed

SECTIONS = {
    "reboot": "After a crash the supervisor reboots the process, without anybody's help.",
    "colours": "The colours of the process are painted anew every spring.",
    "owners": "Only owners are allowed to remove a process from the list.",
    "list": "The list of every process is a file that anybody can read.",
    "reload": "When a page was saved, LiveReload reloads it for whoever looks at it.",
}


@pytest.fixture
def table(indexed: Indexed) -> Table:
    """Spans of a page, of which every section has the word that is asked for."""
    index = indexed({"process.md": "\n".join(f"# {title}\n\n{text}\n" for title, text in SECTIONS.items())})
    asked = read("process list page")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    return candidates_of(index, passages, read_sought(index, asked))


def spans_of(table: Table) -> dict[str, Candidate]:
    """Of each section the span of its sentence."""
    by_text = {one.text: one for one in table.candidates}
    return {title: by_text[text] for title, text in SECTIONS.items()}


def texts_of(found: Sequence[Chosen]) -> list[str]:
    return [one.candidate.text for one in found]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("what happens when the service dies?", "reboot"),
        ("who has the right to delete one?", "owners"),
        ("automatic browser refresh", "reload"),
    ],
)
def test_what_says_it_in_other_words_is_nearest(table: Table, question: str, title: str) -> None:
    """None of these sentences has a content word of its question."""
    spans = spans_of(table)
    near = nearness(question, [*spans.values()])
    assert [*spans][int(near.argmax())] == title


SOUGHT = Sought({"process": 1.0}, ("process list page",))


def test_the_nearest_of_the_best_comes_first_and_none_is_lost(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its choice costs no claim: all that is told without it is told."""
    read_again: list[Candidate] = []

    def last_is_nearest(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
        read_again.extend(spans)
        return np.asarray([0.0] * (len(spans) - 1) + [100.0], np.float32)

    monkeypatch.setattr(ranker, "nearness", last_is_nearest)
    before = choose(table)[0]
    after, said, _, _ = nearest_first(before, SOUGHT, USUAL)
    assert 1 < len(read_again) == len(before)
    assert said == 100.0
    assert after[0].candidate is read_again[-1]
    assert sorted(texts_of(after)) == sorted(texts_of(before))


def test_of_claims_that_are_as_near_the_one_with_more_of_the_question_comes_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranker, "nearness", lambda asked, spans: np.zeros(len(spans), np.float32))
    more, less = (
        replace(one, features={"coverage_all": share}) for one, share in zip(choose(table)[0], (1.0, 0.2), strict=False)
    )
    for before in ([more, less], [less, more]):
        assert texts_of(nearest_first(before, SOUGHT, USUAL).claims) == texts_of([more, less])


@pytest.mark.parametrize(("near", "likely"), [([99.0, 0.0, 0.0, 0.0], 1), ([99.0, 99.0, 0.0, 0.0], 2), ([0.0] * 4, 4)])
def test_claims_are_likely_until_they_hold_nearly_all_of_the_likelihood(
    table: Table, monkeypatch: pytest.MonkeyPatch, near: list[float], likely: int
) -> None:
    """One that stands out is told alone; where each may be the answer, each is told."""
    monkeypatch.setattr(ranker, "nearness", lambda asked, spans: np.asarray(near, np.float32))
    alike = [replace(one, features={}) for one in choose(table)[0][:4]]
    assert nearest_first(alike, SOUGHT, USUAL).likely == likely


def test_what_is_stated_rests_on_the_claims_that_its_weights_were_fitted_with(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nearest of more claims is nearer, also where nothing answers."""
    monkeypatch.setattr(ranker, "nearness", lambda asked, spans: np.asarray([*[0.0] * MOST, 9.0], np.float32))
    alike = [replace(choose(table)[0][0], features={})] * (MOST + 1)
    assert nearest_first(alike, SOUGHT, USUAL).said == 0.0


def test_each_feature_of_a_first_claim_has_a_weight() -> None:
    """One without counts nothing, and nobody would see it."""
    assert set(weights("first")) == set(FIRST_FEATURES)


def test_the_first_claim_gets_the_lines_and_the_former_one_loses_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ranker, "nearness", lambda asked, spans: np.asarray([0.0] * (len(spans) - 1) + [100.0], np.float32)
    )
    before = choose(table)[0]
    after = nearest_first(before, SOUGHT, USUAL).claims
    former = next(one for one in after if one.candidate is before[0].candidate)
    assert after[0].around == lines_around(after[0].candidate, USUAL, {"process"})
    assert former.around and former.around[1] - former.around[0] < former.candidate.lines
    assert before[0].around and before[0].around[1] - before[0].around[0] >= former.around[1] - former.around[0]


def test_where_nothing_was_found_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranker, "nearness", None)
    assert nearest_first([], SOUGHT, USUAL).claims == []


def test_one_claim_is_read_to_tell_whether_it_says_anything(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranker, "nearness", lambda asked, spans: np.full(len(spans), -3.0, np.float32))
    one = choose(table, most=1)[0]
    (after,), said, likely, is_unread = nearest_first(one, SOUGHT, USUAL)
    assert after == replace(one[0], features={**one[0].features, "near": -3.0})
    assert (said, likely, is_unread) == (-3.0, 1, False)


def test_a_line_in_a_script_that_it_does_not_read_is_as_near_as_the_others(
    indexed: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Chinese page that answers was put behind English ones that share a word, and its answer was not stated."""
    pages = {
        "a.md": "# Process\n\n进程 process 由主管重新启动。\n",
        "b.md": "# Process\n\nThe process list is a file.\n",
    }
    index = indexed(pages)
    asked = read("process")
    passages = passages_of(index, search(index, asked, top_k=20, single=True).hits)
    before = choose(candidates_of(index, passages, read_sought(index, asked)))[0]
    foreign = [one for one in before if one.candidate.passage.chunk.path == "a.md"]
    assert len(foreign) == 1 < len(before)
    monkeypatch.setattr(
        ranker, "nearness", lambda asked, spans: np.asarray([9.0 * is_read(one) - 9.0 for one in spans], np.float32)
    )
    after = nearest_first([*foreign, *(one for one in before if one not in foreign)], SOUGHT, USUAL)
    assert after.claims[0].candidate is foreign[0].candidate
    assert after.is_unread


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("what happens when a process crashes?", "what is the license of the process supervisor?"),
        ("who may remove a process?", "how many processes were removed last year?"),
    ],
)
def test_what_says_it_is_likelier_than_what_only_has_its_words(table: Table, question: str, absent: str) -> None:
    """Whoever asks for what is not there is told so, and not shown the lines that share most words with it."""
    spans = [*spans_of(table).values()]
    assert nearness(question, spans).max() > 0 > nearness(absent, spans).max()


def test_a_text_of_any_length_is_read(table: Table) -> None:
    near = nearness("restart " * 50_000, [*spans_of(table).values()])
    assert np.isfinite(near).all()


def test_marks_around_a_text_are_no_tokens_of_the_vocabulary() -> None:
    """A model with other rows would read words for marks, and say nothing."""
    assert (len(bundled_vocabulary()), len(bundled_vocabulary()) + 1) == (BEGINS, ENDS)


@pytest.mark.parametrize("content", [None, b"", b"no graph"], ids=["missing", "empty", "damaged"])
def test_a_damaged_installation_is_told_with_its_remedy(
    table: Table, content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "reranker.onnx"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(encoder, "MODEL", file)
    with pytest.raises(EmbeddingError, match="reranker in the package cannot be read") as told:
        nearness("restart", [*spans_of(table).values()])
    assert "pip install" in str(told.value.remedy)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the reranker that a test may damage."""
    copy = Path(shutil.copytree(encoder.MODEL.parent, tmp_path / "bundled")) / encoder.MODEL.name
    monkeypatch.setattr(encoder, "MODEL", copy)
    return copy


def test_a_reranker_of_another_size_is_refused(table: Table, copied: Path) -> None:
    """What is appended to a graph is read over in silence."""
    with copied.open("ab") as file:
        file.write(b"\0")
    with pytest.raises(EmbeddingError, match=r"damaged: reranker\.onnx"):
        nearness("restart", [*spans_of(table).values()])


def test_a_table_of_words_that_is_broken_is_told_with_its_remedy(table: Table, copied: Path) -> None:
    """A file of the right size that no archive is."""
    words = copied.with_name(encoder.WORDS)
    words.write_bytes(bytes(words.stat().st_size))
    with pytest.raises(EmbeddingError, match="reranker in the package cannot be read") as told:
        nearness("restart", [*spans_of(table).values()])
    assert "pip install" in str(told.value.remedy)


def test_a_reranker_with_another_content_is_found_where_that_is_looked_at(copied: Path) -> None:
    """One wrong weight fails nowhere, and orders claims otherwise. Whoever puts another one into the package writes
    its manifest too, as `make reranker` does.
    """
    encoder.verify_encoder()
    content = bytearray(copied.read_bytes())
    content[len(content) // 2] ^= 1
    copied.write_bytes(content)
    with pytest.raises(EmbeddingError, match=r"damaged: reranker\.onnx"):
        encoder.verify_encoder()


def test_a_runtime_that_cannot_load_is_told_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback would end a question whose answer was there."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    encoder._load.cache_clear()
    with pytest.raises(EmbeddingError, match="reranker in the package cannot be read"):
        nearness("restart", [*spans_of(table).values()])
