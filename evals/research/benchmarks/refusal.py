"""Does it refuse what a repository cannot answer, and answer what it can?

Each question of `code-search`, in English and in the languages that it is translated into, is asked of its own
repository and of two others. Everything is asked of the whole machine, without a model.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, TypeAlias

from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

from ...metrics import interval
from .code_search import Repository, open_corpus, repositories
from .quality import Report, Say
from .translated import LANGUAGES, read_translated

Asked: TypeAlias = tuple[str, str]
"""What is measured, and a question."""

OTHERS: Final = 2
"""Repositories that a question is asked of besides its own."""


def run_refusal(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """Shares of questions refused, or told as not stated, own and foreign."""
    found = list(repositories(labels, corpora))
    if len(found) <= OTHERS:
        say(f"  skipped: it takes {OTHERS + 1} of the set's working trees")
        return {}
    plan = plan_questions(questions_of(labels, found), seed=1)
    shares: dict[str, list[float]] = defaultdict(list)
    for repository in found:
        with open_corpus(repository, settings) as handle:
            for what, question in plan[repository.name]:
                refused, unstated = how_it_ends(handle, question)
                shares[f"refused/{what}"].append(float(refused))
                shares[f"not answered/{what}"].append(float(refused or unstated))
        say(f"  {repository.name}")
    return _say_shares(shares, say)


def plan_questions(questions: Mapping[str, Sequence[Asked]], seed: int) -> dict[str, list[Asked]]:
    """By repository what to ask it: its own questions, and those of others."""
    chooser = random.Random(seed)
    plan: dict[str, list[Asked]] = {name: [] for name in questions}
    for name, asked in questions.items():
        for language, question in asked:
            plan[name].append((f"own {language}", question))
            for other in chooser.sample(sorted(set(questions) - {name}), OTHERS):
                plan[other].append((f"foreign {language}", question))
    return plan


def how_it_ends(handle: IndexHandle, question: str) -> tuple[bool, bool]:
    """Whether it is refused, and whether the answer says that nothing is stated and what comes closest."""
    answer = ask(question, handle, no_model=True)
    verdict = answer.answers["verdict"] if answer.answers else ""
    return answer.status == "not_found", verdict == "not_stated"


def questions_of(labels: Path, found: Iterable[Repository]) -> dict[str, list[Asked]]:
    """By repository its own questions with their language, the English ones first."""
    asked = {one.name: [("English", sample.query) for sample in one.samples] for one in found}
    for one in read_translated(labels):
        if one.repository in asked:
            others = ((LANGUAGES[code], text) for code, text in one.questions.items() if code != "en")
            asked[one.repository].extend(others)
    return asked


def _say_shares(shares: Mapping[str, Sequence[float]], say: Say) -> Report:
    for what, values in sorted(shares.items()):
        low, high = interval(values)
        say(f"  {what:<29} {fmean(values):.1%}  n={len(values)}  95 % interval {low:.1%} … {high:.1%}")
    return {what: fmean(values) for what, values in shares.items()}
