"""Command lines of documentation: which they are, and what they are for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from posixpath import basename, splitext
from typing import Final

from citeline.patterns import re
from citeline.text import BACKQUOTED, indent_of, terms

from .model import Aspect, ProjectFact
from .texts import Texts, depth, stem_of
from .words import aspect_words

_PROMPT: Final = re.compile(r"^\s*(?:\([\w.-]+\)\s*)?(?:\$|%|>|PS>|C:\\>|#)\s+(?=\S)")
_REMARK: Final = re.compile(r"^\s*(?://|#(?!\s*\w+ install)|<!--)")
_COMMENT: Final = re.compile(r"\s{2,}#.*$|\s#\s.*$|\s*\\$")
_WORKFLOW: Final = re.compile(
    r"^\.github/workflows/[^/]+\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.circleci/config\.ya?ml$|^azure-pipelines\.ya?ml$"
)
_RUN: Final = re.compile(r"^(\s*)(?:-\s+)?run:\s*(.*)$|^(\s*)-\s+((?!\w[\w-]*:\s).*)$")
_MATRIX: Final = re.compile(r"^(\s*)matrix:\s*$")
_SCRIPT: Final = re.compile(
    r"^(?:scripts?|bin|tools|dev|ci)/[^/]+\.(?:sh|bash|py|ps1)$|^[^/]+\.(?:sh|bash|ps1)$|^(?:script|scripts|bin)/[^/.]+$"
)
_EXPLAINED: Final = re.compile(r"^\s*(?:[-*+•]\s+)?`(?P<command>[^`]+)`\s+[-–—]\s+(?P<purpose>\S.*)$")
_NO_COMMAND: Final = re.compile(r"^\s*(?:#|set\s|$|cd\s|import\s|from\s|\"\"\"|export\s)")
_OF_WORKFLOWS: Final[frozenset[Aspect]] = frozenset({"test", "lint", "build", "release"})
"""What a workflow installs or runs, it needs for itself."""
_OPTION: Final = 0.06
_MAX_WORKFLOWS: Final = 8
_MAX_LINES: Final = 10
_MAX_SCRIPT_LINES: Final = 6
_MAX_TEXT: Final = 160


def commands_said(aspect: Aspect, text: str, names: tuple[str, ...] = ()) -> list[str]:
    """The commands of the aspect, of more than one word, that a sentence holds between back quotes.

    An item that says what its command is for, "`pytest` - Run the unit tests", may be of one word, and is none of an
    aspect where it says another one.
    """
    text = text.replace("``", "`")
    if item := _EXPLAINED.match(text):
        said = frozenset(terms(item["purpose"]))
        purposes = {one for one, words in aspect_words().items() if words.own_terms & said} or {aspect}
        return [item["command"]] if aspect in purposes & aspects_of(item["command"], names) else []
    quoted = (code for code in BACKQUOTED.findall(text) if " " in code)
    return [code for code in quoted if aspect in aspects_of(code, names)]


def commands_in(lines: Sequence[str]) -> list[str]:
    """Command lines without their prompts and comments."""
    bare = [_COMMENT.sub("", _PROMPT.sub("", line)).strip() for line in lines if not _REMARK.match(line)]
    return [line for line in bare if line]


def command_aspects(line: str) -> frozenset[Aspect]:
    """The aspects that a command line serves, by its longest known beginning: `npm run lint` is linting."""
    return aspects_of(line, ())


@lru_cache(maxsize=4096)
def aspects_of(line: str, names: tuple[str, ...]) -> frozenset[Aspect]:
    """The same with commands that are called like the project."""
    lengths: dict[Aspect, int] = {
        aspect: match.end("command") - match.start("command")
        for aspect in aspect_words()
        if (begins := _beginnings(aspect, names)) is not None and (match := begins.match(line))
    }
    longest = max(lengths.values(), default=0)
    return frozenset(aspect for aspect, length in lengths.items() if length == longest)


def order_of(aspect: Aspect, line: str) -> float:
    """0 for the best: the first of the known commands are those that most people want, and those without options."""
    commands = aspect_words()[aspect].commands
    place = next((n for n, command in enumerate(commands) if line.lower().startswith(command)), len(commands))
    return 0.1 * place / len(commands) + _OPTION * line.count(" -")


@lru_cache(maxsize=256)
def _beginnings(aspect: Aspect, names: tuple[str, ...]) -> re.Pattern[str] | None:
    own = [name for name in names if name.isascii()]
    templates = sorted(aspect_words()[aspect].commands, key=len, reverse=True)
    if not templates:
        return None
    known = [re.escape(command).replace(r"\ ", r"(?:\s+-\S+)*\s+") for command in templates if "{name}" not in command]
    # The name of a project is a word, too: as a command it has small letters, and a subcommand or an option behind it.
    named = [re.escape(text.replace("{name}", name)) for text in templates if "{name}" in text for name in own]
    joined = "|".join([*known, *(rf"(?-i:{text}(?=\s+[a-z-]|$))" for text in named)])
    before = r"(?:\S+=\S+\s+|sudo\s+|nice\s+|time\s+|uv run\s+|poetry run\s+)*"
    return re.compile(rf"{before}(?P<command>{joined})(?![\w.-])(?!\s*[=:({{])", re.IGNORECASE)


def ci_facts(texts: Texts, name: str) -> Iterator[ProjectFact]:
    """Commands that a workflow runs, by aspect, and the matrix that it runs them with."""
    workflows = [document for document in texts.documents if _WORKFLOW.match(document.path)]
    for document in workflows[:_MAX_WORKFLOWS]:
        lines = texts.lines(document)
        runs = list(_runs(lines))
        tests = False
        for start, end, command in runs:
            for aspect in sorted(command_aspects(command) & _OF_WORKFLOWS):
                tests = tests or aspect == "test"
                rank = 0.75 if "${" in command or _names_part(command) else 0.6
                yield ProjectFact.of(aspect, f"to_{aspect}", name, command, document, start, end, rank)
                if aspect != "release":
                    rank = 0.1 if aspect == "test" else 0.3
                    yield ProjectFact.of("ci", "to_ci", name, command, document, start, end, rank)
        for start, end in _matrices(lines) if tests else []:
            shown = ", ".join(" ".join(line.split()) for line in lines[start:end][:_MAX_LINES])
            yield ProjectFact.of("ci", "to_ci", name, shown[:_MAX_TEXT], document, start, end, 0.05)


def _names_part(command: str) -> bool:
    """Whether a command is given a folder within a folder, and runs a part of all: `pytest tests/docker/proxy`."""
    return any("/" in word.strip("./").partition("/")[2] for word in command.split()[1:] if "://" not in word)


def script_facts(texts: Texts, name: str) -> Iterator[ProjectFact]:
    """Scripts that are called after an aspect, with their first commands."""
    for document in texts.documents:
        if not _SCRIPT.match(document.path) or depth(document.path) > 1:
            continue
        stem = stem_of(document.path)
        lines = texts.lines(document)
        for aspect, words in aspect_words().items():
            if stem not in words.tasks:
                continue
            first = next((n for n, line in enumerate(lines, start=1) if not _NO_COMMAND.match(line)), 1)
            last = min(len(lines), first + _MAX_SCRIPT_LINES - 1)
            if splitext(basename(document.path))[1] != ".py" or len(lines) < 200:
                yield ProjectFact.of(aspect, f"to_{aspect}", name, document.path, document, first, last, 0.2)


def _runs(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """(first line, last line, command) of each command of each `run:`, 1-based."""
    number = 0
    while number < len(lines):
        match = _RUN.match(lines[number])
        number += 1
        if match is None:
            continue
        indent, inline = (
            match[1] if match[1] is not None else match[3],
            (match[2] if match[1] is not None else match[4]),
        )
        if inline and inline[0] not in "|>":
            yield number, number, inline.strip().strip("\"'")
            continue
        while number < len(lines) and (not lines[number].strip() or indent_of(lines[number]) > len(indent)):
            if lines[number].strip():
                yield number + 1, number + 1, lines[number].strip()
            number += 1


def _matrices(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    for number, line in enumerate(lines):
        if match := _MATRIX.match(line):
            end = number + 1
            while end < len(lines) and (not lines[end].strip() or indent_of(lines[end]) > len(match[1])):
                end += 1
            if end > number + 1:
                yield number + 1, min(end, number + 1 + 2 * _MAX_LINES)
