"""The whole labelled set: sentences at right and at wrong places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from citeline.model import ParsedDocument
from citeline.tools.citations.passage import Passage

from .corpora import FITTED_ON, HELD_OUT, Definition, Document, Repository, read_repositories
from .pairs import Pair, wrong_places

ANSWERED: Final = ("sweqa-flask", "sweqa-requests")
"""Working trees at the commits that the answers of `repo-qa` are about."""
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
MOST: Final = 150
"""Of each kind and repository, evenly spaced, so that no repository outweighs the others."""
_FEWEST_OF_PROSE: Final = 5
_MOST_WORDS: Final = 40
_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])|\n\s*\n|\n\s*[:@\\-]")
_OPENING: Final = re.compile(r"^(?:The )?`+([\w.:#]+?)(?:\(\))?`+")


def build(corpora: Path, labels: Path) -> list[Pair]:
    """Of the working trees that are there; the same every time."""
    found: list[Pair] = []
    for repository in read_repositories(corpora, (*FITTED_ON, *HELD_OUT, *ANSWERED)):
        random = Random(repository.name)
        for pair in _right(repository, labels):
            found += [pair, *wrong_places(pair, repository, random)]
    return found


def _right(repository: Repository, labels: Path) -> Iterator[Pair]:
    if repository.name in ANSWERED:
        yield from answer_pairs(labels, repository)
    else:
        yield from docstring_pairs(repository)
        yield from documentation_pairs(repository)


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


def docstring_pairs(repository: Repository) -> Iterator[Pair]:
    """The first sentence of each docstring with the signature and body below it."""
    documented = [d for d in repository.definitions if d.node.docstring]
    kept = [(d, sentence) for d in documented if (sentence := first_sentence(d.node.docstring))]
    for definition, sentence in _spread(kept):
        language = definition.document.parsed.language
        yield Pair(repository.name, language, repository.held_out, "docstrings", sentence, definition.undocumented)


def documentation_pairs(repository: Repository) -> Iterator[Pair]:
    """Sentences of prose that open with a symbol in back quotes which is defined once. One in four does not fit."""
    found = []
    for document in repository.documents:
        if document.parsed.format == "prose":
            found += list(_openings(document.parsed, document.source.text, repository))
    for definition, sentence in _spread(found):
        language = definition.document.parsed.language
        yield Pair(repository.name, language, repository.held_out, "documentation", sentence, definition.passage)


def first_sentence(docstring: str) -> str:
    """Without line breaks; empty when it is too short or too long to be a claim."""
    sentence = " ".join(_END.split(docstring.strip())[0].split())
    return sentence if _FEWEST_OF_PROSE <= len(sentence.split()) <= _MOST_WORDS else ""


def _openings(parsed: ParsedDocument, text: str, repository: Repository) -> Iterator[tuple[Definition, str]]:
    for paragraph in re.split(r"\n\s*\n", text):
        for raw in _END.split(paragraph):
            sentence = " ".join(raw.split())
            opening = _OPENING.match(sentence)
            named = repository.by_name.get(re.split(r"[.:#]+", opening[1])[-1], []) if opening else []
            if len(named) == 1 and _FEWEST_OF_PROSE <= len(sentence.split()) <= _MOST_WORDS:
                yield named[0], sentence


def _spread(found: list[tuple[Definition, str]]) -> list[tuple[Definition, str]]:
    step = max(1, len(found) // MOST)
    return found[::step][:MOST]
