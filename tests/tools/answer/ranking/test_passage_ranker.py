"""Which of the chunks that are found an answer is made from: those that say what is asked, in whatever words."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from citeline.data_files import shipped_text
from citeline.indexing.reader import Index
from citeline.tools.answer.ranking.passage_ranker import FOUND, MOST_READ, READ, line_runs, passages_ranked, weights
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.results import single_hits
from citeline.tools.retrieval.signals import read_signals

from ..conftest import Indexed

QUEUE = '''"""Jobs of the shop."""


def run(job):
    """Run a job; a failed job is retried five times."""
    for _ in range(5):
        if job.attempt():
            return
    raise JobLost(job)
'''
TEST = """from shop.queue import run


def test_a_failed_job_is_retried_often():
    job = Failing(4)
    run(job)
    assert job.retried == 4
"""
SHOP = {
    "shop/queue.py": QUEUE,
    "shop/colours.py": 'def colour(job):\n    """The colour of a job that failed."""\n    return "red"\n',
    "tests/test_queue.py": TEST,
    "examples/retry.py": "# An example that shows how a failed job is retried.\nrun(failing_job)\n",
    "CHANGELOG.md": "# Changes\n\n## 2.1.0\n\n- A failed job is retried five times.\n",
    "docs/orders.md": "# Orders\n\nAn order that was paid is sent.\n",
}

DAYS = ("2026-01-12", "2026-02-09", "2026-03-09")


def paths_found(index: Index, question: str) -> list[str]:
    query = first_query(index, read(question))
    signals = read_signals(corpus_of(index), gather(index, query))
    order = passages_ranked(index, query, signals)
    return [hit.chunk.path for hit in single_hits(index, query, order, limit=5)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how often is a failed job retried?", "shop/queue.py"),
        ("which test shows that a failed job is retried?", "tests/test_queue.py"),
        ("what changed about failed jobs?", "CHANGELOG.md"),
        ("which example shows that a failed job is retried?", "examples/retry.py"),
    ],
)
def test_tests_and_change_logs_come_first_where_they_are_asked_for_alone(
    indexed: Indexed, question: str, first: str
) -> None:
    """They have all the words of a question, and say what is tested or was changed, not how it works."""
    assert paths_found(indexed(SHOP), question)[0] == first


def test_what_is_near_in_other_words_comes_before_what_has_the_words(indexed: Indexed) -> None:
    """A passage of the right words about something else was read in place of it."""
    process = {
        "supervisor.md": "# The supervisor\n\nAfter a crash the supervisor reboots the process.\n",
        "paint.md": "# Paint\n\nEvery spring the colours of the process are painted anew.\n",
    }
    assert paths_found(indexed(process), "what happens to a process that died?")[0] == "supervisor.md"


def test_the_first_score_is_one_and_no_more_than_are_read_are_ranked(indexed: Indexed) -> None:
    many = {
        f"notes/{number:03}.md": f"# Note {number}\n\nThe job of day {number} is retried.\n" for number in range(90)
    }
    index = indexed(many)
    query = first_query(index, read("when is a job retried?"))
    order = passages_ranked(index, query, read_signals(corpus_of(index), gather(index, query)))
    scores = [score for _, score in order.ordered]
    assert len(scores) == MOST_READ
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0


def test_a_question_without_anything_near_has_no_passages(indexed: Indexed) -> None:
    index = indexed(SHOP)
    query = first_query(index, read("?"))
    assert passages_ranked(index, query, read_signals(corpus_of(index), {})).ordered == []


def test_the_newest_page_comes_first_where_it_is_asked_for_and_its_chance_stays(indexed: Indexed) -> None:
    """A date made a passage look as if no other came near it, and the answer said `yes`."""
    index = indexed({f"minutes/{day}.md": f"# Minutes of {day}\n\nThe job is retried.\n" for day in DAYS})
    query = replace(first_query(index, read("what do the latest minutes say about retried jobs?")), style="prose")
    order = passages_ranked(index, query, read_signals(corpus_of(index), gather(index, query)))
    hits = single_hits(index, query, order, limit=3)
    chances = [hit.features["chance"] for hit in hits]
    assert hits[0].chunk.path == f"minutes/{DAYS[-1]}.md"
    assert sum(chances) == pytest.approx(1.0)
    assert chances[0] < max(chances)


def test_what_nothing_speaks_for_is_no_passage(indexed: Indexed) -> None:
    """Of a small index every chunk has a place among those that are near, however far it is."""
    index = indexed(SHOP)
    query = first_query(index, read("how is a failed job retried?"))
    signals = read_signals(corpus_of(index), gather(index, query))
    chunks = {chunk for chunk, _ in passages_ranked(index, query, signals).ordered}
    assert chunks and chunks <= {*signals.chunks[signals.is_scored].tolist()}
    assert len(chunks) < len(corpus_of(index).chunks)


def test_copies_take_no_place_among_the_chunks_that_are_read(indexed: Indexed) -> None:
    """Pages in a dozen versions filled all places, and the page about it was not read."""
    page = "# Retries\n\nA job is retried.\n\nIt waits a minute.\n\nThen it is given up and the owner told.\n"
    old = {f"docs/v{number}/retries.md": page for number in range(1, 80)}
    index = indexed({**old, "docs/jobs.md": "# Jobs\n\nWhen a job is retried it keeps its number.\n"})
    query = first_query(index, read("when is a job retried?"))
    order = passages_ranked(index, query, read_signals(corpus_of(index), gather(index, query)))
    paths = {corpus_of(index).documents[corpus_of(index).document_of(chunk)].path for chunk, _ in order.ordered}
    assert paths == {"docs/v79/retries.md", "docs/jobs.md"}


def test_every_line_of_a_chunk_is_in_a_run(indexed: Indexed) -> None:
    """The end of a chunk could never be near a question."""
    index = indexed({"a.md": "# A\n\n" + "\n".join(f"Line {number} of it." for number in range(23)) + "\n", **SHOP})
    chunks = [*index.structure.chunks(corpus_of(index).chunks.tolist()).values()]
    owners, first, last = line_runs(chunks)
    lines = [chunk.text.count("\n") + 1 for chunk in chunks]
    ends = np.cumsum(lines)
    assert [*np.unique(owners)] == [*range(len(chunks))]
    assert all(ends[owner] - lines[owner] <= one for owner, one in zip(owners, first, strict=True))
    assert all(one <= ends[owner] for owner, one in zip(owners, last, strict=True))
    covered = {line for one, end in zip(first.tolist(), last.tolist(), strict=True) for line in range(one, end)}
    assert covered == {*range(sum(lines))}


@pytest.mark.parametrize(("stage", "features"), [("found", FOUND), ("read", READ)])
def test_every_feature_has_a_weight_and_every_weight_a_feature(stage: str, features: tuple[str, ...]) -> None:
    held = json.loads(shipped_text("citeline.tools.answer.ranking", "passages.json"))[stage]
    assert [*held] == [*features]
    assert weights(stage, features).tolist() == pytest.approx([*held.values()])
