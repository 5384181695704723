"""Which of the best spans comes first: the one that says what is asked, in whatever words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.word_tokenizer import bundled_vocabulary
from citeline.protocols import FloatMatrix
from citeline.tools.answer.compose import read_sought
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking import ranker, reranker
from citeline.tools.answer.ranking.features import Candidate, Table, candidates_of
from citeline.tools.answer.ranking.ranker import Chosen, choose
from citeline.tools.answer.ranking.reranker import BEGINS, ENDS, nearness
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


def test_the_nearest_of_the_best_comes_first_and_the_others_stay(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its choice must not cost a claim: the further ones are what they were."""
    read_again: list[Sequence[Candidate]] = []

    def last_is_nearest(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
        read_again.append(spans)
        return np.asarray([0.0] * (len(spans) - 1) + [100.0], np.float32)

    monkeypatch.setattr(ranker, "nearness", last_is_nearest)
    before, after = choose(table)[0], choose(table, asked="process list page")[0]
    ((*_, nearest),) = read_again
    assert after[0].candidate is nearest
    assert before[0].candidate is not nearest
    assert set(texts_of(before)) == set(texts_of(after))


def test_no_line_is_read_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four windows around one line would be one choice, at four times the cost."""
    read_again: list[Candidate] = []

    def remembered(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
        read_again.extend(spans)
        return np.zeros(len(spans), np.float32)

    monkeypatch.setattr(ranker, "nearness", remembered)
    choose(table, asked="process list page")
    lines = [line for one in read_again for line in range(one.start_line, one.end_line + 1)]
    assert 1 < len(read_again) <= 4
    assert len(lines) == len(set(lines))


def test_without_a_question_nothing_is_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands behind a cell or a caller is ranked by words, in a tenth of the time."""
    monkeypatch.setattr(ranker, "nearness", None)
    assert choose(table)[0]
    assert choose(table, asked="process list page", behind=True)[0]


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
    monkeypatch.setattr(reranker, "MODEL", file)
    with pytest.raises(EmbeddingError, match="reranker in the package cannot be read") as told:
        nearness("restart", [*spans_of(table).values()])
    assert "pip install" in str(told.value.remedy)
