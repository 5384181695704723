"""A message as documents and comments state it, with the lines that say what it means."""

from __future__ import annotations

from typing import Final

from citeline.markup import leads_in, plain_text
from citeline.patterns import re
from citeline.text import words

from ..draft import Draft
from ..reading.documentation import documentation_around
from ..reading.lines import shortened
from ..reading.sentences import Sentence, split_sentences
from ..reading.syntax import Source
from .exact_strings import ExactHit

MOST_LINES: Final = 10
LONGEST: Final = 160
"""Characters of a message."""
_SENTENCE: Final = 300
"""Characters of a sentence that is told."""
_MORE: Final = 4
"""Words that a sentence has beside the message that it says something of."""
_KEY: Final = re.compile(r"(\s*)[\"']?([\w.$/-]+)[\"']?\s*[:=]")
_QUESTION: Final = ("?", "？")


def literal_of(source: Source, hit: ExactHit) -> str:
    """The message as the source spells it, on one line."""
    lines = list(source.lines[hit.start_line - 1 : hit.end_line])
    lines[-1] = lines[-1][: hit.end_column]
    lines[0] = lines[0][hit.start_column :]
    whole = " ".join(" ".join(lines).split())
    return shortened(whole, LONGEST)


def key_at(source: Source, line: int) -> str:
    """The key that stands on a line of data, or nearest above, behind those that it is indented below."""
    parts: list[str] = []
    around = len(source.lines[line - 1]) + 1
    for text in reversed(source.lines[:line]):
        if (found := _KEY.match(text)) and len(found[1]) < around:
            parts.append(found[2])
            around = len(found[1])
    return ".".join(reversed(parts))


def stated_in(source: Source, hit: ExactHit) -> Draft:
    """Lines of a document with what follows: under a heading its section, in a block of code the paragraph after it.

    They are told by the sentence that has the message, or by the next one where nothing is said beside that: who asks
    for a message has read it.
    """
    around = [one for one in source.nodes if one.start_line <= hit.start_line <= one.end_line]
    headings = [one for one in around if one.kind == "heading"]
    name = max(headings, key=lambda one: one.start_line).name if headings else source.document.path
    end = hit.end_line
    if any(one.start_line == hit.start_line for one in headings):
        end = max(one.end_line for one in headings if one.start_line == hit.start_line)
    elif blocks := [one for one in around if one.kind == "codeblock"]:
        end = _paragraph_after(source, blocks[0].end_line)
    elif source.document.format == "text":
        end = len(source.lines)
    end = max(hit.end_line, min(end, hit.start_line + MOST_LINES - 1))
    last = min(end, hit.start_line + MOST_LINES - 1)
    message = literal_of(source, hit)
    if source.document.format == "code":
        spoken = documentation_around(source, hit.start_line, hit.end_line)
        for comment in spoken:
            if _says_more(comment.text, message):
                subject = comment.about.qualified_name if comment.about else source.document.path
                first, last = min(hit.start_line, comment.start_line), max(last, comment.end_line)
                return Draft.of("shown", subject, plain_text(comment.text), hit.document, first, last)
    elif source.document.format == "prose" and (said := _sentence_of(source, hit, message, last)):
        first, last = min(hit.start_line, said.start_line), max(last, said.end_line)
        return Draft.of("quoted", "", plain_text(said.text), hit.document, first, last)
    return Draft.of("stated", name, message, hit.document, hit.start_line, last)


def _sentence_of(source: Source, hit: ExactHit, message: str, last: int) -> Sentence | None:
    """The sentence of a document that has a message, or the first one below it that tells something."""
    first = max(1, hit.start_line - MOST_LINES)
    below = min(last + MOST_LINES, len(source.lines))
    spoken = split_sentences(source.text(first, below), first, source.document.language)
    spoken = [one for one in spoken if len(one.text) <= _SENTENCE]
    around = [one for one in spoken if one.start_line <= hit.start_line and hit.end_line <= one.end_line]
    if told := next((one for one in around if _says_more(one.text, message)), None):
        return told
    next_ones = (one for one in spoken if hit.end_line < one.start_line <= last)
    return next((one for one in next_ones if not (one.text.endswith(_QUESTION) or leads_in(one.text))), None)


def _says_more(sentence: str, message: str) -> bool:
    """Whether a sentence has a message and words beside it."""
    said, own = plain_text(sentence), plain_text(message)
    return len(sentence) <= _SENTENCE and own in said and len(words(said)) >= len(words(own)) + _MORE


def _paragraph_after(source: Source, line: int) -> int:
    """Last line of the paragraph that follows a line."""
    end = line
    while end < len(source.lines) and not source.lines[end].strip():
        end += 1
    while end < len(source.lines) and source.lines[end].strip():
        end += 1
    return end
