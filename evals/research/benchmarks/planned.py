"""What a planner's reply is worth to a search, asked of no model: recorded replies to `translate_query`, part by part.

`planner_replies.jsonl` has one reply to each of 248 questions of `line-spans` and `code-search`, written by a language
model that was shown the question, the name of the corpus and its languages, and no source. The corpora are public, so
that it may know some of them: on code that no model has seen, expect less.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import Hit
from citeline.settings import Settings
from citeline.tools.handle import index
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.retrieval.keywords import expand_keywords
from citeline.tools.retrieval.query import make_query
from citeline.tools.retrieval.search import search_query

from ...bootstrap import interval
from . import code_search, line_spans
from .quality import Report, Say

REPLIES: Final = Path(__file__).with_name("planner_replies.jsonl")
NOTHING: Final = "nothing of it"
_PARTS: Final[dict[str, frozenset[str]]] = {
    NOTHING: frozenset(),
    "hypothetical": frozenset({"hypothetical"}),
    "names": frozenset({"names"}),
    "words": frozenset({"words"}),
    "names and words": frozenset({"names", "words"}),
    "all of it": frozenset({"hypothetical", "names", "words"}),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """One recorded reply."""

    hypothetical: str
    names: list[str]
    words: list[str]


@dataclass(frozen=True, slots=True)
class _Asked:
    group: str
    identity: str
    question: str
    score: Callable[[list[Hit]], float]


def read_replies(file: Path = REPLIES) -> dict[str, Planned]:
    """Replies by the id of their question."""
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {row["id"]: Planned(row["hypothetical"], row["names"], row["words"]) for row in rows}


def search_planned(reader: Index, question: str, reply: Planned, parts: frozenset[str]) -> list[Hit]:
    """The first ten files of the first round, with these parts of a reply."""
    asked = read(question)
    queries = translate(asked)
    queries["hypothetical"] = reply.hypothetical if "hypothetical" in parts else ""
    queries["names"] = reply.names if "names" in parts else []
    queries["words"] = reply.words if "words" in parts else []
    keywords = expand_keywords(reader, asked, queries, level=1)
    _, hits = search_query(reader, make_query(asked, queries, keywords), limit=line_spans.TOP)
    return hits


def run_planned(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """NDCG@10 of each part, and its difference to a search without a model on the same questions."""
    replies = read_replies(REPLIES)
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for root, questions in _corpora(labels.parent, corpora):
        with index(root, settings=settings, force=True) as handle:
            for asked in questions:
                for name, parts in _PARTS.items():
                    hits = search_planned(handle.reader, asked.question, replies[asked.identity], parts)
                    scores[asked.group, name].append(asked.score(hits))
    for (group, name), values in scores.items():
        change = [value - without for value, without in zip(values, scores[group, NOTHING], strict=True)]
        low, high = interval(change)
        told = "" if name == NOTHING else f"  {fmean(change):+.3f}, 95 % interval {low:+.3f} … {high:+.3f}"
        say(f"  {group:<18} {name:<16} {fmean(values):.4f}  n={len(values)}{told}")
    return {f"{group} {name}": fmean(values) for (group, name), values in scores.items()}


def _corpora(labels: Path, corpora: Path) -> Iterator[tuple[Path, list[_Asked]]]:
    if (root := corpora / "octocode").is_dir():
        yield root, list(_of_lines(labels / "line-spans"))
    rows = [json.loads(line) for line in (labels / "code-search" / "zh.jsonl").read_text("utf-8").splitlines()]
    for repository in code_search.repositories(labels / "code-search", corpora):
        if asked := [row for row in rows if row["repo"] == repository.name]:
            yield repository.root, [_of_files(row, repository.prefix) for row in asked]


def _of_lines(labels: Path) -> Iterator[_Asked]:
    rows = (json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines())
    for row, sample in zip(rows, line_spans.read_samples(labels), strict=True):
        score = partial(line_spans.graded_ndcg, spans=sample.spans)
        yield _Asked(f"line-spans, {sample.kind}", row["id"], sample.query, score)


def _of_files(row: dict[str, str], prefix: str) -> _Asked:
    targets = [code_search.target(label) for label in [*row["relevant"], *row["secondary"]]]
    score = partial(code_search.ndcg, targets=targets, prefix=prefix)
    return _Asked("code-search", row["id"], row["query_en"], score)
