"""Texts of a question that the sources may hold word for word: quotations, pasted log lines, messages of programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.text import ScriptPattern, has_word, is_cjk, unique

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
_MOST_TEXTS: Final = 8
_LONGEST: Final = 600
"""Characters of a text that are compared: what a program prints about one thing is shorter."""
_LEAST_RUN: Final = 3
_QUOTED: Final = re.compile(
    r"```(?:\w*\n)?(?P<fence>.+?)```|`(?P<back>[^`\n]+)`|“(?P<curly>[^”]+)”|„(?P<low>[^“”]+)[“”]|«(?P<angle>[^»]+)»"
    r"|「(?P<corner>[^」]+)」|『(?P<double>[^』]+)』|《(?P<title>[^》]+)》"
    r"|(?<!\w)\"(?P<straight>[^\"\n]+)\"(?!\w)|(?<!\w)'(?P<single>[^'\n]+)'(?!\w)",
    re.DOTALL,
)
_LABEL: Final = re.compile(
    r"(?:^|(?<=[\s(\[\"'“«「`]))(?:Uncaught\s+)?"
    r"(?P<label>[\w.$:/]*(?i:error|exception|warning|warn|panic(?:ked)?|fatal|failure|exit|fault|abort(?:ed)?)(?:\[\w+\]|\s+at\s+[^\s:]+(?::\d+)*|\s+\w+)?"
    r"|(?:[a-z]\w*(?:\.|::))*(?:[A-Z][a-z0-9]+){2,}|(?:thread\s+'[^']*'\s+)?panicked(?:\s+at[^:\n]*(?::\d+)*)?)\s*(?::(?!:)|\.)\s+"
)
_END: Final = ScriptPattern(r"\s+(?:--+|—|–|-)\s+|\s{2,}(?=\S)|\n|\\n|\s*(?:{cjk}|[\u3001-\u303f\uff00-\uffef])")
_NOT_LATIN: Final = ScriptPattern(r"(?:{cjk}|[\u3000-\u303f\uff00-\uffef]|\n)+")
_BESIDE: Final = " \t\"'“”:.,;"
_SENTENCE: Final = re.compile(r"(?<=[^.][.!?])\s+")
_APART: Final = re.compile(r"(?<=[.?!])\s+(?=\S+\s[^.?!]*\?)|\s+(?:--+|[—–-])\s+|\n+|(?<=[?？])\s*")
"""Between what is said and what is asked: a dash, or the end of a sentence before a question."""
_ASKS: Final = ("?", "？")
_MOST_SENTENCES: Final = 2


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


def exact_texts(question: str) -> tuple[str, ...]:
    """What a question quotes, each once: messages behind the name of an error or a level, other messages of programs,
    text in quotation marks of any kind, English in a question without blanks, and the lines of a pasted log or trace.

    What follows a message may be the person's own words, so its first sentence stands there too. Line ends of a pasted
    text count, so give the question as it came.
    """
    found: list[str] = []
    for label in islice(_LABEL.finditer(question), _MOST_TEXTS):
        rest = question[label.end() : label.end() + _LONGEST]
        end = _END.of(rest).search(rest)
        found += _with_first_sentence(rest[: end.start()] if end else rest)
    # Of a long trace the last messages, for it ends with what went wrong.
    found += [one.text for one in messages(question)[-_MOST_TEXTS:]]
    found += _quotations(question)
    if is_cjk(question):
        pieces = (piece.strip(_BESIDE) for piece in _NOT_LATIN.of(question).split(question))
        found += [piece for piece in pieces if len(piece.split()) > _LEAST_RUN]
    if "\n" in question:
        lines = [line.strip() for line in question.split("\n")]
        lines = [line for line in lines if len(line.split()) > _LEAST_RUN]
        found += lines[: -_MOST_TEXTS - 1 : -1]
    trimmed = (text[:_LONGEST].strip() for text in found)
    return tuple(unique(text for text in trimmed if has_word(text) and len(text) > 1)[:_MOST_TEXTS])


def pasted_sentences(question: str) -> list[str]:
    """The sentences of a question that may be messages without any mark: those of some words that ask nothing; all that
    stand together as one. Empty where a longer text is quoted, which then is the message.
    """
    if any(len(text.split()) >= _LEAST_RUN for text in exact_texts(question)):
        return []
    parts = [part.strip() for part in _APART.split(question)]
    said = [part for part in parts if not part.endswith(_ASKS) and len(part.split()) > _LEAST_RUN]
    return said[:_MOST_SENTENCES]


def _with_first_sentence(text: str) -> list[str]:
    first = _SENTENCE.split(text, maxsplit=1)[0]
    return [text] if first == text else [text, first]


def _quotations(question: str) -> Iterator[str]:
    for found in _QUOTED.finditer(question):
        yield next(text for text in found.groups() if text is not None)
