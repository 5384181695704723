"""Sentences of the reference answers of `repo-qa`, each with the first lines that it cites, the citation cut out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from citeline.tools.citations.passage import Passage

from .corpora import Document, Repository
from .pairs import Pair

_PATH: Final = r"`?((?:[\w.-]+/)*[\w-]+\.(?:py|rst|md|toml|txt|html|cfg))`?"
_RANGE: Final = r"[Ll]ines? (\d+)(?:\s?[-–]\s?(\d+))?(?:(?:,| and|, and) \d+(?:[-–]\d+)?)*"
_CITED: Final = re.compile(rf"{_PATH}:(\d+)(?:-(\d+))?|{_RANGE}")
_CUT: Final = re.compile(
    rf"\((?:(?:see|defined|located|at|in|from|of|on|and|,|the|file|`[^`]*`)\s*)*(?:{_CITED.pattern})[^()]*\)"
    rf"|(?:,? ?\b(?:as seen|defined|located|found|see|at|in|on|from|of)\s+)*(?:the )?(?:{_CITED.pattern}|{_PATH})"
)
_FENCE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SENTENCE_END: Final = re.compile(r"(?<=[.;!?])\s+(?=[A-Z`*])|\n+(?:\s*[-*]\s+|\s*\d+\.\s+)?")
_FEWEST_WORDS: Final = 5
_LONGEST: Final = 80


def answer_pairs(labels: Path, repository: Repository) -> Iterator[Pair]:
    """Of one repository; nothing when the labels are not there. One pair for each cited place."""
    queries = labels / "repo-qa" / "queries.jsonl"
    if not queries.is_file():
        return
    name = repository.name.removeprefix("sweqa-")
    for line in queries.read_text("utf-8").splitlines():
        query = json.loads(line)
        if query["repo"] == name:
            for sentence, passage in _cited(query["answer"], repository):
                yield Pair(name, "python", repository.held_out, "answers", sentence, passage)


def _cited(answer: str, repository: Repository) -> Iterator[tuple[str, Passage]]:
    seen: set[tuple[str, int, int]] = set()
    before: list[str] = []
    for paragraph in re.split(r"\n\s*\n", _FENCE.sub("\n", answer)):
        here = re.findall(_PATH, paragraph)
        before += here
        for raw in _SENTENCE_END.split(paragraph):
            found = _CITED.search(raw)
            # Lines without a file belong to the only one that was named: in the sentence, the paragraph, or so far.
            named = (
                set(names) for names in ([found[1]] if found and found[1] else [], re.findall(_PATH, raw), here, before)
            )
            path = next((names for names in named if names), set())
            document = repository.find(next(iter(path))) if len(path) == 1 else None
            if not found or document is None:
                continue
            start = int(found[2] or found[4])
            end = int(found[3] or found[5] or start)
            sentence = " ".join(_CUT.sub(" ", raw).replace("**", "").split()).replace(" .", ".").strip(" -:")
            key = (document.source.path, start, end)
            if key in seen or len(sentence.split()) < _FEWEST_WORDS or not start <= end <= len(document.source.lines):
                continue
            seen.add(key)
            yield sentence, _passage(document, start, end)


def _passage(document: Document, start: int, end: int) -> Passage:
    """Whoever cites the first line of a definition means the definition; so does `citeline verify`."""
    for node in document.parsed.nodes[1:]:
        if start == end == node.start_line and node.end_line - node.start_line < _LONGEST:
            return document.passage(node.start_line, node.end_line)
    return document.passage(start, end)
