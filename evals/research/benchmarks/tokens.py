"""Tokens to gold: what an agent has read when every line that it needs is in its context.

Three ways, scripted, so that anybody can run them again; tokens by our own estimate on all sides, no model asked.

grep     grep -niw for the five rarest words of the question, 40 lines of each, then the files with the most of them:
         for each 80 lines around the densest place, at last the whole file; ten files
files    the same greps, then whole files, as agents mostly read
search   the schemas of the four tools, then `search` with 2,000, 8,000 and 32,000 tokens until it suffices
ask      the schemas, then `ask` with 2,000, then `search` with 8,000 and 32,000
… 1k     the same with 1,000, 4,000 and 16,000: an agent that names `max_tokens`
… 500    the same with 500, 2,000, 8,000 and 32,000

A way that does not get there has read infinitely much. A place counts when all its lines that are not blank were
shown; of a group of places one suffices. Documents without lines of their own (PDFs, sheets) are left out: grep cannot
read them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.text import terms
from citeline.tools.compact import answer_text, estimated_tokens, search_text
from citeline.tools.handle import IndexHandle, index

from ...cases.dataset import read_dataset
from .quality import NO_CORPUS, TREE_PREFIX, Report, Say
from .quality import read_samples_of_repo_qa as read_samples

SCHEMA_TOKENS: Final = 560
"""Of the four tools' names, descriptions and schemas: tests/cli/mcp_server holds them to it."""
LIMITS: Final = (2_000, 8_000, 32_000)
_BUDGETS: Final = {"": LIMITS, " 1k": (1_000, 4_000, 16_000), " 500": (500, *LIMITS)}
RECALLS: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
_LEFT_OUT: Final = "office"
_WORDS: Final = 5
_GREPPED: Final = 40
_WINDOW: Final = 80
_FILES: Final = 10
_SEARCHED: Final = 60
_NAME: Final = 14
_HEAD: Final = re.compile(r"(?:\[\d+\] )?(.+?):\d+(?:-\d+)?(?: |$)")
_LINE: Final = re.compile(r"(\d+)\| ")

Lines: TypeAlias = frozenset[tuple[str, int]]
Step: TypeAlias = tuple[float, Lines]
"""Tokens of one step, and the lines that it shows."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the groups of places of which one each is needed; a place is its lines."""

    id: str
    text: str
    needs: tuple[tuple[Lines, ...], ...]

    def tokens(self, steps: Iterator[Step]) -> float:
        """Read until every group has a place whose lines were all shown; infinite when the steps end before."""
        spent, seen = 0.0, set[tuple[str, int]]()
        for tokens, lines in steps:
            spent += tokens
            seen |= lines
            if all(any(place <= seen for place in group) for group in self.needs):
                return spent
        return math.inf


class Grep:
    """The files of a tree as grep sees them: those that the index holds as text."""

    def __init__(self, handle: IndexHandle) -> None:
        self.files: dict[str, list[str]] = {}
        for document in handle.reader.structure.documents():
            try:
                self.files[document.path] = (handle.reader.root / document.path).read_text("utf-8").split("\n")
            except (OSError, UnicodeDecodeError):
                continue
        self._lines = {path: [frozenset(terms(line)) for line in lines] for path, lines in self.files.items()}
        self._words = {path: frozenset().union(*lines) for path, lines in self._lines.items()}

    def steps(self, question: str, *, whole: bool) -> Iterator[Step]:
        """What an agent reads, in order."""
        found = {word: [path for path, words in self._words.items() if word in words] for word in set(terms(question))}
        rarest = sorted((word for word in found if found[word]), key=lambda word: (len(found[word]), word))[:_WORDS]
        for word in rarest:
            yield self._grepped(word, found[word])
        weights = {word: math.log(1 + len(self.files) / len(found[word])) for word in rarest}
        scores = {path: sum(weights[w] for w in rarest if w in self._words[path]) for w in rarest for path in found[w]}
        ranked = sorted(scores, key=lambda path: (-scores[path], path))[:_FILES]
        if not whole:
            for path in ranked:
                yield self._window(path, weights)
        for path in ranked:
            yield _shown(path, self.files[path], 1)

    def _grepped(self, word: str, paths: Sequence[str]) -> Step:
        shown, lines = list[str](), set[tuple[str, int]]()
        for path in sorted(paths):
            for number, (line, words) in enumerate(zip(self.files[path], self._lines[path], strict=True), 1):
                if word in words:
                    shown.append(f"{path}:{number}:{line}")
                    lines.add((path, number))
                    if len(shown) == _GREPPED:
                        return estimated_tokens("\n".join(shown)), frozenset(lines)
        return estimated_tokens("\n".join(shown)), frozenset(lines)

    def _window(self, path: str, weights: Mapping[str, float]) -> Step:
        lines = self.files[path]
        score = [sum(weights.get(word, 0.0) for word in words) for words in self._lines[path]]
        first = max(range(0, max(1, len(lines) - _WINDOW // 2), 10), key=lambda at: sum(score[at : at + _WINDOW]))
        return _shown(path, lines[first : first + _WINDOW], first + 1)


def _shown(path: str, lines: Sequence[str], first: int) -> Step:
    numbered = [f"{number}\t{line}" for number, line in enumerate(lines, first)]
    return estimated_tokens("\n".join([path, *numbered])), frozenset((path, first + at) for at in range(len(lines)))


def shown_in(text: str) -> Lines:
    """The lines that a result of ours shows."""
    path, lines = "", set[tuple[str, int]]()
    for line in text.split("\n"):
        if numbered := _LINE.match(line):
            lines.add((path, int(numbered[1])))
        elif head := _HEAD.match(line):
            path = head[1]
    return frozenset(lines)


def _said(text: str) -> Step:
    return estimated_tokens(text), shown_in(text)


def _ours(handle: IndexHandle, question: str, *, limits: Sequence[int], asks: bool) -> Iterator[Step]:
    """The schemas, one answer if that comes first, then searches."""
    yield SCHEMA_TOKENS, frozenset()
    if asks:
        answer = ask(question, handle, no_model=True).to_json()
        yield _said(answer_text(answer, max_tokens=limits[0]))
    found = handle.search(question, top_k=_SEARCHED, single=True)
    for limit in limits[1:] if asks else limits:
        yield _said(search_text(found, max_tokens=limit))


_OURS: Final = tuple(f"{tool}{budget}" for tool in ("search", "ask") for budget in _BUDGETS)
WAYS: Final = ("grep", "files", *_OURS)


def measure(handle: IndexHandle, questions: Sequence[Question]) -> dict[str, dict[str, float]]:
    """Tokens of every question, by way."""
    grep = Grep(handle)
    ways: dict[str, Callable[[str], Iterator[Step]]] = {
        "grep": lambda text: grep.steps(text, whole=False),
        "files": lambda text: grep.steps(text, whole=True),
    }
    for budget, limits in _BUDGETS.items():
        for tool in ("search", "ask"):
            ways[f"{tool}{budget}"] = partial(_ours, handle, limits=limits, asks=tool == "ask")
    return {way: {one.id: one.tokens(steps(one.text)) for one in questions} for way, steps in ways.items()}


def run_tokens(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """Tables of both sets; questions about a working tree that is not there are left out."""
    found: dict[str, dict[str, float]] = {way: {} for way in WAYS}
    for root, needs in (*_answers(labels / "answers", corpora), *_repo_qa(labels / "repo-qa", corpora)):
        with index(root, settings=settings) as handle:
            questions = [_question(handle, *one) for one in needs]
            for way, tokens in measure(handle, [one for one in questions if one.needs]).items():
                found[way] |= tokens
    if not found["grep"]:
        say(NO_CORPUS)
        return {}
    _say_table(found, say)
    return {f"{way} within {limit}": _recall(found[way], limit) for way in WAYS for limit in LIMITS}


_Needs: TypeAlias = tuple[str, str, list[list[tuple[str, int, int]]]]


def _answers(labels: Path, corpora: Path) -> Iterator[tuple[Path, list[_Needs]]]:
    trees = corpora / "answers" if (corpora / "answers").is_dir() else corpora
    by_corpus: dict[str, list[_Needs]] = {}
    for case in read_dataset(labels / "questions.jsonl").cases if labels.is_dir() else ():
        if case.corpus and case.corpus != _LEFT_OUT and case.needs and (trees / case.corpus).is_dir():
            groups = [[(at.path, at.start_line, at.end_line) for at in group] for group in case.needs]
            by_corpus.setdefault(case.corpus, []).append((case.id, case.question, groups))
    yield from ((trees / corpus, needs) for corpus, needs in by_corpus.items())


def _repo_qa(labels: Path, corpora: Path) -> Iterator[tuple[Path, list[_Needs]]]:
    by_corpus: dict[str, list[_Needs]] = {}
    for number, sample in enumerate(read_samples(labels) if labels.is_dir() else ()):
        groups = [[(at.path, at.start_line, at.end_line)] for at in sample.places if at.start_line]
        if groups and (corpora / f"{TREE_PREFIX}{sample.repository}").is_dir():
            by_corpus.setdefault(sample.repository, []).append((f"qa-{number}", sample.query, groups))
    yield from ((corpora / f"{TREE_PREFIX}{name}", needs) for name, needs in by_corpus.items())


def _question(
    handle: IndexHandle, identity: str, text: str, needs: Sequence[Sequence[tuple[str, int, int]]]
) -> Question:
    def lines_of(path: str, first: int, last: int) -> Lines:
        try:
            lines = (handle.reader.root / path).read_text("utf-8", "replace").split("\n")
        except OSError:
            return frozenset({(path, 0)})  # no way shows it
        return frozenset((path, at) for at in range(first, min(last, len(lines)) + 1) if lines[at - 1].strip())

    return Question(identity, text, tuple(tuple(lines_of(*place) for place in group) for group in needs))


def _recall(tokens: Mapping[str, float], limit: float) -> float:
    return sum(value <= limit for value in tokens.values()) / len(tokens)


def _at(tokens: Mapping[str, float], recall: float) -> float:
    """Tokens within which that share of the questions has its lines."""
    ordered = sorted(tokens.values())
    return ordered[max(0, math.ceil(recall * len(ordered)) - 1)]


def _say_table(found: Mapping[str, Mapping[str, float]], say: Say) -> None:
    say(f"  {len(found['grep'])} questions; recall of all needed lines within so many tokens, schemas included")
    say("  " + " " * _NAME + "".join(f"{limit:>9,}" for limit in LIMITS) + f"{'any':>9}")
    for way in WAYS:
        recalls = [_recall(found[way], limit) for limit in (*LIMITS, 1e18)]
        say(f"  {way:<{_NAME}}" + "".join(f"{recall:>9.1%}" for recall in recalls))
    say("  tokens that reach a recall")
    say("  " + " " * _NAME + "".join(f"{recall:>9.0%}" for recall in RECALLS))
    for way in WAYS:
        say(f"  {way:<{_NAME}}" + "".join(_written(_at(found[way], recall)) for recall in RECALLS))
    for way in _OURS:
        shares = [
            _at(found[way], recall) / min(_at(found["grep"], recall), _at(found["files"], recall)) for recall in RECALLS
        ]
        say(
            f"  {way + '/best':<{_NAME}}"
            + "".join(f"{'-':>9}" if math.isnan(one) else f"{one:>9.0%}" for one in shares)
        )
        lost = [name for name, value in found[way].items() if min(found["grep"][name], found["files"][name]) < value]
        say(f"  {way} lost to grep or files on {len(lost)}: {', '.join(sorted(lost))}")


def _written(value: float) -> str:
    return f"{'never':>9}" if math.isinf(value) else f"{value:>9,.0f}"
