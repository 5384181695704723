"""Texts of a question that the sources may hold word for word: quotations, error messages, pasted log lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from citeline.text import ScriptPattern, has_word, is_cjk, unique

from .messages import messages

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


def _with_first_sentence(text: str) -> list[str]:
    first = _SENTENCE.split(text, maxsplit=1)[0]
    return [text] if first == text else [text, first]


def _quotations(question: str) -> Iterator[str]:
    for found in _QUOTED.finditer(question):
        yield next(text for text in found.groups() if text is not None)
