"""Which of thousands of spans are worth reading: those near the question in whatever words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from citeline.indexing.reader import Index
from citeline.protocols import FloatMatrix
from citeline.tools.answer.passages import passages_of
from citeline.tools.answer.ranking import likeness as module
from citeline.tools.answer.ranking.candidates import Passage
from citeline.tools.answer.ranking.encoder import loaded, read_question, units
from citeline.tools.answer.ranking.features import FEATURES, candidates_of
from citeline.tools.answer.ranking.likeness import likeness
from citeline.tools.answer.ranking.reranker import BESIDE, TITLE_CHARACTERS
from citeline.tools.answer.ranking.spans import MAX_LINES, spans_of
from citeline.tools.answer.sought import read_sought
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..conftest import Indexed

FILES = {
    "process.md": (
        "# The supervisor\n\nAfter a crash the supervisor reboots the process.\n\n"
        "Every spring the colours of the process are painted anew.\n\n"
        "# Access\n\nOnly owners are allowed to remove a process from the list.\n\n\n\nThe process list is a file.\n"
    ),
    "pool.py": (
        '"""A pool."""\n\nMAX_WORKERS = 8\n\n\ndef start(jobs):\n    """Start the process of each job."""\n'
        "    for job in jobs:\n        if job.done:\n            continue\n\n        job.process()\n    return jobs\n"
    ),
}
QUESTIONS = ["what happens to a process that died?", "process", "who may delete a process?", "ein Prozess: 7 + 8?"]


def passages(index: Index, question: str) -> list[Passage]:
    return passages_of(index, search(index, read(question), top_k=20, single=True).hits)


def by_chunks(question: str, found: list[Passage]) -> tuple[FloatMatrix, list[tuple[Passage, int, int]]]:
    """Of all spans of all passages what they are like, and where each of them is."""
    spans = [(one, *ends) for one in found for ends in spans_of(one.chunk, prose=one.prose).ends.tolist()]
    above = np.cumsum([0, *(one.chunk.text.count("\n") + 1 for one in found)])
    owners = np.asarray([found.index(one) for one, *_ in spans])
    ends = np.asarray([(first, last + 1) for _, first, last in spans]) + above[owners][:, None]
    return likeness(question, [one.chunk for one in found], owners, ends[:, 0], ends[:, 1]), spans


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_at_once_is_one_by_one(indexed: Indexed, question: str) -> None:
    """A span that got its neighbour's figure would be cited for what it does not say."""
    asked, table = read_question(question), loaded().words
    words = units(asked.words @ table.project)
    found, spans = by_chunks(question, passages(indexed(FILES), "process"))
    assert len(spans) > 30
    alone = []
    for passage, first, last in spans:
        lines = passage.chunk.text.split("\n")[max(first - BESIDE, 0) : last + 1 + BESIDE]
        tokens = module.word_tokenizer().token_ids("\n".join([passage.chunk.breadcrumb[-TITLE_CHARACTERS:], *lines]))
        near = units(table.rows[tokens].astype(np.float32)) @ words.T
        counts = table.importance[tokens]
        whole = float(counts @ near @ asked.counts) / float(counts.sum())
        alone.append(table.of_words * near.max(0) @ asked.counts + table.of_texts * whole)
    assert found == pytest.approx(np.asarray(alone) - np.mean(alone), abs=1e-3)


def test_each_candidate_has_the_figure_of_its_own_span(indexed: Indexed) -> None:
    """With the figures of its neighbours a span would be chosen for what it does not say."""
    index, question = indexed(FILES), "who may delete a process?"
    held = passages(index, "process")
    found, spans = by_chunks(question, held)
    figures = {
        (one.chunk.path, one.chunk.start_line + first, last - first): odds
        for (one, first, last), odds in zip(spans, found, strict=True)
    }
    table = candidates_of(index, held, read_sought(index, read(question)))
    assert len(table.candidates) > 10
    for one, odds in zip(table.candidates, table.values[:, FEATURES.index("likeness")].tolist(), strict=True):
        key = (one.passage.chunk.path, one.start_line, one.lines - 1)
        assert odds == pytest.approx(figures[key], abs=1e-3)


def test_a_question_without_words_and_lines_without_words_are_told_apart_by_nothing(indexed: Indexed) -> None:
    held = passages(indexed(FILES), "process")
    assert np.isfinite(by_chunks("?!", held)[0]).all()
    chunks = [replace(held[0].chunk, text="\n\n---\n", breadcrumb="")]
    odds = likeness("process", chunks, np.zeros(3, np.int64), np.asarray([0, 1, 2]), np.asarray([1, 3, 3]))
    assert odds.tolist() == [0.0, 0.0, 0.0]


def test_a_span_with_the_lines_beside_it_is_covered_by_two_runs() -> None:
    """The lines in the middle of a longer one would not be looked at."""
    rows = np.random.default_rng(1).normal(size=(40, 3)).astype(np.float32)
    low = np.asarray([0, 5, 20, 39])
    high = low + np.asarray([MAX_LINES + 2 * BESIDE, 1, 9, 1])
    expected = [rows[first:last].max(0) for first, last in zip(low, high, strict=True)]
    assert module._largest_between(rows, low, high).tolist() == [one.tolist() for one in expected]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("who is permitted to erase an entry?", "Only owners are allowed"),
        ("maximum number of parallel threads", "MAX_WORKERS = 8"),
        ("when is it coloured again?", "painted anew"),
    ],
)
def test_what_says_it_in_other_words_is_likest(indexed: Indexed, question: str, says: str) -> None:
    """None of these lines has a content word of its question."""
    found, spans = by_chunks(question, passages(indexed(FILES), "process"))
    passage, first, last = spans[int(found.argmax())]
    assert says in "\n".join(passage.chunk.text.split("\n")[max(first - BESIDE, 0) : last + 1 + BESIDE])


def test_what_is_in_another_script_is_as_like_as_others_are(indexed: Indexed) -> None:
    """Single Chinese characters are near nothing: a page that answers would be put behind every English one."""
    files = {
        "a.md": "# Process\n\n进程 process 由主管重新启动。\n",
        "b.md": "# Process\n\nThe process list is a file.\n",
    }
    found, spans = by_chunks("process", passages(indexed(files), "process"))
    in_chinese = [one.chunk.path == "a.md" and first > 0 for one, first, _ in spans]
    assert any(in_chinese) and [odds == 0 for odds in found] == in_chinese
