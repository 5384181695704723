"""Texts of a question that the sources may hold word for word: quotations, error messages, pasted log lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from citeline.text import CJK_RUN, has_word, is_cjk, unique

from .messages import LEAST_LETTERS, ExactKind, messages
from .question import Exact

_QUOTED: Final = re.compile(
    r"\"([^\"\n]{2,})\"|“([^”\n]{2,})”|「([^」\n]{2,})」|『([^』\n]{2,})』|«([^»\n]{2,})»|„([^“”\n]{2,})[“”]"
    r"|`([^`\n]{2,})`|(?<![\w'])'([^'\n]{2,})'(?!\w)"
)
_HOLE: Final = re.compile(
    r"[a-z][a-z+.-]*://\S+|(?<!\w)'[^']*'|\"[^\"]*\"|`[^`]*`|<[^>]*>|0x[0-9a-fA-F]+|(?<!\w)/?(?:[\w.-]+/)+[\w.-]*|[\w.-]*\d[\w.:-]*"
)
_CUT: Final = re.compile(r"(?<=[.!?;])\s+|,\s+")

_MOST_TEXTS: Final = 8
_LONGEST: Final = 600
"""Characters of a text that are compared: what a program prints about one thing is shorter."""
_LEAST_RUN: Final = 3
_ANY_QUOTED: Final = re.compile(
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
_END: Final = re.compile(
    rf"\s+(?:--+|—|–|-)\s+|\s{{2,}}(?=\S)|\n|\\n|\s*(?:{CJK_RUN.pattern}|[\u3001-\u303f\uff00-\uffef])"
)
_NOT_LATIN: Final = re.compile(f"(?:{CJK_RUN.pattern}|[\u3000-\u303f\uff00-\uffef]|\n)+")
_BESIDE: Final = " \t\"'“”:.,;"
_SENTENCE: Final = re.compile(r"(?<=[^.][.!?])\s+")


def exact_texts(question: str) -> tuple[Exact, ...]:
    """Quotations first, then messages; once each. Line ends of a pasted text count, so give the question as it came."""
    found: dict[str, Exact] = {}
    quoted: list[tuple[str, ExactKind]] = [(one.text, one.kind) for one in messages(question)]
    quoted += _quotations(question)
    for text, kind in quoted:
        found.setdefault(text, Exact(text, kind, pieces_of(text)))
    return tuple(found.values())


def pieces_of(text: str) -> tuple[str, ...]:
    """What a program writes itself of a message, the longest first."""
    parts = [piece.strip(" :,;()[]{}.?!'\"") for hole in _HOLE.split(text) for piece in _CUT.split(hole)]
    whole = [text.strip()] if not _HOLE.search(text) else []
    long = [part for part in parts if (" " in part and sum(map(str.isalpha, part)) >= LEAST_LETTERS) or is_cjk(part)]
    return tuple(sorted(unique([*whole, *long]), key=len, reverse=True))


def _quotations(question: str) -> Iterator[tuple[str, ExactKind]]:
    for found in _QUOTED.finditer(question):
        inner = next(filter(None, found.groups())).strip()
        if has_word(inner):
            yield inner, "quote"


def texts_asked(question: str) -> list[str]:
    """What a question quotes: text in quotation marks of any kind with a blank in it, messages behind the name of an
    error or a level, English in a question without blanks, and the lines of a pasted log or trace; in order, once each.

    What follows a message may be the person's own words, so its first sentence stands there too.
    """
    found: list[str] = []
    for label in islice(_LABEL.finditer(question), _MOST_TEXTS):
        rest = question[label.end() : label.end() + _LONGEST]
        end = _END.search(rest)
        found += _with_first_sentence(rest[: end.start()] if end else rest)
    found += [text for text in _all_quotations(question) if len(text.split()) > 1 or CJK_RUN.search(text)]
    if CJK_RUN.search(question):
        pieces = (piece.strip(_BESIDE) for piece in _NOT_LATIN.split(question))
        found += [piece for piece in pieces if len(piece.split()) > _LEAST_RUN]
    if "\n" in question:
        lines = [line.strip() for line in question.split("\n")]
        lines = [line for line in lines if len(line.split()) > _LEAST_RUN]
        # A trace ends with what went wrong, and a log too.
        found += lines[: -_MOST_TEXTS - 1 : -1]
    trimmed = (text[:_LONGEST].strip() for text in found)
    return unique(text for text in trimmed if text)[:_MOST_TEXTS]


def _with_first_sentence(text: str) -> list[str]:
    first = _SENTENCE.split(text, maxsplit=1)[0]
    return [text] if first == text else [text, first]


def _all_quotations(question: str) -> Iterator[str]:
    for found in _ANY_QUOTED.finditer(question):
        text = next(text for text in found.groups() if text is not None)
        yield text
