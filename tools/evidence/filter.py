"""How relevant each piece of evidence is to the question, from 0 to 10, and which go into the answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from citeline.indexing.reader import Index
from citeline.state import Evidence
from citeline.text import terms, words

from ..question.analysis import is_change_log
from ..question.question import Question
from ..retrieval.paths import read_path
from ..retrieval.query import SearchQuery
from .term_weights import Asked, read_words

# Of 10 points. Words carry most: on the development questions they separate right evidence from wrong best
# (AUC .88, against .77 for the ranker's own score, which always has a best hit).
COVERAGE_POINTS = 5.0
NAME_POINTS = 2.0
RANK_POINTS = 2.0
AGREEMENT_POINTS = 1.0
# A channel that ranks a chunk this high means it.
_TRUSTED_RANK = 15
_NAME_FEATURES = ("def_ident", "def_join", "def_f1", "name_cov")
# Two chunks that share this much of their word pairs say the same thing: copies, vendored files, generated code.
NEAR_DUPLICATE: Final = 0.8


def score_relevance(index: Index, query: SearchQuery, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The evidence with `relevance` filled in, order kept; the given pieces stay as they are.

    Points for the share of the question's weight that the chunk holds, for definitions that the question names, for
    the ranker's score against the best one, and for channels that agree.
    """
    asked = read_words(index, words(query.english))
    related = read_words(index, query.weights)
    best = max((item["score"] for item in evidence), default=0.0)
    return [{**item, "relevance": round(_relevance(item, asked, related, best), 2)} for item in evidence]


def keep_relevant(evidence: Sequence[Evidence], threshold: float) -> list[Evidence]:
    """The pieces that reach the threshold, order kept; or else the best two, because whether they are an
    answer is for the grading to say: alone, the threshold refuses 1 in 15 answerable questions.
    """
    best = sorted(evidence, key=lambda item: -item["relevance"])[:2]
    chosen = {item["id"] for item in best} | {item["id"] for item in evidence if item["relevance"] >= threshold}
    # A step of the way that is asked for need not hold the words of the question.
    chosen |= {item["id"] for item in evidence if "graph" in item["channels"]}
    return [item for item in evidence if item["id"] in chosen]


def keep_present(question: Question, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The pieces that tell how things are: no tests and no change logs, unless they were asked for or are all there is.

    A change log mentions everything once, and a test uses everything: both look like an answer by their words.
    """
    kept = list(evidence)
    if "tests" not in question.cues or "how_to" in question.cues:
        kept = [item for item in kept if not read_path(item["path"]).is_test] or kept
    if "changes" not in question.cues:
        kept = [item for item in kept if not is_change_log(item["path"])] or kept
    return kept


def evidence_terms(item: Evidence) -> frozenset[str]:
    """Search terms of a chunk's lines, path and qualified name."""
    return frozenset(terms(f"{item['text']}\n{item['path']}\n{item['qualified_name']}\n{item['name']}"))


def _relevance(item: Evidence, asked: Asked, related: Asked, best: float) -> float:
    found = evidence_terms(item)
    coverage = max(asked.coverage(found), related.coverage(found))
    named = max((item["features"].get(name, 0.0) for name in _NAME_FEATURES), default=0.0)
    rank = max(0.0, item["score"] / best) if best > 0 else 0.0
    agreeing = sum(place <= _TRUSTED_RANK for place in item["channels"].values())
    return (
        COVERAGE_POINTS * coverage
        + NAME_POINTS * min(1.0, named)
        + RANK_POINTS * min(1.0, rank)
        + AGREEMENT_POINTS * min(1.0, agreeing / 2)
    )


def assemble_context(evidence: Sequence[Evidence], limit_chars: int, *, limit: int | None = None) -> list[Evidence]:
    """The best pieces in order, near-duplicates left out, numbered from 1; at most `limit` of them.

    `limit_chars` bounds their text together. The first piece is always in: an answer needs one.
    """
    chosen: list[Evidence] = []
    shingles: list[frozenset[tuple[str, str]]] = []
    size = 0
    for item in evidence:
        if limit is not None and len(chosen) >= limit:
            break
        if chosen and size + len(item["text"]) > limit_chars:
            continue
        pairs = _word_pairs(item["text"])
        if any(_overlap(item, other) for other in chosen) or any(_alike(pairs, other) for other in shingles):
            continue
        size += len(item["text"])
        shingles.append(pairs)
        chosen.append({**item, "id": len(chosen) + 1})
    return chosen


def _word_pairs(text: str) -> frozenset[tuple[str, str]]:
    found = [word.lower() for word in words(text)]
    return frozenset(pairwise(found))


def _alike(left: frozenset[tuple[str, str]], right: frozenset[tuple[str, str]]) -> bool:
    shared = len(left & right)
    return shared > 0 and shared / len(left | right) >= NEAR_DUPLICATE


def _overlap(left: Evidence, right: Evidence) -> bool:
    return (
        left["path"] == right["path"]
        and left["start_line"] <= right["end_line"]
        and right["start_line"] <= left["end_line"]
    )
