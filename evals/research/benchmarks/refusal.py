"""Does it refuse what a repository cannot answer, answer what it can, and tell which names are not there?

Each question of `code-search`, in English and in the languages that it is translated into, is asked of its own
repository and of two others. Names: see `absent_names`. Everything is asked of the whole machine, without a model.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, TypeAlias

from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

from ...bootstrap import interval
from .absent_names import NameQuestion, Names, absent_questions, present_questions, read_names
from .code_search import Repository, open_corpus, repositories
from .quality import Report, Say
from .translated import LANGUAGES, read_translated

Asked: TypeAlias = tuple[str, str]
"""What is measured, and a question."""

OTHERS: Final = 2
"""Repositories that a question is asked of besides its own."""
NAMES_EACH: Final = 6
"""Questions of each kind of name, about names that are there and about names that are not."""


def run_refusal(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """Shares of questions refused, or told as not stated, own and foreign, and of names told, absent and present."""
    found = list(repositories(labels, corpora))
    if len(found) <= OTHERS:
        say(f"  skipped: it takes {OTHERS + 1} of the set's working trees")
        return {}
    questions = questions_of(labels, found)
    plan = plan_questions(questions, seed=1)
    names = [read_names(repository.root) for repository in found]
    shares: dict[str, list[float]] = defaultdict(list)
    for place, repository in enumerate(found):
        with open_corpus(repository, settings) as handle:
            for what, question in plan[repository.name]:
                refused, unstated = how_it_ends(handle, question)
                shares[f"refused/{what}"].append(float(refused))
                shares[f"not answered/{what}"].append(float(refused or unstated))
            english = [question for language, question in questions[repository.name] if language == "English"]
            for what, told in _told(handle, place, names, english):
                shares[what].append(told)
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


def is_told(handle: IndexHandle, question: NameQuestion) -> bool:
    """Whether the answer says that the name, or the part of it that matters, is not there."""
    told = ask(question.text, handle, no_model=True).missing_names
    return any(one["name"].lower() in question.name.lower() or question.name in one["name"] for one in told)


def questions_of(labels: Path, found: Iterable[Repository]) -> dict[str, list[Asked]]:
    """By repository its own questions with their language, the English ones first."""
    asked = {one.name: [("English", sample.query) for sample in one.samples] for one in found}
    for one in read_translated(labels):
        if one.repository in asked:
            others = ((LANGUAGES[code], text) for code, text in one.questions.items() if code != "en")
            asked[one.repository].extend(others)
    return asked


def _told(handle: IndexHandle, place: int, names: Sequence[Names], asked: Sequence[str]) -> Iterator[tuple[str, float]]:
    others = [*names[:place], *names[place + 1 :]]
    for question in absent_questions(names[place], others, asked, NAMES_EACH, place):
        told = float(is_told(handle, question))
        yield "told/absent name", told
        yield f"told/absent {question.kind}", told
    for question in present_questions(names[place], asked, NAMES_EACH, place):
        yield "told/present name", float(is_told(handle, question))


def _say_shares(shares: Mapping[str, Sequence[float]], say: Say) -> Report:
    for what, values in sorted(shares.items()):
        low, high = interval(values)
        say(f"  {what:<29} {fmean(values):.1%}  n={len(values)}  95 % interval {low:.1%} … {high:.1%}")
    return {what: fmean(values) for what, values in shares.items()}
