"""Messages of programs that somebody has pasted into a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from citeline.text import ScriptPattern

ExactKind: TypeAlias = Literal["quote", "error", "log"]
ERROR_NAME: Final = re.compile(r"(?a:(?<![\w.])(?:[A-Za-z_]\w*(?:\.|::))*[A-Z]\w*(?:Error|Exception|Warning|Fault)\b)")
LEAST_LETTERS: Final = 8
"""Of a text to look up: shorter ones stand in every file."""
_LEVELS: Final = r"(?:ERROR|ERR|WARNING|WARN|FATAL|CRITICAL|PANIC|DEBUG|INFO)"
# What programs write before a message, in any language that their users speak.
_ERROR: Final = re.compile(
    rf"(?:{ERROR_NAME.pattern}|(?a:\b[A-Za-z_]\w*(?:\.\w+){{2,}})|\b(?:panic|error|fatal|warning|exception|stderr)"
    r"(?:\[\w+\])?): +(?P<message>\S.*)",
    re.IGNORECASE,
)
_LOG: Final = re.compile(rf"(?:\[[\w -]{{2,20}}\] *)*(?:\[{_LEVELS}\]|\b{_LEVELS}:?)[: ]+(?P<message>\S.*)")
_TRACE: Final = re.compile(r"^\s*(?:File \".+\", line \d+.*|at [\w.$<>]+\(.*\)|goroutine \d+ .*)$", re.MULTILINE)
_ENDS: Final = ScriptPattern(r"\n| {2,}|\s--\s|\s—\s|(?<=[.!?;]) (?=[a-z])|\s*{cjk}|[，。？！；]")
"""Of a pasted message: a line end, a dash, a sentence that begins small, or words of another script."""


@dataclass(frozen=True, slots=True)
class Message:
    """A pasted message, and where it stands in the question."""

    text: str
    kind: ExactKind
    start: int
    end: int


def messages(question: str) -> list[Message]:
    """In their order, none inside of another. Line ends end a message, so give the question as it came."""
    found: list[Message] = []
    for message in sorted(_candidates(question), key=lambda one: (one.start, -one.end)):
        if sum(map(str.isalpha, message.text)) >= LEAST_LETTERS and (not found or message.start >= found[-1].end):
            found.append(message)
    return found


def _candidates(question: str) -> Iterator[Message]:
    kinds: tuple[tuple[re.Pattern[str], ExactKind], ...] = ((_LOG, "log"), (_ERROR, "error"))
    for pattern, kind in kinds:
        for found in pattern.finditer(question):
            text = _ENDS.of(found["message"]).split(found["message"])[0].rstrip()
            yield Message(text, kind, found.start("message"), found.start("message") + len(text))
    for line in _TRACE.finditer(question):
        yield Message(line[0].strip(), "log", *line.span())
